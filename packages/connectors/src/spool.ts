import { randomBytes } from "node:crypto";
import { mkdir, open, readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Clock } from "@service/runtime";

/** As long as an import may be resumed from its files. */
const keptMs = 7 * 24 * 3_600_000;
const folderName = /^fetch-(\d{13,15})-[0-9a-f]{8}$/;

/** Makes the folder of one delivery in the spool, and removes those of deliveries that are over seven days old (IMP-203). */
export async function makeDeliveryFolder(spoolFolder: string, clock: Clock): Promise<string> {
  const now = clock.nowMs();
  for (const old of await deliveryFolders(spoolFolder)) {
    if (old.madeAtMs < now - keptMs) await rm(old.folder, { recursive: true, force: true });
  }
  const folder = join(spoolFolder, `fetch-${String(now).padStart(13, "0")}-${randomBytes(4).toString("hex")}`);
  // What is fetched is customers' data: for this user alone.
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return folder;
}

/** The folders of deliveries in a spool, newest first. */
export async function deliveryFolders(spoolFolder: string): Promise<{ folder: string; madeAtMs: number }[]> {
  const names = await readdir(spoolFolder).catch((error: unknown) => {
    if (isMissing(error)) return [];
    throw error;
  });
  return names
    .map((name) => ({ folder: join(spoolFolder, name), madeAtMs: Number(folderName.exec(name)?.[1]) }))
    .filter(({ madeAtMs }) => !Number.isNaN(madeAtMs))
    .toSorted((a, b) => b.madeAtMs - a.madeAtMs);
}

/** Writes a file whole or not at all: a process that dies leaves no half of it under its name. */
export async function writeWhole(path: string, content: Buffer | string): Promise<void> {
  const draft = `${path}.part`;
  const file = await open(draft, "w", 0o600);
  try {
    await file.writeFile(content);
    await file.datasync();
  } finally {
    await file.close();
  }
  await rename(draft, path);
}

export function isMissing(error: unknown): boolean {
  return Error.isError(error) && "code" in error && (error.code === "ENOENT" || error.code === "ENOTDIR");
}
