import { createInterface } from "node:readline";

import { startPiped } from "../harness/programs.ts";
import { type StreamLoad, streamNews, type StreamResult, streamResult } from "./shapes.ts";
import type { TurnBench } from "./world.ts";

/**
 * Runs the readers of streams in a process of their own, to the end of all streams.
 *
 * @param onNews called when all readers are attached, and when all are attached again.
 * @throws when a frame was lost, doubled or out of order, or an answer is not the stored one.
 */
export async function readStreams(
  bench: TurnBench,
  load: Omit<StreamLoad, "base" | "headers">,
  onNews: (news: "attached" | "reattached", ms: number) => void = () => undefined,
): Promise<StreamResult> {
  const child = startPiped("turns/stream-load.ts");
  const request: StreamLoad = { base: bench.url, headers: { ...bench.headers }, ...load };
  child.stdin.end(JSON.stringify(request));
  let result: StreamResult | undefined;
  for await (const line of createInterface({ input: child.stdout })) {
    const message: unknown = JSON.parse(line);
    const news = streamNews.safeParse(message);
    if (news.success) onNews(news.data.news, news.data.ms);
    else result = streamResult.parse(message);
  }
  if (result === undefined) throw new Error("the readers of streams ended without a result");
  if (result.faults.length > 0) throw new Error(`streams are not whole:\n${result.faults.join("\n")}`);
  const stored = await bench.answersOf(result.streams.map(({ turnId }) => turnId));
  const different = result.streams.filter(({ turnId, sha256 }) => stored.get(turnId)?.sha256 !== sha256);
  if (different.length > 0) throw new Error(`${different.length} joined texts are not the stored ones`);
  return result;
}
