import type { FieldPolicy } from "@service/privacy";
import type { RunVisibility } from "../../book/seats/index.ts";
import type { Asker } from "./asker.ts";
import type { BookEvidence, Evidence, RunEvidence } from "./evidence.ts";
import { shownBy } from "./narrower-of.ts";

/**
 * Whether a reader may see an answer, by what it was made from (GROUND-30): the reader holds every capability that was
 * used, is bound to every engine, and reads the book through a seat that is at least as wide, with no class or field hidden
 * that was not hidden from the one who asked. Whoever asked is judged alike: an answer is theirs as long as the rights last.
 * @param evidence null while nothing was read.
 */
export function answerShownTo(reader: Asker, evidence: Evidence | null): boolean {
  if (evidence === null) return true;
  return (
    reader.organizationId === evidence.organizationId &&
    evidence.capabilities.every((each) => reader.capabilities.includes(each)) &&
    !(evidence.isLiveOnly && reader.isOrganizationKey && !reader.isLive) &&
    evidence.book.every((each) => isBookShown(reader, each)) &&
    evidence.runs.every((each) => areRunsShown(reader, each))
  );
}

function isBookShown({ book }: Asker, evidence: BookEvidence): boolean {
  return book !== null && isAsWide(shownBy(book), evidence.grants) && hidesNoMore(book.policy, evidence.policy);
}

function areRunsShown({ environmentId, engines, runs }: Asker, evidence: RunEvidence): boolean {
  return (
    environmentId === evidence.environmentId &&
    (engines === null || evidence.engines.every((each) => engines.includes(each))) &&
    hidesNoMore(runs.policy, evidence.policy) &&
    (evidence.overBook === null || seesRunsOverBook(runs.overBook, evidence.overBook))
  );
}

function seesRunsOverBook(reader: RunVisibility, evidence: NonNullable<RunEvidence["overBook"]>): boolean {
  if (reader.kind === "all") return true;
  const isSame = reader.seatKey !== null && reader.seatKey === evidence.seatKey;
  return (isSame || !evidence.isOfOneSeat) && isAsWide(reader.grants, evidence.grants);
}

/** Null: everything. */
function isAsWide(reader: readonly string[] | null, needed: readonly string[] | null): boolean {
  if (reader === null) return true;
  return needed !== null && needed.every((each) => reader.includes(each));
}

/** Whether the reader's policy shows whatever the other one showed. */
function hidesNoMore(reader: FieldPolicy, shown: FieldPolicy): boolean {
  return (
    reader.denied.every((each) => shown.denied.includes(each)) &&
    Object.entries(reader.masks).every(([field, mask]) => {
      const then = shown.masks[field];
      return then === mask || then === "null";
    })
  );
}
