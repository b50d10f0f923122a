import { describe, expect, test } from "@jest/globals";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { detectMediaType } from "../detect-media-type.ts";
import { readMail } from "./read-markup.ts";

/** The bytes of a string in a charset of one byte a character, by trying which byte says what. */
function inCharset(text: string, charset: string): Buffer {
  const decoder = new TextDecoder(charset);
  const byChar = new Map(
    Array.from({ length: 256 }, (_, byte) => [decoder.decode(Uint8Array.of(byte)), byte] as const),
  );
  return Buffer.from(
    [...text].map((char) => {
      const byte = byChar.get(char);
      if (byte === undefined) throw new Error(`${charset} has no ${char}`);
      return byte;
    }),
  );
}

const quotedPrintable = (bytes: Buffer): string =>
  [...bytes]
    .map((byte) => (byte > 126 || byte === 61 ? `=${byte.toString(16).toUpperCase()}` : String.fromCharCode(byte)))
    .join("");
const encodings = {
  "8bit": (bytes: Buffer) => bytes,
  "quoted-printable": (bytes: Buffer) => Buffer.from(quotedPrintable(bytes)),
  base64: (bytes: Buffer) => Buffer.from(bytes.toString("base64")),
};
const charsets: readonly (readonly [charset: string, subject: string, body: string])[] = [
  ["iso-8859-1", "Prämie für Müller", "Die Prämie beträgt 1200 für Müller."],
  ["windows-1252", "Garantie – café", "La garantie coûte 20 € – café."],
  ["koi8-r", "Страховой полис", "Премия за год: 500 рублей."],
  ["windows-1251", "Договор страхования", "Полис действует до марта."],
  ["iso-8859-2", "Pojištění domu", "Pojistné činí 300 korun."],
  ["iso-8859-15", "Prime annuelle €", "Cœur de métier: 12 €."],
  ["windows-1253", "Ασφάλεια σπιτιού", "Το ασφάλιστρο είναι 90."],
];
const cases = charsets.flatMap((each) => Object.keys(encodings).map((encoding) => [...each, encoding] as const));

function mailOf(charset: string, subject: string, body: string, encoding: string): Buffer {
  const encode = Object.entries(encodings).find(([name]) => name === encoding)?.[1] ?? encodings["8bit"];
  return Buffer.concat([
    Buffer.from("From: "),
    inCharset(subject.split(" ")[0] ?? "", charset),
    Buffer.from(" <sender@example.com>\r\nTo: desk@example.com\r\nSubject: "),
    inCharset(subject, charset),
    Buffer.from(`\r\nContent-Type: text/plain; charset="${charset}"\r\nContent-Transfer-Encoding: ${encoding}\r\n\r\n`),
    encode(inCharset(body, charset)),
  ]);
}

async function kindOf(bytes: Buffer): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "mail-"));
  try {
    await writeFile(join(folder, "mail"), bytes);
    return await detectMediaType(join(folder, "mail"), "mail.eml");
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function textOf(bytes: Buffer): Promise<string> {
  const text = await readMail(bytes);
  return text.status === "ready" ? text.pages.join("") : text.reason;
}

describe("a mail is read in its charset, headers as well (STORE-35)", () => {
  test.each(cases)("%s: %s, %s, %s", async (charset, subject, body, encoding) => {
    const bytes = mailOf(charset, subject, body, encoding);
    expect(await kindOf(bytes)).toBe("message/rfc822");
    const text = await textOf(bytes);
    expect(text).toContain(`Subject: ${subject}\n`);
    expect(text).toContain(`From: ${subject.split(" ")[0] ?? ""} <sender@example.com>`);
    expect(text).toContain(body);
  });

  test("without a charset the usual one is meant, in headers and body", async () => {
    const head = "From: a@example.com\r\nTo: b@example.com\r\nSubject: Prämie\r\n\r\nFür Müller";
    expect(await textOf(inCharset(head, "windows-1252"))).toMatch(/Subject: Prämie\n[^]*Für Müller/);
  });

  test("in parts with charsets of their own, and names in raw bytes", async () => {
    const part = (charset: string, body: string): Buffer[] => [
      Buffer.from(`--x\r\nContent-Type: text/plain; charset=${charset}\r\nContent-Transfer-Encoding: 8bit\r\n\r\n`),
      inCharset(body, charset),
      Buffer.from("\r\n"),
    ];
    const bytes = Buffer.concat([
      Buffer.from("From: a@example.com\r\nTo: b@example.com\r\nSubject: "),
      inCharset("Größe", "iso-8859-1"),
      Buffer.from("\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=x\r\n\r\n"),
      ...part("iso-8859-1", "Die Prämie"),
      ...part("koi8-r", "Премия"),
      Buffer.from("--x--\r\n"),
    ]);
    expect(await kindOf(bytes)).toBe("message/rfc822");
    expect(await textOf(bytes)).toMatch(/Subject: Größe\n[^]*Die Prämie[^]*Премия/);
  });

  test("headers in UTF-8 and encoded words stay as they are", async () => {
    const utf8 =
      "From: a@example.com\r\nTo: b@example.com\r\nSubject: Größe €\r\nContent-Type: text/plain; charset=iso-8859-1\r\n\r\n";
    const bytes = Buffer.concat([Buffer.from(utf8), inCharset("Prämie", "iso-8859-1")]);
    expect(await textOf(bytes)).toMatch(/Subject: Größe €\n[^]*Prämie/);
    const words =
      "From: =?koi8-r?B?8NLFzcnR?= <a@example.com>\r\nTo: b@example.com\r\nSubject: =?iso-8859-1?Q?Pr=E4mie?=\r\n\r\nx";
    expect(await textOf(Buffer.from(words))).toMatch(/From: Премия <a@example\.com>[^]*Subject: Prämie\n/);
  });
});
