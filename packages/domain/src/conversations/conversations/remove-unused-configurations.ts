import { statement } from "@service/db";
import type { Deps } from "../../deps.ts";
import { removeUnused, removeUnusedSql } from "../../engines/engines/index.ts";

const removeOld = statement(
  "conversation_configurations_remove_unused",
  removeUnusedSql({
    table: "conversation_configurations",
    namedBy: [
      "select i.draft_config_hash from conversation_instances i where i.draft_config_hash = looked.hash",
      "select v.config_hash from conversation_instance_versions v where v.config_hash = looked.hash",
      "select e.config_hash from eval_runs e where e.config_hash = looked.hash",
      "select t.config_hash from turns t where t.config_hash = looked.hash and t.instance_version is null",
    ],
  }),
);

/**
 * Removes configurations that no draft, release, evaluation or turn of a draft names (CONV-81): every save of a changed draft
 * leaves one behind.
 * @returns how many were removed.
 */
export function removeUnusedInstanceConfigurations({ db }: Pick<Deps, "db">): Promise<number> {
  return removeUnused(() => db.pool.query(removeOld([])));
}
