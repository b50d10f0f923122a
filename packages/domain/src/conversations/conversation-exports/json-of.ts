import { exportVersion } from "@service/contract";
import type { Parts } from "./parts.ts";
import { releasesOf } from "./releases-of.ts";

/** One JSON object (CONV-62). */
export async function* jsonOf(parts: Parts): AsyncIterable<string> {
  const { instance, conversation, seed } = parts;
  const head = { export_version: exportVersion, instance, conversation: { ...conversation, seed } };
  yield `${JSON.stringify(head).slice(0, -1)},"turns":[`;
  const used = releasesOf();
  yield* members(used.noting(parts.turns()));
  yield '],"annotations":[';
  yield* members(parts.annotations());
  yield '],"attachments":[';
  yield* members(parts.attachments());
  yield '],"versions_used":[';
  yield* members(parts.versions(used.numbers));
  yield "]}\n";
}

async function* members(values: AsyncIterable<object>): AsyncIterable<string> {
  let separator = "";
  for await (const value of values) {
    yield `${separator}${JSON.stringify(value)}`;
    separator = ",";
  }
}
