import { statement } from "@service/db";
import type { EnvironmentScope } from "../../identity/access/index.ts";
import type { Deps } from "../../deps.ts";

/** One use of a model: a turn, a request to `/converse`, a judgement. */
export interface ModelUse extends Pick<EnvironmentScope, "organizationId" | "environmentId"> {
  readonly environment: string;
  readonly alias: string;
  /** Conversation instance; null: none. */
  readonly instanceId: string | null;
  readonly failed: boolean;
  readonly inputTokens: number;
  readonly outputTokens: number;
}

export const noInstance = "00000000-0000-0000-0000-000000000000";

const addUse = statement(
  "model_usage_add",
  `insert into model_usage as u (organization_id, day, alias, environment_id, instance_id, environment_slug, requests,
     failures, input_tokens, output_tokens)
   values (@organization_id, (now() at time zone 'utc')::date, @alias, @environment_id, @instance_id,
     @environment_slug, 1, @failures, @input_tokens, @output_tokens)
   on conflict (organization_id, day, alias, environment_id, instance_id) do update set requests = u.requests + 1,
     failures = u.failures + excluded.failures, input_tokens = u.input_tokens + excluded.input_tokens,
     output_tokens = u.output_tokens + excluded.output_tokens`,
);

/** Counts one use in the row of its day (UTC), alias, environment and instance (MODEL-65). */
export async function recordModelUsage(deps: Pick<Deps, "db">, use: ModelUse): Promise<void> {
  await deps.db.pool.query(
    addUse({
      organizationId: use.organizationId,
      alias: use.alias,
      environmentId: use.environmentId,
      instanceId: use.instanceId ?? noInstance,
      environmentSlug: use.environment,
      failures: use.failed ? 1 : 0,
      inputTokens: counted(use.inputTokens),
      outputTokens: counted(use.outputTokens),
    }),
  );
}

/** A vendor's count is a number of its own choice. */
function counted(tokens: number): number {
  return Number.isFinite(tokens) ? Math.min(1_000_000_000, Math.max(0, Math.round(tokens))) : 0;
}
