import { createReadStream } from "node:fs";
import { open, stat } from "node:fs/promises";
import { basename, relative, sep } from "node:path";
import { beginsZip, bytesOf, contentName, contentOf, markBytes } from "./file-content.ts";
import { type SourceFile, SourceFileError } from "./source-file.ts";
import { membersOf } from "./zip-members.ts";

const chunkBytes = 256 * 1024;

/**
 * The files of an export, in the order of their paths: each file, or the members of a zip archive. Reads of each file no
 * more than its first bytes, of an archive its directory.
 * @param within a folder from which files are named (`2026/clients.csv`); without it a file has its last name
 * @throws SourceFileError for a file that cannot be opened, an archive that cannot be read (`membersOf`), and two files of
 *   one name, whose rows could not be distinguished afterwards
 */
export async function openSourceFiles(
  paths: readonly string[],
  { within }: { readonly within?: string } = {},
): Promise<readonly SourceFile[]> {
  const files: SourceFile[] = [];
  const names = new Set<string>();
  for (const path of paths) {
    const name = within === undefined ? basename(path) : relative(within, path).replaceAll(sep, "/");
    for (const file of await filesAt(name, path)) {
      if (names.has(file.name)) throw new SourceFileError(file.name, "two files have this name. Rename one of them.");
      names.add(file.name);
      files.push(file);
    }
  }
  return files;
}

async function filesAt(name: string, path: string): Promise<readonly SourceFile[]> {
  if (beginsZip(await beginningOf(name, path))) return membersOf(name, path);
  if (/[.]zip$/i.test(name)) {
    throw new SourceFileError(name, "it has the name of a zip archive and is not one. Get it again from its source.");
  }
  return [{ name: contentName(name), open: () => contentOf(name, readFile(name, path)) }];
}

async function beginningOf(name: string, path: string): Promise<Uint8Array> {
  try {
    if (!(await stat(path)).isFile())
      throw new SourceFileError(name, "it is not a file. Give the files of the folder.");
    const file = await open(path);
    try {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(markBytes), 0, markBytes, 0);
      return buffer.subarray(0, bytesRead);
    } finally {
      await file.close();
    }
  } catch (error) {
    throw unreadable(name, error);
  }
}

async function* readFile(name: string, path: string): AsyncGenerator<Uint8Array> {
  try {
    yield* bytesOf(createReadStream(path, { highWaterMark: chunkBytes }));
  } catch (error) {
    throw unreadable(name, error);
  }
}

function unreadable(name: string, error: unknown): SourceFileError {
  if (error instanceof SourceFileError) return error;
  const code = Error.isError(error) && "code" in error ? error.code : undefined;
  switch (code) {
    case "ENOENT":
      return new SourceFileError(name, "there is no such file.", { cause: error });
    case "EACCES":
      return new SourceFileError(name, "the file may not be read by this user.", { cause: error });
    default:
      return new SourceFileError(name, `the file could not be read (${String(code ?? error)}).`, { cause: error });
  }
}
