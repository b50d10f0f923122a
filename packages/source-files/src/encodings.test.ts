import { describe, expect, test } from "@jest/globals";
import { encodingOf, utf8Bytes } from "./encodings.ts";
import type { SourceEncoding } from "./source-reading.ts";

const text = "Zoë,Málaga,€ 5,🚀\n";
const utf16le = Buffer.from(text, "utf16le");
const utf16be = Buffer.from(utf16le).swap16();
const windows1252 = Buffer.from([0x5a, 0x6f, 0xeb, 0x2c, 0x80, 0x20, 0x35]);

describe("the encoding is detected (FILE-10)", () => {
  test.each<[string, Uint8Array, SourceEncoding]>([
    ["a byte order mark of UTF-8", Buffer.from([0xef, 0xbb, 0xbf, 0xff]), "utf-8"],
    ["a byte order mark of UTF-16, low byte first", Buffer.concat([Buffer.from([0xff, 0xfe]), utf16le]), "utf-16le"],
    ["a byte order mark of UTF-16, high byte first", Buffer.concat([Buffer.from([0xfe, 0xff]), utf16be]), "utf-16be"],
    ["zero bytes at odd places", utf16le, "utf-16le"],
    ["zero bytes at even places", utf16be, "utf-16be"],
    ["valid UTF-8", Buffer.from(text), "utf-8"],
    ["ASCII", Buffer.from("a,b\n"), "utf-8"],
    ["no bytes", Buffer.alloc(0), "utf-8"],
    ["anything else", windows1252, "windows-1252"],
    ["mostly UTF-8", Buffer.concat([Buffer.from("Zoë Müller\n"), windows1252.subarray(0, 3)]), "utf-8"],
    ["mostly something else", Buffer.concat([Buffer.from("Zoë\n"), windows1252, windows1252]), "windows-1252"],
  ])("%s", (_case, bytes, encoding) => {
    expect(encodingOf(bytes, true)).toBe(encoding);
  });

  test("a character that the end of the sample cuts is not invalid", () => {
    const bytes = Buffer.from("é€🚀");
    for (const length of [1, 3, 4, 6, 7, 8]) {
      expect(encodingOf(bytes.subarray(0, length), false)).toBe("utf-8");
      expect(encodingOf(bytes.subarray(0, length), true)).toBe(length < 6 ? "windows-1252" : "utf-8");
    }
    expect(encodingOf(Buffer.from([0x61, 0xe9, 0x61, 0x62]), false)).toBe("windows-1252");
  });
});

async function utf8Of(bytes: Uint8Array, encoding: SourceEncoding, chunkBytes: number): Promise<Buffer> {
  async function* chunks(): AsyncGenerator<Uint8Array> {
    for (let start = 0; start < bytes.length; start += chunkBytes) yield bytes.subarray(start, start + chunkBytes);
  }
  const found: Uint8Array[] = [];
  for await (const chunk of utf8Bytes(chunks(), encoding)) found.push(Buffer.from(chunk));
  return Buffer.concat(found);
}

describe.each([1, 2, 3, 5, 1_000])("in chunks of %i bytes", (chunkBytes) => {
  test("every encoding becomes the same UTF-8 (FILE-10)", async () => {
    expect((await utf8Of(utf16le, "utf-16le", chunkBytes)).toString()).toBe(text);
    expect((await utf8Of(utf16be, "utf-16be", chunkBytes)).toString()).toBe(text);
    expect((await utf8Of(Buffer.from(text), "utf-8", chunkBytes)).toString()).toBe(text);
    expect((await utf8Of(windows1252, "windows-1252", chunkBytes)).toString()).toBe("Zoë,€ 5");
  });

  test("bytes that Windows-1252 has no character for stay invalid, so that their row is found (FILE-13)", async () => {
    const bytes = Buffer.from([0x61, 0x81, 0x62, 0x80, 0x0a, 0x9d]);
    const expected = [Buffer.from("a"), Buffer.from([0xff]), Buffer.from("b€\n"), Buffer.from([0xff])];
    expect(await utf8Of(bytes, "windows-1252", chunkBytes)).toEqual(Buffer.concat(expected));
  });

  test("half a surrogate pair and half a character stay invalid, so that their row is found (FILE-13)", async () => {
    const halves = Buffer.from("a\ud83db\n\ude80c", "utf16le");
    const expected = [Buffer.from("a"), Buffer.from([0xff]), Buffer.from("b\n"), Buffer.from([0xff]), Buffer.from("c")];
    expect(await utf8Of(halves, "utf-16le", chunkBytes)).toEqual(Buffer.concat(expected));
    expect(await utf8Of(Buffer.from(halves).swap16(), "utf-16be", chunkBytes)).toEqual(Buffer.concat(expected));
    const cut = await utf8Of(utf16be.subarray(0, 5), "utf-16be", chunkBytes);
    expect(cut).toEqual(Buffer.concat([Buffer.from("Zo"), Buffer.from([0xff])]));
    expect((await utf8Of(utf16le.subarray(0, 5), "utf-16le", chunkBytes)).toString("latin1")).toBe("Zo\u00ff");
  });
});
