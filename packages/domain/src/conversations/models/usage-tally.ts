import { statement } from "@service/db";
import type { Deps } from "../../deps.ts";
import { type ModelUse, noInstance } from "./record-model-usage.ts";

/** Uses that cost no provider anything are written together, this long after the first. */
const flushMs = 5_000;

/** Counts uses in memory and writes the sums: for answers that take less than a statement does. */
export interface UsageTally {
  add(use: ModelUse): void;
  /** Writes what is not written yet; call it before the process ends. A crash loses the sums of the last seconds. */
  flush(): Promise<void>;
}

interface Sum extends ModelUse {
  readonly day: string;
  requests: number;
  failures: number;
  input: number;
  output: number;
}

const addSums = statement(
  "model_usage_add_sums",
  `insert into model_usage as u (organization_id, day, alias, environment_id, instance_id, environment_slug, requests,
     failures, input_tokens, output_tokens)
   select g.organization_id, g.day::date, g.alias, g.environment_id, g.instance_id, g.environment_slug, g.requests, g.failures,
     g.input_tokens, g.output_tokens
   from unnest(@organization_ids::uuid[], @days::text[], @aliases::text[], @environment_ids::uuid[],
     @instance_ids::uuid[], @environment_slugs::text[], @requests::int[], @failures::int[], @input_tokens::float8[],
     @output_tokens::float8[]) as g (organization_id, day, alias, environment_id, instance_id, environment_slug,
       requests, failures,
     input_tokens, output_tokens)
   where exists (select from organizations o where o.id = g.organization_id)
     and exists (select from environments e where e.id = g.environment_id)
   -- In one order, so that two processes wait for each other and never in a circle.
   order by 1, 2, 3, 4, 5
   on conflict (organization_id, day, alias, environment_id, instance_id) do update set
     requests = u.requests + excluded.requests, failures = u.failures + excluded.failures,
     input_tokens = u.input_tokens + excluded.input_tokens, output_tokens = u.output_tokens + excluded.output_tokens`,
);

/** MODEL-190. */
export function openUsageTally({ db, log, clock }: Pick<Deps, "db" | "log" | "clock">): UsageTally {
  let sums = new Map<string, Sum>();
  let timer: NodeJS.Timeout | undefined;

  async function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const taken = [...sums.values()];
    if (taken.length === 0) return;
    sums = new Map();
    try {
      await db.pool.query(
        addSums({
          organizationIds: taken.map(({ organizationId }) => organizationId),
          days: taken.map(({ day }) => day),
          aliases: taken.map(({ alias }) => alias),
          environmentIds: taken.map(({ environmentId }) => environmentId),
          instanceIds: taken.map(({ instanceId }) => instanceId ?? noInstance),
          environmentSlugs: taken.map(({ environment }) => environment),
          requests: taken.map(({ requests }) => requests),
          failures: taken.map(({ failures }) => failures),
          inputTokens: taken.map(({ input }) => input),
          outputTokens: taken.map(({ output }) => output),
        }),
      );
    } catch (error) {
      log.warn({ err: error, lines: taken.length }, "usage of models was not counted");
    }
  }

  return {
    add(use) {
      const day = clock.now().toISOString().slice(0, 10);
      const key = [use.organizationId, day, use.alias, use.environmentId, use.instanceId].join(" ");
      const sum = sums.get(key) ?? { ...use, day, requests: 0, failures: 0, input: 0, output: 0 };
      sum.requests += 1;
      sum.failures += use.failed ? 1 : 0;
      sum.input += use.inputTokens;
      sum.output += use.outputTokens;
      sums.set(key, sum);
      timer ??= setTimeout(() => void flush(), flushMs).unref();
    },
    flush,
  };
}
