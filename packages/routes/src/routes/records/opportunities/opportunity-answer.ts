import { Opportunity, OpportunityProjection } from "@service/contract";
import { hiddenMembers, hidesNotes, type OpportunityDeps, type Projection } from "@service/domain/opportunities";
import { hiddenByLit, type ServedBook } from "@service/domain/records";
import type { BookView } from "@service/domain/seats";
import * as z from "zod";
import { envelopeOf, scopeOf, servingOf } from "../envelope.ts";
import { serverTiming } from "../book-route.ts";

export const EngineIdParams = z.object({
  engine_id: z.string().meta({
    description: "The id of an engine of the type opportunity, not its slug.",
    examples: ["7d8a3a4e-3c1e-4f0e-9a58-9a3f5f0d4c11"],
  }),
});

export const OpportunityParams = EngineIdParams.extend({
  opportunity_id: z.string().meta({ examples: ["5f0c1f0e-1a2b-5c3d-8e4f-0123456789ab"] }),
});

/** Opportunities in the envelope of reads of the book, with the run that they show. */
export function opportunityEnvelope<Data extends z.ZodType>(data: Data) {
  return envelopeOf(data).extend({ projection: OpportunityProjection });
}

export const OneOpportunity = opportunityEnvelope(Opportunity);

interface Answer<Data> {
  readonly data: Data;
  readonly book: ServedBook;
  readonly projection: (Projection & { readonly isRefreshed?: boolean }) | null;
  /** Rows of the answer, for the count under shadow. */
  readonly rows?: readonly { readonly isSeen: boolean }[];
  /** Rows that a summary counted and lit would withhold. */
  readonly hidden?: number;
  readonly nextCursor?: string | null;
}

/** An answer with its headers: posture shadow is counted under the family of the clients. */
export function answerOf<Data>(
  { deps, viewer, route, startedAtMs }: Answering,
  { data, book, projection, rows = [], hidden = 0, nextCursor }: Answer<Data>,
) {
  const isShadow = viewer.posture === "shadow";
  const lost = hiddenByLit(isShadow ? rows.map(({ isSeen }) => ({ family: "accounts" as const, isSeen })) : []);
  const counted = hidden === 0 ? lost : new Map([...lost, ["accounts" as const, hidden]]);
  if (isShadow) deps.book.countShadow({ viewer, route, hidden: counted });
  const now = deps.clock.now();
  const scope = scopeOf(viewer, { book, families: [], hidden: counted });
  const totalMs = performance.now() - startedAtMs;
  const body = {
    duration_ms: Math.round(totalMs),
    data,
    ...(nextCursor === undefined ? {} : { next_cursor: nextCursor }),
    projection: projection && presentProjection(projection),
    computed_at: now.toISOString(),
    serving: servingOf(book, now),
    scope: { ...scope, masked_fields: maskedMembers(viewer) },
  };
  return { body, headers: { "server-timing": serverTiming({ db: totalMs, present: 0, total: totalMs }) } };
}

interface Answering {
  readonly deps: Pick<OpportunityDeps, "book" | "clock">;
  readonly viewer: BookView;
  /** The route's id. */
  readonly route: string;
  readonly startedAtMs: number;
}

function presentProjection({
  runId,
  completedAt,
  isRefreshed = false,
}: Projection & { readonly isRefreshed?: boolean }): NonNullable<z.input<typeof OpportunityProjection>> {
  return { run_id: runId, completed_at: completedAt.toISOString(), refreshed: isRefreshed };
}

/** `opportunities.member` of what the policy denies, and of the note of an annotation. */
export function maskedMembers({ policy }: Pick<BookView, "policy">): string[] {
  const members = [...hiddenMembers(policy), ...(hidesNotes(policy) ? ["annotation.note"] : [])];
  return members.map((member) => `opportunities.${member}`).toSorted();
}
