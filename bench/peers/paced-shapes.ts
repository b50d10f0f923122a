import { z } from "zod";

/** What the paced load generator is asked to send. */
export const pacedRequest = z.object({
  url: z.string(),
  headers: z.record(z.string(), z.string()),
  /** JSON, the same for every request. */
  body: z.string(),
  perSecond: z.number().positive(),
  seconds: z.number().positive(),
});
export type PacedRequest = z.input<typeof pacedRequest>;

/** The runs it submitted, with the time in milliseconds since 1970 at which each request was sent. */
export const pacedResult = z.object({
  runs: z.array(z.object({ runId: z.string(), sentAtMs: z.number() })),
});
export type PacedResult = z.infer<typeof pacedResult>;
