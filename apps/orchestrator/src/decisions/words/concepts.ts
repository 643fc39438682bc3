/**
 * Words that documentation and people use for one thing; the first names the group. British spellings and the
 * commonest German, Spanish and French words of the trade stand with their English ones.
 */
const GROUPS = [
  'maximum max most largest biggest highest longest upper limit cap caps capped limited greatest ceiling höchstens máximo maximal exceed exceeds exceeding',
  'minimum min least smallest lowest shortest fewest lower mínimo minimal',
  'default defaults standardmäßig standard vorgabe predeterminado defecto défaut',
  'throw throws thrown raise raises raised',
  'error exception errors exceptions fail failed fails failing failure fehler erreur',
  'disable disabled disables disabling deactivate off ausschalten deaktivieren desactivar désactiver',
  'enable enabled enables enabling activate on einschalten aktivieren habilitar activar activer',
  'remove delete strip drop erase discard entfernen löschen eliminar supprimer exclude omit',
  'stop abort cancel halt interrupt kill terminate end',
  'color colour farbe couleur',
  'license licence lizenz licencia',
  'wait delay pause backoff sleep sleeps waiting waits warten esperar attendre interval',
  'retry retries attempt attempts retrying retried tries try reconnect reconnects',
  'show display print displays shown outputs',
  'make create build open spawn creating erstellen crear créer',
  'directory folder dir verzeichnis ordner carpeta',
  'keep retain preserve kept',
  'idle inactive unused inactivity',
  'width wide barsize breite columns',
  'depth deep nesting nested nest level levels',
  'length long',
  'size big large length größe tamaño bigger',
  'rate speed fps frequency',
  'port puerto',
  'character characters char chars zeichen caracteres',
  'millisecond milliseconds ms msec',
  'second seconds sec secs sekunden segundos secondes',
  'begin start starting starts begins first',
  'function method methode méthode método call',
  'parameter option setting argument flag property field key optionen opción parámetro',
  'required mandatory obligatory compulsory',
  'message messages nachricht mensaje record records',
  'request requests anfrage anfragen solicitud requête',
  'response responses answer answers reply replies respuesta antwort réponse',
  'connection connections socket sockets verbindung verbindungen conexión connexion',
  'server servers backend upstream',
  'client clients instance instances',
  'file files datei dateien archivo fichier',
  'entry entries item items element elements',
  'convert transform turn translate conversion',
  'allow permit allowed permitted allows',
  'forbid disallow disallowed forbidden prohibit',
  'support supported supports unterstützt soporta',
  'serve serving static',
  'redact censor mask redacted redaction redacts',
  'secret secrets sensitive confidential private credential credentials',
  'anonymize anonymise anonymization unrecognisable unrecognizable pseudonymize',
  'replace replaces replaced replacement substitute overwrite overwritten overwrites',
  'verify validate check verification validation',
  'install installation installieren instalar',
  'wordcount tokens token',
  'timeout timeouts timedout',
  'thread threads worker workers',
  'timezone tz',
  'environment env',
  'repeat again',
  'old older previous former earlier',
  'password passphrase',
  'authentication auth authenticate',
  'configuration config configure configured',
  'identifier id ids',
  'heading headings',
  'header headers',
  'assert asserts assertion',
  'fraction ratio percent percentage factor',
  'stretch multiply multiplied grow grows increase increases factor exponential',
  'process processes prozess proceso',
  'several multiple various mehrere varios plusieurs',
  'destination destinations target targets',
  'terminal console tty',
  'remember remembered cached cache store stored',
  'refuse refused reject rejected',
  'warm cooldown cooling warmup',
  'restart restarts restarted restarting respawn',
  'loop cycle circular',
  'guess assume infer',
  'interval often every frequency period',
  'fetch download retrieve',
  'unchanged unconverted untouched',
  'recursive recursively deeply',
  'edit modify change customise customize',
  'signature signatures sign signed',
  'sort order sorted ordering',
  'encrypt encrypted encryption',
  'compress compressed compression',
  'automatically automatic itself',
  'simultaneously concurrent concurrently parallel concurrency once',
  'queue queued buffer buffered',
  'avoid prevent stop suppress',
  'join merge combine concatenate',
  'part piece fragment fragments pieces bits',
  'assemble compose build combine',
  'case-insensitive nocase ignorecase insensitive',
  'hide hidden invisible',
  'schedule cron plan',
  'username user login',
  'close shutdown destroy closed',
  'empty blank',
  'multi-line multiline',
  'trace stacktrace backtrace traceback',
  'timestamp time date',
  'unlimited infinity infinite',
];

const NONE: readonly string[] = [];
const MEMBERS = new Map<string, string[]>();
const CONCEPTS = new Map<string, string[]>();
for (const group of GROUPS) {
  const words = group.split(' ');
  MEMBERS.set(`=${words[0]}`, [...(MEMBERS.get(`=${words[0]}`) ?? []), ...words]);
  for (const word of words) CONCEPTS.set(word, [...(CONCEPTS.get(word) ?? []), `=${words[0]}`]);
}

/** The groups a word (lower case) belongs to, each as `=name`: a word can mean several things. */
export function conceptsOf(word: string): readonly string[] {
  const own = CONCEPTS.get(word);
  if (own !== undefined) return own;
  // Most words end here: no pattern is asked for them.
  if (!word.endsWith('s')) return NONE;
  return CONCEPTS.get(word.replace(/(?<=\p{L}{3})s$/u, '')) ?? NONE;
}

/** The words of the group `=name`. */
export function wordsOfConcept(concept: string): readonly string[] {
  return MEMBERS.get(concept) ?? NONE;
}
