import { expect, test } from "@jest/globals";
import { PassThrough, Readable } from "node:stream";
import { stateOf } from "./attachment.ts";
import { isTaken } from "./judge-media-type.ts";
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
