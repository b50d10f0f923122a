import { fail } from "@service/contract";
import { isDate } from "@service/json";
import { statement } from "@service/db";
import type { Deps } from "../../deps.ts";
import { showOrganization } from "../../identity/organizations/index.ts";
import { noInstance } from "./record-model-usage.ts";

export interface ModelUsageLine {
  /** UTC. */
  readonly day: string;
  readonly alias: string;
  readonly environment: string;
  readonly instanceId: string | null;
  readonly requests: number;
  readonly failures: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
}

const linesMax = 10_000;

const readUsage = statement(
  "model_usage_list",
  `select to_char(u.day, 'YYYY-MM-DD') as day, u.alias, u.environment_slug as environment, u.instance_id as "instanceId",
     u.requests::float8 as requests, u.failures::float8 as failures, u.input_tokens::float8 as "inputTokens",
     u.output_tokens::float8 as "outputTokens"
   from model_usage u where u.organization_id = $1 and u.day >= coalesce($2::text::date, '-infinity'::date)
     and u.day <= coalesce($3::text::date, 'infinity'::date)
   order by u.day desc, u.alias collate "C", u.environment_slug collate "C", u.instance_id limit ${linesMax}`,
);

/**
 * What an organization asked of models, newest day first, at most 10,000 lines (MODEL-65).
 * @param range.from, range.to days (UTC), both included.
 * @throws `not_found`, `invalid_request`
 */
export async function listModelUsage(
  deps: Pick<Deps, "db">,
  organizationId: string,
  range: { readonly from?: string | undefined; readonly to?: string | undefined } = {},
): Promise<readonly ModelUsageLine[]> {
  for (const day of [range.from, range.to])
    if (day !== undefined && !isDate(day))
      throw fail("invalid_request", { message: "A day must be a date such as 2026-11-23." });
  const { id } = await showOrganization(deps, organizationId);
  const { rows } = await deps.db.pool.query(readUsage([id, range.from ?? null, range.to ?? null]));
  return rows.map(({ day, instanceId, requests, failures, inputTokens, outputTokens, ...line }) => ({
    ...line,
    day: day ?? "",
    requests: requests ?? 0,
    failures: failures ?? 0,
    inputTokens: inputTokens ?? 0,
    outputTokens: outputTokens ?? 0,
    instanceId: instanceId === noInstance ? null : instanceId,
  }));
}
