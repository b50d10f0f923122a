import { createHash } from "node:crypto";

import type { Redis } from "ioredis";
import { z } from "zod";

import type { BudgetOutcome } from "./budget.ts";
import type { SpendBatch } from "./budgets.ts";

/**
 * Spends for several calls at once. KEYS: the bucket of every request of every call, in order. ARGV: for each request
 * `perMinute`, `burst`, `cost` and 1 when it begins a call, else 0. Answers for each request the seconds to wait: 0 means
 * paid, -1 means not asked because a bucket before it in the same call refused.
 *
 * A bucket is stored as the time at which it will be full again (in ms of the server's clock, so that all processes
 * agree); an absent key is a full bucket, and every key expires when its bucket is full.
 */
const script = `
local time = redis.call("TIME")
local now = time[1] * 1000 + time[2] / 1000
local answer = {}
local refused = false
for i, key in ipairs(KEYS) do
  local at = (i - 1) * 4
  local per_minute, burst, cost = tonumber(ARGV[at + 1]), tonumber(ARGV[at + 2]), tonumber(ARGV[at + 3])
  if ARGV[at + 4] == "1" then refused = false end
  if refused then
    answer[i] = -1
  else
    local per_token = 60000 / math.max(per_minute, 0.000001)
    local full_at = math.max(tonumber(redis.call("GET", key) or now), now)
    local after = full_at + cost * per_token
    local over = after - now - burst * per_token
    if over > 0.5 then
      refused = true
      answer[i] = math.min(math.max(1, math.ceil(over / 1000)), 3600)
    else
      answer[i] = 0
      redis.call("SET", key, string.format("%.3f", after), "PX", math.ceil(after - now) + 1000)
    end
  end
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
    const keys = calls.flatMap((call) => call.map(({ key }) => `${keyPrefix}:budget:${key}`));
    const values = calls.flatMap((call) =>
      call.flatMap(({ perMinute, burst, cost }, index) => [
        String(perMinute),
        String(burst),
        String(cost),
        index === 0 ? "1" : "0",
      ]),
    );
    const waits = await run(keys, values);
    let next = 0;
    return calls.map((call): BudgetOutcome => {
      const own = waits.slice(next, (next += call.length));
      return { allowed: own.map((wait) => wait === 0), retryAfterSeconds: Math.max(0, ...own) };
    });
  };
}
