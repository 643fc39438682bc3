export { createRedis } from './create-redis.js';
export { guardRedis } from './guard-redis.js';
export { waitUntilReady } from './wait-until-ready.js';
