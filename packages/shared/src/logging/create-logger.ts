import { type Logger, pino } from 'pino';

export type { Logger } from 'pino';

const secretPaths = ['apiKey', 'api_key', 'authorization', 'cookie', 'token', 'password', 'key'].flatMap(
  (name) => [name, `*.${name}`, `*.*.${name}`],
);

/** JSON lines on standard error, keys redacted. `name` is the process: api, orchestrator, crawler-worker … */
export function createLogger(name: string, level: string): Logger {
  return pino(
    { name, level, redact: { paths: secretPaths, censor: '(hidden)' } },
    pino.destination({ dest: 2, sync: true }),
  );
}
