import { statement } from "@service/db";
import type { Deps } from "../../deps.ts";
import { embeddedLine } from "./embedded-model.ts";
import type { ModelDesk } from "./model-desk.ts";
import { lineOf, modelColumns, type ModelLine } from "./model-line.ts";

const listedMax = 1_000;

const readAll = statement(
  "model_aliases_list",
  `select ${modelColumns("m")} from model_aliases m order by m.alias collate "C" limit ${listedMax}`,
);

/** `embedded`, the model of the process's variables if there is one, and the registered ones by alias (MODEL-191). */
export async function listModels(
  deps: Pick<Deps, "db"> & { readonly models: ModelDesk },
): Promise<readonly (ModelLine | typeof embeddedLine)[]> {
  const { rows } = await deps.db.pool.query(readAll([]));
  const own = deps.models.ownModel;
  return [embeddedLine, ...(own === undefined ? [] : [own.line]), ...rows.map(lineOf)];
}
