import { createHash } from "node:crypto";

/** A script that runs on the server, as one atomic step. */
export interface Script {
  text: string;
  sha: string;
}

/** The beginning of each script: who asks, until when it may be carried out, and helpers. */
const prelude = `
local s, deadline, ttl = KEYS[1], tonumber(ARGV[1]), ARGV[2]
local base = string.sub(s, 1, -2)
local time = redis.call('TIME')
local real = time[1] * 1000 + time[2] / 1000
if real > deadline then return redis.error_reply('LATE The step came too late.') end
local epoch = redis.call('HGET', s, 'e')
local isHere = epoch and epoch == ARGV[3]
local used = {}
local function number(value) return string.format('%.17g', value) end
local function use(suffix)
  used[#used + 1] = suffix
  return base .. suffix
end
local function finish(result)
  for _, suffix in ipairs(used) do
    if redis.call('PTTL', base .. suffix) == -1 then
      redis.call('PEXPIRE', base .. suffix, ttl)
      redis.call('SADD', base .. 'k', suffix)
    end
  end
  if #used > 0 then redis.call('PEXPIRE', base .. 'k', ttl) end
  return result
end`;

/** Makes a script on the keys of one session; its own arguments begin with the fourth. */
export function defineScript(body: string): Script {
  return plainScript(`${prelude}${body}`);
}

/** Makes a script on keys of its own. */
export function plainScript(text: string): Script {
  return { text, sha: createHash("sha1").update(text).digest("hex") };
}
