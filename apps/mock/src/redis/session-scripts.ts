import { defineScript } from "./script.js";

// A session is one hash, `…s`, and keys beside it with the same hash tag, whose names are in the set `…k`:
//   s     e epoch · w world · o offset and z standstill of the clock · v version of its rules · l latency · n requests
//         i ids given out · t last touched · jc times the journal was cleared · k:KEY rights · ki:KEY their order
//         b:ACCOUNT points
//   w:KEY rate window · l:ACCOUNT, li:ACCOUNT history · f…, p… rules · r, ro, ri responses · v, vo videos · j journal

/**
 * Enters a session, and creates it where it is not there; a look does neither, and lets it grow old. Counts the request,
 * gives it ids of its own, finds the first of its keys that is known and counts it in that key's rate window. All by the
 * server's clock.
 */
export const enterScript = defineScript(`
local world, newEpoch, mode = ARGV[4], ARGV[5], ARGV[6]
local created, touched = 0, 0
if not epoch then
  if mode == 'look' then return nil end
  epoch, created = newEpoch, 1
  redis.call('HSET', s, 'e', epoch, 'w', world, 'o', '0', 'v', '1', 'n', '0', 'i', '0', 't', '0')
end
local m = redis.call('HMGET', s, 'w', 'o', 'z', 'v', 'l', 'n', 't', 'jc')
if mode ~= 'look' then redis.call('PEXPIRE', s, ttl) end
if mode ~= 'look' and real - tonumber(m[7]) > math.min(60000, tonumber(ttl) / 20) then
  touched = 1
  redis.call('HSET', s, 't', number(real))
  for _, suffix in ipairs(redis.call('SMEMBERS', base .. 'k')) do redis.call('PEXPIRE', base .. suffix, ttl) end
  redis.call('PEXPIRE', base .. 'k', ttl)
end
local now = m[3] and tonumber(m[3]) or real + tonumber(m[2])
local head = {created, touched, epoch, m[1], m[2], m[3] or '', m[4], m[5] or '', number(real), tonumber(m[6]), 0, m[8] or '0', 0}
if m[1] ~= world or mode == 'look' then return head end
if mode == 'request' then head[10] = redis.call('HINCRBY', s, 'n', 1) end
head[11] = redis.call('HINCRBY', s, 'i', 64) - 64

for index = 1, tonumber(ARGV[7]) do
  local at = 8 + (index - 1) * 5
  local key, isKnown, isRevoked, limit = ARGV[at], ARGV[at + 1] == '1', ARGV[at + 2] == '1', tonumber(ARGV[at + 3])
  local account = ARGV[at + 4]
  local override = redis.call('HGET', s, 'k:' .. key)
  if override then
    local rights = cjson.decode(override)
    isKnown, isRevoked = true, rights.isRevoked
    limit = rights.requestsPerMinute or tonumber(ARGV[#ARGV])
    account = rights.account or key
  end
  if isKnown then
    head[13] = index
    head[14] = override or ''
    head[15] = redis.call('HGET', s, 'b:' .. account) or ''
    if not isRevoked then
      local window = use('w:' .. key)
      local oldest = redis.call('LINDEX', window, 0)
      while oldest and tonumber(oldest) + 60000 <= now do
        redis.call('LPOP', window)
        oldest = redis.call('LINDEX', window, 0)
      end
      local count = redis.call('LLEN', window)
      local isAllowed = count < limit and 1 or 0
      if isAllowed == 1 then
        count = redis.call('RPUSH', window, number(now))
        oldest = oldest or number(now)
      end
      head[16], head[17], head[18] = isAllowed, limit, count
      head[19], head[20] = oldest or number(now), redis.call('LINDEX', window, -1) or number(now)
      head[21] = number(now)
    end
    break
  end
end
return finish(head)`);

/** Forgets a session with everything in it. */
export const forgetScript = defineScript(`
for _, suffix in ipairs(redis.call('SMEMBERS', base .. 'k')) do redis.call('DEL', base .. suffix) end
redis.call('DEL', s, base .. 'k')
return {1}`);

/** Moves the clock on by so much, stops it, or lets it run. */
export const clockScript = defineScript(`
if not isHere then return nil end
local what, ms = ARGV[4], tonumber(ARGV[5])
local offset, frozen = tonumber(redis.call('HGET', s, 'o')), tonumber(redis.call('HGET', s, 'z') or '')
if what == 'advance' then
  if frozen then frozen = frozen + ms else offset = offset + ms end
elseif what == 'freeze' then
  frozen = ms or frozen or real + offset
elseif frozen then
  offset, frozen = frozen - real, nil
end
redis.call('HSET', s, 'o', number(offset))
if frozen then redis.call('HSET', s, 'z', number(frozen)) else redis.call('HDEL', s, 'z') end
return {number(offset), frozen and number(frozen) or ''}`);

/** Sets how fast replies come. */
export const latencyScript = defineScript(`
if not isHere then return nil end
redis.call('HSET', s, 'l', ARGV[4])
return {1}`);

/** Everything in the hash of a session: its keys and their points. */
export const readScript = defineScript(`
if not isHere then return nil end
return redis.call('HGETALL', s)`);
