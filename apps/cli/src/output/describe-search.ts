import type { SearchView } from '@agentic-search/shared/records';

/** Gives a finished search as a person reads it: answer, citations, receipt. */
export function describeSearch(search: SearchView): string {
  const { result, error } = search;
  if (result === null)
    return error === null ? `the search ended as ${search.state}` : `failed: ${error.detail}`;
  const lines: string[] = [];
  if (result.answer.found && result.answer.text !== null) {
    lines.push(result.answer.text, '');
    for (const citation of result.answer.citations) {
      lines.push(
        `[${citation.n}] ${citation.title}`,
        `    ${citation.url}`,
        `    “${oneLine(citation.quote)}”`,
      );
    }
    if (result.answer.as_of !== null) lines.push('', `As of ${result.answer.as_of.slice(0, 10)}.`);
  } else {
    lines.push('No answer was found in the sources.');
    if (result.status === 'search_unavailable')
      lines.push('The web could not be searched: `agentic-search doctor` says why.');
    for (const passage of result.results.slice(0, 3))
      lines.push(`  nearest: ${passage.title}  ${passage.url}`);
  }
  if (error !== null) lines.push('', `failed: ${error.detail}`);
  lines.push('', describeReceipt(result));
  return lines.join('\n');
}

function describeReceipt(result: NonNullable<SearchView['result']>): string {
  const { receipt } = result;
  const seconds = Object.values(receipt.seconds).reduce((sum, value) => sum + value, 0);
  const calls = Object.values(receipt.llm).reduce((sum, task) => sum + task.calls, 0);
  const { pages } = receipt;
  return [
    `Receipt: ${result.status}, ${Math.round(result.completeness * 100)} % complete after ${result.iterations} iteration(s)`,
    `pages ${pages.fetched} fetched, ${pages.from_cache} from cache, ${pages.refused} refused`,
    `LLM calls ${calls}`,
    `cost ${receipt.cost_usd === null ? 'unknown' : `$${receipt.cost_usd.toFixed(4)}`}`,
    `${result.retrieval} retrieval`,
    `${seconds.toFixed(1)} s`,
  ].join(' · ');
}

function oneLine(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > 200 ? `${line.slice(0, 199)}…` : line;
}
