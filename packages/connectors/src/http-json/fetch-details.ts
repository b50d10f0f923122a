import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { isJsonArray, type Json, valueAt } from "@service/json";
import { lasting } from "../fetch.ts";
import { writeWhole } from "../spool.ts";
import { below, pageFile, readJson, readPage } from "./fetch-pages.ts";
import type { OpenFetch } from "./fetch-state.ts";
import type { Detail, Listing } from "./http-json-config.ts";

/** Requests whose documents become one file: what a fetch that stops repeats at most. */
const requestsPerFile = 200;
/** The item was removed since it was listed. */
const goneStatuses: readonly number[] = [404, 410];

export interface DetailSource {
  readonly baseUrl: URL;
  /** The bytes of an answer, or its status where it is one of `accepted`. @throws ConnectorError */
  get(url: URL, what: string, accepted: readonly number[], signal: AbortSignal): Promise<Buffer | number>;
  readonly signal: AbortSignal;
}

/** Fetches the documents of the listed items that are not there yet, one a line (IMP-226). @returns how many were gone. */
export async function fetchDetails(
  { list, detail }: { readonly list: Listing; readonly detail: Detail },
  source: DetailSource,
  open: OpenFetch,
): Promise<number> {
  const ids = await listedIds(list, detail, open);
  const idsPerFile = requestsPerFile * detail.batch;
  let gone = 0;
  for (let file = open.state.details; file * idsPerFile < ids.length; file += 1) {
    const batches: (readonly string[])[] = [];
    const end = Math.min(ids.length, (file + 1) * idsPerFile);
    for (let at = file * idsPerFile; at < end; at += detail.batch)
      batches.push(ids.slice(at, Math.min(end, at + detail.batch)));
    const documents = await inParallel(batches, detail.concurrency, source.signal, (batch, signal) =>
      fetchDocuments(batch, detail, { ...source, signal }),
    );
    for (const lines of documents) if (lines === "gone") gone += 1;
    const text = documents.flatMap((lines) => (lines === "gone" ? [] : lines)).map((line) => `${line}\n`);
    await writeWhole(join(open.folder, pageFile("details", file + 1)), text.join(""));
    open.state.details = file + 1;
    await open.save();
  }
  return gone;
}

/** Ids of all listed items in the order of the list, each once. Read from the files: they may be those of an earlier try. */
async function listedIds(list: Listing, detail: Detail, open: OpenFetch): Promise<readonly string[]> {
  const ids = new Set<string>();
  for (let number = 1; number <= open.state.list.pages; number += 1) {
    const what = `Page ${number} of the list`;
    const body = await readFile(join(open.folder, pageFile("list", number)));
    for (const item of readPage(body, list, { what, number }).items) {
      const id = textOfId(valueAt(item, detail.id));
      if (id === undefined) throw lasting(`${what} has an item without an id at ${detail.id}.`);
      ids.add(id);
    }
  }
  return [...ids];
}

/** A number beyond the safe ones has lost digits: asking with it would bring another document. */
function textOfId(id: Json | undefined): string | undefined {
  if (typeof id === "number") return Number.isSafeInteger(id) ? String(id) : undefined;
  return typeof id === "string" && id !== "" ? id : undefined;
}

async function fetchDocuments(
  batch: readonly string[],
  detail: Detail,
  source: DetailSource,
): Promise<readonly string[] | "gone"> {
  const [first = ""] = batch;
  const what = batch.length === 1 ? `The document ${first}` : `The documents ${first} and ${batch.length - 1} more`;
  const url = below(
    source.baseUrl,
    detail.path.replace("{{id}}", () => batch.map(encodeURIComponent).join(",")),
  );
  const answer = await source.get(url, what, batch.length === 1 ? goneStatuses : [], source.signal);
  if (typeof answer === "number") return "gone";
  const json = readJson(answer, what);
  const found = valueAt(json, detail.items);
  if (isJsonArray(found)) return found.map((document) => JSON.stringify(document));
  if (typeof found !== "object" || found === null || batch.length > 1) {
    throw lasting(
      `${what}: the answer has no ${batch.length > 1 ? "array" : "document"} at ${detail.items || "its root"}.`,
    );
  }
  // As it came, which keeps the digits of its numbers; between its values, JSON takes a blank for an end of line.
  return [
    detail.items === ""
      ? answer
          .toString("utf8")
          .replaceAll(/[\r\n]+/g, " ")
          .trim()
      : JSON.stringify(found),
  ];
}

/** Results in the order of the values; the first failure ends what is under way. */
async function inParallel<Value, Result>(
  values: readonly Value[],
  concurrency: number,
  signal: AbortSignal,
  work: (value: Value, signal: AbortSignal) => Promise<Result>,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  const failed = new AbortController();
  const either = AbortSignal.any([signal, failed.signal]);
  const pending = values.entries();
  const take = async (): Promise<void> => {
    for (const [index, value] of pending) results[index] = await work(value, either);
  };
  const failures: unknown[] = [];
  await Promise.all(
    Array.from({ length: concurrency }, () =>
      take().catch((error: unknown) => {
        failures.push(error);
        failed.abort(error);
      }),
    ),
  );
  // The others fail with the reason of the first.
  if (failures.length > 0) throw failures[0];
  return results;
}
