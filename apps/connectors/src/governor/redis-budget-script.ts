/**
 * The budget's steps, each at once for all replicas. By the server's clock: replicas' own differ.
 *
 * KEYS: the budget (a hash), the workers (a sorted set by when they were last seen).
 * ARGV: step, ms to turn the clock by, calls per second, burst, worker; then what the step takes.
 * Every answer begins with the number of workers; a budget that Redis does not know answers -1 alone.
 */
export const BUDGET_SCRIPT = `
local key, workers = KEYS[1], KEYS[2]
local step, rate, burst, worker = ARGV[1], tonumber(ARGV[3]), tonumber(ARGV[4]), ARGV[5]
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000) + tonumber(ARGV[2])

local FIRST_PAUSE, LONGEST_PAUSE, LONGEST_SLEEP = 500, 4000, 10000
local PROBE, PROBE_LIFE, QUIET, GROWTH, SLOWEST = 500, 30000, 60000, 1.05, 1 / 8
local WORKER_LIFE = 60000

redis.call('ZADD', workers, now, worker)
redis.call('ZREMRANGEBYSCORE', workers, '-inf', now - WORKER_LIFE)
local count = redis.call('ZCARD', workers)

if step == 'begin' then
  -- Only one call: whoever forgot the budget may have spent it a moment ago. A long pause was remembered elsewhere.
  local until_ = now + tonumber(ARGV[6])
  if redis.call('HSETNX', key, 'calls', 1) == 1 then
    redis.call('HSET', key, 'refilled', string.format('%.0f', now), 'paused', string.format('%.0f', until_),
      'refusals', 0, 'pace', 1, 'quiet', string.format('%.0f', now), 'probing', ARGV[7], 'probe', 0)
  end
  return { count }
end

local saved = redis.call('HMGET', key, 'calls', 'refilled', 'paused', 'refusals', 'pace', 'quiet', 'probing', 'probe')
if not saved[1] then return { -1 } end
local calls, refilled, paused, refusals = tonumber(saved[1]), tonumber(saved[2]), tonumber(saved[3]), tonumber(saved[4])
local pace, quiet, probing, probe = tonumber(saved[5]), tonumber(saved[6]), tonumber(saved[7]), tonumber(saved[8])

local function save()
  redis.call('HSET', key, 'calls', string.format('%.6f', calls), 'refilled', string.format('%.0f', refilled),
    'paused', string.format('%.0f', paused), 'refusals', refusals, 'pace', string.format('%.6f', pace),
    'quiet', string.format('%.0f', quiet), 'probing', probing, 'probe', string.format('%.0f', probe))
end
local function learnFromQuiet()
  local minutes = math.floor((now - quiet) / QUIET)
  if minutes < 1 then return end
  pace = math.min(1, pace * GROWTH ^ minutes)
  quiet = quiet + minutes * QUIET
end

if step == 'take' then
  if paused > now then return { count, 'cooldown', paused - now } end
  -- The end of a probe may never be told, when its worker died.
  if probing == 1 and probe > now then return { count, 'probe', PROBE } end
  learnFromQuiet()
  calls = math.min(math.max(1, burst * pace), calls + math.max(0, now - refilled) * rate * pace / 1000)
  refilled = now
  local answer
  if calls < 1 then
    answer = { count, 'rate', math.ceil((1 - calls) * 1000 / (rate * pace)) }
  else
    calls = calls - 1
    if probing == 1 then probe = now + PROBE_LIFE end
    answer = { count, 'granted', 0 }
  end
  save()
  return answer
end

if step == 'throttled' then
  local retryAfter, random = tonumber(ARGV[6]), tonumber(ARGV[7])
  probe = 0
  -- Answers to calls that were already under way when the pause began say nothing new.
  if paused <= now then
    refusals = refusals + 1
    learnFromQuiet()
    pace = math.max(SLOWEST, pace / 2)
  end
  local pause = retryAfter
  if pause < 0 then
    local full = math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ^ (refusals - 1))
    pause = math.floor(full * (1 + 0.25 * random) + 0.5)
  end
  paused = math.max(paused, now + pause)
  quiet = paused
  if paused - now > LONGEST_SLEEP then probing = 1 end
  save()
  return { count, paused - now }
end

if step == 'accepted' then
  if paused > now then return { count, 0 } end
  local wasProbing = probing
  if refusals == 0 and probing == 0 then return { count, 0 } end
  refusals, probe, probing = 0, 0, 0
  save()
  return { count, wasProbing }
end

if step == 'unanswered' then
  if probe > 0 then redis.call('HSET', key, 'probe', 0) end
  return { count }
end

learnFromQuiet()
return { count, tostring(rate * pace), math.max(0, paused - now) }
`;
