import { defineScript } from "./script.js";

/** Gives keys other rights, unless one of them has changed since it was read. A key has a new window where its rate is another. */
export const changeKeysScript = defineScript(`
if not isHere then return nil end
for at = 4, #ARGV, 4 do
  if (redis.call('HGET', s, 'k:' .. ARGV[at]) or '') ~= ARGV[at + 1] then return {0} end
end
for at = 4, #ARGV, 4 do
  local key = ARGV[at]
  redis.call('HSET', s, 'k:' .. key, ARGV[at + 2])
  if redis.call('HEXISTS', s, 'ki:' .. key) == 0 then
    redis.call('HSET', s, 'ki:' .. key, redis.call('HINCRBY', s, 'kc', 1))
  end
  if ARGV[at + 3] == '1' then redis.call('DEL', base .. 'w:' .. key) end
end
return {1}`);

/** Takes what a data file no longer says back from a session, and revokes the keys that are no more. */
export const moveKeysScript = defineScript(`
if not epoch then return nil end
for index = 4, #ARGV, 2 do
  local key, rights = ARGV[index], ARGV[index + 1]
  if rights == '' then redis.call('HDEL', s, 'k:' .. key, 'ki:' .. key) else redis.call('HSET', s, 'k:' .. key, rights) end
  redis.call('DEL', base .. 'w:' .. key)
end
return {1}`);

/** Sets the points of an account. */
export const setBalanceScript = defineScript(`
if not isHere then return nil end
redis.call('HSET', s, 'b:' .. ARGV[4], ARGV[5])
return {1}`);

const dropOld = `
local function dropOld(account, now)
  local list, index = use('l:' .. account), use('li:' .. account)
  local oldest = redis.call('LINDEX', list, 0)
  while oldest do
    local atMs, _, id = string.match(oldest, '^(%S+) (%S+) (%S+) ')
    if tonumber(atMs) >= now - 2592000000 then break end
    redis.call('LPOP', list)
    redis.call('HDEL', index, id)
    redis.call('HINCRBY', s, 'd:' .. account, 1)
    oldest = redis.call('LINDEX', list, 0)
  end
  return list, index, tonumber(redis.call('HGET', s, 'd:' .. account) or '0')
end`;

/** A page of a history, newest first: whether there are older entries, then the entries. */
export const historyScript = defineScript(`${dropOld}
if not isHere then return nil end
local account, limit, after, now = ARGV[4], tonumber(ARGV[5]), ARGV[6], tonumber(ARGV[7])
local list, index, dropped = dropOld(account, now)
local last = dropped + redis.call('LLEN', list)
if after ~= '' then
  last = tonumber(redis.call('HGET', index, after) or '')
  if not last then return finish({-1}) end
end
local from, to = math.max(0, last - dropped - limit), last - dropped - 1
local page = {from > 0 and 1 or 0}
if to >= from then
  local entries = redis.call('LRANGE', list, from, to)
  for at = #entries, 1, -1 do page[#page + 1] = entries[at] end
end
return finish(page)`);

/**
 * Writes what a request leaves behind, all of it or nothing: a charge, at most what the account has left, and what is kept
 * of a response or a video.
 */
export const commitScript = defineScript(`${dropOld}
if not isHere then return nil end
local function keep(kind, name, value, size, most, mostBytes)
  local values, order, sizes = use(kind), use(kind .. 'o'), kind .. 'b'
  if redis.call('HSET', values, name, value) == 0 then return end
  redis.call('RPUSH', order, size .. ' ' .. name)
  local bytes = redis.call('HINCRBY', s, sizes, size)
  while redis.call('LLEN', order) > 1 and (redis.call('LLEN', order) > most or bytes > mostBytes) do
    local oldSize, oldName = string.match(redis.call('LPOP', order), '^(%d+) (.*)$')
    local old = redis.call('HGET', values, oldName)
    redis.call('HDEL', values, oldName)
    bytes = redis.call('HINCRBY', s, sizes, -oldSize)
    if kind == 'r' and old then
      for item in string.gmatch(string.match(old, '^(.-)\\n'), '%S+') do
        redis.call('HDEL', use('ri'), item .. ' ' .. string.match(oldName, ' (.*)$'))
      end
    end
  end
end
local at = 4
while at <= #ARGV do
  local what = ARGV[at]
  if what == 'charge' then
    local account, opening, id, atMs, points, entry = unpack(ARGV, at + 1, at + 6)
    at = at + 7
    local list, index, dropped = dropOld(account, tonumber(atMs))
    local balance = tonumber(redis.call('HGET', s, 'b:' .. account) or opening)
    local taken = math.min(tonumber(points), balance)
    redis.call('HSET', s, 'b:' .. account, number(balance - taken))
    local length = redis.call('RPUSH', list, atMs .. ' ' .. number(taken) .. ' ' .. id .. ' ' .. entry)
    redis.call('HSET', index, id, dropped + length - 1)
  elseif what == 'response' then
    local account, id, items, thread = unpack(ARGV, at + 1, at + 4)
    at = at + 5
    keep('r', id .. ' ' .. account, items .. '\\n' .. thread, #thread, 1000, 67108864)
    for item in string.gmatch(items, '%S+') do redis.call('HSET', use('ri'), item .. ' ' .. account, id) end
  else
    local name, video = unpack(ARGV, at + 1, at + 2)
    at = at + 3
    keep('v', name, video, #video, 10000, 67108864)
  end
end
return finish({1})`);

/** A response of an account, by its id or by that of one of its items. */
export const responseScript = defineScript(`
if not isHere then return nil end
local account, id = ARGV[4], ARGV[5]
if ARGV[6] == 'item' then id = redis.call('HGET', base .. 'ri', id .. ' ' .. account) end
return {id and redis.call('HGET', base .. 'r', id .. ' ' .. account) or ''}`);

/** A video of an account. */
export const videoScript = defineScript(`
if not isHere then return nil end
return {redis.call('HGET', base .. 'v', ARGV[4]) or ''}`);
