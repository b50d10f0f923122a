import { engineTypeNames } from "@service/contract";
import type { JobKind } from "@service/work";
import * as z from "zod";
import { AcceptedRegression } from "./gate-report.ts";

const payload = z.object({
  engineId: z.string(),
  engineType: z.enum(engineTypeNames),
  /** Effective configuration without the operational keys, JSON. Sent whole: `config/validate` does not store it. */
  effective: z.string(),
  /** The `evaluation` that applies, JSON; null = the built-in cases of the type. */
  evaluation: z.string().nullable(),
  /** Report of the latest release, JSON; null = nothing released. */
  previous: z.string().nullable(),
  firstOfMajor: z.boolean(),
  /** Regressions that the publisher accepts. */
  acceptRegressions: z.array(AcceptedRegression),
});
export type GateJob = z.output<typeof payload>;

/** `GateReport` as a JSON string: results of cases may contain characters that jsonb refuses. */
const result = z.object({ report: z.string() });

/** The evaluation of a gate, which a worker does while the request waits (GATE-40). */
export const gateJob: JobKind<GateJob, z.output<typeof result>> = {
  name: "engine_gate",
  payload,
  result,
  // The second attempt is for a worker that died: evaluating a gate is deterministic.
  attemptsMax: 2,
  waitingMax: 200,
};
