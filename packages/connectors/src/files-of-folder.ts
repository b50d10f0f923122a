import { lstat, readdir, realpath, stat } from "node:fs/promises";
import { join, sep } from "node:path";
import { canonicalHash } from "@service/json";
import { ConnectorError, lasting } from "./fetch.ts";
import { isMissing } from "./spool.ts";

/** A file of a delivery, below its folder. */
export interface FolderFile {
  /** Relative to the folder, with `/`. */
  readonly path: string;
  readonly bytes: number;
  readonly modifiedMs: number;
  /** When content, name or place last changed. Unlike `modifiedMs`, a copying program cannot set it. */
  readonly changedMs: number;
}

export interface FolderContent {
  readonly files: readonly FolderFile[];
  /** Newest change of a file or folder in it, removals included. */
  readonly changedMs: number;
  /** A file that another program is still writing, by its name. */
  readonly unfinished: string | undefined;
}

const filesMax = 10_000;
const depthMax = 8;
/** Endings that programs give to files while they write them. */
const unfinishedName = /\.(?:part|filepart|partial|tmp|crdownload)$/i;

/** Where the folder really is. @throws ConnectorError when it is not there. */
export async function realFolder(folder: string): Promise<string> {
  try {
    const real = await realpath(folder);
    if ((await stat(real)).isDirectory()) return real;
  } catch (error) {
    if (!isMissing(error)) throw unreadable(folder, error);
    // Perhaps the file system is not mounted.
    throw new ConnectorError(`The folder ${folder} is not there.`, { isTemporary: true });
  }
  throw lasting(`${folder} is not a folder.`);
}

/**
 * The file at a path below `root`; undefined when it is not there.
 * @throws ConnectorError for a link that leads out of the folder, and for what is not a file (IMP-212).
 */
export async function fileBelow(root: string, path: string): Promise<FolderFile | undefined> {
  const full = join(root, ...path.split("/"));
  try {
    const real = await realpath(full);
    if (!real.startsWith(root.endsWith(sep) ? root : `${root}${sep}`)) {
      throw lasting(`${path} is a link that leads out of the folder.`);
    }
    const found = await stat(real);
    if (!found.isFile()) throw lasting(`${path} is not a file.`);
    return { path, bytes: found.size, modifiedMs: found.mtimeMs, changedMs: found.ctimeMs };
  } catch (error) {
    if (error instanceof ConnectorError) throw error;
    if (isMissing(error)) return undefined;
    throw unreadable(path, error);
  }
}

/** All files below `root` in the order of their paths, without hidden ones and lock files. @throws ConnectorError */
export async function filesBelow(root: string): Promise<FolderContent> {
  const files: FolderFile[] = [];
  const content: { changedMs: number; unfinished: string | undefined } = { changedMs: 0, unfinished: undefined };
  const walk = async (folder: string, depth: number): Promise<void> => {
    if (depth > depthMax) throw lasting(`Folders may be ${depthMax} deep; ${folder} is deeper.`);
    const at = join(root, ...folder.split("/"));
    content.changedMs = Math.max(content.changedMs, (await lstat(at)).ctimeMs);
    for (const entry of await readdir(at, { withFileTypes: true })) {
      // `~$book.xlsx` is what an office program leaves beside a workbook that somebody has open.
      if (entry.name.startsWith(".") || entry.name.startsWith("~$")) continue;
      const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory()) {
        await walk(path, depth + 1);
        continue;
      }
      const file = await fileBelow(root, path);
      // Removed since the folder was read: the folder has changed, and is read again later.
      if (file === undefined) continue;
      if (unfinishedName.test(entry.name)) content.unfinished ??= path;
      files.push(file);
      content.changedMs = Math.max(content.changedMs, file.changedMs);
      if (files.length > filesMax) throw lasting(`The folder has more than ${filesMax} files.`);
    }
  };
  try {
    await walk("", 1);
  } catch (error) {
    if (error instanceof ConnectorError) throw error;
    throw unreadable("the folder", error);
  }
  files.sort((a, b) => (a.path < b.path ? -1 : 1));
  return { files, ...content };
}

/** Names, sizes and times of a set of files as one hash; equal sets are one delivery. */
export function hashOfSet(files: readonly FolderFile[], manifest = ""): string {
  return canonicalHash([manifest, ...files.map(({ path, bytes, modifiedMs }) => [path, bytes, modifiedMs])]);
}

function unreadable(what: string, error: unknown): ConnectorError {
  const code = Error.isError(error) && "code" in error && typeof error.code === "string" ? error.code : "unknown";
  return new ConnectorError(`${what} cannot be read (${code}).`, { isTemporary: true });
}
