import {
  findRedisServer,
  type PrivateRedis,
  type PrivateRedisOptions,
  startPrivateRedis,
} from '@agentic-search/shared/private-redis';
import { createRestartBackoff } from './restart-backoff.js';

/** The private Redis of a system, started again when it dies. */
export interface KeptRedis {
  url(): string;
  pid(): number;
  /** SIGKILL; it comes back over the same data. */
  kill(): Promise<void>;
  stop(): Promise<void>;
}

/** Finds and starts a private Redis over `dataDir`; `onMoved` hears when a restart had to take another port. */
export async function keepRedis(options: {
  dataDir: string;
  searchPath: string;
  log: (line: string) => void;
  onMoved: () => void;
}): Promise<KeptRedis> {
  const { dataDir, searchPath, log } = options;
  const server = await findRedisServer({ dataDir, log, searchPath });
  const how: PrivateRedisOptions = { dataDir, server, searchPath };
  const backoff = createRestartBackoff();
  let redis: PrivateRedis = await startPrivateRedis(how);
  let wanted = true;
  let recovering: Promise<void> = Promise.resolve();

  const watch = (): void => {
    const startedAt = Date.now();
    void redis.exited.then((code) => {
      if (!wanted) return;
      log(`the private Redis ended (${code ?? 'killed'}); starting it again`);
      recovering = recover(startedAt);
    });
  };
  const recover = async (startedAt: number): Promise<void> => {
    const before = redis.url;
    let ranFor = Date.now() - startedAt;
    while (wanted) {
      await new Promise((wake) => setTimeout(wake, backoff.next(ranFor)));
      ranFor = 0;
      if (!wanted) return;
      try {
        redis = await startPrivateRedis(how);
        watch();
        if (redis.url !== before) options.onMoved();
        return;
      } catch (error) {
        log(error instanceof Error ? error.message : String(error));
      }
    }
  };
  watch();
  return {
    url: () => redis.url,
    pid: () => redis.pid,
    kill: () => redis.kill(),
    async stop() {
      wanted = false;
      await recovering;
      await redis.stop();
    },
  };
}
