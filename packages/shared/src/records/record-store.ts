import type { Redis } from 'ioredis';
import type { z } from 'zod';
import { InvalidInputError, PermanentError, StaleWorkerError } from '../errors/app-error.js';
import { changesChannel, endingsChannel } from '../events/publish-activity.js';
import { guardRedis } from '../redis/guard-redis.js';
import { decodeRecord, encodeRecord } from './record-codec.js';
import { saveRecordScript } from './record-scripts.js';
import { runScript } from './run-script.js';

const cursorPattern = /^(\d{1,15})\.([A-Za-z0-9-]{1,64})$/;
/** Ids that one command takes out of an index. */
const DROPPED_AT_ONCE = 1_000;

/** What every kind of record has; the rest is its own. */
export interface RecordBase {
  kind: string;
  id: string;
  namespace: string;
  state: string;
  created_at: string;
}

/** A record with the version it was read or written at. */
export interface Versioned<R> {
  version: number;
  record: R;
}

/** One page of a list. */
export interface RecordPage<R> {
  items: R[];
  /** Give it back to go on; null at the end. */
  nextCursor: string | null;
}

/**
 * Records of one kind in Redis, changed only by compare-and-set on their version (one Lua script), listed newest
 * first by namespace and state. A change is published on the record's channel by the same script, its end to all.
 * Everything throws DependencyUnavailableError (`redis_unavailable`) when Redis is away, and PermanentError
 * (`record_corrupt`) for a record that does not follow the schema.
 */
export class RecordStore<R extends RecordBase> {
  constructor(
    private readonly redis: Redis,
    private readonly options: {
      prefix: string;
      kind: string;
      schema: z.ZodType<R>;
      finishedTtlSeconds: number;
      isFinished: (record: R) => boolean;
    },
  ) {}

  key(id: string): string {
    return `${this.options.prefix}:record:${this.options.kind}:${id}`;
  }

  /** Channel on which every change of the record is told; the message is the JSON of `{version, state}`. */
  channel(id: string): string {
    return changesChannel(this.options.prefix, id);
  }

  private index(scope: string, state: string): string {
    return `${this.options.prefix}:index:${this.options.kind}:${scope}:${state}`;
  }

  /** Writes a new record. Gives null when its id is taken. */
  async create(record: R): Promise<Versioned<R> | null> {
    return this.write(record, 0, null);
  }

  async load(id: string): Promise<Versioned<R> | null> {
    const [version, body] = await guardRedis(() => this.redis.hmgetBuffer(this.key(id), 'v', 'b'));
    if (!version || !body) return null;
    return { version: Number(version.toString()), record: this.decode(id, body) };
  }

  /** State of a record without reading it whole; null when there is none. */
  async state(id: string): Promise<string | null> {
    return guardRedis(() => this.redis.hget(this.key(id), 's'));
  }

  /** Version of a record without reading it whole; null when there is none. */
  async version(id: string): Promise<number | null> {
    const version = await guardRedis(() => this.redis.hget(this.key(id), 'v'));
    return version === null ? null : Number(version);
  }

  /** Writes the next state of a record; throws StaleWorkerError when somebody else wrote since it was read. */
  async save(current: Versioned<R>, next: R): Promise<Versioned<R>> {
    const saved = await this.write(next, current.version, current.record.state);
    if (!saved) throw new StaleWorkerError('stale_record', `record ${next.id} was changed by another worker`);
    return saved;
  }

  /**
   * Reads, changes and writes until it succeeds against concurrent writers (cancel, retry: the API's changes).
   * `change` gives the next record, or null to leave it. Gives what stands, or null when there is no such record.
   */
  async update(
    id: string,
    change: (record: R) => R | null,
  ): Promise<{ changed: boolean; current: Versioned<R> } | null> {
    for (;;) {
      const current = await this.load(id);
      if (!current) return null;
      const next = change(current.record);
      if (!next) return { changed: false, current };
      const saved = await this.write(next, current.version, current.record.state);
      if (saved) return { changed: true, current: saved };
    }
  }

  /** Newest first. `scope` is a namespace or `*`; `state` a state or null for all; `limit` 1–100. */
  async list(query: {
    scope: string;
    state: string | null;
    limit: number;
    cursor: string | null;
  }): Promise<RecordPage<R>> {
    const index = this.index(query.scope, query.state ?? 'all');
    const items: R[] = [];
    let from = query.cursor === null ? 0 : await this.rankAfter(index, query.cursor);
    let last: string | null = null;
    for (;;) {
      const listed = await guardRedis(() =>
        this.redis.zrevrange(index, from, from + query.limit - 1, 'WITHSCORES'),
      );
      const ids = listed.filter((_, position) => position % 2 === 0);
      if (ids.length === 0) return { items, nextCursor: null };
      for (const [position, id] of ids.entries()) {
        if (items.length === query.limit) return { items, nextCursor: last };
        from += 1;
        last = `${listed[position * 2 + 1]}.${id}`;
        const found = await this.loadListed(id);
        // The id of a record that expired stays in the index until maintenance takes it out.
        if (found) items.push(found.record);
      }
      if (items.length === query.limit && ids.length < query.limit) return { items, nextCursor: null };
    }
  }

  /** Ids in a state over all namespaces, oldest first. */
  async idsInState(state: string, limit: number): Promise<string[]> {
    return guardRedis(() => this.redis.zrange(this.index('*', state), 0, String(limit - 1)));
  }

  /** Drops the ids of records that were made before `before` (ms) and are gone from all indexes. Gives how many. */
  async dropExpired(before: number): Promise<number> {
    const all = this.index('*', 'all');
    const ids = await guardRedis(() => this.redis.zrangebyscore(all, '-inf', String(before)));
    const gone: string[] = [];
    for (const id of ids) {
      if ((await this.state(id)) === null) gone.push(id);
    }
    if (gone.length === 0) return 0;
    const pattern = `${this.options.prefix}:index:${this.options.kind}:*`.replace(/[[\]?\\]/g, '\\$&');
    let cursor = '0';
    do {
      const [next, keys] = await guardRedis(() => this.redis.scan(cursor, 'MATCH', pattern, 'COUNT', '1000'));
      cursor = next;
      for (const key of keys) {
        for (let first = 0; first < gone.length; first += DROPPED_AT_ONCE)
          await guardRedis(() => this.redis.zrem(key, ...gone.slice(first, first + DROPPED_AT_ONCE)));
      }
    } while (cursor !== '0');
    return gone.length;
  }

  /** A record that cannot be read is an error for who asks for it, not for everybody who lists. */
  private async loadListed(id: string): Promise<Versioned<R> | null> {
    try {
      return await this.load(id);
    } catch (error) {
      if (error instanceof PermanentError && error.code === 'record_corrupt') return null;
      throw error;
    }
  }

  /** A cursor is a place (`created_at` in ms, id), not an entry: what stood there may have left the list. */
  private async rankAfter(index: string, cursor: string): Promise<number> {
    const [, time, id] = cursorPattern.exec(cursor) ?? [];
    if (time === undefined || id === undefined) {
      const detail = 'is not a cursor that a list gave';
      throw new InvalidInputError('invalid_fields', `the cursor ${detail}`, [
        { path: 'cursor', message: detail },
      ]);
    }
    const newer = await guardRedis(() => this.redis.zcount(index, `(${time}`, '+inf'));
    const sameTime = await guardRedis(() => this.redis.zrangebyscore(index, time, time));
    return (
      newer + sameTime.filter((other) => Buffer.compare(Buffer.from(other), Buffer.from(id)) >= 0).length
    );
  }

  private async write(record: R, expected: number, before: string | null): Promise<Versioned<R> | null> {
    const scopes = [record.namespace, '*'];
    const moved = before !== record.state;
    const leave = before === null || !moved ? [] : scopes.map((scope) => this.index(scope, before));
    const states = before === null ? ['all', record.state] : moved ? [record.state] : [];
    const enter = states.flatMap((state) => scopes.map((scope) => this.index(scope, state)));
    const keys = [this.key(record.id), ...leave, ...enter];
    const finished = this.options.isFinished(record);
    const ttl = finished ? String(this.options.finishedTtlSeconds) : '';
    const message = JSON.stringify({ version: expected + 1, state: record.state });
    const version = await guardRedis(() =>
      runScript(this.redis, saveRecordScript, keys, [
        String(leave.length),
        String(enter.length),
        String(expected),
        encodeRecord(record, finished),
        record.state,
        record.id,
        String(Date.parse(record.created_at)),
        ttl,
        this.channel(record.id),
        message,
        endingsChannel(this.options.prefix),
      ]),
    );
    return Number(version) === -1 ? null : { version: Number(version), record };
  }

  private decode(id: string, body: Buffer): R {
    let raw: unknown;
    try {
      raw = decodeRecord(body);
    } catch (error) {
      throw new PermanentError('record_corrupt', `record ${id} cannot be read`, { cause: error });
    }
    const parsed = this.options.schema.safeParse(raw);
    if (!parsed.success)
      throw new PermanentError('record_corrupt', `record ${id} does not follow its schema`, {
        cause: parsed.error,
      });
    return parsed.data;
  }
}
