/** What schema.org data says of the page's main thing; texts as they stand. */
export interface JsonLdFacts {
  headline: string | null;
  description: string | null;
  author: string | null;
  published: string | null;
  modified: string | null;
  language: string | null;
  keywords: string[];
}

const pageTypes =
  /(?:Article|BlogPosting|NewsArticle|WebPage|TechArticle|Report|ScholarlyArticle|Recipe|Product|HowTo|FAQPage|QAPage|DiscussionForumPosting|Course|Event|VideoObject)$/;

type JsonObject = Record<string, unknown>;

/** Takes the texts of JSON-LD scripts; gives the facts of the most telling object. Broken JSON is passed over. */
export function jsonLdFacts(scripts: readonly string[]): JsonLdFacts {
  const objects = scripts.flatMap((script) => objectsIn(parsed(script), 0)).slice(0, 200);
  const ranked = objects.filter((object) => typesOf(object).some((type) => pageTypes.test(type)));
  // A WebPage frames the article; what the article says of itself goes first.
  ranked.sort((a, b) => frame(a) - frame(b));
  const first = (read: (object: JsonObject) => string | null) => {
    for (const object of ranked) {
      const found = read(object);
      if (found) return found;
    }
    return null;
  };
  return {
    headline: first((object) => textIn(object.headline)),
    description: first((object) => textIn(object.description)),
    author: first((object) => nameIn(object.author)),
    published: first((object) => textIn(object.datePublished) ?? textIn(object.dateCreated)),
    modified: first((object) => textIn(object.dateModified)),
    language: first((object) => textIn(object.inLanguage)),
    keywords: ranked.flatMap((object) => keywordsIn(object.keywords)).slice(0, 30),
  };
}

function parsed(script: string): unknown {
  try {
    return JSON.parse(script.replace(/^\s*(?:<!--|\/\*<!\[CDATA\[\*\/)|(?:-->|\/\*\]\]>\*\/)\s*$/g, ''));
  } catch {
    return null;
  }
}

function objectsIn(value: unknown, depth: number): JsonObject[] {
  if (depth > 4 || typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) return value.slice(0, 100).flatMap((entry) => objectsIn(entry, depth + 1));
  const object = value as JsonObject;
  return [object, ...objectsIn(object['@graph'], depth + 1), ...objectsIn(object.mainEntity, depth + 1)];
}

function typesOf(object: JsonObject): string[] {
  const type = object['@type'];
  return (Array.isArray(type) ? type : [type]).filter((entry): entry is string => typeof entry === 'string');
}

function frame(object: JsonObject): number {
  return typesOf(object).includes('WebPage') ? 1 : 0;
}

function textIn(value: unknown): string | null {
  const text = Array.isArray(value) ? value[0] : value;
  return typeof text === 'string' && text.trim() !== '' ? text.trim() : null;
}

function nameIn(value: unknown): string | null {
  const authors = (Array.isArray(value) ? value : [value]).flatMap((author) => {
    if (typeof author === 'string') return [author.trim()];
    const name = typeof author === 'object' && author !== null ? textIn((author as JsonObject).name) : null;
    return name ? [name] : [];
  });
  return (
    authors
      .filter((author) => author !== '' && !/^https?:/.test(author))
      .slice(0, 5)
      .join(', ') || null
  );
}

function keywordsIn(value: unknown): string[] {
  const entries = Array.isArray(value) ? value : typeof value === 'string' ? value.split(/[,;]/) : [];
  return entries.filter((entry): entry is string => typeof entry === 'string').map((entry) => entry.trim());
}
