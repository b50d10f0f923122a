import type { Redis, Result } from "ioredis";
import { z } from "zod";

import type { BudgetOutcome, BudgetRequest } from "./budget.ts";
import type { SpendBatch } from "./budgets.ts";

/**
 * Spends for several calls at once. KEYS: the buckets of the batch, each once. ARGV: `perMinute` and `burst` of each
 * bucket, then each call: how many buckets it spends from, then for each its index in KEYS and its cost. Returns, in the
 * order of the calls and their buckets, the seconds to wait: 0 means paid, -1 means untouched because an earlier bucket
 * of the same call refused.
 *
 * A bucket is stored as the time at which it will be full again (in ms of the server's clock, so that all processes
 * agree); an absent key is a full bucket, and every key expires when its bucket is full. Each is read and written once
 * for the whole batch. An empty bucket whose size or rate grows stays empty.
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

const answerSchema = z.array(z.number());

declare module "ioredis" {
  interface RedisCommander<Context> {
    /** The script above: the number of keys, the keys, then the arguments. */
    spendTokens(keyCount: number, ...keysAndValues: string[]): Result<unknown, Context>;
  }
}

/** `Budgets` on Redis: one call of a script for all calls of a batch. */
export function createRedisBudgets(redis: Redis, keyPrefix: string): SpendBatch {
  // ioredis sends the script's hash, and the whole script when the server lost it (a restart, SCRIPT FLUSH).
  redis.defineCommand("spendTokens", { lua: script });

  return async (calls) => {
    const { keys, values } = scriptArguments(calls, keyPrefix);
    const waits = answerSchema.parse(await redis.spendTokens(keys.length, ...keys, ...values));
    let next = 0;
    return calls.map((call): BudgetOutcome => {
      const own = waits.slice(next, (next += call.length));
      return { allowed: own.map((wait) => wait === 0), retryAfterSeconds: Math.max(0, ...own) };
    });
  };
}

/** Builds ARGV. A bucket that a batch names with several sizes, after a change, gets the last one. */
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
