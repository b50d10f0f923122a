import { engineTypeNames } from "@service/contract";
import * as z from "zod";
import { AcceptedRegression } from "./gate-report.ts";

/** What the gate's thread needs to know; texts are JSON. */
export const GateJob = z.object({
  engineType: z.enum(engineTypeNames),
  /** Effective configuration without the operational keys. */
  effective: z.string(),
  /** The `evaluation` that applies; null = the built-in cases of the type. */
  evaluation: z.string().nullable(),
  /** Report of the latest release; null = there is none. */
  previous: z.string().nullable(),
  firstOfMajor: z.boolean(),
  /** What the publisher accepts, as the report keeps it. */
  acceptRegressions: z.array(AcceptedRegression),
  /** What cases and labelled rows read; the texts lie in memory that both threads see. */
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
  /** Computing time of the thread: on a busy machine a gate takes longer, and its answer is the same. */
  budgetMs: z.number(),
});
export type GateJob = z.output<typeof GateJob>;

export const GateAnswer = z.discriminatedUnion("kind", [
  /** The thread has loaded its code and begins to compute. */
  z.object({ kind: z.literal("started") }),
  z.object({ kind: z.literal("report"), report: z.string() }),
  z.object({ kind: z.literal("failed"), message: z.string() }),
]);
export type GateAnswer = z.output<typeof GateAnswer>;
