import type { Deps } from "../deps.ts";

/** A model that a configuration may name, as far as saving a draft and showing it need to know it. */
export interface KnownAlias {
  readonly alias: string;
  readonly provider: string;
  readonly caps: Readonly<Record<string, boolean>>;
  readonly maxOutputTokens: number | null;
  /** Leaves the deployment: the egress manifest decides what may reach it. */
  readonly isRemote: boolean;
  /** Open to the organization, and registered for conversations. */
  readonly isOpen: boolean;
}

/** What quotes, looks up and declines; it is always there and always open. */
export const embeddedAlias: KnownAlias = {
  alias: "embedded",
  provider: "embedded/extractive-1",
  caps: { continuation: true, tools: false, json: true, judge: false, embeddings: false },
  maxOutputTokens: null,
  isRemote: false,
  isOpen: true,
};

/** The model of an alias; undefined when the deployment has none of this name. */
export function findAlias(
  _deps: Pick<Deps, "db">,
  _organizationId: string,
  alias: string,
): Promise<KnownAlias | undefined> {
  return Promise.resolve(alias === embeddedAlias.alias ? embeddedAlias : undefined);
}

/** The models that a configuration of this organization may name, `embedded` first. */
export function listOpenAliases(_deps: Pick<Deps, "db">, _organizationId: string): Promise<readonly KnownAlias[]> {
  return Promise.resolve([embeddedAlias]);
}
