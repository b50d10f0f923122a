import { z } from "zod";

/** What the senders are asked to do. */
export const signedLoad = z.object({
  url: z.string(),
  /** Key of the signature, base64. */
  key: z.string(),
  connections: z.number().int().min(1).max(1_024),
  seconds: z.number().positive(),
});
export type SignedLoad = z.infer<typeof signedLoad>;
