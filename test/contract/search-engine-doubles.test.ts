import { createSearchEngine, type SearchEngine } from '@agentic-search/shared/ports/search-engine';
import { startSearchEngineDouble } from '../support/search-engine-double/search-engine-double.js';
import { type SearchEngineSubject, searchEngineContract } from './search-engine.contract.js';

const pages = [
  { url: 'http://127.0.0.1/pool.html', title: 'Pool size', text: 'How large the connection pool is.' },
  {
    url: 'http://127.0.0.1/time.html',
    title: 'Time-outs',
    text: 'Pool and idle time-outs.',
    publishedAt: '2025-03-01',
  },
];

async function overDouble(
  shape: 'searx' | 'searxng',
  create: (url: string) => SearchEngine | null,
): Promise<SearchEngineSubject> {
  const double = await startSearchEngineDouble({ pages, shape });
  const engine = create(double.url);
  if (!engine) throw new Error('a URL makes an engine');
  return { engine, close: () => double.close() };
}

for (const shape of ['searx', 'searxng'] as const) {
  searchEngineContract(`searxng over the ${shape} double`, () =>
    overDouble(shape, (url) => createSearchEngine({ searxngUrl: url, documentsUrl: null, order: null })),
  );
}

searchEngineContract('documents over the double', () =>
  overDouble('searxng', (url) => createSearchEngine({ searxngUrl: null, documentsUrl: url, order: null })),
);

searchEngineContract('chain over the double, its first engine away', async () => {
  const away = await startSearchEngineDouble();
  await away.close();
  return overDouble('searxng', (url) =>
    createSearchEngine({ searxngUrl: away.url, documentsUrl: url, order: ['searxng', 'documents'] }),
  );
});
