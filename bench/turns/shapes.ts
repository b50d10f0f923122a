import { z } from "zod";

/** What the readers of streams are asked to do, on one line of standard input. */
export const streamLoad = z.object({
  base: z.string(),
  headers: z.record(z.string(), z.string()),
  streams: z.array(
    z.object({
      /** With it the stream is the answer to a submission, else that of a turn that exists. */
      body: z.string().optional(),
      path: z.string(),
    }),
  ),
  /** Streams that are begun at one time, or one after the other. */
  pace: z.union([z.literal("together"), z.object({ perSecond: z.number().positive() }), z.literal("one by one")]),
  /** All connections are cut at once so long after the last one was made, and each reader continues where it was. */
  cutAfterMs: z.number().optional(),
});
export type StreamLoad = z.input<typeof streamLoad>;

/** Lines that the readers print on the way, then `StreamResult`. */
export const streamNews = z.object({ news: z.enum(["attached", "reattached"]), ms: z.number() });

/** What one reader has seen; times are Unix milliseconds. */
const readStream = z.object({
  turnId: z.string(),
  /** Of the text that the pieces and snapshots make. */
  sha256: z.string(),
  firstFrameAtMs: z.number(),
  /** Of the first frame that a worker wrote. */
  firstAnswerAtMs: z.number(),
  frames: z.number(),
  deltas: z.number(),
});

export const streamResult = z.object({
  streams: z.array(readStream),
  /** Frames that are missing, came twice or out of order; streams without an end. */
  faults: z.array(z.string()),
  frames: z.number(),
  /** From the first frame to the last. */
  seconds: z.number(),
  /** From the moment that is written in a piece of text to its arrival, of those written when all were attached; sorted. */
  delaysMs: z.array(z.number()),
  /** The same of the first piece of each stream. */
  firstDelaysMs: z.array(z.number()),
});
export type StreamResult = z.output<typeof streamResult>;

/** What the senders of turns in JSON are asked to do; each request asks in the next of the conversations. */
export const turnLoad = z.object({
  url: z.string(),
  apiKey: z.string(),
  /** One path of turns on each line. */
  pathsFile: z.string(),
  connections: z.int().min(1),
  seconds: z.number().positive(),
});
export type TurnLoad = z.infer<typeof turnLoad>;

/** What the readers of whole streams are asked to do, with the addresses in turn. */
export const relayLoad = z.object({
  urls: z.array(z.string()).min(1),
  headers: z.record(z.string(), z.string()),
  connections: z.int().min(1),
  seconds: z.number().positive(),
});
export type RelayLoad = z.infer<typeof relayLoad>;

export const relayResult = z.object({ framesPerSecond: z.number(), firstFailure: z.string().optional() });
export type RelayResult = z.infer<typeof relayResult>;
