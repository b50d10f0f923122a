import type { RuleTally } from "@service/engine-kit";
import type { Condition, Facts } from "@service/conditions";
import { byText, text } from "@service/json";
import type { Route, Settings } from "../settings.ts";
import type { Assignee, Submission } from "./submission.ts";

export type Assignment = {
  /** The route that takes the submission: the fallback when everybody of its own is full. */
  readonly route: Route;
  readonly assignee: string | undefined;
  readonly note: "already_assigned" | "assigned" | "nobody_eligible" | "capacity_exhausted" | "not_assignable";
};

type Seat = { readonly assignee: Assignee; load: number };

/** A rule about a submission, for the tally: its facts are at the top level (COND-28, COND-33). */
export function tallied(condition: Condition, facts: Facts): Parameters<RuleTally["noteCondition"]>[3] {
  const key = text(facts.root, "submission_key") ?? "";
  return { conditions: [condition], facts, nameOf: (path) => `submissions[${key}].${path}` };
}

/** The first route, by precedence, whose condition is true; an undecided one is skipped (TRI-55). */
export function chooseRoute(settings: Settings, facts: Facts, tally: RuleTally): Route {
  for (const route of settings.routes) {
    const truth = route.condition.evaluate(facts);
    tally.noteCondition(route.key, "evaluate", truth, tallied(route.condition, facts));
    if (truth === "true") return route;
  }
  return settings.fallback;
}

/**
 * Assigns submissions to people, in the order given, each to the eligible one with the lowest load over capacity (ties
 * by seat). Eligible: named or tagged by the route, licensed in the state, writing every line, with authority for the
 * premium; what is not stated restricts nothing. A team names the desk, not its people: assignees have no team. When
 * everybody eligible is full the submission goes to the fallback route.
 */
export class Desk {
  readonly #seats: readonly Seat[];
  readonly #isStaffed: boolean;
  readonly #fallback: Route;
  readonly #exhausted = new Map<string, number>();

  constructor(assignees: readonly Assignee[] | undefined, fallback: Route) {
    this.#seats = (assignees ?? []).map((assignee) => ({ assignee, load: assignee.load }));
    this.#isStaffed = assignees !== undefined && assignees.length > 0;
    this.#fallback = fallback;
  }

  assign(submission: Submission, route: Route): Assignment {
    if (submission.assignedTo !== undefined) {
      // The stated load already includes the work on the desk.
      return { route, assignee: submission.assignedTo, note: "already_assigned" };
    }
    if (!this.#isStaffed) return { route, assignee: undefined, note: "not_assignable" };
    const own = this.#seats.filter((seat) => isEligible(seat.assignee, submission, route));
    if (own.length === 0) return { route, assignee: undefined, note: "nobody_eligible" };
    const seat = leastLoaded(own);
    if (seat !== undefined) {
      seat.load += 1;
      return { route, assignee: seat.assignee.seatKey, note: "assigned" };
    }
    this.#exhausted.set(route.key, (this.#exhausted.get(route.key) ?? 0) + 1);
    const others = this.#seats.filter((other) => isEligible(other.assignee, submission, this.#fallback));
    const stand = leastLoaded(others);
    if (stand === undefined) return { route: this.#fallback, assignee: undefined, note: "capacity_exhausted" };
    stand.load += 1;
    return { route: this.#fallback, assignee: stand.assignee.seatKey, note: "capacity_exhausted" };
  }

  /** Submissions per route for which everybody eligible was full, by route key. */
  exhausted(): readonly (readonly [routeKey: string, count: number])[] {
    return [...this.#exhausted].sort(([a], [b]) => byText(a, b));
  }
}

function isEligible(assignee: Assignee, submission: Submission, { to }: Route): boolean {
  if (to.seat !== undefined && assignee.seatKey !== to.seat) return false;
  if (to.tag !== undefined && !assignee.tags.has(to.tag)) return false;
  const { lines, states, authorityCents } = assignee;
  if (lines !== undefined && !submission.lines.every((line) => lines.has(line))) return false;
  if (states !== undefined && submission.state !== undefined && !states.has(submission.state)) return false;
  return (
    authorityCents === undefined || submission.premiumCents === undefined || submission.premiumCents <= authorityCents
  );
}

/** Seats are sorted by their keys, so the first of equals wins. */
function leastLoaded(seats: readonly Seat[]): Seat | undefined {
  let best: Seat | undefined;
  for (const seat of seats) {
    if (seat.load >= seat.assignee.capacity) continue;
    if (best === undefined || seat.load * best.assignee.capacity < best.load * seat.assignee.capacity) best = seat;
  }
  return best;
}
