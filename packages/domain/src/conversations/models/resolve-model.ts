import { statement } from "@service/db";
import type { ModelProvider, ModelSurface } from "@service/models";
import type { EnvironmentScope } from "../../identity/access/index.ts";
import { defaultAlias, embeddedAlias } from "./embedded-model.ts";
import { lineOf, modelColumns, type ModelLine } from "./model-line.ts";
import { type ModelDeps, openLine } from "./open-line.ts";

/** Why an organization does not get an alias (MODEL-61). */
export type ModelRefusal = "not_found" | "not_open" | "disabled" | "lacks_surface";

export type ResolvedModel =
  /** The answerer of this process, which needs no provider. */
  | { readonly kind: "embedded" }
  | { readonly kind: "model"; readonly line: ModelLine; readonly provider: ModelProvider }
  | { readonly kind: "refused"; readonly reason: ModelRefusal };

const findModel = statement(
  "model_aliases_find",
  `select ${modelColumns("m")} from model_aliases m where m.alias = $1`,
);
const readOpen = statement("organizations_open_models", "select o.models from organizations o where o.id = $1");

/**
 * The model behind an alias for one organization and use, read now: a changed registration counts from the next use on
 * (MODEL-61, MODEL-62). `embedded` is always open.
 * @throws SecretBoxError when this process cannot open the key.
 */
export async function resolveModel(
  deps: ModelDeps,
  wanted: Pick<EnvironmentScope, "organizationId"> & { readonly alias: string; readonly surface: ModelSurface },
): Promise<ResolvedModel> {
  const { organizationId, alias, surface } = wanted;
  if (alias === embeddedAlias) return { kind: "embedded" };
  const { db, models } = deps;
  const [{ rows: found }, { rows: organizations }] = await Promise.all([
    alias === defaultAlias ? { rows: [] } : db.pool.query(findModel([alias])),
    db.pool.query(readOpen([organizationId])),
  ]);
  const [row] = found;
  const own = alias === defaultAlias ? models.ownModel : undefined;
  const line = own?.line ?? (row && lineOf(row));
  if (line === undefined) return refused("not_found");
  if (organizations[0]?.models.includes(alias) !== true) return refused("not_open");
  if (line.isDisabled) return refused("disabled");
  if (!line.surfaces.includes(surface)) return refused("lacks_surface");
  const provider = openLine(deps, line, { sealedKey: row?.apiKey ?? null, openKey: own?.apiKey ?? null });
  return { kind: "model", line, provider };
}

function refused(reason: ModelRefusal): ResolvedModel {
  return { kind: "refused", reason };
}
