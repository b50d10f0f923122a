import { crc32, deflateRawSync } from "node:zlib";

/** Small files of every kind, made by hand so that tests say what is in them. */

/** A PDF whose pages show these lines; a page without lines is a drawing, as of a scan. */
export function pdfFile(pages: readonly string[], given: { readonly isEncrypted?: boolean } = {}): Buffer {
  const objects: string[] = ["<< /Type /Catalog /Pages 2 0 R >>"];
  const first = 4;
  const kids = pages.map((_, index) => `${first + index * 2} 0 R`).join(" ");
  objects.push(`<< /Type /Pages /Count ${pages.length} /Kids [${kids}] >>`);
  objects.push("<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>");
  for (const [index, text] of pages.entries()) {
    const lines = text.split("\n").map((line) => `(${line.replaceAll(/[\\()]/g, String.raw`\$&`)}) Tj 0 -14 Td`);
    const drawn = text === "" ? "0 0 100 100 re f" : `BT /F1 12 Tf 40 740 Td ${lines.join(" ")} ET`;
    const content = first + index * 2 + 1;
    objects.push(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 3 0 R >> >> /Contents ${content} 0 R >>`,
      `<< /Length ${drawn.length} >>\nstream\n${drawn}\nendstream`,
    );
  }
  // In two parts: together they read like the id of a rule.
  let body = ["%PDF", "1.7\n"].join("-");
  const offsets = objects.map((object, index) => {
    const offset = body.length;
    body += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const xref = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`).join("");
  const secret = "ab".repeat(32);
  const encrypt = `/Encrypt << /Filter /Standard /V 1 /R 2 /O <${secret}> /U <${secret}> /P -4 >> /ID [<${secret}> <${secret}>]`;
  const trailer = `<< /Size ${objects.length + 1} /Root 1 0 R ${given.isEncrypted === true ? encrypt : ""} >>`;
  return Buffer.from(
    `${body}xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${xref}trailer\n${trailer}\nstartxref\n${body.length}\n%%EOF\n`,
    "latin1",
  );
}

interface Packed {
  readonly packed: Buffer;
  readonly checksum: number;
}
const packedBuffers = new WeakMap<Buffer, Packed>();

/** Of one buffer once: hundreds of megabytes take seconds. */
function packedOf(bytes: Buffer): Packed {
  const cached = packedBuffers.get(bytes);
  if (cached !== undefined) return cached;
  const made = { packed: deflateRawSync(bytes, { level: 9 }), checksum: crc32(bytes) };
  packedBuffers.set(bytes, made);
  return made;
}

/** A zip archive of these members. `declared` writes another size than the member has. */
export function zipFile(
  members: Readonly<Record<string, string | Buffer>>,
  { declared }: { readonly declared?: number } = {},
): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, content] of Object.entries(members)) {
    const bytes = typeof content === "string" ? Buffer.from(content) : content;
    const { packed, checksum } = packedOf(bytes);
    const head = Buffer.alloc(26);
    head.writeUInt16LE(20, 0);
    head.writeUInt16LE(8, 4);
    head.writeUInt32LE(checksum, 10);
    head.writeUInt32LE(packed.byteLength, 14);
    head.writeUInt32LE(declared ?? bytes.byteLength, 18);
    head.writeUInt16LE(name.length, 22);
    const local = Buffer.concat([Buffer.from("PK\u0003\u0004"), head, Buffer.from(name), packed]);
    const entry = Buffer.alloc(42);
    entry.writeUInt16LE(20, 0);
    head.copy(entry, 2, 0, 26);
    entry.writeUInt32LE(offset, 38);
    directory.push(Buffer.concat([Buffer.from("PK\u0001\u0002"), entry, Buffer.from(name)]));
    parts.push(local);
    offset += local.byteLength;
  }
  const entries = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(directory.length, 4);
  end.writeUInt16LE(directory.length, 6);
  end.writeUInt32LE(entries.byteLength, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...parts, entries, Buffer.from("PK\u0005\u0006"), end]);
}

const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const main = "application/vnd.openxmlformats-officedocument";

/** A DOCX of these paragraphs. */
export function docxFile(
  paragraphs: readonly string[],
  given: {
    readonly padding?: Buffer;
    readonly declared?: number;
    /** Content of other parts by their names: `header1`. */
    readonly parts?: Readonly<Record<string, string>>;
  } = {},
): Buffer {
  const others = Object.entries(given.parts ?? {}).map(
    ([name, content]) => [`word/${name}.xml`, `${xml}${content}`] as const,
  );
  const body = paragraphs.map((text) => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`).join("");
  return zipFile(
    {
      "[Content_Types].xml": `${xml}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="${main}.wordprocessingml.document.main+xml"/></Types>`,
      "_rels/.rels": `${xml}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>`,
      "word/document.xml": `${xml}<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${body}</w:body></w:document>`,
      ...Object.fromEntries<string>(others),
      ...(given.padding && { "word/media/image1.bin": given.padding }),
    },
    given.declared === undefined ? {} : { declared: given.declared },
  );
}

/** An XLSX with one sheet of text cells. */
export function xlsxFile(rows: readonly (readonly string[])[]): Buffer {
  const cells = rows
    .map(
      (row, index) =>
        `<row r="${index + 1}">${row.map((cell, at) => `<c r="${String.fromCharCode(65 + at)}${index + 1}" t="inlineStr"><is><t>${cell}</t></is></c>`).join("")}</row>`,
    )
    .join("");
  return zipFile({
    "[Content_Types].xml": `${xml}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${main}.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${main}.spreadsheetml.worksheet+xml"/></Types>`,
    "_rels/.rels": `${xml}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    "xl/workbook.xml": `${xml}<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="Vehicles" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `${xml}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    "xl/worksheets/sheet1.xml": `${xml}<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${cells}</sheetData></worksheet>`,
  });
}

/** The container that office programs write around a document with a password. */
export function encryptedOfficeFile(): Buffer {
  const file = Buffer.alloc(4_096);
  Buffer.from("d0cf11e0a1b11ae1", "hex").copy(file);
  Buffer.from("EncryptedPackage", "utf16le").copy(file, 1_024);
  return file;
}
