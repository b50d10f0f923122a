import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { ConnectorError, type Fetch } from "../fetch.ts";

export type Fetched = Extract<Fetch, { kind: "fetched" }>;

/** The delivery of a fetch. @throws when it brought nothing */
export function fetched(fetch: Fetch): Fetched {
  if (fetch.kind === "fetched") return fetch;
  throw new Error(fetch.reason);
}

/** Why a fetch brought nothing. */
export function reasonOf(fetch: Fetch): string {
  return fetch.kind === "nothing" ? fetch.reason : `fetched ${fetch.paths.join(", ")}`;
}

/** The files of a delivery, by name. */
export async function contentsOf({ folder, paths }: Fetched): Promise<Record<string, string>> {
  const entries = paths.map(async (path) => [path, await readFile(join(folder, path), "utf8")] as const);
  return Object.fromEntries(await Promise.all(entries));
}

/** The sentence that a fetch fails with, `(temporary)` behind it where it may succeed later. */
export async function failureOf(fetching: Promise<Fetch>): Promise<string> {
  try {
    return `no failure: ${reasonOf(await fetching)}`;
  } catch (error) {
    if (!(error instanceof ConnectorError)) throw error;
    return error.isTemporary ? `${error.message} (temporary)` : error.message;
  }
}
