import { createInterface } from 'node:readline';
import { type Command, Option } from 'commander';
import { z } from 'zod';
import type { ApiClient } from '../api/api-client.js';
import { findSystem } from '../api/find-system.js';
import { CommandError, exitCode } from '../exit-code.js';
import { wholeNumber } from './numbers.js';
import type { Terminal } from './terminal.js';

interface Reach {
  url?: string;
  json?: boolean;
  namespace?: string;
}
interface KbSearchOptions extends Reach {
  stdin?: boolean;
  limit?: number;
  strategy?: string;
  sourceId?: string;
  type?: string;
}

const passagesSchema = z.object({
  retrieval: z.string(),
  latency_ms: z.number(),
  results: z.array(
    z.object({ title: z.string(), url: z.string(), content: z.string(), similarity_score: z.number() }),
  ),
});
const statusSchema = z.object({
  namespace: z.string(),
  counts: z.object({ chunks: z.number(), pages: z.number(), sources: z.number() }),
  embedder: z.string().nullable(),
  vector_store: z.object({ kind: z.string(), collection: z.string() }),
  retrieval: z.string(),
  reranking: z.boolean(),
});
const sourcesSchema = z.object({
  items: z.array(
    z.object({
      source_id: z.string(),
      pages: z.number(),
      chunks: z.number(),
      last_crawled_at: z.string().nullable(),
    }),
  ),
  next_cursor: z.string().nullable().optional(),
});

/** `kb search`, `kb status`, `kb sources`. */
export function addKbCommands(program: Command, terminal: Terminal): void {
  const kb = program.command('kb').description('Looks into the knowledge base.');
  const reachable = (command: Command): Command =>
    command
      .option('--url <url>', 'a running system (default: the one on this machine, else one for the occasion)')
      .option('--json', 'JSON, one object a line')
      .option('--namespace <name>', 'whose knowledge base');
  reachable(kb.command('search'))
    .description('Retrieves passages; never calls an LLM.')
    .argument('[query]', 'what the passages should be about')
    .option(
      '--stdin',
      'one JSON query a line in ({query, limit?, strategy?, …}), one response a line out, same order',
    )
    .option('--limit <n>', 'passages wanted', wholeNumber(1, 100))
    .addOption(
      new Option('--strategy <name>', 'how they are found').choices([
        'semantic',
        'hybrid',
        'multi_query',
        'decomposed',
      ]),
    )
    .option('--source-id <id>', 'only from this source')
    .addOption(new Option('--type <type>', 'prose or code examples').choices(['text', 'code']))
    .action((query: string | undefined, options: KbSearchOptions) => kbSearch(query, options, terminal));
  reachable(kb.command('status'))
    .description('Counts, embedder, vector store, retrieval.')
    .action((options: Reach) =>
      withSystem(options, terminal, async (client) => {
        const answer = await client.get(`/v1/kb/status${inNamespace(options)}`);
        if (options.json) return terminal.out(JSON.stringify(answer));
        const status = statusSchema.parse(answer);
        const { counts, vector_store: store } = status;
        terminal.out(`namespace     ${status.namespace}`);
        terminal.out(
          `contents      ${counts.pages} pages, ${counts.chunks} passages, ${counts.sources} sources`,
        );
        terminal.out(`vector store  ${store.kind} (${store.collection})`);
        terminal.out(`embedder      ${status.embedder ?? 'none'}`);
        terminal.out(`retrieval     ${status.retrieval}${status.reranking ? ', reranked' : ''}`);
      }),
    );
  reachable(kb.command('sources'))
    .description('The sites the knowledge base holds.')
    .action((options: Reach) =>
      withSystem(options, terminal, async (client) => {
        let seen = 0;
        let cursor: string | null = null;
        do {
          const { items, next_cursor: next } = await sourcesPage(client, options, cursor);
          for (const source of items)
            terminal.out(options.json ? JSON.stringify(source) : sourceLine(source));
          seen += items.length;
          cursor = next ?? null;
        } while (cursor !== null);
        if (seen === 0 && !options.json) terminal.out('the knowledge base is empty');
      }),
    );
}

type SourcesPage = z.infer<typeof sourcesSchema>;

async function sourcesPage(client: ApiClient, reach: Reach, cursor: string | null): Promise<SourcesPage> {
  const query = new URLSearchParams();
  if (reach.namespace !== undefined) query.set('namespace', reach.namespace);
  if (cursor !== null) query.set('cursor', cursor);
  return sourcesSchema.parse(await client.get(`/v1/kb/sources?${query}`));
}

function sourceLine(source: SourcesPage['items'][number]): string {
  const { pages, chunks, last_crawled_at: last } = source;
  return `${source.source_id}  ${pages} pages, ${chunks} passages, last crawl ${last ?? 'never'}`;
}

async function kbSearch(
  query: string | undefined,
  options: KbSearchOptions,
  terminal: Terminal,
): Promise<void> {
  if ((query === undefined) !== (options.stdin === true)) {
    throw new CommandError('give a query, or --stdin', exitCode.wrongUsage);
  }
  const wanted = Object.entries({
    limit: options.limit,
    strategy: options.strategy,
    source_id: options.sourceId,
    type: options.type,
    namespace: options.namespace,
  }).filter(([, value]) => value !== undefined);
  const defaults = Object.fromEntries(wanted);
  await withSystem(options, terminal, async (client) => {
    if (query === undefined) return answerLines(client, defaults, terminal);
    const answer = await client.post('/v1/kb/search', { ...defaults, query });
    if (options.json) return terminal.out(JSON.stringify(answer));
    const found = passagesSchema.parse(answer);
    for (const [at, passage] of found.results.entries()) {
      terminal.out(
        `${at + 1}. ${passage.title}  (${passage.similarity_score.toFixed(2)})\n   ${passage.url}`,
      );
      terminal.out(`   ${passage.content.replace(/\s+/g, ' ').slice(0, 300)}\n`);
    }
    terminal.out(
      `${found.results.length} passages, ${found.retrieval} retrieval, ${Math.round(found.latency_ms)} ms`,
    );
  });
}

/** Answers each line in its order; a line that is refused gets `{error}` and the next one goes on. */
async function answerLines(
  client: ApiClient,
  defaults: Record<string, unknown>,
  terminal: Terminal,
): Promise<void> {
  for await (const line of createInterface({ input: process.stdin, crlfDelay: Number.POSITIVE_INFINITY })) {
    terminal.interrupted.throwIfAborted();
    if (line.trim() === '') continue;
    try {
      const asked = z.record(z.string(), z.unknown()).parse(JSON.parse(line));
      terminal.out(JSON.stringify(await client.post('/v1/kb/search', { ...defaults, ...asked })));
    } catch (error) {
      if (error instanceof CommandError && error.code === exitCode.notReachable) throw error;
      const message = error instanceof CommandError ? error.message : 'the line is no JSON object';
      terminal.out(JSON.stringify({ error: message }));
      process.exitCode = exitCode.failed;
    }
  }
}

async function withSystem(
  options: Reach,
  terminal: Terminal,
  use: (client: ApiClient) => Promise<void>,
): Promise<void> {
  const found = await findSystem({ url: options.url, log: terminal.err, signal: terminal.interrupted });
  try {
    await use(found.client);
  } finally {
    await found.release();
  }
}

function inNamespace(options: Reach): string {
  return options.namespace === undefined ? '' : `?namespace=${encodeURIComponent(options.namespace)}`;
}
