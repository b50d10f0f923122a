import type { FieldPolicy } from "@service/privacy";
import type { RunVisibility, Viewer } from "../../book/seats/index.ts";
import type { BookEvidence, Evidence, RunEvidence } from "./evidence.ts";
import { shownBy } from "./narrower-of.ts";

/**
 * Whether a viewer may see an answer, by what it was made from (GROUND-30): the viewer holds every capability that was
 * used, is bound to every engine, and reads the book through a seat that is at least as wide, with no class or field hidden
 * that was not hidden from the one who asked. Whoever asked is judged alike: an answer is theirs as long as the rights last.
 * @param evidence null while nothing was read.
 */
export function answerShownTo(viewer: Viewer, evidence: Evidence | null): boolean {
  if (evidence === null) return true;
  return (
    viewer.organizationId === evidence.organizationId &&
    evidence.capabilities.every((each) => viewer.capabilities.includes(each)) &&
    !(evidence.isLiveOnly && viewer.isOrganizationKey && !viewer.isLive) &&
    evidence.book.every((each) => isBookShown(viewer, each)) &&
    evidence.runs.every((each) => areRunsShown(viewer, each))
  );
}

function isBookShown({ book }: Viewer, evidence: BookEvidence): boolean {
  return book !== null && isAsWide(shownBy(book), evidence.grants) && hidesNoMore(book.policy, evidence.policy);
}

function areRunsShown({ environmentId, engines, runs }: Viewer, evidence: RunEvidence): boolean {
  return (
    environmentId === evidence.environmentId &&
    (engines === null || evidence.engines.every((each) => engines.includes(each))) &&
    hidesNoMore(runs.policy, evidence.policy) &&
    (evidence.overBook === null || seesRunsOverBook(runs.overBook, evidence.overBook))
  );
}

function seesRunsOverBook(viewer: RunVisibility, evidence: NonNullable<RunEvidence["overBook"]>): boolean {
  if (viewer.kind === "all") return true;
  const isSame = viewer.seatKey !== null && viewer.seatKey === evidence.seatKey;
  return (isSame || !evidence.isOfOneSeat) && isAsWide(viewer.grants, evidence.grants);
}

/** Null: everything. */
function isAsWide(viewer: readonly string[] | null, needed: readonly string[] | null): boolean {
  if (viewer === null) return true;
  return needed !== null && needed.every((each) => viewer.includes(each));
}

/** Whether the viewer's policy shows whatever the other one showed. */
function hidesNoMore(viewer: FieldPolicy, shown: FieldPolicy): boolean {
  return (
    viewer.denied.every((each) => shown.denied.includes(each)) &&
    Object.entries(viewer.masks).every(([field, mask]) => {
      const then = shown.masks[field];
      return then === mask || then === "null";
    })
  );
}
