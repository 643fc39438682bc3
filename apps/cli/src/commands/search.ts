import { type Command, Option } from 'commander';
import { findSystem } from '../api/find-system.js';
import { followSearch } from '../api/follow-search.js';
import { CommandError, exitCode } from '../exit-code.js';
import { describeEntry } from '../output/describe-entry.js';
import { describeSearch } from '../output/describe-search.js';
import { createProgress } from '../output/progress.js';
import { collected, number } from './numbers.js';
import { type SearchOptions, searchBody } from './search-body.js';
import type { Terminal } from './terminal.js';

/** `search "QUESTION"`: submits, follows, prints. */
export function addSearchCommand(program: Command, terminal: Terminal): void {
  program
    .command('search')
    .summary('ask a question and follow the search to its cited answer')
    .description(
      'Asks a question, follows the search and prints its timeline, answer, citations and receipt. Asks the system at ' +
        '--url, else the one that runs on this machine, else starts one for the occasion. The key of a protected system ' +
        'is read from AGENTIC_SEARCH_API_KEY. What is left out takes the configured value of that system.',
    )
    .argument('<question>', 'what you want to know')
    .option('--url <url>', 'a running system')
    .option('--json', 'one JSON object a line: each history entry, and the finished search last')
    .option('--threshold <0-1>', 'completeness that ends the search', number)
    .option('--max-iterations <n>', '0 to 10; 0 = knowledge base only', number)
    .option('--max-urls-per-iteration <n>', '1 to 20', number)
    .option('--url-score-threshold <0-1>', 'what a URL must score above to be crawled', number)
    .option('--use-search-hints', 'also search with hints from the crawled pages')
    .option('--no-use-search-hints', 'without them')
    .addOption(
      new Option('--strategy <name>', 'how passages are retrieved').choices([
        'semantic',
        'hybrid',
        'multi_query',
        'decomposed',
      ]),
    )
    .option('--include-domains <hosts>', 'only these, comma-separated or given again', collected)
    .option('--exclude-domains <hosts>', 'none of these', collected)
    .option('--max-age-seconds <n>', 'older pages are checked again; 0 = all', number)
    .option('--budget-pages <n>', 'most pages', number)
    .option('--budget-llm-tokens <n>', 'most LLM tokens', number)
    .option('--budget-usd <n>', 'most cost', number)
    .option('--budget-seconds <n>', 'most time (300)', number)
    .option('--no-answer', 'passages only')
    .addOption(new Option('--priority <name>', 'place in the queue').choices(['interactive', 'batch']))
    .option('--namespace <name>', 'whose knowledge base')
    .option('--metadata <json>', 'an object that is kept with the search')
    .option('--idempotency-key <key>', 'a repeated call with this key gives the first search')
    .action((question: string, options: SearchOptions) => search(question, options, terminal));
}

async function search(question: string, options: SearchOptions, terminal: Terminal): Promise<void> {
  const body = searchBody(question, options);
  if (options.url !== undefined && !/^https?:\/\//.test(options.url)) {
    throw new CommandError('--url must be a URL like http://127.0.0.1:8787', exitCode.wrongUsage);
  }
  const progress = await createProgress(terminal, { quiet: options.json === true });
  const found = await findSystem({ url: options.url, log: terminal.err, signal: terminal.interrupted });
  try {
    const id = await found.client.createSearch(body, options.idempotencyKey ?? null);
    progress.status(`search ${id}`);
    const finished = await followSearch(
      found.client,
      id,
      {
        onEntry(entry) {
          progress.line(() => terminal.out(options.json ? JSON.stringify(entry) : describeEntry(entry)));
        },
        onActivity(activity) {
          progress.status([activity.kind.replaceAll('_', ' '), activity.url].filter(Boolean).join(' '));
        },
      },
      terminal.interrupted,
    );
    progress.end();
    terminal.out(options.json ? JSON.stringify(finished) : `\n${describeSearch(finished)}`);
    process.exitCode = codeOf(finished.state, finished.result?.status ?? null);
  } finally {
    progress.end();
    await found.release();
  }
}

function codeOf(state: string, status: string | null): number {
  if (state === 'failed') return exitCode.failed;
  return status === 'complete' ? exitCode.done : exitCode.notComplete;
}
