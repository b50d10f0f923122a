import { createHash } from "node:crypto";
import { exportVersion } from "@service/contract";
import type { Parts } from "./parts.ts";
import { releasesOf } from "./releases-of.ts";

/**
 * One record a line, each with its `type` (CONV-63). The last one has the number of records by type and the SHA-256 of every
 * byte before it, so that a file that was cut is known as one.
 */
export async function* jsonLinesOf(parts: Parts): AsyncIterable<string> {
  const hash = createHash("sha256");
  const counts: Record<string, number> = {
    export: 0,
    instance: 0,
    conversation: 0,
    turn: 0,
    annotation: 0,
    attachment: 0,
    version: 0,
  };
  const line = (type: string, record: object): string => {
    counts[type] = (counts[type] ?? 0) + 1;
    const text = `${JSON.stringify({ type, ...record })}\n`;
    hash.update(text);
    return text;
  };
  yield line("export", { export_version: exportVersion });
  yield line("instance", { instance: parts.instance });
  yield line("conversation", { conversation: { ...parts.conversation, seed: parts.seed } });
  const used = releasesOf();
  for await (const turn of used.noting(parts.turns())) yield line("turn", { turn });
  for await (const annotation of parts.annotations()) yield line("annotation", { annotation });
  for await (const attachment of parts.attachments()) yield line("attachment", { attachment });
  for await (const version of parts.versions(used.numbers)) yield line("version", { version });
  yield `${JSON.stringify({ type: "end", counts, sha256: hash.digest("hex") })}\n`;
}
