import { countTokens } from '@agentic-search/shared/gateway';
import type { Evidence } from '@agentic-search/shared/records';
import { fenceData, plainLine } from './fence-data.js';

/** Passages as a prompt shows them, each under a short label that a reply uses to name it. */
export interface LabelledPassages {
  text: string;
  count: number;
  /** The passage a label or a chunk id names, or null when there is no such passage. */
  find(label: string): Evidence | null;
}

/** So many of the best passages are always shown whole, as long as each alone fits. */
export const LEAST_PASSAGES = 5;

/** No prompt holds more characters of one passage. */
const LONGEST_PASSAGE = 400_000;

/** The best passages that fit a token budget: at least the first five, one that is larger than its share cut at the end. */
export async function fitPassages(
  evidence: readonly Evidence[],
  maxTokens: number,
): Promise<LabelledPassages> {
  const shown: { label: string; item: Evidence }[] = [];
  const pieces: string[] = [];
  let left = Math.max(0, maxTokens);
  for (const [i, item] of evidence.entries()) {
    const label = `P${i + 1}`;
    const piece = passageText(label, item, item.content.slice(0, LONGEST_PASSAGE));
    const cost = await countTokens(piece);
    const must = i < LEAST_PASSAGES;
    if (cost > left && !must) break;
    // Only passages far larger than a chunk come here; half a passage is better than a refused prompt.
    const share = Math.max(200, Math.floor(left / (LEAST_PASSAGES - i || 1)));
    const cut = cost > left ? passageText(label, item, item.content.slice(0, share * 3)) : piece;
    pieces.push(cut);
    left -= cost > left ? Math.min(left, await countTokens(cut)) : cost;
    shown.push({ label, item });
  }
  return {
    text: pieces.join('\n'),
    count: shown.length,
    find: (label) =>
      shown.find(
        (one) => one.label.toLowerCase() === label.trim().toLowerCase() || one.item.chunk_id === label.trim(),
      )?.item ?? null,
  };
}

function passageText(label: string, item: Evidence, content: string): string {
  const where = [item.title, ...item.heading_path].map((text) => plainLine(text, 120)).join(' › ');
  const date = item.published_at ?? item.crawled_at;
  return fenceData(
    label,
    `source: ${plainLine(item.url, 300)}\nplace: ${where}\ndate: ${plainLine(date, 30)}\n\n${content}`,
  );
}
