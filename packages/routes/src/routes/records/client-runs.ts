import { fail, JsonObject, limits, RunAccepted, RunSubmission, RunSubmissionHeaders, text } from "@service/contract";
import { allow, type Caller } from "@service/domain/access";
import { type ClientRunPurpose, clientRunInput } from "@service/domain/client-runs";
import { designatedEngine, type EngineForCall, enginePurposes, findEngine } from "@service/domain/engines";
import { resolveConnection } from "@service/domain/records";
import { checkRunBounds, submitRun } from "@service/domain/runs";
import { isJsonObject, type Json, type JsonObject as JsonObjectValue } from "@service/json";
import type { CallContext } from "@service/http";
import * as z from "zod";
import { spendBudgetOf } from "../../http/admission.ts";
import { type Granted, route } from "../../http/route.ts";
import { acceptedRun, submissionCodes } from "../../http/run-submissions.ts";
import { BookQuery } from "./list-query.ts";

/** Runs about one client, whose input the service writes from the book (REC-135 to REC-138). */

/** Members of the input that say whom the run is about: the path does. */
const fixedMembers = ["subject", "client", "records_ref", "focus"];

const Body = z.strictObject({
  engine_slug: text(1, 255)
    .optional()
    .meta({
      description: "Instead of the engine that the organization designated for these runs.",
      examples: ["account-review"],
    }),
  engine_version: RunSubmission.shape.engine_version,
  overrides: JsonObject.refine(
    (given) => fixedMembers.every((name) => !Object.hasOwn(given, name)),
    `must not hold ${fixedMembers.join(", ")}: the path and focus say them`,
  )
    .optional()
    .meta({
      description: "Changes members of the input that was built, as a JSON merge patch (RFC 7396).",
      examples: [{ loss_history: null }],
    }),
  focus: z
    .array(text(1, 128))
    .max(50)
    .optional()
    .meta({
      description: "Risk: dimensions of the engine. Program: lines to place; those without a policy are added.",
      examples: [["general_liability"]],
    }),
});

const errorsOfSubmissions = [
  ...submissionCodes,
  "invalid_request",
  "book_unavailable",
  "engine_not_found",
  "engine_binding_forbidden",
  "request_bound_exceeded",
] as const;

const declared = {
  method: "POST",
  params: z.object({ client_key: z.string().meta({ examples: ["c_k3v5n2q7x4m6p8r2t4w6"] }) }),
  query: BookQuery,
  headers: RunSubmissionHeaders,
  body: {
    schema: Body,
    optional: true,
    limitBytes: limits.runSubmissionBodyBytes,
    tooLarge: "request_bound_exceeded",
    before: checkBounds,
  },
  responses: {
    202: RunAccepted.extend({ engine_slug: z.string().meta({ examples: ["account-review"] }) }).meta({
      id: "ClientRunAccepted",
    }),
  },
} as const;

export const submitRiskRun = route({
  ...declared,
  id: "records.riskRuns.submit",
  path: "/api/v1/records/accounts/{client_key}/risk-runs",
  summary: "Submit a risk run about an account",
  description:
    "A run of an `entity_analysis` engine whose input is written from the account: it is the subject, and its policies, coverages, claims, contracts, locations and vehicles are read as the acting person sees them. A lens is refused. A repeat with the same `Idempotency-Key` and body returns the original run, although the account has changed.",
  errors: [...errorsOfSubmissions, "risk_engine_not_configured"],
  handle: async (given) => given.reply(202, await submit("risk", given)),
});

export const submitProgramRun = route({
  ...declared,
  id: "records.programRuns.submit",
  path: "/api/v1/records/accounts/{client_key}/program-runs",
  summary: "Submit a program run about an account",
  description:
    "A run of a `matching` engine whose input is written from the account: one need for each line of the policies in force that the acting person sees, from the day on which they end, with their coverages as the least that is wanted. An account without policies needs `focus` or `overrides.needs`. The acting principal is required under every posture; a lens is refused.",
  errors: [...errorsOfSubmissions, "program_engine_not_configured", "run_requires_acting_principal"],
  handle: async (given) => given.reply(202, await submit("program", given)),
});

interface Given extends Pick<Granted<"records.riskRuns.submit">, "deps" | "caller" | "viewer" | "principal"> {
  readonly params: { readonly client_key: string };
  readonly query: { readonly connection_id?: string | undefined };
  readonly headers: { readonly "idempotency-key"?: string | undefined; readonly prefer?: string | undefined };
  readonly body: {
    readonly engine_slug?: string | undefined;
    readonly engine_version?: string | undefined;
    readonly overrides?: JsonObjectValue | undefined;
    readonly focus?: readonly string[] | undefined;
  };
  readonly time: CallContext["time"];
  readonly traceId: string;
  readonly traceParent: string;
}

/**
 * In the order of refusals of Records: the engine that is named, the connection, the designated engine, whether records are
 * busy, then what refuses any submission, and last a client that is not visible (REC-138).
 */
async function submit(purpose: ClientRunPurpose, given: Given) {
  const { deps, caller, viewer, principal, params, query, headers, body, time } = given;
  const named = body.engine_slug === undefined ? undefined : await engineOf(deps, caller, purpose, body.engine_slug);
  await resolveConnection(deps, viewer, query.connection_id);
  const engine = named ?? (await engineOf(deps, caller, purpose, await designated(deps, caller, purpose)));
  await spendBudgetOf(deps, engine);
  const overrides = body.overrides ?? {};
  const { input, refusal } = await clientRunInput(deps, {
    purpose,
    viewer,
    connectionId: query.connection_id,
    clientKey: params.client_key,
    overrides,
    focus: body.focus,
    signal: time.signal,
  });
  const run = await submitRun(deps, {
    caller,
    engine,
    input,
    offerings: undefined,
    pinText: body.engine_version,
    testScenario: undefined,
    submittedBy: undefined,
    idempotencyKey: headers["idempotency-key"],
    principal,
    bookView: () => Promise.resolve(viewer),
    writtenFrom: {
      purpose,
      client_key: params.client_key,
      connection_id: query.connection_id ?? null,
      overrides,
      focus: body.focus === undefined ? null : [...body.focus],
    },
    refusal,
    traceId: given.traceId,
    traceParent: given.traceParent,
  });
  return { ...(await acceptedRun(deps, run, { prefer: headers.prefer, time })), engine_slug: engine.slug };
}

async function designated(deps: Given["deps"], caller: Caller, purpose: ClientRunPurpose): Promise<string> {
  const slug = await designatedEngine(deps, caller, purpose);
  if (slug === undefined) throw fail(`${purpose}_engine_not_configured`);
  return slug;
}

async function engineOf(
  deps: Given["deps"],
  caller: Caller,
  purpose: ClientRunPurpose,
  slug: string,
): Promise<EngineForCall> {
  const engine = allow(caller, "records.runs.engine", await findEngine(deps, caller, slug));
  const type = enginePurposes[purpose];
  if (engine.engineType !== type)
    throw fail("invalid_request", {
      message: `engine_slug must name an engine of type ${type}.`,
      details: [{ field: "engine_slug", message: `must name an engine of type ${type}` }],
    });
  return engine;
}

/** Overrides become members of the input, whose sizes are bound as those of any submission. */
function checkBounds(raw: Json): void {
  const overrides = isJsonObject(raw) ? raw["overrides"] : undefined;
  if (overrides !== undefined) checkRunBounds({ input: overrides });
}
