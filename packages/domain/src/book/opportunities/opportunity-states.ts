import type { OpportunityStatus } from "@service/contract";

/** How one step changes the status of an opportunity. */
interface Transition {
  readonly from: readonly OpportunityStatus[];
  /** `given`: the status that a person or agent names. */
  readonly to: OpportunityStatus | "given";
  /** Condition beside the status, in SQL: `o` is the stored row, `excluded` the one that a run found. */
  readonly when?: string;
}

/** A policy term is at least this long: an account's next expiration moves by less when one of its policies renews. */
const termDaysMin = 180;

/** When the annotation of a row was written, in SQL. */
const annotatedAt = `(select a.updated_at from opportunity_annotations a
  where a.organization_id = o.organization_id and a.environment_id = o.environment_id
    and a.engine_id = o.engine_id and a.opportunity_id = o.opportunity_id)`;

/** When the run of the statement was started, in SQL: it read the annotations after that. */
const runStartedAt = "(select run.started_at from run)";

/**
 * The states of an opportunity (OPPS-20): the one place that says what becomes of which status. Statements take their
 * conditions from here, so a change is conditional and two of them cannot undo each other.
 */
export const opportunityTransitions = {
  /** A run finds again what was gone. */
  reopen: { from: ["resolved", "expired"], to: "open" },
  /** A run lists it although it was dismissed: the engine, which read the annotation, knows that the time is over. */
  endDismissal: { from: ["dismissed"], to: "open", when: `coalesce(${annotatedAt} <= ${runStartedAt}, true)` },
  /** Won and lost hold for one policy term. */
  renewTerm: {
    from: ["won", "lost"],
    to: "open",
    when: `excluded.next_expiration >= o.won_term_ends_on + ${termDaysMin}`,
  },
  /** A run that covers its client no longer finds it. */
  resolve: { from: ["open", "in_progress"], to: "resolved" },
  /** Its date is long past and no run has seen it since. */
  expire: { from: ["open"], to: "expired" },
  /** A person or an agent says how it stands. */
  decide: { from: ["open", "in_progress", "won", "lost", "dismissed"], to: "given" },
} as const satisfies Readonly<Record<string, Transition>>;

export type OpportunityTransition = keyof typeof opportunityTransitions;

/** Statuses that a person may give (OPPS-21). */
export const decidedStatuses = opportunityTransitions.decide.from;
export type DecidedStatus = (typeof decidedStatuses)[number];

/** The condition that a transition applies to the stored row `o`, in SQL. */
export function applies(transition: OpportunityTransition): string {
  const { from, when }: Transition = opportunityTransitions[transition];
  const isFrom = `o.status in (${from.map((status) => `'${status}'`).join(", ")})`;
  return when === undefined ? isFrom : `(${isFrom} and ${when})`;
}

const whenFound = ["reopen", "endDismissal", "renewTerm"] as const;

/** Whether a row that a run finds opens anew, in SQL: it is then `new`. */
export const opensAnew = `(${whenFound.map(applies).join(" or ")})`;

/** The status of a row that a run finds, in SQL. */
export const statusWhenFound = `case when ${opensAnew} then 'open' else o.status end`;
