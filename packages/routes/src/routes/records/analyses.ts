import { limits, text, Timestamp } from "@service/contract";
import { openPlace, pageOf, sealPlace, TimedPlace } from "@service/domain";
import {
  type AnalysisOrder,
  type AnalysisQuery,
  analysisDays,
  askAnalysis,
  conditionIssues,
  listAnalyses,
  measureOperations,
  readAnalysis,
  refuseSwitchedOff,
  smallestGroup,
  type StoredAnalysis,
} from "@service/domain/analyses";
import { type BookView, rightsOf, seatScopes } from "@service/domain/seats";
import { isJson, type Json } from "@service/json";
import { type FamilyName, familyNames } from "@service/record-families";
import * as z from "zod";
import { PageQuery } from "../../http/page-query.ts";
import { route } from "../../http/route.ts";
import { servingOf, Serving } from "./envelope.ts";
import { BookQuery, limitOf } from "./list-query.ts";

const fieldName = () => text(1, 128);
const MeasureShape = z.strictObject({
  key: z
    .string()
    .regex(/^[a-z][a-z0-9_]{0,63}$/, "must be a lower-case name of up to 64 characters")
    .meta({ description: "The name of the measure in the rows.", examples: ["premium"] }),
  op: z.enum(measureOperations),
  path: fieldName()
    .optional()
    .meta({ description: "A field of the family; `count` without one counts rows.", examples: ["premium"] }),
});
/** `["-premium"]`; also one string, and `{key, direction}` for an element. */
const Order = z.preprocess(
  (given) => {
    const list: unknown = typeof given === "string" ? given.split(",") : given;
    return Array.isArray(list) ? list.map(orderWord) : list;
  },
  z.array(z.string().meta({ examples: ["-premium"] })).max(5),
);

/** Of the family: checked here; whether its fields exist and may be asked about: `askAnalysis`. */
const Question = z
  .strictObject({
    family: z.enum(familyNames),
    where: z
      .unknown()
      .optional()
      .meta({
        description:
          "A condition on the fields of a row, named bare (`premium`, `mailing_address.state`); all operators but `matches`. Rows for which it is unknown are left out.",
        examples: [{ fact: "status", op: "eq", value: "active" }],
      }),
    group_by: z
      .array(fieldName().meta({ examples: ["carrier_key"] }))
      .max(3)
      .default([]),
    measures: z.array(MeasureShape).min(1).max(10),
    order: Order.default([]).meta({
      description: "Fields of `group_by` and keys of measures; `-` descends. Then by the groups.",
    }),
    limit: z.int().min(1).max(1_000).default(100),
  })
  .superRefine((question, context) => {
    const refuse = (path: (string | number)[], message: string): void =>
      context.addIssue({ code: "custom", path, message });
    const names = [...question.group_by, ...question.measures.map(({ key }) => key)];
    for (const [index, name] of names.entries()) {
      if (names.indexOf(name) === index) continue;
      const own = index - question.group_by.length;
      refuse(own < 0 ? ["group_by", index] : ["measures", own, "key"], "must differ from the other columns");
    }
    for (const [index, { key }] of ordersOf(question.order).entries())
      if (!names.includes(key)) refuse(["order", index], "must be a field of group_by or the key of a measure");
    if (question.where === undefined) return;
    for (const { path, message } of conditionIssues(conditionOf(question.where)))
      refuse(["where", ...path.split("/").slice(1)], message);
  })
  .meta({
    id: "AnalysisRequest",
    example: {
      family: "policies",
      where: { fact: "status", op: "eq", value: "active" },
      group_by: ["carrier_key"],
      measures: [
        { key: "policies", op: "count" },
        { key: "premium", op: "sum", path: "premium" },
      ],
      order: ["-premium"],
      limit: 20,
    },
  });

const OrderObject = z.strictObject({ key: z.string(), direction: z.enum(["asc", "desc"]).default("asc") });

function orderWord(given: unknown): unknown {
  const { success, data } = OrderObject.safeParse(given);
  return success ? `${data.direction === "desc" ? "-" : ""}${data.key}` : given;
}

function ordersOf(order: readonly string[]): readonly AnalysisOrder[] {
  return order.map((one) => ({ key: one.replace(/^-/, ""), direction: one.startsWith("-") ? "desc" : "asc" }));
}

/** Walks without recursion, unlike `z.json()`: a condition may be nested deeper than the stack. */
function conditionOf(where: unknown): Json {
  if (!isJson(where)) throw new TypeError("a parsed body holds JSON only");
  return where;
}

function queryOf(question: z.output<typeof Question>): AnalysisQuery {
  const { family, group_by: groupBy, measures, limit } = question;
  const where = question.where === undefined ? undefined : conditionOf(question.where);
  return { family, groupBy, measures, order: ordersOf(question.order), limit, ...(where !== undefined && { where }) };
}

const OwnScope = z
  .object({
    posture: z.enum(["off", "shadow", "lit"]),
    scope: z.enum(seatScopes),
    families: z.array(z.enum(familyNames)),
    suppressed_below: z.literal(smallestGroup).meta({
      description: "Groups of fewer rows are left out, for every enforced scope but All.",
    }),
  })
  .meta({ id: "AnalysisScope" });

const shared = {
  analysis_id: z.uuid(),
  status: z.literal("completed"),
  suppressed_groups: z
    .int()
    .meta({ description: "Groups that were left out because they are small, or tell of small ones." }),
  truncated: z.boolean().meta({ description: "There are more groups than `limit`." }),
  created_at: Timestamp,
  expires_at: Timestamp,
};
const AnalysisRows = z
  .array(
    z
      .record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))
      .meta({ examples: [{ carrier_key: "meridian", policies: 41, premium: 182_400.5 }] }),
  )
  .meta({
    description: "One for each group: its fields and measures by name. A measure of fewer than five values is null.",
  });
const StoredQuery = z
  .record(z.string(), z.unknown())
  .meta({ description: "What was asked.", examples: [{ family: "policies" }] });
const Analysis = z
  .object({
    duration_ms: z.int(),
    ...shared,
    rows: AnalysisRows,
    query: StoredQuery,
    snapshot_seq: z.int(),
    scope: OwnScope,
  })
  .meta({ id: "Analysis" });

export const askOne = route({
  id: "records.analyses.ask",
  method: "POST",
  path: "/api/v1/records/analyses",
  summary: "Ask for counts and sums over the book",
  description:
    "One family, at one snapshot, over the rows that the acting person sees; ten seconds, else `504 request_timeout`. For an enforced scope other than All, groups of fewer than five rows are left out, and further ones until every total less the shown rows is 0 or at least 5; differences between two questions are not prevented. The answer is kept for 30 days. A person may ask 60 analyses an hour. Needs the organization's switch, else `503 analyses_not_enabled`.",
  endsWithCaller: true,
  query: BookQuery,
  body: { schema: Question, limitBytes: limits.analysisBodyBytes },
  responses: { 200: Analysis.extend({ serving: Serving, computed_at: Timestamp }).meta({ id: "AskedAnalysis" }) },
  errors: ["analyses_not_enabled", "rate_limited", "request_timeout"],
  async handle({ caller, deps, viewer, query, body, time, startedAtMs, reply }) {
    const analysisQuery = queryOf(body);
    const answer = await askAnalysis(deps, {
      caller,
      viewer,
      connectionId: query.connection_id,
      query: analysisQuery,
      signal: time.signal,
    });
    const { analysisId, createdAt, rows, suppressedGroups, isTruncated, book } = answer;
    return reply(200, {
      duration_ms: Math.round(performance.now() - startedAtMs),
      ...presentMeta({ analysisId, createdAt, suppressedGroups, isTruncated }),
      rows: [...rows],
      query: presentQuery(analysisQuery),
      snapshot_seq: book.seq,
      computed_at: createdAt.toISOString(),
      serving: servingOf(book, deps.clock.now()),
      scope: ownScope(viewer, [analysisQuery.family]),
    });
  },
});

export const readOne = route({
  id: "records.analyses.read",
  method: "GET",
  path: "/api/v1/records/analyses/{analysis_id}",
  summary: "Read an analysis",
  description:
    "As it was answered. Rights that are narrower now than those it was computed with, or a field policy that hides one of its fields, answer `404 not_found`.",
  params: z.object({ analysis_id: z.string().meta({ examples: ["9b2f6c1e-8f43-4a39-9d5c-6f1f7f0f2b11"] }) }),
  query: z.strictObject({}),
  responses: { 200: Analysis },
  errors: ["analyses_not_enabled"],
  async handle({ caller, deps, viewer, params, startedAtMs, reply }) {
    refuseSwitchedOff(caller);
    const found = await readAnalysis(deps, viewer, params.analysis_id);
    return reply(200, {
      duration_ms: Math.round(performance.now() - startedAtMs),
      ...presentMeta(found),
      rows: AnalysisRows.parse(found.rows),
      query: presentStored(found),
      snapshot_seq: found.snapshotSeq,
      scope: ownScope(viewer, [found.family]),
    });
  },
});

export const listOwn = route({
  id: "records.analyses.list",
  method: "GET",
  path: "/api/v1/records/analyses",
  summary: "List your analyses",
  description:
    "Those of the acting person, or of the key under posture off, newest first, that present rights still show; without their rows.",
  query: PageQuery,
  responses: {
    200: z.object({
      duration_ms: z.int(),
      data: z.array(z.object({ ...shared, query: StoredQuery, snapshot_seq: z.int() }).meta({ id: "AnalysisLine" })),
      next_cursor: z
        .string()
        .nullable()
        .meta({ examples: ["v1.0a1b2c3d.k3v5n2q7x4m6"] }),
      scope: OwnScope,
    }),
  },
  errors: ["analyses_not_enabled", "invalid_cursor"],
  async handle({ caller, deps, viewer, query, startedAtMs, reply }) {
    const limit = limitOf(query);
    const list = { list: "analyses", organizationId: viewer.organizationId, rights: rightsOf(viewer) };
    const after = query.cursor === undefined ? undefined : openPlace(deps.secrets, list, query.cursor, TimedPlace);
    refuseSwitchedOff(caller);
    const found = await listAnalyses(deps, { caller, viewer }, { after, limit });
    const { rows, nextCursor } = pageOf(found, limit, ({ createdAt, analysisId }) =>
      sealPlace(deps.secrets, list, [createdAt, analysisId]),
    );
    return reply(200, {
      duration_ms: Math.round(performance.now() - startedAtMs),
      data: rows.map((one) => ({ ...presentMeta(one), query: presentStored(one), snapshot_seq: one.snapshotSeq })),
      next_cursor: nextCursor,
      scope: ownScope(viewer, [...new Set(rows.map(({ family }) => family))]),
    });
  },
});

const dayMs = 86_400_000;

function presentMeta(one: Pick<StoredAnalysis, "analysisId" | "createdAt" | "suppressedGroups" | "isTruncated">) {
  return {
    analysis_id: one.analysisId,
    status: "completed" as const,
    suppressed_groups: one.suppressedGroups,
    truncated: one.isTruncated,
    created_at: one.createdAt.toISOString(),
    expires_at: new Date(one.createdAt.getTime() + analysisDays * dayMs).toISOString(),
  };
}

const Stored = z.object({
  family: z.enum(familyNames),
  where: z.unknown().optional(),
  groupBy: z.array(z.string()),
  measures: z.array(MeasureShape),
  order: z.array(z.object({ key: z.string(), direction: z.enum(["asc", "desc"]) })),
  limit: z.int(),
});

function presentStored({ query }: StoredAnalysis): Record<string, unknown> {
  return presentQuery(Stored.parse(query));
}

function presentQuery({ family, where, groupBy, measures, order, limit }: z.output<typeof Stored> | AnalysisQuery) {
  return {
    family,
    ...(where !== undefined && { where }),
    group_by: [...groupBy],
    measures: measures.map(({ key, op, path }) => ({ key, op, ...(path !== undefined && { path }) })),
    order: order.map(({ key, direction }) => (direction === "desc" ? `-${key}` : key)),
    limit,
  };
}

function ownScope({ posture, scope }: BookView, families: readonly FamilyName[]): z.input<typeof OwnScope> {
  return { posture, scope, families: [...families], suppressed_below: smallestGroup };
}
