import { statement } from "@service/db";
import { type ModelCapabilities, type ModelSurface, modelSurfaces } from "@service/models";
import type { Deps } from "../../deps.ts";
import { defaultAlias, embeddedModel } from "./embedded-model.ts";
import type { ModelDesk } from "./model-desk.ts";
import { lineOf, modelColumns, type ModelLine } from "./model-line.ts";

/** A model that an organization may name. */
export interface OpenModel {
  readonly alias: string;
  /** `embedded`, or what manifests list in `destinations`. */
  readonly provider: string;
  readonly model: string;
  readonly caps: ModelCapabilities;
  /** Null of `embedded`, which has no bound. */
  readonly contextTokens: number | null;
  readonly maxOutputTokens: number | null;
  readonly surfaces: readonly ModelSurface[];
}

const listOpen = statement(
  "model_aliases_list_open",
  `select ${modelColumns("m")} from model_aliases m join organizations o on m.alias = any(o.models)
   where o.id = $1 and m.disabled_at is null order by m.alias collate "C"`,
);
const isDefaultOpen = statement(
  "organizations_default_model_open",
  "select $2 = any(o.models) as open from organizations o where o.id = $1",
);

/** What the organization may use: `embedded` first, then what is open to it and not disabled, by alias (MODEL-60). */
export async function listOpenModels(
  deps: Pick<Deps, "db"> & { readonly models: ModelDesk },
  organizationId: string,
): Promise<readonly OpenModel[]> {
  const [{ rows }, { rows: own }] = await Promise.all([
    deps.db.pool.query(listOpen([organizationId])),
    deps.db.pool.query(isDefaultOpen([organizationId, defaultAlias])),
  ]);
  const ownModel = own[0]?.open === true ? deps.models.ownModel : undefined;
  return [
    { ...embeddedModel, contextTokens: null, maxOutputTokens: null, surfaces: modelSurfaces.filter(isEmbeddedUse) },
    ...(ownModel === undefined ? [] : [openModelOf(ownModel.line)]),
    ...rows.map((row) => openModelOf(lineOf(row))),
  ];
}

function isEmbeddedUse(surface: ModelSurface): boolean {
  return surface === "conversation" || surface === "converse";
}

function openModelOf({ alias, provider, model, caps, contextTokens, maxOutputTokens, surfaces }: ModelLine): OpenModel {
  return { alias, provider, model, caps, contextTokens, maxOutputTokens, surfaces };
}
