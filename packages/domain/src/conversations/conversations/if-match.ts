import { fail } from "@service/contract";

/**
 * The revision that `If-Match` names: `"7"`, also written weak or without its quotes.
 * @returns undefined where it names no revision.
 * @throws `precondition_required` when the header is absent or empty.
 */
function revisionOf(ifMatch: string | undefined): number | undefined {
  const sent = ifMatch?.trim() ?? "";
  if (sent === "") throw fail("precondition_required");
  const named = /^(?:W\/)?"(\d{1,9})"$/.exec(sent)?.[1] ?? /^\d{1,9}$/.exec(sent)?.[0];
  return named === undefined ? undefined : Number(named);
}

/** @throws `precondition_required`; `revision_conflict` with the revision that stands, unless `If-Match` names it. */
export function assertRevision(ifMatch: string | undefined, revision: number): void {
  if (revisionOf(ifMatch) !== revision) throw fail("revision_conflict", { details: { revision } });
}
