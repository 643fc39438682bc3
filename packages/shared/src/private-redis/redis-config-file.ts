/**
 * Gives the text of a private Redis's configuration file: nothing is evicted, every write is on the disk before it
 * is acknowledged (`appendfsync always`), loopback and a password only.
 */
export function redisConfigFile(options: {
  bind: string;
  port: number;
  folder: string;
  logFile: string;
  password: string;
  appendfsync: 'always' | 'everysec';
}): string {
  const quoted = (value: string): string => JSON.stringify(value);
  return `${[
    `bind ${options.bind}`,
    `port ${options.port}`,
    'protected-mode yes',
    `requirepass ${quoted(options.password)}`,
    `dir ${quoted(options.folder)}`,
    `logfile ${quoted(options.logFile)}`,
    'daemonize no',
    'save ""',
    'appendonly yes',
    `appendfsync ${options.appendfsync}`,
    'aof-load-truncated yes',
    'maxmemory 0',
    'maxmemory-policy noeviction',
  ].join('\n')}\n`;
}
