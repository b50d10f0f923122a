import { Parser } from "htmlparser2";
import PostalMime from "postal-mime";
import { divideText, textOfPages } from "../divide-text.ts";
import type { FileText } from "../file-text.ts";

const unseen: ReadonlySet<string> = new Set(["script", "style", "noscript", "template", "svg", "iframe", "object"]);
const blocks: ReadonlySet<string> = new Set(
  "address article aside blockquote br dd div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr li main nav ol p pre section table title tr ul".split(
    " ",
  ),
);

/** The text of an HTML document as a reader sees it; scripts and styles are neither run nor shown. */
function htmlText(html: string): string {
  const parts: string[] = [];
  let unseenDepth = 0;
  const parser = new Parser(
    {
      onopentagname(name) {
        if (unseen.has(name)) unseenDepth += 1;
        if (blocks.has(name)) parts.push("\n");
        if (name === "td" || name === "th") parts.push("\t");
      },
      onclosetag(name) {
        if (unseen.has(name)) unseenDepth = Math.max(0, unseenDepth - 1);
        if (blocks.has(name) && name !== "br") parts.push("\n");
      },
      ontext(text) {
        if (unseenDepth === 0) parts.push(text.replaceAll(/\s+/g, " "));
      },
    },
    { decodeEntities: true, lowerCaseTags: true },
  );
  parser.write(html);
  parser.end();
  return parts
    .join("")
    .replaceAll(/[ \t]*\n[ \t]*/g, "\n")
    .replaceAll(/\n{3,}/g, "\n\n")
    .trim();
}

export function readHtml(html: string): FileText {
  const pages = divideText(htmlText(html));
  return textOfPages(pages, pages.length);
}

/** Sender, receivers, date and subject of a mail, then what it says; of what is attached, the names. */
export async function readMail(bytes: Uint8Array): Promise<FileText> {
  const mail = await new PostalMime({ maxNestingDepth: 20, maxHeadersSize: 1_000_000 }).parse(bytes);
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

/** Plain text, Markdown and CSV as they are. */
export function readPlain(text: string): FileText {
  const pages = divideText(text);
  return textOfPages(pages, pages.length, { isTextOnly: true });
}
