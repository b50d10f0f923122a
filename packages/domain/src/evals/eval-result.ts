import { Citation, EvalAssertionResult, type EvalResult, evalResultStatuses } from "@service/contract";
import { isOneOf, parseJson } from "@service/json";
import * as z from "zod";
import { answerShownTo, type Asker, readEvidence } from "../grounding/index.ts";

/** What a trial came to, as it is stored besides its columns. */
export const ResultBody = z.object({
  assertions: z.array(EvalAssertionResult),
  output_text: z.string().nullable(),
  citations: z.array(Citation),
  latency_ms: z.number().nullable(),
  usage: z.object({ input_tokens: z.int(), output_tokens: z.int(), estimated: z.boolean() }).nullable(),
  error: z.object({ code: z.string(), reason: z.string().nullable() }).nullable(),
});
export type ResultBody = z.output<typeof ResultBody>;

export interface ResultRow {
  readonly scenarioKey: string;
  readonly scenarioRevision: number;
  readonly trial: number;
  readonly status: string;
  readonly score: number | null;
  /** JSON text; null where it was erased. */
  readonly body: string | null;
  /** JSON text. */
  readonly evidence: string | null;
}

export const resultColumns = `scenario_key as "scenarioKey", scenario_revision as "scenarioRevision", trial,
  status::text as status, score, body, evidence`;

const nothing: ResultBody = {
  assertions: [],
  output_text: null,
  citations: [],
  latency_ms: null,
  usage: null,
  error: null,
};

/** A result as a reader is shown it: without text, citations and details of what they may not read (EVAL-66). */
export function shownResult(row: ResultRow, reader: Asker): ResultBody & { readonly withheld: boolean } {
  const body = row.body === null ? nothing : ResultBody.parse(parseJson(row.body));
  if (answerShownTo(reader, readEvidence(row.evidence))) return { ...body, withheld: row.body === null };
  const assertions = body.assertions.map((assertion) => ({ ...assertion, detail: null }));
  return { ...body, assertions, output_text: null, citations: [], withheld: true };
}

export function presentResult(row: ResultRow, reader: Asker): z.output<typeof EvalResult> {
  return {
    scenario_key: row.scenarioKey,
    scenario_revision: row.scenarioRevision,
    trial: row.trial,
    status: isOneOf(evalResultStatuses, row.status) ? row.status : "errored",
    score: row.score ?? 0,
    ...shownResult(row, reader),
  };
}
