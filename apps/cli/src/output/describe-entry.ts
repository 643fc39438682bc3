import type { HistoryEntry } from '@agentic-search/shared/history';

const percent = (value: number): string => `${Math.round(value * 100)} %`;

/** Gives a history entry as one line for a person. */
export function describeEntry(entry: HistoryEntry): string {
  const seconds = `${(entry.duration_ms / 1000).toFixed(1)} s`;
  return `${entry.iteration}  ${entry.action.padEnd(11)}  ${detailOf(entry)}  (${seconds})`;
}

function detailOf(entry: HistoryEntry): string {
  switch (entry.action) {
    case 'local_check':
    case 'recheck':
      return `${percent(entry.completeness)} complete from ${count(entry.results_considered, 'passage')}`;
    case 'web_search': {
      const away = entry.unresponsive_engines.map(({ name, reason }) =>
        below(`no reply: ${name} (${reason})`),
      );
      if (entry.engine === 'none') return `no search engine to ask${away.join('')}`;
      const found = `${count(entry.urls_found, 'URL')} found by ${entry.engine}`;
      return `${found}, ${entry.promising_urls} promising${away.join('')}`;
    }
    case 'crawl': {
      const failed = entry.failures.length > 0 ? `, ${entry.failures.length} failed` : '';
      const names = entry.pages.map((page) => below(page.url));
      const faults = entry.failures.map(({ url, code }) => below(`${url}: ${code}`));
      const stored = `${count(entry.urls_stored, 'page')} stored, ${count(entry.chunks_stored, 'passage')}`;
      return [stored, failed, ...names, ...faults].join('');
    }
    case 'refine':
      return entry.selected === null ? 'no other query left' : `next query: ${entry.selected}`;
    case 'answer':
      return entry.found
        ? `${count(entry.sentences, 'sentence')}, ${entry.citations_verified} of ${count(entry.citations, 'citation')} verified`
        : 'no answer in what was found';
    case 'error':
      return `${entry.step}: ${entry.detail}${entry.retrying ? ' (trying again)' : ''}`;
  }
}

function below(line: string): string {
  return `\n                  ${line}`;
}

function count(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? '' : 's'}`;
}
