import { combinedPolicy } from "@service/privacy";
import type { BookView, RunVisibility, Viewer } from "../../book/seats/index.ts";

/**
 * What both viewers may read, for a turn that is resumed or that starts later than it was asked (GROUND-4). Identity, seat
 * and principal are those of `present`. Never wider than either; it may be narrower than what both see, because entries of
 * grants are compared and not the rows that they show.
 * @throws for viewers of two environments, who have nothing in common.
 */
export function narrowerOf(original: Viewer, present: Viewer): Viewer {
  if (original.organizationId !== present.organizationId || original.environmentId !== present.environmentId)
    throw new Error("rights of two environments are never joined");
  return {
    ...present,
    isOrganizationKey: original.isOrganizationKey && present.isOrganizationKey,
    capabilities: present.capabilities.filter((each) => original.capabilities.includes(each)),
    engines: inBoth(original.engines, present.engines),
    book: original.book === null || present.book === null ? null : narrowerBook(original.book, present.book),
    runs: {
      policy: combinedPolicy(original.runs.policy, present.runs.policy),
      overBook: narrowerVisibility(original.runs.overBook, present.runs.overBook),
      person: present.runs.person,
    },
  };
}

/** Null stands for everything. */
function inBoth<T>(left: readonly T[] | null, right: readonly T[] | null): readonly T[] | null {
  if (left === null) return right;
  return right === null ? left : right.filter((each) => left.includes(each));
}

function narrowerBook(original: BookView, present: BookView): BookView {
  const enforced = original.enforced || present.enforced;
  return {
    ...present,
    // Under shadow nothing is withheld: only grants that are enforced narrow.
    posture: enforced ? "lit" : present.posture,
    enforced,
    grants: enforced ? inBoth(shownBy(original), shownBy(present)) : present.grants,
    policy: combinedPolicy(original.policy, present.policy),
    isAsserted: original.isAsserted && present.isAsserted,
  };
}

/** The grants that decide which rows are shown; null: every row is. */
export function shownBy({ enforced, grants }: Pick<BookView, "enforced" | "grants">): readonly string[] | null {
  return enforced ? grants : null;
}

function narrowerVisibility(original: RunVisibility, present: RunVisibility): RunVisibility {
  if (original.kind === "all") return present;
  if (present.kind === "all") return original;
  return {
    kind: "seat",
    seatKey: original.seatKey === present.seatKey ? present.seatKey : null,
    grants: present.grants.filter((each) => original.grants.includes(each)),
  };
}
