import { posix } from "node:path";
import type { Entry } from "yauzl";
import { contentOf, officeDocument } from "../file-content.ts";
import { type SourceFile, SourceFileError } from "../source-file.ts";
import { readMember, refuseUnreadable, type ZipArchive } from "../zip-archive.ts";
import { builtInFormat, type NumberFormat, readNumberFormat } from "./number-format.ts";
import { readSharedStrings } from "./shared-strings.ts";
import type { SheetFile } from "./sheet-file.ts";
import { SheetRecords } from "./sheet-records.ts";
import { readXml, XmlRefused } from "./xml-reader.ts";

/** More than anyone makes by hand; a file with more is made to be slow. */
const sheetsMax = 250;
const stylesMax = 65_536;
/** Of a part that is read whole: only sheets and shared texts are larger. */
const smallPartBytes = 32 * 1024 * 1024;

/** Whether a member of an archive is read as a workbook. */
export function isWorkbookName(name: string): boolean {
  return /[.]xls[xm]$/i.test(name);
}

/**
 * The sheets of a workbook, in their order, hidden ones too (FILE-50).
 * @returns undefined for an archive that is no Office document
 * @throws SourceFileError for an Office document that is no workbook, and for a workbook that cannot be read
 */
export async function workbookSheets(
  archive: ZipArchive,
  entries: readonly Entry[],
): Promise<readonly SourceFile[] | undefined> {
  const parts = new Parts(archive, entries);
  const mimetype = entries.find(({ fileName }) => fileName === "mimetype");
  if (mimetype && entries.some(({ fileName }) => fileName === "content.xml")) {
    throw new SourceFileError(archive.name, "it is an OpenDocument file. Save the sheet as .xlsx or CSV.");
  }
  if (!parts.has("[Content_Types].xml")) return undefined;
  const main = [...(await parts.relationships(""))].find(([, { type }]) => type === "officeDocument")?.[1].target;
  if (main === undefined || !parts.has(main)) throw new SourceFileError(archive.name, officeDocument);
  if (main.toLowerCase().endsWith(".bin")) {
    throw new SourceFileError(archive.name, "it is a binary workbook. Save the workbook as .xlsx and give that file.");
  }
  const { sheets, isDate1904, isWorkbook } = await readBook(parts, main);
  if (!isWorkbook) throw new SourceFileError(archive.name, officeDocument);
  const related = await parts.relationships(main);
  const partOf = (type: string): string | undefined =>
    [...related.values()].find((each) => each.type === type && parts.has(each.target))?.target;
  const stylesPart = partOf("styles");
  const stringsPart = partOf("sharedStrings");
  const formats = stylesPart === undefined ? [] : await readFormats(parts, stylesPart);
  const read = sheets.flatMap(({ title, id, isHidden }) => {
    const part = related.get(id);
    // Charts and dialogs are sheets without rows.
    return part?.type === "worksheet" && parts.has(part.target) ? [{ title, isHidden, part: part.target }] : [];
  });
  const filled: string[] = [];
  for (const { isHidden, part } of read) if (!isHidden && (await hasRows(parts, part))) filled.push(part);
  return read.map(({ title, isHidden, part }) => {
    const sheet: SheetFile = {
      workbook: archive.name,
      title,
      isHidden,
      isOnly: filled.length === 1 && filled[0] === part,
      isDate1904,
      formats,
      strings: (last) =>
        parts.reading("its shared texts", () =>
          stringsPart === undefined
            ? Promise.resolve({ at: () => undefined })
            : readSharedStrings(archive.name, parts.open(stringsPart), last),
        ),
    };
    return { name: `${archive.name}#${title}`, open: () => parts.open(part), sheet };
  });
}

interface Relationship {
  /** The last step of its type, which the two editions of the standard have in common. */
  readonly type: string;
  readonly target: string;
}

/** The parts of one workbook, by their names in its archive. Parts elsewhere are never opened. */
class Parts {
  readonly #archive: ZipArchive;
  readonly #entries: ReadonlyMap<string, Entry>;

  constructor(archive: ZipArchive, entries: readonly Entry[]) {
    this.#archive = archive;
    // Names are compared without case (Open Packaging Conventions).
    this.#entries = new Map(entries.map((entry) => [entry.fileName.toLowerCase(), entry]));
  }

  has(part: string): boolean {
    return this.#entries.has(part.toLowerCase());
  }

  open(part: string): AsyncIterable<Uint8Array> {
    const { name } = this.#archive;
    const entry = this.#entries.get(part.toLowerCase());
    if (entry === undefined) throw new SourceFileError(name, `it lacks its part ${part}. Save the workbook again.`);
    refuseUnreadable(name, entry);
    return contentOf(name, readMember(name, this.#archive, entry));
  }

  async small(part: string, events: Parameters<typeof readXml>[1]): Promise<void> {
    const size = this.#entries.get(part.toLowerCase())?.uncompressedSize ?? 0;
    if (size > smallPartBytes) {
      throw new SourceFileError(this.#archive.name, `its part ${part} is larger than that of any workbook.`);
    }
    await this.reading(part, () => readXml(this.open(part), events));
  }

  async reading<T>(part: string, read: () => Promise<T>): Promise<T> {
    try {
      return await read();
    } catch (error) {
      if (!(error instanceof XmlRefused)) throw error;
      const sentence = `${part} ${error.message}. Save the workbook as .xlsx again.`;
      throw new SourceFileError(this.#archive.name, sentence, { cause: error });
    }
  }

  /** What a part refers to inside the workbook, by id; references to elsewhere are left out. */
  async relationships(part: string): Promise<ReadonlyMap<string, Relationship>> {
    const { dir, base } = posix.parse(part);
    const found = new Map<string, Relationship>();
    const relations = posix.join(dir, "_rels", `${base}.rels`);
    if (!this.has(relations)) return found;
    await this.small(relations, {
      open(name, { Id: id = "", Type: type = "", Target: target = "", TargetMode: mode }) {
        if (name !== "Relationship" || mode === "External") return;
        const path = posix.join(target.startsWith("/") ? "" : dir, target).replace(/^\//, "");
        found.set(id, { type: type.slice(type.lastIndexOf("/") + 1), target: path });
      },
    });
    return found;
  }
}

interface BookSheet {
  readonly title: string;
  readonly id: string;
  readonly isHidden: boolean;
}

async function readBook(
  parts: Parts,
  main: string,
): Promise<{ readonly sheets: readonly BookSheet[]; readonly isDate1904: boolean; readonly isWorkbook: boolean }> {
  const sheets: BookSheet[] = [];
  let isDate1904 = false;
  let isWorkbook: boolean | undefined;
  await parts.small(main, {
    open(name, attributes) {
      isWorkbook ??= name === "workbook";
      if (name === "workbookPr") isDate1904 = ["1", "true"].includes(attributes["date1904"] ?? "");
      if (name !== "sheet") return;
      const id = Object.entries(attributes).find(([key]) => key.endsWith(":id"))?.[1] ?? "";
      if (sheets.length === sheetsMax) throw new XmlRefused(`has more than ${sheetsMax} sheets`);
      const { name: title = "", state = "visible" } = attributes;
      sheets.push({ title, id, isHidden: state !== "visible" });
    },
  });
  return { sheets, isDate1904, isWorkbook: isWorkbook === true };
}

/** The format of each style of cells (`cellXfs`), by its index. */
async function readFormats(parts: Parts, part: string): Promise<readonly NumberFormat[]> {
  const codes = new Map<number, NumberFormat>();
  const formats: NumberFormat[] = [];
  let isOfCells = false;
  await parts.small(part, {
    open(name, { numFmtId = "0", formatCode = "" }) {
      if (name === "numFmt") codes.set(Number(numFmtId), readNumberFormat(formatCode));
      else if (name === "cellXfs") isOfCells = true;
      else if (name === "xf" && isOfCells && formats.length < stylesMax) {
        formats.push(codes.get(Number(numFmtId)) ?? builtInFormat(Number(numFmtId)));
      }
    },
    close(name) {
      if (name === "cellXfs") isOfCells = false;
    },
  });
  return formats;
}

/** Whether at least two rows of a sheet have a value: a header and what stands below. */
async function hasRows(parts: Parts, part: string): Promise<boolean> {
  const records = new SheetRecords();
  let filled = 0;
  for await (const chunk of parts.open(part)) {
    filled += records.push(chunk).filter(({ cells }) => cells.length > 0).length;
    // What is damaged may have had rows, and whoever reads it finds out.
    if (filled >= 2 || records.refused !== undefined) return true;
  }
  return false;
}
