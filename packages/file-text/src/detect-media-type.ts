import { open } from "node:fs/promises";
import { fileTypeFromFile } from "file-type";

/** A file whose kind nobody knows. */
export const unknownMediaType = "application/octet-stream";

/** Read at most: whether a file is text shows in its beginning. */
const headBytes = 64 * 1024;

/**
 * The media type of a file by its content alone (STORE-30). Kinds of plain text look alike: only among them, the name
 * decides (`.csv`, `.md`), and a wrong name changes nothing else.
 */
export async function detectMediaType(path: string, fileName: string): Promise<string> {
  const found = await fileTypeFromFile(path).catch(() => undefined);
  // XML and mail are texts to us: what they are is looked at below.
  if (found !== undefined && !/xml$|^text\/|^message\//.test(found.mime)) return found.mime;
  const head = await headOf(path);
  const text = utf8Of(head);
  if (text === undefined) return unknownMediaType;
  if (/^\s*(?:<!--[^]*?-->\s*)*<(?:!doctype\s+html|html|head|body)\b/i.test(text)) return "text/html";
  if (isMail(text)) return "message/rfc822";
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

/** Undefined for bytes that are not UTF-8, or hold control characters that no text has. */
function utf8Of(head: Buffer): string | undefined {
  try {
    // A character may be cut at the end of the head.
    const text = new TextDecoder("utf-8", { fatal: true }).decode(head, { stream: head.byteLength === headBytes });
    // eslint-disable-next-line no-control-regex -- these are the characters that texts do not have
    return /[\u0000-\u0008\u000e-\u001a\u001c-\u001f]/.test(text) ? undefined : text;
  } catch {
    return undefined;
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
