/**
 * npm run bench -- NAME [--searches N] [--chunks N] [--idle-seconds N]
 *
 * Prints figures beside a peer that was measured in the same run. Ends with 1 on errors only: a missed target is printed.
 */
import { setMaxListeners } from 'node:events';
import { parseArgs } from 'node:util';
import { decisionsBench } from './decisions/decisions-bench.js';
import { queueBench } from './queue/queue-bench.js';

/** Longest a benchmark may take, in ms. */
const LONGEST_MS = 10 * 60_000;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    searches: { type: 'string', default: '1000' },
    chunks: { type: 'string', default: '10000' },
    'idle-seconds': { type: 'string', default: '60' },
  },
});
const limit = AbortSignal.timeout(LONGEST_MS);
// Each of the thousands of requests listens to it.
setMaxListeners(0, limit);
const print = (line: string) => void process.stdout.write(`${line}\n`);
const benchmarks: Record<string, () => Promise<void>> = {
  queue: () =>
    queueBench({
      searches: whole('searches', values.searches),
      chunks: whole('chunks', values.chunks),
      idleSeconds: whole('idle-seconds', values['idle-seconds']),
      signal: limit,
      print,
    }),
  decisions: () => decisionsBench({ searches: whole('searches', values.searches), print }),
};

function whole(name: string, text: string): number {
  if (/^[1-9]\d{0,6}$/.test(text)) return Number(text);
  print(`--${name} is ${JSON.stringify(text)}; allowed is a whole number from 1`);
  process.exit(2);
}

const [name = ''] = positionals;
const benchmark = Object.hasOwn(benchmarks, name) ? benchmarks[name] : undefined;
if (benchmark === undefined || positionals.length > 1) {
  print(
    `there is no benchmark ${JSON.stringify(positionals.join(' '))}; there are: ${Object.keys(benchmarks).join(', ')}`,
  );
  process.exit(2);
}
try {
  await benchmark();
  process.exit(0);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
  process.exit(1);
}
