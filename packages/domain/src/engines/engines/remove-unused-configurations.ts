import { hotStatement } from "@service/db";
import type { Deps } from "../../deps.ts";
import { removeUnused, removeUnusedSql } from "./unused-configurations.ts";

const removeOld = hotStatement(
  "engines_remove_unused_configurations",
  removeUnusedSql({
    table: "engine_configurations",
    namedBy: [
      "select e.draft_config_hash from engines e where e.draft_config_hash = looked.hash",
      "select r.config_hash from engine_releases r where r.config_hash = looked.hash",
      "select r.config_hash from runs r where r.config_hash = looked.hash and r.engine_version = 'draft'",
    ],
  }),
);

/**
 * Removes configurations that no draft, release or stored run of a draft names: every save of a changed draft leaves one behind.
 * @returns how many were removed.
 */
export function removeUnusedConfigurations({ db }: Pick<Deps, "db">): Promise<number> {
  return removeUnused(() => db.hot.query(removeOld([])));
}
