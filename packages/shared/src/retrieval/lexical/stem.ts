import snowball from 'snowball-stemmers';

// ISO 639-1 → Snowball's name of the language.
const languages: Readonly<Record<string, string>> = {
  ar: 'arabic',
  ca: 'catalan',
  cs: 'czech',
  da: 'danish',
  de: 'german',
  en: 'english',
  es: 'spanish',
  eu: 'basque',
  fi: 'finnish',
  fr: 'french',
  ga: 'irish',
  hu: 'hungarian',
  hy: 'armenian',
  it: 'italian',
  nb: 'norwegian',
  nl: 'dutch',
  nn: 'norwegian',
  no: 'norwegian',
  pt: 'portuguese',
  ro: 'romanian',
  ru: 'russian',
  sl: 'slovene',
  sv: 'swedish',
  ta: 'tamil',
  tr: 'turkish',
};

// A text has few distinct words beside its length; the cache is what makes stemming cheap.
const CACHED_WORDS = 50_000;
const stemmers = new Map<string, (word: string) => string>();

function cachedStemmer(name: string): (word: string) => string {
  const stemmer = snowball.newStemmer(name);
  const cache = new Map<string, string>();
  return (word) => {
    const known = cache.get(word);
    if (known !== undefined) return known;
    const stemmed = stemmer.stem(word);
    if (cache.size >= CACHED_WORDS) cache.clear();
    cache.set(word, stemmed);
    return stemmed;
  };
}

/** The main subtag of a BCP 47 language tag when there is a stemmer for it (`de` of `de-AT`), else null. */
export function stemmedLanguage(tag: string | null): string | null {
  const language = tag?.toLowerCase().split(/[-_]/)[0] ?? '';
  return Object.hasOwn(languages, language) ? language : null;
}

/** Stem of a lower-case word in a language that `stemmedLanguage` gave (Snowball algorithms). */
export function stem(word: string, language: string): string {
  let stemmer = stemmers.get(language);
  if (!stemmer) {
    stemmer = cachedStemmer(languages[language] ?? 'english');
    stemmers.set(language, stemmer);
  }
  return stemmer(word);
}
