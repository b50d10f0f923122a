import { createReadStream } from "node:fs";
import { link, mkdir, open, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { type ObjectKey, objectPath, type ObjectStore } from "./file-store.ts";
import type { DownloadTokens } from "./download-tokens.ts";
import { probeFolder, spoolFile } from "./receive-file.ts";
import { watched, type WatchedStore } from "./watched-store.ts";

/**
 * Objects as files under a folder, for one machine or a volume that all processes share. Downloads go to the listener of
 * `serveDownloads`, at `publicUrl`.
 */
export function openFolderStore(given: {
  readonly folder: string;
  /** Left out in processes that hand out no URLs. */
  readonly downloads?: { readonly tokens: DownloadTokens; readonly publicUrl: () => string } | undefined;
}): WatchedStore {
  const { folder, downloads } = given;
  const pathOf = (key: ObjectKey): string => {
    const [organizationId = "", sha256 = ""] = objectPath(key).split("/");
    return join(folder, organizationId, sha256.slice(0, 2), sha256);
  };
  const incoming = join(folder, ".incoming");
  const store: Omit<ObjectStore, "put"> = {
    kind: "fs",
    async receive(content, bounds) {
      const spooled = await spoolFile(incoming, content, bounds);
      const { path, sha256 } = spooled;
      return {
        ...spooled,
        async store(organizationId) {
          await keep(path, pathOf({ organizationId, sha256 }));
        },
      };
    },
    async head(key) {
      try {
        const { size } = await stat(pathOf(key));
        return { bytes: size };
      } catch (error) {
        if (isMissing(error)) return undefined;
        throw error;
      }
    },
    async get(key, range) {
      const found = await store.head(key);
      if (found === undefined) return undefined;
      return {
        bytes: found.bytes,
        content: createReadStream(pathOf(key), range && { start: range.first, end: range.last }),
      };
    },
    delete: (key) => rm(pathOf(key), { force: true }),
    async signGet(key, how) {
      if (downloads === undefined) throw new Error("this process hands out no downloads");
      return new URL(`${downloads.publicUrl().replace(/\/$/, "")}/files/${downloads.tokens.seal(key, how)}`);
    },
  };
  return watched(store, () => probeFolder(incoming));
}

/** Under its final name the file is complete: a link appears whole, and equal content may be there already. */
async function keep(from: string, to: string): Promise<void> {
  const folder = dirname(to);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  try {
    await link(from, to);
  } catch (error) {
    if (!(Error.isError(error) && "code" in error && error.code === "EEXIST")) throw error;
  }
  const opened = await open(folder, "r");
  try {
    await opened.sync();
  } finally {
    await opened.close();
  }
}

function isMissing(error: unknown): boolean {
  return Error.isError(error) && "code" in error && error.code === "ENOENT";
}
