import { z } from "zod";

const oneRead = z.object({ url: z.string(), headers: z.record(z.string(), z.string()) });
export type OneRead = z.output<typeof oneRead>;

/** What the load generator of reads is asked to do; it takes the reads in turn. */
export const readLoad = z.object({
  reads: z.array(oneRead).min(1),
  /** Open loop at this pace; absent: each connection sends its next request when it has its answer. */
  perSecond: z.number().positive().optional(),
  connections: z.number().int().min(1),
  seconds: z.number().positive(),
});
export type ReadLoad = z.input<typeof readLoad>;

export const readResult = z.object({
  seconds: z.number(),
  /** Which read, and milliseconds until the end of its answer; answers with status 200 only. */
  answers: z.array(z.tuple([z.number(), z.number()])),
  failed: z.number(),
  firstFailure: z.string().optional(),
});
export type ReadResult = z.output<typeof readResult>;
