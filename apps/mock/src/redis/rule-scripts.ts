import { defineScript } from "./script.js";

// Rules of one kind: the ids of the world's in `…w`, of added ones in `…a`, and in `…h` what they say, how often they still
// hold (`t:ID`) and how many there have been (`n`). They are opaque here. They are written when the first one changes.
const begin = `
local kind = ARGV[4]
local ofWorld, added, rules = use(kind .. 'w'), use(kind .. 'a'), use(kind .. 'h')
local function keep(list, name, rule, times, isFirst)
  local id = name .. '-' .. redis.call('HINCRBY', rules, 'n', 1)
  redis.call('HSET', rules, id, rule)
  if times ~= '' then redis.call('HSET', rules, 't:' .. id, times) end
  redis.call(isFirst and 'LPUSH' or 'RPUSH', list, id)
  return id
end
local function drop(id)
  local count = redis.call('LREM', ofWorld, 0, id) + redis.call('LREM', added, 0, id)
  redis.call('HDEL', rules, id, 't:' .. id)
  redis.call('HINCRBY', s, 'v', 1)
  return count
end
local name, givenCount = ARGV[5], tonumber(ARGV[6])
local at = 7 + givenCount * 2
if isHere and redis.call('HEXISTS', rules, 'n') == 0 then
  redis.call('HSET', rules, 'n', 0)
  for index = 1, givenCount do keep(ofWorld, name, ARGV[5 + index * 2], ARGV[6 + index * 2], false) end
end`;

/** Adds a rule; gives its id, or nothing where there are too many. */
export const addRuleScript = defineScript(`${begin}
if not isHere then return nil end
if redis.call('LLEN', added) >= tonumber(ARGV[at + 3]) then return finish({''}) end
redis.call('HINCRBY', s, 'v', 1)
return finish({keep(added, name, ARGV[at], ARGV[at + 1], ARGV[at + 2] == 'first')})`);

/** Takes a rule away. */
export const removeRuleScript = defineScript(`${begin}
if not isHere then return nil end
return finish({drop(ARGV[at])})`);

/** Takes all rules away. */
export const clearRulesScript = defineScript(`${begin}
if not isHere then return nil end
local count = redis.call('HGET', rules, 'n')
redis.call('DEL', ofWorld, added, rules)
redis.call('HSET', rules, 'n', count)
redis.call('HINCRBY', s, 'v', 1)
return finish({1})`);

/** Puts the rules of another world in the place of those of the world before. */
export const replaceRulesScript = defineScript(`${begin}
if not isHere then return nil end
for _, id in ipairs(redis.call('LRANGE', ofWorld, 0, -1)) do drop(id) end
for index = at, #ARGV, 2 do keep(ofWorld, name, ARGV[index], ARGV[index + 1], false) end
redis.call('HINCRBY', s, 'v', 1)
return finish({1})`);

/** Uses a rule once. Gives whether it still held; one that has been used up is taken away. */
export const takeRuleScript = defineScript(`${begin}
if not isHere then return nil end
local id = ARGV[at]
if redis.call('HEXISTS', rules, id) == 0 then return finish({0}) end
if redis.call('HEXISTS', rules, 't:' .. id) == 0 then return finish({1}) end
if redis.call('HINCRBY', rules, 't:' .. id, -1) <= 0 then drop(id) end
return finish({1})`);

/** Counts a request that chance has a part in. Gives how many times it came before. */
export const countRepetitionScript = defineScript(`
if not isHere then return nil end
local counts = use('q')
if redis.call('HLEN', counts) >= tonumber(ARGV[5]) then redis.call('DEL', counts) end
return finish({redis.call('HINCRBY', counts, ARGV[4], 1) - 1})`);

/** All rules of both kinds: of each kind whether it was ever written, then id, rule and times of each. */
export const readRulesScript = defineScript(`
if not isHere then return nil end
local result = {redis.call('HGET', s, 'v')}
for _, kind in ipairs({'f', 'p'}) do
  local found = {}
  local isWritten = redis.call('EXISTS', base .. kind .. 'h')
  local lists = kind == 'f' and {'fw', 'fa'} or {'pa', 'pw'}
  for _, list in ipairs(lists) do
    for _, id in ipairs(redis.call('LRANGE', base .. list, 0, -1)) do
      found[#found + 1] = id
      found[#found + 1] = redis.call('HGET', base .. kind .. 'h', id)
      found[#found + 1] = redis.call('HGET', base .. kind .. 'h', 't:' .. id) or ''
    end
  end
  result[#result + 1] = isWritten
  result[#result + 1] = found
end
return result`);
