import { zipOf, type ZipMember } from "./file-kit.ts";

/** A cell: a value of the usual kind, or the XML of one (`xml`), in which `@` stands for its reference. */
export type KitCell =
  | string
  | number
  | boolean
  | undefined
  | { readonly value: number; readonly format: string }
  | { readonly formula: string; readonly value?: string | number }
  | { readonly error: string }
  | { readonly xml: string };

export interface KitSheet {
  readonly title: string;
  readonly rows?: readonly (readonly KitCell[])[];
  readonly state?: "hidden" | "veryHidden";
  /** XML in front of the rows, such as `<cols>`, and behind them, such as merged cells. */
  readonly before?: string;
  readonly after?: string;
  /** Lines that are hidden, from 1. */
  readonly hiddenLines?: readonly number[];
  /** Merged areas, such as `A1:C1`. */
  readonly merged?: readonly string[];
  /** The whole part, in place of rows. */
  readonly xml?: string;
}

export interface KitBook {
  readonly sheets: readonly KitSheet[];
  readonly isDate1904?: boolean;
  readonly isStrict?: boolean;
  /** Texts stand in the cells instead of the shared ones. */
  readonly isInline?: boolean;
  readonly parts?: readonly ZipMember[];
}

const xmlHead = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

/** A workbook as Excel writes it. */
export function workbookOf(book: KitBook): Buffer {
  return zipOf(workbookParts(book));
}

export function workbookParts({ sheets, isDate1904, isStrict, isInline, parts = [] }: KitBook): readonly ZipMember[] {
  const base = isStrict === true ? "http://purl.oclc.org/ooxml" : "http://schemas.openxmlformats.org";
  const types =
    isStrict === true ? `${base}/officeDocument/relationships` : `${base}/officeDocument/2006/relationships`;
  const namespace = isStrict === true ? `${base}/spreadsheetml/main` : `${base}/spreadsheetml/2006/main`;
  const shared: string[] = [];
  const formats: string[] = [];
  const made = sheets.map((sheet, index) => ({
    name: `xl/worksheets/sheet${index + 1}.xml`,
    content:
      sheet.xml ??
      `${xmlHead}<worksheet xmlns="${namespace}">${sheetXml(sheet, { shared, formats, isInline })}</worksheet>`,
  }));
  const relation = (id: string, type: string, target: string): string =>
    `<Relationship Id="${id}" Type="${types}/${type}" Target="${target}"/>`;
  const relations = (list: string): string => `${xmlHead}<Relationships xmlns="x">${list}</Relationships>`;
  const files: ZipMember[] = [
    { name: "[Content_Types].xml", content: `${xmlHead}<Types/>` },
    { name: "_rels/.rels", content: relations(relation("rId1", "officeDocument", "xl/workbook.xml")) },
    {
      name: "xl/workbook.xml",
      content: `${xmlHead}<workbook xmlns="${namespace}" xmlns:r="${types}"><workbookPr${isDate1904 === true ? ' date1904="1"' : ""}/><sheets>${sheets
        .map(
          ({ title, state }, index) =>
            `<sheet name="${escaped(title)}" sheetId="${index + 1}"${state === undefined ? "" : ` state="${state}"`} r:id="rId${index + 1}"/>`,
        )
        .join("")}</sheets></workbook>`,
    },
    {
      name: "xl/_rels/workbook.xml.rels",
      content: relations(
        sheets
          .map((_, index) => relation(`rId${index + 1}`, "worksheet", `worksheets/sheet${index + 1}.xml`))
          .join("") +
          relation("rIdS", "styles", "styles.xml") +
          relation("rIdT", "sharedStrings", "/xl/sharedStrings.xml"),
      ),
    },
    {
      name: "xl/styles.xml",
      content: `${xmlHead}<styleSheet><numFmts>${formats
        .map((code, index) => `<numFmt numFmtId="${164 + index}" formatCode="${escaped(code)}"/>`)
        .join("")}</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/>${formats
        .map((_, index) => `<xf numFmtId="${164 + index}"/>`)
        .join("")}</cellXfs></styleSheet>`,
    },
    {
      name: "xl/sharedStrings.xml",
      content: `${xmlHead}<sst>${shared.map((text) => `<si><t xml:space="preserve">${escaped(text)}</t></si>`).join("")}</sst>`,
    },
    ...made,
  ];
  const replaced = new Set(parts.map(({ name }) => name));
  return [...files.filter(({ name }) => !replaced.has(name)), ...parts];
}

interface Shared {
  readonly shared: string[];
  readonly formats: string[];
  readonly isInline: boolean | undefined;
}

function sheetXml({ rows = [], before = "", after = "", hiddenLines = [], merged = [] }: KitSheet, to: Shared): string {
  const lines = rows.flatMap((cells, index) => {
    const line = index + 1;
    if (cells.length === 0) return [];
    const hidden = hiddenLines.includes(line) ? ' hidden="1"' : "";
    return `<row r="${line}"${hidden}>${cells.map((cell, column) => cellXml(cell, `${letters(column)}${line}`, to)).join("")}</row>`;
  });
  const areas =
    merged.length === 0 ? "" : `<mergeCells>${merged.map((ref) => `<mergeCell ref="${ref}"/>`).join("")}</mergeCells>`;
  return `${before}<sheetData>${lines.join("")}</sheetData>${areas}${after}`;
}

function cellXml(cell: KitCell, at: string, { shared, formats, isInline }: Shared): string {
  if (cell === undefined) return "";
  if (typeof cell === "number") return `<c r="${at}"><v>${cell}</v></c>`;
  if (typeof cell === "boolean") return `<c r="${at}" t="b"><v>${cell ? 1 : 0}</v></c>`;
  if (typeof cell === "string") {
    if (isInline === true) return `<c r="${at}" t="inlineStr"><is><t>${escaped(cell)}</t></is></c>`;
    const index = shared.indexOf(cell) < 0 ? shared.push(cell) - 1 : shared.indexOf(cell);
    return `<c r="${at}" t="s"><v>${index}</v></c>`;
  }
  if ("xml" in cell) return cell.xml.replaceAll("@", at);
  if ("error" in cell) return `<c r="${at}" t="e"><v>${cell.error}</v></c>`;
  if ("formula" in cell) {
    const { formula, value } = cell;
    const stored = value === undefined ? "" : `<v>${escaped(String(value))}</v>`;
    return `<c r="${at}"${typeof value === "string" ? ' t="str"' : ""}><f>${escaped(formula)}</f>${stored}</c>`;
  }
  const { value, format } = cell;
  const index = formats.indexOf(format) < 0 ? formats.push(format) - 1 : formats.indexOf(format);
  return `<c r="${at}" s="${index + 1}"><v>${value}</v></c>`;
}

/** `AB` for 27. */
export function letters(column: number): string {
  const rest = Math.floor(column / 26);
  return (rest === 0 ? "" : letters(rest - 1)) + String.fromCharCode(65 + (column % 26));
}

export function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}
