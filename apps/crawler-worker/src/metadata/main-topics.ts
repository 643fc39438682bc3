const generic =
  /^(?:introduction|overview|contents?|table of contents|summary|conclusions?|references?|see also|external links|notes?|examples?|usage|description|parameters|options|returns?|arguments|faq|related|about|home|documentation|docs|getting started|installation|license|changelog|index|search|menu|next|previous|inhalt|einleitung)$/i;

const limit = 10;

/** Names what a page is about without a model: its declared keywords, then its short headings, upper levels first. */
export function mainTopics(parts: {
  title: string;
  keywords: readonly string[];
  headings: readonly { level: number; text: string }[];
}): string[] {
  const byLevel = [...parts.headings].sort((a, b) => a.level - b.level).map(({ text }) => text);
  const topics = new Map<string, string>();
  for (const candidate of [...parts.keywords, parts.title, ...byLevel]) {
    const topic = candidate
      .replace(/^[\d.\s§#-]+|[\s:#¶.-]+$/g, '')
      .replace(/[`*]/g, '')
      .replace(/\s+/g, ' ')
      .trim();
    if (topic.length < 2 || topic.length > 60 || topic.split(' ').length > 7 || generic.test(topic)) continue;
    const key = topic.toLowerCase();
    if (!topics.has(key)) topics.set(key, topic);
    if (topics.size === limit) break;
  }
  return [...topics.values()];
}
