import { resolve } from 'node:path';
import { DependencyUnavailableError, PermanentError } from '@agentic-search/shared/errors';
import { lockDataDir } from '@agentic-search/shared/private-redis';
import { z } from 'zod';
import { type AppName, appEntry, appNames } from './apps.js';
import { assertFolder, assertRedisAnswers } from './assert-startable.js';
import { createChildOutput } from './child-output.js';
import { type KeptRedis, keepRedis } from './kept-redis.js';
import { type ManagedProcess, startManagedProcess } from './managed-process.js';
import { childEnvironment, type SystemAddresses } from './system-environment.js';
import { answersOk, waitFor } from './wait-for.js';

/** What a system is started from; times in ms. */
export interface SystemOptions {
  dataDir: string;
  /** The environment of every child, before the system's own addresses. */
  env: NodeJS.ProcessEnv;
  /** null: a private one over `dataDir`. */
  redisUrl: string | null;
  host: string;
  /** 0 = any free one. */
  port: number;
  /** Folder for the documents engine; null: no such process. */
  documents: string | null;
  /** How many of each; what is left out is not started. */
  counts: Partial<Record<Exclude<AppName, 'documents-engine'>, number>>;
  /** Whether a process that dies comes back by itself. */
  restart: boolean;
  shutdownTimeoutMs: number;
  startTimeoutMs?: number;
  /** Who holds the data folder, in the message that a second start gets. */
  what: string;
  /** Gives the start up; what was started ends. */
  signal?: AbortSignal;
  /** What the person who started it should read. */
  log: (line: string) => void;
  /** Path of an app's entry; the built one when left out. */
  entryOf?: (app: AppName) => string;
}

/** A running system. */
export interface System {
  /** Address of the API; null where none was started. */
  url(): string | null;
  redisUrl(): string;
  /** The private Redis; null with `redisUrl`. */
  readonly redis: KeptRedis | null;
  readonly processes: readonly ManagedProcess[];
  /** By name: api, orchestrator-1, crawler-worker-2, indexer-worker-1, documents-engine. Throws when there is none. */
  find(name: string): ManagedProcess;
  /** Starts one more of a kind. */
  add(app: Exclude<AppName, 'api' | 'documents-engine'>): Promise<ManagedProcess>;
  /** Resolves when a child refuses its configuration: the system cannot work. */
  readonly refused: Promise<Error>;
  /** Ends everything in order within `shutdownTimeoutMs`. */
  stop(): Promise<void>;
}

const listeningSchema = z.object({ type: z.literal('listening'), port: z.int().min(1).max(65_535) });
const documentsSchema = z.object({
  type: z.literal('listening'),
  url: z.url(),
  sites: z.array(z.object({ name: z.string(), url: z.url() })),
});

/**
 * Starts Redis, the documents engine, the API and the workers as children of this process and waits until all of them
 * have started and the API's `/ready` answers 200. Nothing stays when it throws: InvalidInputError `invalid_configuration` (no such folder of
 * documents); PermanentError `data_dir_in_use`, `data_dir_unusable`, `redis_not_found`, `process_refused_to_start`;
 * DependencyUnavailableError `redis_unavailable`, `private_redis_failed`, `system_not_ready`.
 */
export async function startSystem(options: SystemOptions): Promise<System> {
  const dataDir = resolve(options.dataDir);
  const searchPath = options.env.PATH ?? '';
  const { log, entryOf = appEntry, startTimeoutMs = 120_000 } = options;
  await assertFolder(options.documents);
  const lock = await lockDataDir({ dataDir, what: options.what });
  const output = createChildOutput(resolve(dataDir, 'logs'), log);
  const processes: ManagedProcess[] = [];
  let stopping = false;
  const at: SystemAddresses = {
    dataDir,
    redisUrl: options.redisUrl ?? '',
    host: options.host,
    port: options.port,
    documentsFolder: options.documents === null ? null : resolve(options.documents),
    documents: null,
  };
  let redis: KeptRedis | null = null;
  let apiListens = false;
  let refuse: (error: Error) => void = () => undefined;
  let refusal: Error | null = null;
  const refused = new Promise<Error>((tell) => {
    refuse = (error) => {
      refusal ??= error;
      tell(error);
    };
  });

  const replaceAll = (which: (one: ManagedProcess) => boolean): void => {
    if (stopping) return;
    for (const one of processes) if (which(one)) void one.replace(options.shutdownTimeoutMs);
  };
  const hear = (app: AppName, message: unknown): void => {
    if (app === 'api') {
      const listening = listeningSchema.safeParse(message);
      if (!listening.success) return;
      // Later starts of the API take the same port: clients hold its address.
      at.port = listening.data.port;
      apiListens = true;
    }
    if (app === 'documents-engine') {
      const listening = documentsSchema.safeParse(message);
      if (!listening.success) return;
      const before = at.documents;
      at.documents = { url: listening.data.url, sites: listening.data.sites };
      if (before !== null && JSON.stringify(before) !== JSON.stringify(at.documents)) {
        replaceAll((one) => one.app !== 'documents-engine');
      }
    }
  };
  const startOne = async (app: AppName, name: string): Promise<ManagedProcess> => {
    const started = await startManagedProcess({
      name,
      app,
      entry: entryOf(app),
      env: () => {
        at.redisUrl = redis?.url() ?? at.redisUrl;
        return childEnvironment(app, options.env, at);
      },
      searchPath,
      output,
      restart: options.restart,
      log,
      onMessage: (message) => hear(app, message),
      onRefusal: (refuser) =>
        refuse(new PermanentError('process_refused_to_start', `${refuser} refused to start (see above)`)),
    });
    processes.push(started);
    return started;
  };
  const add = (app: AppName): Promise<ManagedProcess> =>
    startOne(app, `${app}-${processes.filter((one) => one.app === app).length + 1}`);

  const stop = async (): Promise<void> => {
    if (stopping) return;
    stopping = true;
    const deadline = Date.now() + options.shutdownTimeoutMs;
    const stages: AppName[][] = [
      ['api'],
      ['orchestrator'],
      ['crawler-worker', 'indexer-worker'],
      ['documents-engine'],
    ];
    for (const stage of stages) {
      const left = Math.max(500, deadline - Date.now());
      await Promise.all(processes.filter((one) => stage.includes(one.app)).map((one) => one.stop(left)));
    }
    await redis?.stop();
    await output.close();
    await lock.release();
  };
  const url = (): string | null => (apiListens ? `http://${reachable(at.host)}:${at.port}` : null);
  const until = <T>(what: () => string, check: () => Promise<T | null> | T | null): Promise<T> =>
    waitFor(
      () => {
        options.signal?.throwIfAborted();
        if (refusal !== null) throw refusal;
        return check();
      },
      {
        timeoutMs: startTimeoutMs,
        failure: () =>
          new DependencyUnavailableError(
            'system_not_ready',
            `${what()} within ${startTimeoutMs / 1000} s; see ${dataDir}/logs`,
          ),
      },
    );

  try {
    if (options.redisUrl === null) {
      redis = await keepRedis({ dataDir, searchPath, log, onMoved: () => replaceAll(() => true) });
      at.redisUrl = redis.url();
    } else await assertRedisAnswers(options.redisUrl);
    if (at.documentsFolder !== null) {
      await startOne('documents-engine', 'documents-engine');
      await until(
        () => 'the documents engine did not start',
        () => at.documents,
      );
    }
    for (const app of appNames) {
      if (app === 'documents-engine') continue;
      for (let count = options.counts[app] ?? 0; count > 0; count -= 1) {
        await (app === 'api' ? startOne(app, app) : add(app));
      }
    }
    const engineUrl = at.documents?.url ?? null;
    if (engineUrl !== null) {
      await until(
        () => 'the documents were not indexed',
        async () => ((await answersOk(`${engineUrl}/healthz`)) ? true : null),
      );
    }
    if ((options.counts.api ?? 0) > 0) {
      const address = await until(() => 'the API did not listen', url);
      await until(
        () => 'the system was not ready',
        async () => ((await answersOk(`${address}/ready`)) ? true : null),
      );
    }
    const late = (): string[] => processes.filter((one) => !one.isStarted()).map((one) => one.name);
    await until(
      () => `${late().join(', ')} did not start`,
      () => (late().length === 0 ? true : null),
    );
    const address = url();
    if (address !== null) await lock.announce(address);
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    url,
    redisUrl: () => redis?.url() ?? at.redisUrl,
    redis,
    processes,
    find(name) {
      const found = processes.find((one) => one.name === name);
      if (found === undefined)
        throw new Error(`no process ${name}; there are ${processes.map((one) => one.name).join(', ')}`);
      return found;
    },
    add,
    refused,
    stop,
  };
}

/** Where a listener on `host` can be reached from here. */
function reachable(host: string): string {
  if (host === '0.0.0.0' || host === '::' || host === 'localhost') return '127.0.0.1';
  return host.includes(':') ? `[${host}]` : host;
}
