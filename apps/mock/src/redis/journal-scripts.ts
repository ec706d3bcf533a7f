import { defineScript } from "./script.js";

/** Adds an exchange that is over, forgets the oldest where there are too many, and tells whoever watches. */
export const writeExchangeScript = defineScript(`
if not isHere or (redis.call('HGET', s, 'jc') or '0') ~= ARGV[9] then return nil end
local journal = use('j')
local id, entry, most, mostBytes = ARGV[4], ARGV[5], tonumber(ARGV[6]), tonumber(ARGV[7])
redis.call('XADD', journal, '*', 'id', id, 'entry', entry)
local bytes = redis.call('HINCRBY', s, 'jb', #entry)
if bytes > mostBytes or redis.call('XLEN', journal) > most then
  local left = redis.call('XLEN', journal)
  for _, old in ipairs(redis.call('XRANGE', journal, '-', '+', 'COUNT', 32)) do
    if left <= 1 or (bytes <= mostBytes and left <= most) then break end
    redis.call('XDEL', journal, old[1])
    bytes = redis.call('HINCRBY', s, 'jb', -#old[2][4])
    left = left - 1
  end
end
redis.call('PUBLISH', ARGV[8], id)
return finish({1})`);

/** Reads how often the journal was cleared, and the exchanges that were written after one. */
export const readExchangesScript = defineScript(`
if not isHere then return nil end
return {redis.call('HGET', s, 'jc') or '0', redis.call('XRANGE', base .. 'j', ARGV[4], '+')}`);

/** Counts the exchanges kept, and the requests so far. */
export const countExchangesScript = defineScript(`
if not isHere then return {0, 0} end
return {redis.call('XLEN', base .. 'j'), tonumber(redis.call('HGET', s, 'n'))}`);

/** Empties the journal. */
export const clearExchangesScript = defineScript(`
if not isHere then return nil end
redis.call('DEL', base .. 'j')
redis.call('HSET', s, 'jb', 0)
redis.call('HINCRBY', s, 'jc', 1)
return {1}`);
