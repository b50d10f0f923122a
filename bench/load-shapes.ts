import { z } from "zod";

/** What a load generator process is asked to do. */
export const loadRequest = z.object({
  url: z.string(),
  headers: z.record(z.string(), z.string()),
  /** JSON, the same for every request. */
  body: z.string(),
  /** Sends an `Idempotency-Key` with each request, a new one every time. */
  withKeys: z.boolean().default(false),
  connections: z.number().int().min(1).max(1_024),
  /** How long, or how many. */
  seconds: z.number().positive().optional(),
  amount: z.number().int().positive().optional(),
});
export type LoadRequest = z.input<typeof loadRequest>;

/** What it measured; milliseconds from sending a request to the end of its answer, accepted (2xx) ones only. */
export const loadResult = z.object({
  perSecond: z.number(),
  accepted: z.number(),
  p50Ms: z.number().nullable(),
  p99Ms: z.number().nullable(),
  failed: z.number(),
  firstRefusal: z.string().optional(),
});
export type LoadResult = z.infer<typeof loadResult>;
