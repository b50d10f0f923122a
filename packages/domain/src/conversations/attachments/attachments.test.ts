import { expect, test } from "@jest/globals";
import { PassThrough, Readable } from "node:stream";
import { stateOf } from "./attachment.ts";
import { isTaken, kindOf, readsAsText } from "./judge-media-type.ts";
import { unpaused } from "./unpaused.ts";

test("an upload that pauses is refused, one that goes on is not (ATT-6)", async () => {
  const stalled = new PassThrough();
  stalled.write("first");
  const received: string[] = [];
  const reading = (async () => {
    for await (const chunk of unpaused(stalled, 30)) received.push(Buffer.from(chunk).toString());
  })();
  await expect(reading).rejects.toMatchObject({ code: "invalid_multipart" });
  expect(received).toEqual(["first"]);
  const whole: string[] = [];
  for await (const chunk of unpaused(Readable.from([Buffer.from("a"), Buffer.from("b")]), 30_000))
    whole.push(Buffer.from(chunk).toString());
  expect(whole).toEqual(["a", "b"]);
});

test("no state of a file is ready without a scan that is set up (ATT-20, ATT-23)", () => {
  const scans = ["pending", "not_configured", "clean", "malware", "unavailable"] as const;
  const texts = ["pending", "ready", "none", "failed"] as const;
  for (const scan of scans)
    for (const textStatus of texts) {
      const { status } = stateOf({ scan, textStatus, textReason: null });
      const isCleared = scan === "clean" || scan === "not_configured";
      expect([scan, textStatus, status === "ready"]).toEqual([
        scan,
        textStatus,
        isCleared && (textStatus === "ready" || textStatus === "none"),
      ]);
    }
});

test.each([
  ["application/pdf", "APPLICATION/PDF; x=y", "a.PDF", true],
  ["application/pdf", "application/pdf", "no ending", true],
  ["application/pdf", "application/octet-stream", "a.unknown", true],
  ["application/pdf", "image/png", "a.pdf", false],
  ["text/plain", "text/plain", "a.txt", true],
  ["text/csv", "text/plain", "a.csv", true],
  ["message/rfc822", "text/plain", "notes.txt", true],
  ["image/jpeg", "image/pjpeg", "a.jpeg", true],
  ["application/zip", "application/zip", "a.zip", false],
  ["video/mp4", "", "a", false],
] as const)("%s declared as %s under the name %s: %s (ATT-4)", (mediaType, declaredMediaType, fileName, expected) => {
  expect(isTaken({ mediaType, declaredMediaType, fileName })).toBe(expected);
});

const page = "text/html";
const mail = "message/rfc822";
test.each([
  // The sender says which kind of text.
  ["text/plain", "text/csv", "a.csv", "text/csv", true],
  ["text/csv", "Text/Markdown; charset=utf-8", "a.md", "text/markdown", true],
  ["text/plain", "text/x-markdown", "a", "text/markdown", true],
  ["text/plain", page, "a.html", page, true],
  ["text/plain", "application/xhtml+xml", "a", page, true],
  [mail, mail, "a.eml", mail, true],
  // A mail begins as one.
  ["text/plain", mail, "a.eml", "text/plain", false],
  ["text/csv", mail, "a", "text/csv", false],
  [page, "text/plain", "a.txt", "text/plain", true],
  [page, "text/csv", "a.csv", "text/csv", true],
  [mail, "text/plain", "a.csv", "text/plain", true],
  // Its name may not contradict that.
  ["text/plain", page, "a.csv", page, false],
  [page, "text/markdown", "a.html", "text/markdown", false],
  ["text/plain", "text/csv", "a.svg", "text/csv", false],
  ["text/plain", "text/plain", "a.rtf", "text/plain", false],
  // Forms say text/plain where nothing was said.
  ["text/csv", "text/plain", "a.csv", "text/csv", true],
  [page, "text/plain", "a.html", page, true],
  [mail, "text/plain", "a.txt", mail, true],
  // Nothing is said of the kind.
  [page, "application/octet-stream", "a.html", page, true],
  [page, "application/octet-stream", "a.txt", page, false],
  ["text/plain", "image/svg+xml", "a", "text/plain", false],
  ["text/csv", "application/vnd.ms-excel", "a.csv", "text/csv", true],
  // Names of members that every object has.
  ["text/plain", "constructor", "a.txt", "text/plain", false],
  ["text/plain", "text/plain", "a.constructor", "text/plain", true],
  // What is no text stays what it is.
  ["image/bmp", "text/csv", "a.csv", "image/bmp", false],
  ["application/pdf", "text/plain", "a.txt", "application/pdf", false],
] as const)(
  "%s declared as %s under the name %s is %s: %s (ATT-4)",
  (found, declaredMediaType, fileName, kind, taken) => {
    const file = { mediaType: found, declaredMediaType, fileName };
    expect(kindOf(file)).toBe(kind);
    expect(isTaken({ ...file, mediaType: kindOf(file) })).toBe(taken);
  },
);

test.each([
  ["application/octet-stream", "text/csv", "a", true],
  ["application/octet-stream", "application/octet-stream", "a.txt", true],
  ["image/bmp", "text/plain", "a.csv", true],
  ["application/octet-stream", "application/octet-stream", "a.bin", false],
  ["application/octet-stream", "application/pdf", "a.pdf", false],
  ["application/pdf", "text/plain", "a.txt", false],
] as const)(
  "%s declared as %s under the name %s may be a text in another encoding: %s (ATT-4)",
  (mediaType, declaredMediaType, fileName, expected) => {
    expect(readsAsText({ mediaType, declaredMediaType, fileName })).toBe(expected);
  },
);
