const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/u));

/** Words that carry no subject, by language; also tells the language of a question. */
export const STOP_WORDS: Readonly<Record<'en' | 'de' | 'es' | 'fr' | 'other', ReadonlySet<string>>> = {
  en: words(`a an the this that these those some any each every all both either neither no not only own same such than too very
    i you he she it we they me him her us them my your his its our their mine yours one ones someone something anything nothing
    am is are was were be been being do does did doing done have has had having can could may might must shall should will would
    ought need needs want wants let lets get gets got getting gets give gives given put puts go goes going come comes
    and or but if then else so because as until while of at by for with about against between into through during before after
    to from up down in out on over under again further once here there when where why how what which who whom whose whether
    just also even ever still yet now already else instead really please tell know like way ways kind sort type types thing things
    whats what's how's i'm i'd i'll i've it's that's there's don't dont doesn't doesnt didn't isn't isnt aren't can't cant won't
    without within per via etc eg ie vs versus many much more few less long often old far say says said mean means happen happens
    use uses used using work works working according called name named find tell explain describe show whats able unless told otherwise
    different differently difference exactly actually currently certain possible look looks else own shall myself upon plain leave alone`),
  de: words(`der die das den dem des ein eine einen einem einer eines und oder aber wenn dann als wie was wer wo wann warum welche
    welcher welches welchen ist sind war wird werden kann können muss müssen soll man ich du er sie es wir ihr mein dein sein
    nicht kein keine von vom zu zum zur mit bei für auf in im aus an am über unter nach vor durch auch nur noch schon viele viel
    lange verwendet benutzt art gibt hat haben macht mache dass so nichts einstellt etwas`),
  es: words(`el la los las un una unos unas y o pero si entonces como qué que quién dónde cuándo por para porqué cuál cuáles cómo
    cuánto cuántos cuánta cuántas es son era ser está están puede pueden debe hay yo tú él ella usted nosotros mi su sus no ni
    de del al a en con sin sobre entre hasta desde también más muy se le lo me te usa usar hace hacer tiene`),
  fr: words(`le la les un une des et ou mais si alors comme quoi que qui où quand pourquoi quel quelle quels quelles comment combien
    est sont était être peut peuvent doit je tu il elle nous vous ils mon son sa ses ne pas de du au aux à en dans avec sans sur
    entre par pour aussi plus très se ce cette ces on utilise fait faire a`),
  // Languages that are told from these four by their script: Russian, Arabic, Korean.
  other:
    words(`что кто как где куда когда почему зачем сколько какой какая какое какие каком каков чем чего чему ли и или а но
    не в во на по с со к ко из за от до для о об при под над у это этот эта есть быть можно нужно мне я ты он она оно мы вы они
    ما ماذا من متى أين كيف كم لماذا هل أي و أو لا في على إلى عن مع هو هي هذا هذه ذلك التي الذي أن إن كان يمكن
    무엇 무엇을 무엇이 무엇인가요 무엇입니까 뭐 뭔가요 어떻게 언제 어디 어디에 어디서 누가 누구 왜 얼마나 몇 어떤 어느 이 그 저 및 또는
    있나요 있습니까 인가요 입니까 하나요 합니까 됩니까 되나요`),
};

/** Words so common in documentation that their presence says little; they count for less than others. */
export const COMMON_WORDS =
  words(`default option value set setting parameter function method property argument flag object string number
  boolean array file files data code example version run time times user server client request response message error add call
  change check configure configuration create make new return returns read write start stop open close send load support supports
  allow enable disable list name key type level mode first last maximum minimum size count amount limit max min built built-in
  node js javascript typescript npm package library module api app application program project system tool class instance
  certain single several multiple different own particular given certain during automatically directly simple simply
  handle handler provide provides pass passing keep take takes accept accepts let happen format result content
  text line lines word words page pages document documents url urls path command process
  sdk api cli url urls http https os cpu id ids uri rfc io higher lower max min box
  give tell wait show long wide deep big high large largest longest highest widest default defaults`);

/** Verbs and adverbs that a question needs for its grammar; a page that answers it seldom repeats them. */
export const LIGHT_WORDS =
  words(`make makes made add keep keeps take takes see seen open opened back further change changes certain several carry
  carries speak speaks serve time times first last new write writes wrote read reads run runs running find found actually send sends
  built built-in happen go job done hold holds wait waits waiting start starts show shows set sets allow allows look produce
  package library module node js client tool program application app document documents line lines own way number amount
  whole total big high long many still want provide provided describe mentioned docs documentation page according author authors
  using do i'm please exactly given kind variable failed bother try tries trying talk hit hits eat eats box script older newer plain`);

/** Nouns that say what kind of thing is wanted; the answer names the thing, not the kind. */
export const KIND_NOUNS =
  words(`option options function functions method methods flag flags parameter parameters setting settings property
  properties module modules class classes event events header headers command commands key keys variable variables exception
  exceptions error errors signal verb code codes name names value values port ports stream mode modes character level format
  algorithm encoding style type kind field directive section plugin protocol database company machine`);

/** Words that negate a sentence. */
export const NEGATIONS =
  words(`not no never none neither nor cannot can't don't doesn't isn't aren't won't didn't wasn't without unsupported
  disabled disallowed forbidden nicht kein keine nie niemals ohne no nunca sin ningún ne pas jamais sans aucun`);
