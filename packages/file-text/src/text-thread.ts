import { parentPort } from "node:worker_threads";
import { type FileText, noText, TextTask } from "./file-text.ts";
import { readHtml, readMail, readPlain } from "./readers/read-markup.ts";
import { readDocx, readXlsx } from "./readers/read-office.ts";
import { readPdf } from "./readers/read-pdf.ts";

// The thread's side of extract-text.ts. Input: a TextTask. Outcome: "started", then one FileText; a file that cannot be
// read is a result, not an error.

async function textOf({ bytes: { buffer, byteOffset, byteLength }, mediaType }: TextTask): Promise<FileText> {
  const bytes = Buffer.from(buffer, byteOffset, byteLength);
  switch (mediaType) {
    case "application/pdf":
      return readPdf(new Uint8Array(bytes));
    case "application/vnd.openxmlformats-officedocument.wordprocessingml.document":
      return readDocx(bytes);
    case "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet":
      return readXlsx(bytes);
    case "message/rfc822":
      return readMail(bytes);
    case "text/html":
      return readHtml(decoded(bytes));
    case "text/csv":
    case "text/markdown":
    case "text/plain":
      return readPlain(decoded(bytes));
  }
}

/** @throws TypeError behind the beginning that was looked at, the file may be no text. */
function decoded(bytes: Uint8Array): string {
  return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
}

const port = parentPort;
port?.on("message", (message: unknown) => {
  port.postMessage("started");
  void textOf(TextTask.parse(message))
    .catch(() => noText("failed", "unreadable"))
    .then((text) => port.postMessage(text));
});
