/**
 * Writes a record when its version is still the expected one ('0': when there is none), moves it between the state
 * indexes and tells listeners, in one step.
 * KEYS: record, then index sets to leave, then index sets to enter (counts in ARGV[1], ARGV[2]).
 * ARGV: leave count, enter count, expected version, body, state, id, index score, TTL in seconds ('' = none),
 * channel, message, channel of endings (told with a TTL: a record that has ended gets one). Gives the new version, or −1
 * when somebody else was faster.
 */
export const saveRecordScript = `
local leave, enter = tonumber(ARGV[1]), tonumber(ARGV[2])
local version = redis.call('HGET', KEYS[1], 'v') or '0'
if version ~= ARGV[3] then return -1 end
local next = tonumber(version) + 1
redis.call('HSET', KEYS[1], 'v', next, 'b', ARGV[4], 's', ARGV[5])
for i = 2, 1 + leave do redis.call('ZREM', KEYS[i], ARGV[6]) end
for i = 2 + leave, 1 + leave + enter do redis.call('ZADD', KEYS[i], ARGV[7], ARGV[6]) end
if ARGV[8] ~= '' then redis.call('EXPIRE', KEYS[1], ARGV[8]) else redis.call('PERSIST', KEYS[1]) end
redis.call('PUBLISH', ARGV[9], ARGV[10])
if ARGV[8] ~= '' then redis.call('PUBLISH', ARGV[11], ARGV[6]) end
return next
`;

/**
 * Remembers which record an idempotency key made. KEYS: idempotency key. ARGV: value, TTL in seconds.
 * Gives the value that stands: the given one, or the one from before.
 */
export const claimIdempotencyKeyScript = `
local before = redis.call('GET', KEYS[1])
if before then return before end
redis.call('SET', KEYS[1], ARGV[1], 'EX', ARGV[2])
return ARGV[1]
`;
