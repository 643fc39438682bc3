const maxLength = 500;

/**
 * Gives an extractive summary: up to three sentences of the page's prose, in order, chosen by how many of the page's
 * frequent words they carry and how early they stand; at most 500 characters. '' when the page has no prose.
 */
export function contentSummary(markdown: string): string {
  const sentences = proseSentences(markdown.slice(0, 30_000)).slice(0, 60);
  if (sentences.length === 0) return '';
  const frequency = wordFrequencies(sentences);
  const ranked = sentences
    .map((sentence, index) => ({
      sentence,
      index,
      score: scoreOf(sentence, frequency) * (1 + 1 / (1 + index)),
    }))
    .sort((a, b) => b.score - a.score || a.index - b.index);
  const chosen: typeof ranked = [];
  let length = 0;
  for (const candidate of ranked) {
    if (chosen.length === 3) break;
    if (length + candidate.sentence.length > maxLength) continue;
    chosen.push(candidate);
    length += candidate.sentence.length + 1;
  }
  if (chosen.length === 0) return (sentences[0] ?? '').slice(0, maxLength).trim();
  return chosen
    .sort((a, b) => a.index - b.index)
    .map(({ sentence }) => sentence)
    .join(' ');
}

function proseSentences(markdown: string): string[] {
  const prose = markdown
    .replace(/^(`{3,}|~{3,})[\s\S]*?^\1[^\n]*$/gm, '\n')
    .split('\n')
    .filter((line) => !/^\s*(?:#|\||[-*+]\s|\d+[.)]\s|>|!\[|\*\*[^*]+\*\*$)/.test(line))
    .join('\n')
    .replace(/!\[[^\]]*\]\([^)]*\)/g, ' ')
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[*`]|\\(?=[^\w\s])/g, '');
  const segmenter = new Intl.Segmenter(undefined, { granularity: 'sentence' });
  return prose
    .split(/\n{2,}/)
    .flatMap((paragraph) =>
      [...segmenter.segment(paragraph.replace(/\s+/g, ' ').trim())].map(({ segment }) => segment.trim()),
    )
    .filter(
      (sentence) =>
        sentence.length >= 20 && sentence.length <= maxLength && /[.!?。!?…:]["'”»)]?$/.test(sentence),
    );
}

function wordsOf(sentence: string): string[] {
  return sentence.toLowerCase().match(/[\p{L}\p{N}]{4,}|[\p{sc=Han}\p{sc=Katakana}]{2}/gu) ?? [];
}

function wordFrequencies(sentences: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const word of sentences.flatMap(wordsOf)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

function scoreOf(sentence: string, frequency: Map<string, number>): number {
  const words = new Set(wordsOf(sentence));
  let sum = 0;
  for (const word of words) sum += Math.log(1 + (frequency.get(word) ?? 0));
  return sum / Math.sqrt(words.size + 4);
}
