export { type DataDirLock, lockDataDir, readDataDirHolder } from './data-dir-lock.js';
export { dyingWithParent, type GuardedCommand } from './dying-with-parent.js';
export { type ExecutableSearch, findExecutable } from './find-executable.js';
export { findRedisServer, type RedisServerCommand } from './find-redis-server.js';
export { isRunning, processStartMark } from './process-identity.js';
export { claimPort, freePort } from './remembered-port.js';
export { type PrivateRedis, type PrivateRedisOptions, startPrivateRedis } from './start-private-redis.js';
