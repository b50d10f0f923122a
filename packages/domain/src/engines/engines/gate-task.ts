import { engineTypeNames } from "@service/contract";
import * as z from "zod";
import { AcceptedRegression } from "./gate-report.ts";

/** Input of a gate thread; strings are JSON. */
export const GateTask = z.object({
  engineType: z.enum(engineTypeNames),
  /** Effective configuration without the operational keys. */
  effective: z.string(),
  /** The `evaluation` that applies; null = the built-in cases of the type. */
  evaluation: z.string().nullable(),
  /** Report of the latest release; null = nothing released. */
  previous: z.string().nullable(),
  firstOfMajor: z.boolean(),
  /** Regressions that the publisher accepts. */
  acceptRegressions: z.array(AcceptedRegression),
  /** Datasets that cases and labelled rows use, in memory shared by both threads. */
  datasets: z.array(
    z.object({
      versionId: z.string(),
      datasetKey: z.string(),
      version: z.string(),
      sha256: z.string(),
      asOf: z.string(),
      text: z.custom<Uint8Array>((value) => ArrayBuffer.isView(value)),
    }),
  ),
  /** Computing time of the thread, not elapsed time: a busy machine slows a gate but does not change its result. */
  budgetMs: z.number(),
});
export type GateTask = z.output<typeof GateTask>;

export const GateAnswer = z.discriminatedUnion("kind", [
  /** The thread has loaded its code and starts the gate. */
  z.object({ kind: z.literal("started") }),
  z.object({ kind: z.literal("report"), report: z.string() }),
  z.object({ kind: z.literal("failed"), message: z.string() }),
]);
export type GateAnswer = z.output<typeof GateAnswer>;
