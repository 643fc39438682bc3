/**
 * Words that documentation and people use for one thing; the first names the group. British spellings and the
 * commonest German, Spanish and French words of the trade stand with their English ones.
 */
const GROUPS = [
  'maximum max most largest biggest highest longest upper limit cap capped limited greatest ceiling höchstens máximo maximal exceed exceeds exceeding',
  'minimum min least smallest lowest shortest fewest lower mínimo minimal',
  'default defaults standardmäßig standard vorgabe predeterminado defecto défaut',
  'throw throws thrown raise raises raised',
  'error exception errors exceptions fail failed fails failing failure fehler erreur',
  'disable disabled disables disabling deactivate off ausschalten deaktivieren desactivar désactiver',
  'enable enabled enables enabling activate aktivieren einschalten habilitar activar activer',
  'remove delete strip drop erase discard entfernen löschen eliminar supprimer exclude omit',
  'stop abort cancel halt interrupt aborts aborted quit',
  'color colour farbe couleur',
  'license licence lizenz licencia',
  'wait delay pause backoff waiting warten esperar attendre',
  'retry retries attempt attempts retrying retried',
  'show display print displays shown outputs',
  'make create build creates creating erstellen crear créer',
  'directory folder verzeichnis ordner carpeta',
  'keep retain preserve kept',
  'idle inactive unused inactivity',
  'width wide barsize breite',
  'depth deep nesting nested nest',
  'length long',
  'size big large größe tamaño bigger',
  'rate speed fps',
  'port puerto',
  'character characters char chars zeichen caracteres',
  'millisecond milliseconds ms msec',
  'second seconds sec secs sekunden segundos secondes',
  'begin start starting starts begins first',
  'function method methode función call',
  'parameter option setting argument flag property optionen opción parámetro',
  'required mandatory obligatory',
  'message messages nachricht mensaje',
  'request requests anfrage anfragen solicitud requête',
  'connection connections verbindung verbindungen conexión connexion',
  'server servers backend',
  'file files datei dateien archivo fichier',
  'entry entries item items element elements',
  'convert transform turn translate',
  'allow permit allowed permitted allows',
  'forbid disallow disallowed forbidden prohibit',
  'support supported supports unterstützt soporta',
  'serve serving static',
  'redact censor mask redacted redaction redacts',
  'replace replaces replaced replacement substitute overwrite overwritten overwrites',
  'verify validate check verification validation',
  'install installation installieren instalar',
  'wordcount tokens token',
  'timeout timeouts timedout',
  'thread threads worker workers',
  'timezone tz',
  'environment env',
  'repeat again',
  'old older previous',
  'password passphrase',
  'authentication auth authenticate',
  'configuration config configure configured',
  'directory dir',
  'identifier id ids',
  'heading headings header headers',
  'assert asserts assertion',
  'fraction ratio percent percentage factor',
  'process processes prozess proceso',
  'several multiple various mehrere varios plusieurs',
  'destination destinations target targets',
  'terminal console tty',
  'stretch multiply multiplied grow grows increase increases factor',
  'remember remembered cached cache store stored',
  'refuse refused reject rejected',
  'compulsory required',
  'warm cooldown cooling',
  'restart restarts restarted restarting respawn',
  'previous former earlier',
  'verb',
  'loop cycle circular',
  'guess assume infer',
  'tries try attempts',
  'frequency interval often every',

  'fetch download retrieve',
  'unchanged unconverted untouched',
  'recursive recursively deeply',
  'edit modify change',
  'signature signatures sign signed',
  'sort order sorted ordering',
  'encrypt encrypted encryption',
  'compress compressed compression',
  'method methode método',
];

const CONCEPTS = new Map<string, string>();
for (const group of GROUPS) {
  const words = group.split(' ');
  for (const word of words) if (!CONCEPTS.has(word)) CONCEPTS.set(word, `=${words[0]}`);
}

/** The group a word (lower case) belongs to, as `=name`, else null. */
export function conceptOf(word: string): string | null {
  return CONCEPTS.get(word) ?? null;
}

/** All words of the group of a word, the word itself first. */
export function relatedWords(word: string): string[] {
  const concept = CONCEPTS.get(word);
  if (concept === undefined) return [word];
  return [
    word,
    ...[...CONCEPTS.entries()]
      .filter(([other, of]) => of === concept && other !== word)
      .map(([other]) => other),
  ];
}
