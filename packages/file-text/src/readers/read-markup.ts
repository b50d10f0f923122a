import { isUtf8 } from "node:buffer";
import { Parser } from "htmlparser2";
import PostalMime from "postal-mime";
import { divideText, textOfPages } from "../divide-text.ts";
import type { FileText } from "../file-text.ts";
import { isWritten, noteHidden } from "../note-hidden.ts";
import { cssOf, type Look, lookOf, plainLook, sheetOf } from "./seen-html.ts";

const unseen: ReadonlySet<string> = new Set(["script", "style", "noscript", "template", "svg", "iframe", "object"]);
const blocks: ReadonlySet<string> = new Set(
  "address article aside blockquote br dd div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr li main nav ol p pre section table title tr ul".split(
    " ",
  ),
);

/**
 * The text of an HTML document as a reader sees it; scripts and styles are neither run nor shown, and what the page hides is
 * left out, with a note (STORE-34).
 */
function htmlText(html: string): string {
  const parts: string[] = [];
  const sheet = sheetOf(html);
  const looks: Look[] = [];
  let unseenDepth = 0;
  let isLeftOut = false;
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (unseen.has(name)) unseenDepth += 1;
        if (blocks.has(name)) parts.push("\n");
        if (name === "td" || name === "th") parts.push("\t");
        looks.push(lookOf(attributes, cssOf(name, attributes, sheet), looks.at(-1) ?? plainLook));
      },
      onclosetag(name) {
        looks.pop();
        if (unseen.has(name)) unseenDepth = Math.max(0, unseenDepth - 1);
        if (blocks.has(name) && name !== "br") parts.push("\n");
      },
      ontext(text) {
        if (unseenDepth > 0) return;
        const isHidden = looks.at(-1)?.isHidden === true;
        isLeftOut ||= isHidden && isWritten(text);
        if (!isHidden) parts.push(text.replaceAll(/\s+/g, " "));
      },
    },
    { decodeEntities: true, lowerCaseTags: true },
  );
  parser.write(html);
  parser.end();
  const text = parts
    .join("")
    .replaceAll(/[ \t]*\n[ \t]*/g, "\n")
    .replaceAll(/\n{3,}/g, "\n\n")
    .trim();
  return isLeftOut ? noteHidden(text) : text;
}

export function readHtml(html: string): FileText {
  const pages = divideText(htmlText(html));
  return textOfPages(pages, pages.length);
}

/** Sender, receivers, date and subject of a mail, then what it says; of what is attached, the names. */
export async function readMail(bytes: Uint8Array): Promise<FileText> {
  const mail = await new PostalMime({ maxNestingDepth: 20, maxHeadersSize: 1_000_000 }).parse(withReadableHead(bytes));
  const addressOf = (who: { readonly name?: string; readonly address?: string | undefined } | undefined): string =>
    who === undefined ? "" : [who.name, who.address && `<${who.address}>`].filter(Boolean).join(" ");
  const head = [
    ["From", addressOf(mail.from)],
    ["To", (mail.to ?? []).map(addressOf).join(", ")],
    ["Cc", (mail.cc ?? []).map(addressOf).join(", ")],
    ["Date", mail.date ?? ""],
    ["Subject", mail.subject ?? ""],
    ["Attachments", mail.attachments.map(({ filename }) => filename ?? "unnamed").join(", ")],
  ]
    .filter(([, value]) => value !== "")
    .map(([name, value]) => `${name}: ${value}`);
  const body = mail.text ?? (mail.html === undefined ? "" : htmlText(mail.html));
  const pages = divideText(`${head.join("\n")}\n\n${body}`);
  return textOfPages(pages, pages.length);
}

/**
 * The mail with the bytes of its headers in UTF-8, and those of its body as well where it names no charset: programs write
 * both in the charset of their country, without saying so in headers.
 */
function withReadableHead(bytes: Uint8Array): Uint8Array {
  if (isUtf8(bytes)) return bytes;
  const raw = Buffer.from(bytes).toString("latin1");
  const end = /\r?\n\r?\n/.exec(raw)?.index ?? raw.length;
  const charset = /charset\s*=\s*["']?([\w.:-]+)/i.exec(raw)?.[1];
  const cut = charset === undefined ? bytes.length : end;
  const head = bytes.subarray(0, cut);
  if (isUtf8(head)) return bytes;
  return Buffer.concat([Buffer.from(decoderOf(charset).decode(head)), bytes.subarray(cut)]);
}

/** Of headers that are no UTF-8, whatever the mail says; the usual charset stands for a name that nobody knows. */
function decoderOf(charset: string | undefined): InstanceType<typeof TextDecoder> {
  const usual = "windows-1252";
  try {
    const decoder = new TextDecoder(charset ?? usual);
    return decoder.encoding.startsWith("utf") ? new TextDecoder(usual) : decoder;
  } catch {
    return new TextDecoder(usual);
  }
}

/** Plain text, Markdown and CSV as they are. */
export function readPlain(text: string): FileText {
  const pages = divideText(text);
  return textOfPages(pages, pages.length, { isTextOnly: true });
}
