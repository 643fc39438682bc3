/** The image a private Redis runs from where only Docker is there. */
export const dockerImage = 'redis:7.4-alpine';

const insideContainer = 'redis-server /data/redis.conf & server=$!; cat >/dev/null; kill -KILL "$server"';

/**
 * Gives the arguments for docker that run Redis over `folder` (which holds redis.conf), reachable at
 * 127.0.0.1:`port` alone. Docker closes the container's stdin when its client dies, and that ends the server.
 */
export function dockerRunArgs(options: { name: string; folder: string; port: number }): string[] {
  return [
    'run',
    '--rm',
    '--interactive',
    '--name',
    options.name,
    '--publish',
    `127.0.0.1:${options.port}:6379`,
    '--volume',
    `${options.folder}:/data`,
    dockerImage,
    'sh',
    '-c',
    insideContainer,
  ];
}
