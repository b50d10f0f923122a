import type pg from "pg";

import type { BudgetOutcome, BudgetRequest } from "./budget.ts";
import type { SpendBatch } from "./budgets.ts";
import { secondsUntilPayable } from "./token-buckets.ts";

type Demand = { request: BudgetRequest; tokens: number };
type Granted = { granted: number; left: number };

/**
 * Takes from every named bucket as many whole tokens as it has, up to those requested. Input: arrays of key, tokens per
 * minute, burst, tokens requested. Output: per key the tokens granted and those left. Locks rows in key order, so two
 * batches cannot deadlock. A key that another session inserts at the same moment is missing in the output: run it again.
 */
const takeTokens = `
with asked as (
  select * from unnest($1::text[], $2::float8[], $3::float8[], $4::float8[]) as a(key, per_minute, burst, tokens)
), held as (
  select b.key,
         least(a.burst, b.tokens
           + greatest(0, extract(epoch from clock_timestamp() - b.refilled_at))::float8 * a.per_minute / 60) as tokens
  from public.rate_budgets b join asked a using (key)
  order by b.key
  for update of b
), updated as (
  update public.rate_budgets b
  set tokens = h.tokens - least(a.tokens, floor(h.tokens)), refilled_at = clock_timestamp()
  from held h join asked a using (key)
  where b.key = h.key
  returning b.key, least(a.tokens, floor(h.tokens)) as granted, b.tokens as remaining
), inserted as (
  insert into public.rate_budgets (key, tokens, refilled_at)
  select a.key, a.burst - least(a.tokens, floor(a.burst)), clock_timestamp()
  from asked a where not exists (select from held h where h.key = a.key)
  order by a.key
  on conflict (key) do nothing
  returning key, tokens as remaining
)
select key, granted, remaining from updated
union all
select i.key, least(a.tokens, floor(a.burst)), i.remaining from inserted i join asked a using (key)`;

/** Returns tokens taken for calls that another bucket refused. Input: arrays of key, tokens. */
const returnTokens = `
with given as (select * from unnest($1::text[], $2::float8[]) as g(key, tokens)), held as (
  select b.key from public.rate_budgets b join given g using (key) order by b.key for update of b
)
update public.rate_budgets b set tokens = b.tokens + g.tokens from given g join held h using (key) where b.key = g.key`;

/** `Budgets` on Postgres: one statement for all calls of a batch, and a second only after a refusal. */
export function createPostgresBudgets(pool: pg.Pool): SpendBatch {
  async function take(demands: Map<string, Demand>): Promise<Map<string, Granted>> {
    const entries = [...demands.entries()].toSorted(([left], [right]) => (left < right ? -1 : 1));
    const { rows } = await pool.query<{ key: string; granted: number; remaining: number }>({
      name: "budgets-take",
      text: takeTokens,
      values: [
        entries.map(([key]) => key),
        entries.map(([, { request }]) => request.perMinute),
        entries.map(([, { request }]) => request.burst),
        entries.map(([, { tokens }]) => tokens),
      ],
    });
    return new Map(rows.map(({ key, granted, remaining }) => [key, { granted, left: remaining }]));
  }

  return async (calls) => {
    const demands = new Map<string, Demand>();
    for (const request of calls.flat()) {
      const existing = demands.get(request.key);
      demands.set(request.key, { request, tokens: (existing?.tokens ?? 0) + request.cost });
    }
    const granted = await take(demands);
    const missed = new Map([...demands].filter(([key]) => !granted.has(key)));
    if (missed.size > 0) for (const [key, grant] of await take(missed)) granted.set(key, grant);

    const outcomes = calls.map((call) => distribute(call, granted));
    const unused = [...granted].filter(([, grant]) => grant.granted > 0);
    if (unused.length > 0) {
      await pool.query({
        name: "budgets-return",
        text: returnTokens,
        values: [unused.map(([key]) => key), unused.map(([, grant]) => grant.granted)],
      });
    }
    return outcomes;
  };
}

/** Pays one call from the batch's granted tokens, in the order of its buckets (`Budgets.spend`). */
function distribute(call: BudgetRequest[], granted: Map<string, Granted>): BudgetOutcome {
  const allowed: boolean[] = [];
  let retryAfterSeconds = 0;
  for (const request of call) {
    const grant = granted.get(request.key);
    if (retryAfterSeconds > 0) {
      allowed.push(false);
    } else if (grant && grant.granted >= request.cost) {
      grant.granted -= request.cost;
      allowed.push(true);
    } else {
      allowed.push(false);
      retryAfterSeconds = secondsUntilPayable((grant?.granted ?? 0) + (grant?.left ?? 0), request);
    }
  }
  return { allowed, retryAfterSeconds };
}
