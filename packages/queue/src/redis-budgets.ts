import { createHash } from "node:crypto";

import type { Redis } from "ioredis";
import { z } from "zod";

import type { BudgetOutcome, BudgetRequest } from "./budget.ts";
import type { SpendBatch } from "./budgets.ts";

/**
 * Spends for several calls at once. KEYS: the buckets of the batch, each once. ARGV: `perMinute` and `burst` of each
 * bucket, then the calls, one after another: how many buckets a call spends from, then the place of each in KEYS and its
 * cost. Answers in the order of the calls, for each of their buckets, the seconds to wait: 0 means paid, -1 means not
 * asked because a bucket before it in the same call refused.
 *
 * A bucket is stored as the time at which it will be full again (in ms of the server's clock, so that all processes
 * agree); an absent key is a full bucket, and every key expires when its bucket is full. Each is read and written once
 * for the whole batch. An empty bucket that was made larger or quicker is empty by its new size.
 */
const script = `
local time = redis.call("TIME")
local now = time[1] * 1000 + time[2] / 1000
local full_at, per_token, room, changed = {}, {}, {}, {}
for i, key in ipairs(KEYS) do
  per_token[i] = 60000 / math.max(tonumber(ARGV[i * 2 - 1]), 0.000001)
  room[i] = tonumber(ARGV[i * 2]) * per_token[i]
  local stored = tonumber(redis.call("GET", key) or now)
  full_at[i] = math.min(math.max(stored, now), now + room[i])
  changed[i] = stored > now + room[i] or nil
end
local answer = {}
local at = #KEYS * 2 + 1
while at <= #ARGV do
  local count = tonumber(ARGV[at])
  local refused = false
  for place = 1, count do
    local i, cost = tonumber(ARGV[at + place * 2 - 1]), tonumber(ARGV[at + place * 2])
    local after = full_at[i] + cost * per_token[i]
    local over = after - now - room[i]
    if refused then
      answer[#answer + 1] = -1
    elseif over > 0.5 then
      refused = true
      answer[#answer + 1] = math.min(math.max(1, math.ceil(over / 1000)), 3600)
    else
      answer[#answer + 1] = 0
      full_at[i] = after
      changed[i] = true
    end
  end
  at = at + 1 + count * 2
end
for i in pairs(changed) do
  redis.call("SET", KEYS[i], string.format("%.3f", full_at[i]), "PX", math.ceil(full_at[i] - now) + 1000)
end
return answer
`;

const sha = createHash("sha1").update(script).digest("hex");
const answerSchema = z.array(z.number());

/** `Budgets` on Redis: one EVALSHA for all calls of a batch. */
export function createRedisBudgets(redis: Redis, keyPrefix: string): SpendBatch {
  async function run(keys: string[], values: string[]): Promise<number[]> {
    const rest = [String(keys.length), ...keys, ...values];
    try {
      return answerSchema.parse(await redis.call("EVALSHA", sha, ...rest));
    } catch (error) {
      // After a restart or SCRIPT FLUSH the server does not know the script; nothing was spent yet.
      if (!Error.isError(error) || !error.message.startsWith("NOSCRIPT")) throw error;
      return answerSchema.parse(await redis.call("EVAL", script, ...rest));
    }
  }

  return async (calls) => {
    const { keys, values } = scriptArguments(calls, keyPrefix);
    const waits = await run(keys, values);
    let next = 0;
    return calls.map((call): BudgetOutcome => {
      const own = waits.slice(next, (next += call.length));
      return { allowed: own.map((wait) => wait === 0), retryAfterSeconds: Math.max(0, ...own) };
    });
  };
}

/** A bucket that a batch names with several sizes, because one was just changed, has the size that was named last. */
function scriptArguments(
  calls: readonly (readonly BudgetRequest[])[],
  keyPrefix: string,
): { keys: string[]; values: string[] } {
  const keys: string[] = [];
  const sizes: string[] = [];
  const spending: string[] = [];
  const places = new Map<string, number>();
  for (const call of calls) {
    spending.push(String(call.length));
    for (const { key, perMinute, burst, cost } of call) {
      const place = places.get(key) ?? keys.push(`${keyPrefix}:budget:${key}`);
      places.set(key, place);
      sizes[place * 2 - 2] = String(perMinute);
      sizes[place * 2 - 1] = String(burst);
      spending.push(String(place), String(cost));
    }
  }
  return { keys, values: [...sizes, ...spending] };
}
