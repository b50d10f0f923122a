import type { EvalScenarioStatus } from "@service/contract";
import { statement } from "@service/db";
import * as z from "zod";
import type { OrganizationScope } from "../../identity/access/index.ts";
import { openPlace, type Page, pageOf, sealPlace } from "../../paging.ts";
import { requireInstance } from "../conversations/index.ts";
import type { Deps } from "../../deps.ts";
import { requireScenario, scenarioColumns, type ScenarioRow } from "./scenario.ts";

const readPage = statement(
  "eval_scenarios_list",
  `select ${scenarioColumns} from eval_scenarios s
   join eval_scenario_revisions r on r.scenario_id = s.id and r.revision = s.revision
   where s.organization_id = @organization_id and s.instance_id = @instance_id
     and (@status::text is null or s.status = @status::text::eval_scenario_status)
     and (@tag::text is null or @tag::text = any(s.tags)) and s.key collate "C" > @after
   order by s.key collate "C" limit @limit`,
);

/** The scenarios of an instance by key. @throws `conversation_instance_not_found`, `invalid_cursor` */
export async function listScenarios(
  deps: Pick<Deps, "db" | "secrets">,
  { organizationId }: OrganizationScope,
  slug: string,
  request: {
    readonly status: EvalScenarioStatus | undefined;
    readonly tag: string | undefined;
    readonly limit: number;
    readonly cursor: string | undefined;
  },
): Promise<Page<ScenarioRow>> {
  const { status, tag, limit, cursor } = request;
  const instance = await requireInstance(deps, { organizationId }, slug);
  const list = { list: "eval_scenarios", instanceId: instance.id, status, tag };
  const [after] = cursor === undefined ? [""] : openPlace(deps.secrets, list, cursor, z.tuple([z.string()]));
  const { rows } = await deps.db.pool.query(
    readPage({
      organizationId,
      instanceId: instance.id,
      status: status ?? null,
      tag: tag ?? null,
      after,
      limit: limit + 1,
    }),
  );
  return pageOf(rows, limit, (last) => sealPlace(deps.secrets, list, [last.key]));
}

/**
 * A scenario of an instance at its current revision, or at `revision`.
 * @throws `conversation_instance_not_found`, `eval_scenario_not_found`.
 */
export async function readScenario(
  deps: Pick<Deps, "db">,
  caller: OrganizationScope,
  { slug, key, revision }: { readonly slug: string; readonly key: string; readonly revision: number | undefined },
): Promise<ScenarioRow> {
  const instance = await requireInstance(deps, caller, slug);
  return requireScenario(deps.db.pool, instance, key, revision);
}
