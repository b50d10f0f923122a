import { opportunityKinds, opportunityStatuses } from "@service/contract";
import { readBook, type ServedBook, SqlText } from "../records/index.ts";
import type { BookView } from "../seats/index.ts";
import type { OpportunityDeps } from "./opportunity.ts";
import { hiddenMembers } from "./present-opportunity.ts";
import { type Projection, readProjection } from "./read-projection.ts";
import type { OpportunityFilters, OpportunityScope } from "./opportunity-filters.ts";
import { assertFilters, conditionsOf, isShown } from "./select-opportunities.ts";

/** `expectedValue` is null for a viewer who is denied it. */
interface OpportunityTally {
  readonly count: number;
  readonly expectedValue: number | null;
}

export interface OpportunityTotals {
  readonly byKind: ReadonlyMap<string, OpportunityTally>;
  readonly byStatus: ReadonlyMap<string, OpportunityTally>;
  /** Under an empty name those without a producer. */
  readonly byProducer: ReadonlyMap<string, OpportunityTally>;
  readonly totals: OpportunityTally;
}

export interface SummarizedOpportunities {
  readonly book: ServedBook;
  readonly summary: OpportunityTotals;
  readonly hidden: number;
  readonly projection: Projection | null;
}

interface Group {
  readonly grouped: number;
  readonly kind: string | null;
  readonly status: string | null;
  readonly producer: string | null;
  readonly count: number;
  readonly cents: string | null;
  readonly hidden: number;
}

/** What `grouping()` gives for each of the sets below: a bit for every column that is not in it. */
const sets = { kind: 3, status: 5, producer: 6, totals: 7 } as const;

/**
 * Counts and expected value of the opportunities that the filters select and the viewer sees.
 * @throws `invalid_request` for a filter on what the viewer may not see; what `readBook` refuses.
 */
export async function summarizeOpportunities(
  deps: OpportunityDeps,
  { viewer, signal }: { readonly viewer: BookView; readonly signal: AbortSignal },
  request: {
    readonly scope: OpportunityScope;
    readonly connectionId: string | undefined;
    readonly filters: OpportunityFilters;
  },
): Promise<SummarizedOpportunities> {
  const { scope, connectionId, filters } = request;
  assertFilters(filters, { viewer });
  const { book, result } = await readBook(deps, { viewer, signal, connectionId }, async (read) => {
    const values = new SqlText();
    const conditions = conditionsOf(values, read, scope, filters);
    const isHidden =
      viewer.posture === "shadow" ? `count(*) filter (where not ${isShown(values, read)})::int` : "0::int";
    const text = `
      select grouping(o.kind, o.status, coalesce(o.producer_seat, '')) as grouped, o.kind, o.status,
        coalesce(o.producer_seat, '') as producer, count(*)::int as count,
        sum(round(o.expected_value::numeric * 100))::text as cents, ${isHidden} as hidden
      from opportunities o where ${conditions.join(" and ")}
      group by grouping sets ((o.kind), (o.status), (coalesce(o.producer_seat, '')), ())`;
    const groups = await deps.book.query<Group>({ text, values }, read.signal);
    return { groups, projection: await readProjection(deps, scope) };
  });
  const hidden = hiddenMembers(viewer.policy);
  const isValueHidden = hidden.has("expected_value");
  const ofSet = (set: keyof typeof sets): readonly Group[] =>
    result.groups.filter(({ grouped }) => grouped === sets[set]);
  const tallyOf = (group: Group | undefined): OpportunityTally => ({
    count: group?.count ?? 0,
    expectedValue: isValueHidden ? null : Number(group?.cents ?? 0) / 100,
  });
  const [totals] = ofSet("totals");
  const byWord = (set: "kind" | "status", words: readonly string[]): ReadonlyMap<string, OpportunityTally> =>
    new Map(words.map((word) => [word, tallyOf(ofSet(set).find((group) => group[set] === word))]));
  return {
    book,
    summary: {
      byKind: byWord("kind", opportunityKinds),
      byStatus: byWord("status", opportunityStatuses),
      // The names of the groups would tell whose they are.
      byProducer: new Map(
        hidden.has("producer_seat") ? [] : ofSet("producer").map((group) => [group.producer ?? "", tallyOf(group)]),
      ),
      totals: tallyOf(totals),
    },
    hidden: totals?.hidden ?? 0,
    projection: result.projection,
  };
}
