import { open } from "node:fs/promises";
import { fileTypeFromBuffer, fileTypeFromFile, type FileTypeResult } from "file-type";

/** A file whose kind nobody knows. */
export const unknownMediaType = "application/octet-stream";

/** Read at most: whether a file is text shows in its beginning. */
const headBytes = 64 * 1024;

/**
 * The media type of a file by its content alone (STORE-30). Kinds of plain text look alike: only among them, the name
 * decides (`.csv`, `.md`, `.html`), and a wrong name changes nothing else.
 */
export async function detectMediaType(path: string, fileName: string): Promise<string> {
  return kindOf(await headOf(path), fileName, () => fileTypeFromFile(path));
}

/** The same of a file that is held whole. */
export async function detectMediaTypeOf(bytes: Uint8Array, fileName: string): Promise<string> {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, headBytes));
  return kindOf(head, fileName, () => fileTypeFromBuffer(bytes));
}

async function kindOf(
  head: Buffer,
  fileName: string,
  look: () => Promise<FileTypeResult | undefined>,
): Promise<string> {
  const text = utf8Of(head);
  // The signatures of many formats are words: text without control characters has none of them (`BMW`, `MZ`, `PAR1`).
  if (text === undefined || controls.test(text) || isPdf(text)) {
    const found = await look().catch(() => undefined);
    // XML and mail are texts to us: what they are is looked at below.
    if (found !== undefined && !/xml$|^text\/|^message\//.test(found.mime)) return found.mime;
  }
  if (text === undefined) return isMailOfBytes(head) ? "message/rfc822" : unknownMediaType;
  return binary.test(text) ? unknownMediaType : kindOfText(text, fileName);
}

/** A mail may have a charset of its own, which it names itself. */
function isMailOfBytes(head: Buffer): boolean {
  const text = head.toString("latin1");
  return !binary.test(text) && isMail(text);
}

function kindOfText(text: string, fileName: string): string {
  if (isPage(text)) return "text/html";
  if (isMail(text)) return "message/rfc822";
  if (/\.html?$/i.test(fileName)) return "text/html";
  if (/\.csv$/i.test(fileName)) return "text/csv";
  return /\.(?:md|markdown)$/i.test(fileName) ? "text/markdown" : "text/plain";
}

async function headOf(path: string): Promise<Buffer> {
  const file = await open(path, "r");
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(headBytes), 0, headBytes, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/** Undefined for bytes that are not UTF-8. */
function utf8Of(head: Buffer): string | undefined {
  try {
    // A character may be cut at the end of the head.
    return new TextDecoder("utf-8", { fatal: true }).decode(head, { stream: head.byteLength === headBytes });
  } catch {
    return undefined;
  }
}

/** Any control character but tab, line feed, form feed and carriage return. */
const controls = /[^\P{Cc}\t\n\f\r]/u;
/** Those that no text has; a few have the others, such as the output of terminals. */
// eslint-disable-next-line no-control-regex -- these are the characters that texts do not have
const binary = /[\u0000-\u0008\u000e-\u001a\u001c-\u001f]/;

/** A PDF may consist of printable characters alone; then an object follows its first line. */
function isPdf(text: string): boolean {
  return /^%PDF-\d/.test(text) && /\b\d+\s+\d+\s+obj\b/.test(text);
}

/** A page says so at its beginning, and is more than one tag in prose. */
function isPage(text: string): boolean {
  const page = withoutComments(text);
  const [begin = "", tag] = /^<(!doctype\s+html|html|head|body)\b[^>]*>?\s*/i.exec(page) ?? [];
  if (tag === undefined) return false;
  return tag.startsWith("!") || page.startsWith("<", begin.length) || /<\/(?:html|head|body)\s*>/i.test(page);
}

/** From its first character behind white space and comments. Not one expression: it would try every way to divide them. */
function withoutComments(text: string): string {
  let rest = text.trimStart();
  for (;;) {
    const end = rest.startsWith("<!--") ? rest.indexOf("-->", 4) : -1;
    if (end === -1) return rest;
    rest = rest.slice(end + 3).trimStart();
  }
}

/** Header fields to the first empty line, with sender and date or subject among them (RFC 5322 3.6). */
function isMail(text: string): boolean {
  const [head = ""] = text.split(/\r?\n\r?\n/, 1);
  const lines = head.split(/\r?\n/);
  if (!lines.every((line, index) => /^[!-9;-~]+:/.test(line) || (index > 0 && /^[ \t]/.test(line)))) return false;
  const names = new Set(lines.map((line) => line.split(":", 1)[0]?.toLowerCase()));
  return names.has("from") && (names.has("date") || names.has("subject") || names.has("to"));
}
