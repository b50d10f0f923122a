import type { Deps } from "../../deps.ts";
import { embeddedModel, listModels, listOpenModels, type ModelDesk } from "../models/index.ts";

/** What a look at models needs. A process without a desk of models knows `embedded` alone. */
export type AliasDeps = Pick<Deps, "db" | "clock"> & { readonly models?: ModelDesk | undefined };

/** A model that a configuration may name, as far as saving a draft and showing it need to know it. */
export interface OpenAlias {
  readonly alias: string;
  /** What egress manifests list in `destinations`. */
  readonly provider: string;
  readonly caps: Readonly<Record<string, boolean>>;
  /** Null of `embedded`, which has no bound. */
  readonly maxOutputTokens: number | null;
}

const embedded: OpenAlias = { ...embeddedModel, maxOutputTokens: null };

/** Whether the model of this process answers: nothing leaves it. */
export function isEmbedded(alias: string): boolean {
  return alias === embedded.alias;
}

/** The models that a configuration of this organization may name, `embedded` first (CONV-16). */
export async function listOpenAliases(
  { db, models }: AliasDeps,
  organizationId: string,
): Promise<readonly OpenAlias[]> {
  if (models === undefined) return [embedded];
  const open = await listOpenModels({ db, models }, organizationId);
  return open
    .filter(({ surfaces }) => surfaces.includes("conversation"))
    .map(({ alias, provider, caps, maxOutputTokens }) => ({ alias, provider, caps: { ...caps }, maxOutputTokens }));
}

/** The aliases of the deployment, to whomever they are open, `embedded` included. */
export async function listAliases({ db, models }: AliasDeps): Promise<ReadonlySet<string>> {
  const lines = models === undefined ? [] : await listModels({ db, models });
  return new Set([embedded.alias, ...lines.map(({ alias }) => alias)]);
}
