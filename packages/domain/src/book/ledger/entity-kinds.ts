/** What a command can be about (LEDGER-3). */
export const entityKinds = [
  "account",
  "policy",
  "claim",
  "task",
  "workflow",
  "note",
  "opportunity",
  "run",
  "catalog_item",
  "catalog_document",
] as const;
export type EntityKind = (typeof entityKinds)[number];

export function isEntityKind(kind: string): kind is EntityKind {
  return entityKinds.some((each) => each === kind);
}

/** What is served to everybody and belongs to no client; a request about these alone needs no connection (LEDGER-22). */
export function isOfCatalog(kind: string): boolean {
  return kind === "catalog_item" || kind === "catalog_document";
}

/** An entity as a caller names it. */
export interface NamedEntity {
  readonly kind: EntityKind;
  readonly key: string;
  readonly client_key?: string | undefined;
  readonly policy_key?: string | undefined;
}
