export { type RedisConnections, redisConnections } from './redis-connections.js';
export { requireRedisUrl } from './require-redis-url.js';
export { type ProcessContext, runProcess } from './run-process.js';
export { Shutdown } from './shutdown.js';
