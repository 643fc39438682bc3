import { describe, expect, it } from 'vitest';
import { evidenceOf, scriptedModel } from '../../../../../test/support/evidence-of.js';
import { normaliseQuery } from './normalise-query.js';
import { type RefineInput, refineQuery } from './refine-query.js';

const evidence = [
  evidenceOf('The Widget dispatcher closes sockets. The dispatcher pools sockets per origin with keepAlive.'),
  evidenceOf('Sockets of the dispatcher are idle after keepAlive expires.', { chunk_id: 'c2' }),
];
const question = 'How long does Widget keep idle connections with queue_cache_size set?';
const refine = (over: Partial<RefineInput> = {}) =>
  refineQuery({
    question,
    currentQuery: question,
    gaps: ['nothing found on queue_cache_size (Widget)'],
    evidence,
    tried: [question],
    reserve: [],
    askModel: null,
    key: 'refine/1',
    ...over,
  });

describe('by rules', () => {
  it('gives 2–3 new queries: identifiers quoted, words of the pages used', async () => {
    const refined = await refine();
    expect(refined.decided_by).toBe('rules');
    expect(refined.refined_queries.length).toBeGreaterThanOrEqual(2);
    expect(refined.refined_queries.length).toBeLessThanOrEqual(3);
    expect(refined.selected).toBe(refined.refined_queries[0]);
    expect(refined.refined_queries.join(' ')).toContain('"queue_cache_size"');
    expect(refined.refined_queries.join(' ')).toMatch(/dispatcher|sockets|keepAlive/u);
    expect(refined.reserve).toEqual(refined.refined_queries.slice(1));
  });

  it('never offers a query twice and ends when nothing is left', async () => {
    const tried = [question];
    let reserve: string[] = [];
    let current = question;
    for (let i = 0; i < 20; i += 1) {
      const refined = await refine({ tried, reserve, currentQuery: current });
      if (refined.selected === null) {
        expect(refined.reasoning).toContain('no untried');
        break;
      }
      expect(tried.map(normaliseQuery)).not.toContain(normaliseQuery(refined.selected));
      tried.push(refined.selected);
      current = refined.selected;
      reserve = refined.reserve;
    }
    expect(tried.length).toBeGreaterThan(3);
    expect(tried.length).toBeLessThan(20);
  });

  it('takes questions of several parts one by one', async () => {
    const refined = await refine({
      question: 'How many retries does Widget make, and who wrote Gadget?',
      gaps: [],
      evidence: [],
    });
    expect(
      refined.refined_queries.some((query) => query.includes('Gadget') && !query.includes('retries')),
    ).toBe(true);
  });

  it.each(['', '???', '\ud800', 'なぜですか'])('takes %j', async (odd) => {
    const refined = await refine({ question: odd, currentQuery: odd, tried: [odd], gaps: [], evidence: [] });
    expect(Array.isArray(refined.refined_queries)).toBe(true);
  });
});

describe('by the model', () => {
  it('takes its new queries, drops those tried, keeps the reserve', async () => {
    const { ask } = scriptedModel({
      queries: ['  Widget IDLE   timeout ', 'tried "one"!', 'fresh two'],
      reasoning: 'aims at idle',
    });
    const refined = await refine({
      askModel: ask,
      tried: [question, 'Tried one'],
      reserve: ['old reserve', 'tried one'],
    });
    expect(refined).toEqual({
      refined_queries: ['Widget IDLE timeout', 'fresh two'],
      selected: 'Widget IDLE timeout',
      reserve: ['fresh two', 'old reserve'],
      reasoning: 'aims at idle',
      decided_by: 'llm',
    });
  });

  it.each([
    ['only what was tried', { queries: [question.toUpperCase()], reasoning: '' }],
    ['rubbish', { queries: 'no' }],
    ['nothing', null],
    ['no reply', 'budget'],
  ])('%s: the rules decide', async (_, reply) => {
    const refined = await refine({ askModel: scriptedModel(reply).ask });
    expect(refined.decided_by).toBe('rules');
    expect(refined.selected).not.toBeNull();
  });
});

it.each([
  ['What is  "X"?', 'what is x'],
  ['ａ Ｂ', 'a b'],
  ['v1.2.', 'v1.2'],
])('normalises %s', (query, normal) => {
  expect(normaliseQuery(query)).toBe(normal);
});

it.each(['x', '?'])('%j asks nothing: there is no query to try', async (query) => {
  expect(
    (await refine({ question: query, currentQuery: query, tried: [query], gaps: [] })).selected,
  ).toBeNull();
});
