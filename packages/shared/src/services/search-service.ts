import { randomUUID } from 'node:crypto';
import type { Redis } from 'ioredis';
import { z } from 'zod';
import { type Caller, maySee } from '../access/caller.js';
import type { Config } from '../config/config.js';
import { PermanentError } from '../errors/app-error.js';
import { sha256Hex } from '../identifiers/sha256-hex.js';
import { jobPriority } from '../jobs/catalog.js';
import { searchJobId } from '../jobs/job-ids.js';
import type { JobQueues } from '../jobs/job-queues.js';
import type { SearchRecords } from '../records/create-search-records.js';
import { endSearch } from '../records/end-search.js';
import { newSearchRecord } from '../records/new-search-record.js';
import { claimIdempotencyKeyScript } from '../records/record-scripts.js';
import { isFinished, type SearchRecord, type SearchState } from '../records/search-record.js';
import { type SearchSummary, type SearchView, searchSummary, searchView } from '../records/search-view.js';
import { guardRedis } from '../redis/guard-redis.js';
import { callerNamespace } from './caller-namespace.js';
import { cancelJobs } from './cancel-children.js';
import { resolveSearchInput } from './search-input.js';

/** Waiting jobs of each kind that a place in the queue is counted in. */
const WAITING_LOOKED_AT = 1_000;
const idempotencySeconds = 24 * 3_600;
const idempotencyValueSchema = z.object({ id: z.string(), body: z.string() });

/** Searches as HTTP, MCP and the command line see them. Every method takes the caller; another namespace's id is not found. */
export class SearchService {
  constructor(
    private readonly parts: {
      config: Config;
      redis: Redis;
      prefix: string;
      records: SearchRecords;
      queues: JobQueues;
      now: () => number;
    },
  ) {}

  /**
   * Enqueues a search. With an idempotency key (1–255 characters) a repeated call within 24 h gives the first search.
   * Throws InvalidInputError, PermanentError `forbidden_namespace`, `agentic_search_disabled` or
   * `idempotency_key_reused` (another body), DependencyUnavailableError when Redis is away; nothing is lost then.
   */
  async create(
    caller: Caller,
    input: unknown,
    idempotencyKey: string | null,
  ): Promise<Pick<SearchView, 'id' | 'state' | 'links'>> {
    const { config, now, records } = this.parts;
    if (!config.searchLoop.enabled)
      throw new PermanentError('agentic_search_disabled', 'agentic search is switched off');
    const asked = z.object({ namespace: z.string() }).safeParse(input);
    const namespace = callerNamespace(caller, asked.success ? asked.data.namespace : null);
    const request = resolveSearchInput(input, config, namespace);
    const id = await this.claimId(caller, input, idempotencyKey);
    const created = await records.create(newSearchRecord({ id, owner: caller.name, request, now: now() }));
    const record = created?.record ?? (await this.loadVisible(caller, id)).record;
    if (!isFinished(record)) await this.enqueue(record);
    const { state, links } = searchView(record, null);
    return { id, state, links };
  }

  async get(caller: Caller, id: string): Promise<SearchView> {
    const { record } = await this.loadVisible(caller, id);
    return searchView(record, await this.queuePosition(record));
  }

  /** Newest first; `limit` 1–100. Throws InvalidInputError for a cursor that no list gave. */
  async list(
    caller: Caller,
    query: { state: SearchState | null; limit: number; cursor: string | null },
  ): Promise<{ items: SearchSummary[]; next_cursor: string | null }> {
    const page = await this.parts.records.list({ scope: caller.namespace, ...query });
    const waiting = page.items.some((record) => record.state === 'queued') ? await this.waitingJobs() : [];
    const items = page.items.map((record) => searchSummary(record, placeIn(waiting, record)));
    return { items, next_cursor: page.nextCursor };
  }

  /** Ends a search that has not finished, children included. Throws PermanentError `not_found`, `already_finished`. */
  async cancel(caller: Caller, id: string): Promise<SearchView> {
    await this.loadVisible(caller, id);
    const { records, queues, now } = this.parts;
    const result = await records.update(id, (record) =>
      isFinished(record) ? null : endSearch(record, { status: 'cancelled', now: now() }),
    );
    if (!result) throw notFound(id);
    if (!result.changed) throw new PermanentError('already_finished', 'the search has finished');
    const { record } = result.current;
    await cancelJobs(queues, { kind: 'search', id, run: record.run });
    return searchView(record, null);
  }

  /** Runs a failed or cancelled search again from its last checkpoint. Throws `not_found`, `not_retryable`. */
  async retry(caller: Caller, id: string): Promise<SearchView> {
    await this.loadVisible(caller, id);
    const result = await this.parts.records.update(id, (record) =>
      record.state === 'failed' || record.state === 'cancelled' ? retried(record, this.parts.now()) : null,
    );
    if (!result) throw notFound(id);
    if (!result.changed)
      throw new PermanentError('not_retryable', 'only a failed or cancelled search can be retried');
    await this.enqueue(result.current.record);
    return searchView(result.current.record, await this.queuePosition(result.current.record));
  }

  /** The record behind an id, when the caller may see it; throws PermanentError `not_found` otherwise. */
  async loadVisible(caller: Caller, id: string): Promise<{ version: number; record: SearchRecord }> {
    const found = /^[A-Za-z0-9-]{1,64}$/.test(id) ? await this.parts.records.load(id) : null;
    if (!found || !maySee(caller, found.record.namespace)) throw notFound(id);
    return found;
  }

  private async enqueue(record: SearchRecord): Promise<void> {
    await this.parts.queues.add(
      'search',
      { id: record.id },
      { jobId: searchJobId(record.id, record.run), priority: jobPriority[record.request.priority] },
    );
  }

  private async claimId(caller: Caller, input: unknown, idempotencyKey: string | null): Promise<string> {
    const id = randomUUID();
    if (idempotencyKey === null) return id;
    const { redis, prefix } = this.parts;
    const key = `${prefix}:idempotency:${sha256Hex(`${caller.name}\n${idempotencyKey}`)}`;
    const body = sha256Hex(JSON.stringify(input));
    const value = JSON.stringify({ id, body });
    const kept = await guardRedis(() =>
      redis.eval(claimIdempotencyKeyScript, 1, key, value, String(idempotencySeconds)),
    );
    const first = idempotencyValueSchema.parse(JSON.parse(String(kept)));
    if (first.body !== body) {
      throw new PermanentError('idempotency_key_reused', 'this Idempotency-Key was used with another body');
    }
    return first.id;
  }

  private async queuePosition(record: SearchRecord): Promise<number | null> {
    return record.state === 'queued' ? placeIn(await this.waitingJobs(), record) : null;
  }

  /** Job ids in the order in which they will start, as far as anybody needs to know. */
  private async waitingJobs(): Promise<string[]> {
    const queue = this.parts.queues.raw('search');
    return guardRedis(() => queue.getRanges(['wait', 'prioritized'], 0, WAITING_LOOKED_AT - 1, true));
  }
}

function placeIn(waiting: readonly string[], record: SearchRecord): number | null {
  if (record.state !== 'queued') return null;
  const place = waiting.indexOf(searchJobId(record.id, record.run));
  // One that is not there is about to start, or stands behind all that were looked at.
  return place === -1 && waiting.length >= WAITING_LOOKED_AT ? waiting.length : Math.max(0, place);
}

const notFound = (id: string) => new PermanentError('not_found', `there is no search ${id.slice(0, 64)}`);

function retried(record: SearchRecord, now: number): SearchRecord {
  return {
    ...record,
    run: record.run + 1,
    state: 'queued',
    status: null,
    finished_at: null,
    deadline_at: null,
    // Its pages are asked for again; the time in between was not spent on them.
    fan_out: record.fan_out && { ...record.fan_out, started_at: now },
    error: null,
    claims: { key: '', count: 0, released: true },
  };
}
