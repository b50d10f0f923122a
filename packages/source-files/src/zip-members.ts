import type { Entry } from "yauzl";
import { contentName, contentOf } from "./file-content.ts";
import { type SourceFile, SourceFileError } from "./source-file.ts";
import { isWorkbookName, workbookSheets } from "./workbook/workbook-sheets.ts";
import { entriesOf, readMember, refuseUnreadable, type ZipArchive } from "./zip-archive.ts";

/** What archivers of some systems add, and nobody exported. */
const added = /(?:^|\/)(?:__MACOSX\/|[.][^/]*(?:\/|$))|\/$/;

/** Compressed bytes of a workbook inside an archive, which is held while it is read. */
const innerWorkbookBytes = 64 * 1024 * 1024;

/**
 * The files in a zip archive, in the order of its directory: those of a workbook are its sheets; folders and files that
 * archivers add are left out. Nothing is extracted to disk: a member is decompressed while it is read.
 * @param archive the name of the archive, for its members' names and for errors
 * @throws SourceFileError for an archive that is damaged, would decompress to absurdly many bytes or has too many members;
 *   for a member that is encrypted, compressed in a way that is not supported, or whose path leaves the archive
 */
export async function membersOf(archive: string, path: string): Promise<readonly SourceFile[]> {
  const outer = { name: archive, locate: () => Promise.resolve(path) };
  const entries = await entriesOf(outer);
  const sheets = await workbookSheets(outer, entries);
  if (sheets !== undefined) return sheets;
  const files = entries.filter(({ fileName }) => !added.test(fileName));
  for (const entry of files) refuseUnreadable(`${archive}/${entry.fileName}`, entry);
  const members: SourceFile[] = [];
  for (const entry of files) {
    const name = `${archive}/${entry.fileName}`;
    if (isWorkbookName(name)) members.push(...(await sheetsInside(name, outer, entry)));
    else members.push({ name: contentName(name), open: () => contentOf(name, readMember(name, outer, entry)) });
  }
  return members;
}

/** The sheets of a workbook in an archive. Its directory stands at its end, so that it is held as a whole. */
async function sheetsInside(name: string, outer: ZipArchive, entry: Entry): Promise<readonly SourceFile[]> {
  if (entry.uncompressedSize > innerWorkbookBytes) {
    const most = `${innerWorkbookBytes / 1024 / 1024} MiB`;
    throw new SourceFileError(name, `it has more than ${most}. Take it out of the archive and give it alone.`);
  }
  const inner: ZipArchive = {
    name,
    locate: async () => {
      const chunks: Uint8Array[] = [];
      // Copied: a stream may reuse its chunk's memory.
      for await (const chunk of contentOf(name, readMember(name, outer, entry), { mayBeZip: true }))
        chunks.push(Buffer.from(chunk));
      return Buffer.concat(chunks);
    },
  };
  const sheets = await workbookSheets(inner, await entriesOf(inner));
  if (sheets === undefined) throw new SourceFileError(name, "it is no workbook. Save it as .xlsx again.");
  return sheets;
}
