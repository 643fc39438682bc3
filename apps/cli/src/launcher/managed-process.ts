import { type ChildProcess, spawn } from 'node:child_process';
import { dyingWithParent } from '@agentic-search/shared/private-redis';
import { z } from 'zod';
import { type AppName, nodeArguments } from './apps.js';
import type { ChildOutput } from './child-output.js';
import { createRestartBackoff } from './restart-backoff.js';

const startedSchema = z.object({ type: z.literal('started') });

/** One child process of the system, the same one over its restarts. */
export interface ManagedProcess {
  readonly name: string;
  readonly app: AppName;
  /** Of the process that runs now; null between two. */
  pid(): number | null;
  /** Whether the process that runs now has said that it does its work. */
  isStarted(): boolean;
  /** SIGKILL; resolves when that process is gone. It comes back when the system restarts what dies. */
  kill(): Promise<void>;
  /** SIGSTOP and SIGCONT. */
  pause(): void;
  resume(): void;
  /** Starts it again when it does not run. */
  start(): void;
  /** Ends the present process in order and starts another, with what the environment is now. */
  replace(timeoutMs: number): Promise<void>;
  /** SIGTERM, then SIGKILL after `timeoutMs`; it does not come back. */
  stop(timeoutMs: number): Promise<void>;
}

/** How a child is started and who hears of it. */
export interface ManagedProcessOptions {
  name: string;
  app: AppName;
  entry: string;
  /** Read at each start. */
  env: () => NodeJS.ProcessEnv;
  searchPath: string;
  output: ChildOutput;
  /** Whether a process that dies comes back. */
  restart: boolean;
  log: (line: string) => void;
  onMessage: (message: unknown) => void;
  /** It refused its configuration (exit code 2): trying again cannot help. */
  onRefusal: (name: string) => void;
}

/** Starts `node ENTRY` as a child that dies with this process, and keeps it running. */
export async function startManagedProcess(options: ManagedProcessOptions): Promise<ManagedProcess> {
  const { name, app, log } = options;
  const nodeArgs = [...nodeArguments(app), options.entry];
  const guarded = await dyingWithParent(process.execPath, nodeArgs, options);
  // Where the kernel has no parent-death signal the closing IPC channel ends the child.
  const [command, args] = guarded.needsStdinPipe
    ? [process.execPath, nodeArgs]
    : [guarded.command, guarded.args];
  const backoff = createRestartBackoff();
  let child: ChildProcess | null = null;
  let gone: Promise<void> = Promise.resolve();
  let wanted = true;
  let started = false;
  let retired = false;
  let again: NodeJS.Timeout | undefined;

  const start = (): void => {
    if (child !== null || retired) return;
    clearTimeout(again);
    const startedAt = Date.now();
    const fresh = spawn(command, args, {
      // A session of its own: Ctrl-C on the terminal reaches us alone, and we end the children in order.
      detached: true,
      env: options.env(),
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    child = fresh;
    for (const stream of [fresh.stdout, fresh.stderr]) if (stream !== null) options.output.take(name, stream);
    started = false;
    fresh.on('message', (message) => {
      if (startedSchema.safeParse(message).success) started = child === fresh;
      else options.onMessage(message);
    });
    gone = new Promise((done) => {
      const ended = (code: number | null, signal: string | null): void => {
        if (child === fresh) {
          child = null;
          started = false;
        }
        done();
        if (!wanted) return;
        const how = `${name} ended (${signal ?? `code ${code}`})`;
        if (code === 2) options.onRefusal(name);
        else if (!options.restart) log(how);
        else {
          const pause = backoff.next(Date.now() - startedAt);
          log(`${how}; starting it again in ${pause} ms`);
          again = setTimeout(start, pause);
        }
      };
      // Not 'exit': its last words are still on their way then.
      fresh.once('close', ended);
      fresh.once('error', (error) => ended(null, error.message));
    });
  };

  const end = async (timeoutMs: number): Promise<void> => {
    wanted = false;
    clearTimeout(again);
    const ending = child;
    if (ending === null) return;
    ending.kill('SIGTERM');
    // A paused process cannot hear it.
    ending.kill('SIGCONT');
    const late = setTimeout(() => {
      log(`${name} did not end in time: killing it`);
      ending.kill('SIGKILL');
    }, timeoutMs);
    await gone;
    clearTimeout(late);
  };

  start();
  return {
    name,
    app,
    pid: () => child?.pid ?? null,
    isStarted: () => started,
    start,
    async kill() {
      child?.kill('SIGKILL');
      await gone;
    },
    pause: () => void child?.kill('SIGSTOP'),
    resume: () => void child?.kill('SIGCONT'),
    stop(timeoutMs) {
      retired = true;
      return end(timeoutMs);
    },
    async replace(timeoutMs) {
      await end(timeoutMs);
      if (retired) return;
      wanted = true;
      start();
    },
  };
}
