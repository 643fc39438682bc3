import { stemmedLanguage } from './stem.js';

const words = (list: string): ReadonlySet<string> => new Set(list.split(' '));

// Function words only; they also tell which language a short question is in.
const stopWords: Readonly<Record<string, ReadonlySet<string>>> = {
  en: words(
    'a about an and any are as at be been but by can could did do does doing for from had has have how i if in into is it its me my no not of on or our should so some such than that the their them then there these they this to us was we were what when where which who whom whose why will with would you your',
  ),
  de: words(
    'aber als am an auch auf aus bei bin bis das dass dem den der des die durch ein eine einem einen einer es für gibt hat ich im in ist kann man mit nach nicht noch oder sich sie sind so über um und uns von vor wann warum was welche welcher wenn werden wer wie wird wo zu zum zur',
  ),
  fr: words(
    'à au aux avec ce cette ces comment dans de des du elle en est et être il ils je la le les leur mais nous on où ou par pas pour pourquoi quand que quel quelle qui quoi sans se sont sur un une vous',
  ),
  es: words(
    'a al como cómo con cual cuál cuando cuándo de del donde dónde el ella en es esta está este esto la las lo los más no o para pero por porque que qué quien quién se según ser si sin son su un una y',
  ),
  it: words(
    'al alla che chi come con cosa da dal dei del della di dove e è gli i il in la le lo ma nel nella non o per perché più quale quando se si sono su un una uno',
  ),
  pt: words(
    'a ao as com como da das de do dos e é em entre essa esse está eu foi mais mas não na nas no nos o onde os ou para pela pelo por porque qual quando que quem se sem seu são um uma',
  ),
  nl: words(
    'aan als bij dan dat de die dit een en er het hoe hun ik in is je kan met naar niet of om onder ook op te uit van voor waar waarom wanneer wat we wel welke werd wie wij wordt zijn',
  ),
  sv: words(
    'att av de den det du där en ett från för hur här i inte jag kan med men när och om på som till var vad varför vem vi är',
  ),
  ru: words(
    'а без бы быть в во где для до его ее если же за и из или их к как какой когда кто ли мне на не но о об он она они от по почему при с со так такое то у что это я',
  ),
};

/** Whether a lower-case word is a function word of the language. */
export function isStopWord(word: string, language: string): boolean {
  return stopWords[language]?.has(word) ?? false;
}

/**
 * The language a short text is written in, told by its function words; null when they do not say. English wins a
 * tie: most pages are in it, and its stems are in every index.
 */
export function guessLanguage(lowerCaseWords: readonly string[]): string | null {
  let best: string | null = null;
  let most = 0;
  for (const [language, set] of Object.entries(stopWords)) {
    const count = lowerCaseWords.filter((word) => set.has(word)).length;
    if (count > most) {
      most = count;
      best = language;
    }
  }
  return stemmedLanguage(best);
}
