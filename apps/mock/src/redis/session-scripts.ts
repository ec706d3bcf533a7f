import { dataParts } from "../session/session-data.js";
import { defineScript } from "./script.js";

// A session is a hash, and keys beside it with the same hash tag, as they have to be on one node of a cluster:
//   {NAME}:session       begun, version, the parts of its data · touched, when it was last kept from ending · bytes:SHELF
//   {NAME}:SHELF         the values of a shelf by their names
//   {NAME}:order:SHELF   their names by the time at which they came
//   {NAME}:counts        what was counted

/** The beginning of each script: until when it may be carried out, whose session it is on, and helpers. */
const prelude = `
local s, deadline, ttl, begun = KEYS[1], tonumber(ARGV[1]), ARGV[2], ARGV[3]
local base = string.sub(s, 1, -8)
local time = redis.call('TIME')
local now = time[1] * 1000 + time[2] / 1000
if now > deadline then return redis.error_reply('LATE The step came too late.') end
local found = redis.call('HMGET', s, 'begun', 'version')
local function number(value) return string.format('%.17g', value) end
local function state()
  return {0, number(now), found[1] or '', found[2] or '0', redis.call('HMGET', s, ${dataParts.map((part) => `'${part}'`)})}
end
local function each(command, ...)
  for _, field in ipairs(redis.call('HKEYS', s)) do
    local shelf = string.match(field, '^bytes:(.*)')
    if shelf then
      redis.call(command, base .. shelf, ...)
      redis.call(command, base .. 'order:' .. shelf, ...)
    end
  end
  redis.call(command, base .. 'counts', ...)
end
`;

const defineSessionScript = (body: string) => defineScript(prelude + body);

export const readScript = defineSessionScript("return state()");

/**
 * Writes the parts of a session's data that have changed and puts values on its shelves, where the data is still what was read; else gives what it is
 * now. With the version `any` only values are put, whatever the data is. Publishes a message where there is one.
 */
export const writeScript = defineSessionScript(`
local version, channel, message, parts = ARGV[4], ARGV[5], ARGV[6], tonumber(ARGV[7])
local isOther = found[1] and found[1] ~= begun or version ~= 'any' and version ~= (found[2] or '0')
if isOther or version == 'any' and not found[1] then return state() end
if version ~= 'any' then redis.call('HSET', s, 'begun', begun, 'version', version + 1, unpack(ARGV, 8, 7 + 2 * parts)) end
for at = 8 + 2 * parts, #ARGV, 7 do
  local shelf, name, atMs, value = ARGV[at], ARGV[at + 1], tonumber(ARGV[at + 2]), ARGV[at + 3]
  local most, mostBytes, ageMs = tonumber(ARGV[at + 4]), tonumber(ARGV[at + 5]), tonumber(ARGV[at + 6])
  local values, order, field = base .. shelf, base .. 'order:' .. shelf, 'bytes:' .. shelf
  local bytes = redis.call('HINCRBY', s, field, #value - redis.call('HSTRLEN', values, name))
  local last = tonumber(redis.call('ZRANGE', order, -1, -1, 'WITHSCORES')[2] or '0')
  redis.call('HSET', values, name, value)
  redis.call('ZADD', order, number(math.max(atMs * 1000, last + 1)), name)
  while true do
    local oldest, score = unpack(redis.call('ZRANGE', order, 0, 0, 'WITHSCORES'))
    local isFull = redis.call('ZCARD', order) > most or bytes > mostBytes or tonumber(score) < (atMs - ageMs) * 1000
    if oldest == name or not isFull then break end
    bytes = redis.call('HINCRBY', s, field, -redis.call('HSTRLEN', values, oldest))
    redis.call('HDEL', values, oldest)
    redis.call('ZREM', order, oldest)
  end
  redis.call('PEXPIRE', values, ttl)
  redis.call('PEXPIRE', order, ttl)
end
if channel ~= '' then redis.call('PUBLISH', channel, message) end
local touched = tonumber(redis.call('HGET', s, 'touched') or '0')
redis.call('PEXPIRE', s, ttl)
if now - touched <= math.min(60000, tonumber(ttl) / 20) then return {1, number(now)} end
redis.call('HSET', s, 'touched', number(now))
each('PEXPIRE', ttl)
return {2, number(now)}`);

export const findScript = defineSessionScript(`
return found[1] == begun and redis.call('HGET', base .. ARGV[4], ARGV[5]) or nil`);

/**
 * Values of a shelf, newest first: at most so many, before one of them where one is named, and after one where one is and
 * is still there; each with its name.
 */
export const listScript = defineSessionScript(`
local values, order, limit, before, after = base .. ARGV[4], base .. 'order:' .. ARGV[4], tonumber(ARGV[5]), ARGV[6], ARGV[7]
if found[1] ~= begun then return {} end
local last = before == '' and redis.call('ZCARD', order) or redis.call('ZRANK', order, before)
if not last then return nil end
local first = math.max(last - limit, after == '' and 0 or (redis.call('ZRANK', order, after) or -1) + 1)
local result = {}
if first >= last then return result end
local names = redis.call('ZRANGE', order, first, last - 1)
for at = #names, 1, -1 do
  result[#result + 1] = names[at]
  result[#result + 1] = redis.call('HGET', values, names[at])
end
return result`);

export const sizeScript = defineSessionScript(`return redis.call('ZCARD', base .. 'order:' .. ARGV[4])`);

/** Counts something, of which there may be so many. Gives how many times it was counted before. */
export const countScript = defineSessionScript(`
if found[1] ~= begun then return 0 end
local counts = base .. 'counts'
if redis.call('HLEN', counts) >= tonumber(ARGV[5]) then redis.call('DEL', counts) end
local count = redis.call('HINCRBY', counts, ARGV[4], 1)
redis.call('PEXPIRE', counts, ttl)
return count - 1`);

/** Forgets a shelf, or a session with everything in it. */
export const forgetScript = defineSessionScript(`
if ARGV[4] then
  redis.call('HDEL', s, 'bytes:' .. ARGV[4])
  return redis.call('DEL', base .. ARGV[4], base .. 'order:' .. ARGV[4])
end
each('DEL')
return redis.call('DEL', s)`);
