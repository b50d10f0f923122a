import { z } from "zod";

/** What the senders of appends are asked to do. */
export const appendLoad = z.object({
  url: z.string(),
  apiKey: z.string(),
  /** Keys of the clients that commands are about. */
  accounts: z.array(z.string()),
  commandsPerRequest: z.int().min(1).max(20),
  connections: z.int().min(1),
  seconds: z.number().positive(),
});
export type AppendLoad = z.infer<typeof appendLoad>;
