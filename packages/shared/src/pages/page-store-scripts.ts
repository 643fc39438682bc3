// Every script keeps four books in step with the contents: `bytes` (their sum), `sizes`, `used` (last use) and
// `expires` (ms since the epoch). Content keys are built inside the scripts; the prefix's hash tag keeps them in the
// same slot. KEYS: 1 bytes, 2 sizes, 3 used, 4 expires; ARGV[1] is the prefix of content keys.

const dropping = `
local function drop(hash)
  local size = tonumber(redis.call('HGET', KEYS[2], hash) or '0')
  redis.call('DEL', ARGV[1] .. hash)
  redis.call('HDEL', KEYS[2], hash)
  redis.call('ZREM', KEYS[3], hash)
  redis.call('ZREM', KEYS[4], hash)
  if size > 0 then redis.call('DECRBY', KEYS[1], size) end
end
local function now()
  local time = redis.call('TIME')
  return time[1] * 1000 + math.floor(time[2] / 1000)
end
local function dropExpired(at)
  for _, hash in ipairs(redis.call('ZRANGEBYSCORE', KEYS[4], '-inf', at)) do drop(hash) end
end
`;

/** ARGV: 2 hash, 3 content, 4 ttl ms, 5 budget, then one pointer per further key. Gives 0 when it can never fit. */
export const putScript = `${dropping}
local size = string.len(ARGV[3])
local budget = tonumber(ARGV[5])
if size > budget then return 0 end
local at = now()
dropExpired(at)
drop(ARGV[2])
while tonumber(redis.call('GET', KEYS[1]) or '0') + size > budget do
  local oldest = redis.call('ZRANGE', KEYS[3], 0, 0)[1]
  if not oldest then break end
  drop(oldest)
end
redis.call('SET', ARGV[1] .. ARGV[2], ARGV[3], 'PX', ARGV[4])
redis.call('INCRBY', KEYS[1], size)
redis.call('HSET', KEYS[2], ARGV[2], size)
redis.call('ZADD', KEYS[3], at, ARGV[2])
redis.call('ZADD', KEYS[4], at + tonumber(ARGV[4]), ARGV[2])
for i = 5, #KEYS do redis.call('SET', KEYS[i], ARGV[i + 1], 'PX', ARGV[4]) end
return 1
`;

/** ARGV: 2 hash. Gives the content or nothing, and moves it to the end of the eviction order. */
export const getScript = `${dropping}
local content = redis.call('GET', ARGV[1] .. ARGV[2])
if content then redis.call('ZADD', KEYS[3], 'XX', now(), ARGV[2]) end
return content
`;

/** ARGV: 2 hash, 3 ttl ms, 4 checked_at, 5 etag or '', 6 last_modified or ''. Further keys are pointers. */
export const touchScript = `${dropping}
local function orNull(text) if text == '' then return cjson.null end return text end
for i = 5, #KEYS do
  local stored = redis.call('GET', KEYS[i])
  if stored then
    local pointer = cjson.decode(stored)
    if pointer.page_hash == ARGV[2] then
      pointer.checked_at = ARGV[4]
      pointer.etag = orNull(ARGV[5])
      pointer.last_modified = orNull(ARGV[6])
      redis.call('SET', KEYS[i], cjson.encode(pointer), 'PX', ARGV[3])
    end
  end
end
if redis.call('PEXPIRE', ARGV[1] .. ARGV[2], ARGV[3]) == 1 then
  redis.call('ZADD', KEYS[4], 'XX', now() + tonumber(ARGV[3]), ARGV[2])
end
return 1
`;

/** Gives bytes and number of the pages that have not expired. */
export const usageScript = `${dropping}
dropExpired(now())
return {tonumber(redis.call('GET', KEYS[1]) or '0'), redis.call('HLEN', KEYS[2])}
`;
