import { fail, limits, OpportunityAnnotation, OpportunityAnnotationRequest } from "@service/contract";
import type { Caller } from "@service/domain/access";
import {
  deleteAnnotation as remove,
  findOpportunityEngine,
  type OpportunityDeps,
  presentAnnotationTo,
  readOpportunity,
  saveAnnotation as save,
} from "@service/domain/opportunities";
import type { BookView } from "@service/domain/seats";
import { empty } from "@service/http";
import * as z from "zod";
import { etagOf } from "../../../http/revision.ts";
import { route } from "../../../http/route.ts";
import { BookQuery } from "../list-query.ts";
import { answerOf, opportunityEnvelope, OpportunityParams } from "./opportunity-answer.ts";

/** What people say of an opportunity: one annotation, which survives runs (OPPS-40). */

const path = "/api/v1/engines/{engine_id}/opportunities/{opportunity_id}/annotation";
const Annotation = opportunityEnvelope(OpportunityAnnotation);
const ConditionHeaders = z.object({
  "if-match": z
    .string()
    .optional()
    .meta({
      description: "The revision that you read, in quotes. Required where an annotation exists.",
      examples: ['"3"'],
    }),
});

const codesOfReads = ["invalid_request", "not_found", "book_connection_ambiguous", "book_unavailable"] as const;
const codes = ["engine_not_found", "engine_binding_forbidden", "opportunity_not_found"] as const;

export const readAnnotation = route({
  id: "opportunities.annotation.read",
  method: "GET",
  path,
  summary: "Read the annotation of an opportunity",
  hasServerTiming: true,
  hasEtag: true,
  endsWithCaller: true,
  params: OpportunityParams,
  query: BookQuery,
  responses: { 200: Annotation },
  errors: [...codes, "annotation_not_found"],
  async handle({ deps, caller, viewer, params, query, time, startedAtMs, reply }) {
    const { row, ...found } = await find({ deps, caller, viewer, signal: time.signal }, params, query);
    if (row.annotation === null) throw fail("annotation_not_found");
    const data = OpportunityAnnotation.parse(await presentAnnotationTo(deps, viewer.policy, row, row.annotation));
    const answering = { deps, viewer, route: "opportunities.annotation.read", startedAtMs };
    const { body, headers } = answerOf(answering, { ...found, data, rows: [row] });
    return reply(200, body, { ...headers, etag: etagOf(data.revision) });
  },
});

export const saveAnnotation = route({
  id: "opportunities.annotation.save",
  method: "PUT",
  path,
  summary: "Annotate an opportunity",
  description:
    "Replaces the annotation as a whole and gives the opportunity its status, unless it is resolved or expired. The first one needs no `If-Match`; every later one names the revision that it replaces.",
  hasServerTiming: true,
  hasEtag: true,
  params: OpportunityParams,
  query: BookQuery,
  headers: ConditionHeaders,
  body: { schema: OpportunityAnnotationRequest, limitBytes: limits.jsonBodyBytes },
  responses: { 200: Annotation, 201: Annotation },
  errors: [...codes, ...codesOfReads, "precondition_required", "revision_conflict"],
  async handle({ deps, caller, viewer, params, query, headers, body, time, startedAtMs, reply }) {
    const { row, ...found } = await find({ deps, caller, viewer, signal: time.signal }, params, query);
    const { annotation, isNew } = await save(deps, {
      caller,
      row,
      ifMatch: headers["if-match"],
      by: personOf(caller, viewer),
      annotation: {
        status: body.status,
        assigneeSeat: body.assignee_seat ?? null,
        followUpOn: body.follow_up_on ?? null,
        reasonCode: body.reason_code ?? null,
        note: body.note ?? null,
      },
    });
    const data = OpportunityAnnotation.parse(await presentAnnotationTo(deps, viewer.policy, row, annotation));
    const answering = { deps, viewer, route: "opportunities.annotation.save", startedAtMs };
    const { body: answer, headers: more } = answerOf(answering, { ...found, data, rows: [row] });
    const headersOfAnswer = { ...more, etag: etagOf(data.revision) };
    return isNew ? reply(201, answer, headersOfAnswer) : reply(200, answer, headersOfAnswer);
  },
});

export const deleteAnnotation = route({
  id: "opportunities.annotation.delete",
  method: "DELETE",
  path,
  summary: "Remove the annotation of an opportunity",
  description: "The opportunity is open again, unless it is resolved or expired.",
  params: OpportunityParams,
  query: BookQuery,
  headers: ConditionHeaders,
  responses: { 204: empty },
  errors: [...codes, ...codesOfReads, "annotation_not_found", "precondition_required", "revision_conflict"],
  async handle({ deps, caller, viewer, params, query, headers, time, reply }) {
    const { row } = await find({ deps, caller, viewer, signal: time.signal }, params, query);
    await remove(deps, { caller, row, ifMatch: headers["if-match"] });
    return reply(204);
  },
});

interface OpportunityCall {
  readonly deps: OpportunityDeps;
  readonly caller: Caller;
  readonly viewer: BookView;
  readonly signal: AbortSignal;
}

async function find(
  { deps, caller, viewer, signal }: OpportunityCall,
  params: z.output<typeof OpportunityParams>,
  query: z.output<typeof BookQuery>,
) {
  const engine = await findOpportunityEngine(deps, caller, params.engine_id);
  const { organizationId, environmentId } = caller;
  return readOpportunity(
    deps,
    { viewer, signal },
    {
      scope: { organizationId, environmentId, engineIds: [engine.id] },
      opportunityId: params.opportunity_id,
      connectionId: query.connection_id,
    },
  );
}

/** The acting person, by the caller's id for it or by its seat; otherwise the key (OPPS-40). */
function personOf(caller: Caller, { principal, seatKey }: BookView): string {
  return principal ?? seatKey ?? caller.id;
}
