import { engineTypeNames } from "@service/contract";
import * as z from "zod";

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
  acceptRegressions: z.array(z.string()),
  budgetMs: z.number(),
});
export type GateJob = z.output<typeof GateJob>;

export const GateAnswer = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("report"), report: z.string() }),
  z.object({ kind: z.literal("failed"), message: z.string() }),
]);
export type GateAnswer = z.output<typeof GateAnswer>;
