import type { SeededRandom } from './seeded-random.js';

/** One thing that a component's documentation says, and the question it answers. */
export interface Fact {
  question: string;
  /** How the documentation puts it. */
  statement: string;
  heading: string;
}

type FactKind = (name: string, random: SeededRandom) => Fact;

const options = [
  'maxRetries',
  'poolSize',
  'queueDepth',
  'batchLimit',
  'cacheEntries',
  'frameBudget',
  'shardCount',
  'windowSize',
] as const;

const kinds: readonly [FactKind, ...FactKind[]] = [
  (name, random) => {
    const option = random.pick(options);
    return {
      question: `What is the default of ${option} in ${name}?`,
      statement: `The default of \`${option}\` in ${name} is ${2 + random.below(500)}.`,
      heading: 'Options',
    };
  },
  (name, random) => ({
    question: `How long does ${name} wait for running requests before it closes?`,
    statement: `Before it closes, ${name} waits ${2 + random.below(90)} seconds for running requests.`,
    heading: 'Closing',
  }),
  (name, random) => ({
    question: `How many connections does ${name} keep open per host?`,
    statement: `${name} keeps ${2 + random.below(60)} connections open per host.`,
    heading: 'Connections',
  }),
  (name, random) => ({
    question: `What is the largest message that ${name} accepts?`,
    statement: `The largest message that ${name} accepts is ${1 + random.below(900)} KB.`,
    heading: 'Limits',
  }),
  (name, random) => ({
    question: `How often does ${name} send a heartbeat?`,
    statement: `${name} sends a heartbeat every ${5 + random.below(300)} seconds.`,
    heading: 'Heartbeats',
  }),
  (name, random) => ({
    question: `Which port does the ${name} server listen on by default?`,
    statement: `By default the ${name} server listens on port ${1024 + random.below(60_000)}.`,
    heading: 'Server',
  }),
];

/** The fact number `index` of a component. */
export function factOf(name: string, index: number, random: SeededRandom): Fact {
  const kind = kinds[index % kinds.length] ?? kinds[0];
  return kind(name, random);
}

const onsets = ['b', 'd', 'f', 'g', 'k', 'l', 'm', 'n', 'p', 'r', 's', 't', 'v', 'z'] as const;
const middles = ['a', 'e', 'i', 'o', 'u'] as const;
const endings = ['rax', 'lox', 'nix', 'dor', 'vik', 'zam', 'tul', 'mek'] as const;

/** A made-up name for the component number `index`; distinct below 14 × 5 × 14 × 8. */
export function componentName(index: number): string {
  const onset = onsets[index % onsets.length] ?? 'b';
  const middle = middles[Math.floor(index / 14) % middles.length] ?? 'a';
  const second = onsets[Math.floor(index / 70) % onsets.length] ?? 'k';
  const ending = endings[Math.floor(index / 980) % endings.length] ?? 'rax';
  return `${onset.toUpperCase()}${middle}${second}o${ending}`;
}
