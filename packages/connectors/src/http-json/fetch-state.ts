import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { canonicalHash, type JsonObject } from "@service/json";
import type { Clock } from "@service/runtime";
import * as z from "zod";
import { deliveryFolders, isMissing, makeDeliveryFolder, writeWhole } from "../spool.ts";

const stateName = "fetch.json";
/** Later, the pages of two attempts would be too far apart to be one state of the book. */
const continuedMs = 24 * 3_600_000;

const Progress = z.strictObject({
  pages: z.int().min(0),
  items: z.int().min(0),
  /** Cursor, address, page or offset of the page after these; null before the first and after the last. */
  next: z.string().nullable(),
  isDone: z.boolean(),
});

const State = z.strictObject({
  schema_version: z.literal(1),
  /** Hash of what is asked: only an equal question is continued. */
  question: z.string(),
  started_at: z.iso.datetime(),
  list: Progress,
  deleted: Progress,
  /** Files of documents that are complete. */
  details: z.int().min(0),
  /** The watermark of an answer, or the newest one of the items. */
  watermark: z.string().nullable(),
  isFinished: z.boolean(),
});

/** How far a fetch is. Changed in place and saved after each file, so that a fetch that stops continues there. */
type FetchState = z.output<typeof State>;
export type ListingProgress = FetchState["list"];

export interface OpenFetch {
  readonly folder: string;
  readonly state: FetchState;
  save(): Promise<void>;
  /** Removes what was fetched: the next fetch begins anew. */
  discard(): Promise<void>;
}

/** The unfinished fetch of the same question in a spool, or a new one (IMP-223). Unfinished ones of others are removed. */
export async function openFetch(spoolFolder: string, identity: JsonObject, clock: Clock): Promise<OpenFetch> {
  const question = canonicalHash(identity);
  let open: OpenFetch | undefined;
  for (const { folder, madeAtMs } of await deliveryFolders(spoolFolder)) {
    const state = await readState(folder);
    if (state?.isFinished === true) continue;
    const isContinued = open === undefined && state?.question === question && clock.nowMs() - madeAtMs < continuedMs;
    if (isContinued) open = openFetchOf(folder, state);
    else if (state !== undefined) await rm(folder, { recursive: true, force: true });
  }
  if (open !== undefined) return open;
  const begun = openFetchOf(await makeDeliveryFolder(spoolFolder, clock), {
    schema_version: 1,
    question,
    started_at: clock.now().toISOString(),
    list: { pages: 0, items: 0, next: null, isDone: false },
    deleted: { pages: 0, items: 0, next: null, isDone: false },
    details: 0,
    watermark: null,
    isFinished: false,
  });
  await begun.save();
  return begun;
}

function openFetchOf(folder: string, state: FetchState): OpenFetch {
  return {
    folder,
    state,
    save: () => writeWhole(join(folder, stateName), JSON.stringify(state)),
    discard: () => rm(folder, { recursive: true, force: true }),
  };
}

/** Undefined: there is none, or one that this release does not read. */
async function readState(folder: string): Promise<FetchState | undefined> {
  try {
    return State.safeParse(JSON.parse(await readFile(join(folder, stateName), "utf8"))).data;
  } catch (error) {
    if (isMissing(error) || error instanceof SyntaxError) return undefined;
    throw error;
  }
}
