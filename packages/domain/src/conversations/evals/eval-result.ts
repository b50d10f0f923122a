import { Citation, EvalAssertionResult, type EvalResult, evalResultStatuses } from "@service/contract";
import { isOneOf, parseJson } from "@service/json";
import * as z from "zod";
import { answerShownTo, readEvidence } from "../grounding/index.ts";
import type { Viewer } from "../../book/seats/index.ts";

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

/** What a viewer is shown of a result. */
export interface ShownResult extends ResultBody {
  readonly withheld: boolean;
  readonly score: number;
}

/**
 * A result as a viewer is shown it: of an answer that they may not read only whether it passed, since an assertion that is met
 * says what the answer holds (EVAL-66).
 */
export function shownResult(row: ResultRow, viewer: Viewer): ShownResult {
  const body = row.body === null ? nothing : ResultBody.parse(parseJson(row.body));
  if (answerShownTo(viewer, readEvidence(row.evidence)))
    return { ...body, score: row.score ?? 0, withheld: row.body === null };
  const score = row.status === "passed" ? 1 : 0;
  return { ...body, score, assertions: [], output_text: null, citations: [], withheld: true };
}

export function presentResult(row: ResultRow, viewer: Viewer): z.output<typeof EvalResult> {
  return {
    scenario_key: row.scenarioKey,
    scenario_revision: row.scenarioRevision,
    trial: row.trial,
    status: isOneOf(evalResultStatuses, row.status) ? row.status : "errored",
    ...shownResult(row, viewer),
  };
}
