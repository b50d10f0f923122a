import { randomBytes } from "node:crypto";
import { mkdir, mkdtemp, readdir, readlink, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate as turn } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { openSourceFiles } from "./open-source-files.ts";
import { rowsOf, zipOf, type ZipMember } from "./testing/file-kit.ts";

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "source-files-"));
});
afterAll(async () => {
  await rm(folder, { recursive: true });
});

const csv = "a,b\n1,2\n";
const rows = [{ kind: "row", line: 2, value: { a: "1", b: "2" } }];

/** Writes a file of its own folder; its path. */
async function write(name: string, content: string | Uint8Array): Promise<string> {
  const path = join(await mkdtemp(join(folder, "case-")), name);
  await writeFile(path, content);
  return path;
}

const writeZip = (...members: ZipMember[]) => write("export.zip", zipOf(members));

async function bytesOf(path: string): Promise<number> {
  let bytes = 0;
  for (const file of await openSourceFiles([path])) for await (const chunk of file.open()) bytes += chunk.length;
  return bytes;
}

/** What opening or reading answers. */
async function refusal(...paths: string[]): Promise<unknown> {
  try {
    for (const file of await openSourceFiles(paths)) for await (const _chunk of file.open()) continue;
  } catch (error) {
    return error;
  }
  return undefined;
}

describe("names (FILE-1)", () => {
  test("a file has its own name, a member that of its archive before it, and gzip the name of its content", async () => {
    const files = await openSourceFiles([
      await write("clients.csv", csv),
      await write("policies.csv.gz", gzipSync(csv)),
      await writeZip({ name: "a/x.csv", content: csv }, { name: "y.csv.gz", content: gzipSync(csv), method: 0 }),
      await write("archive.bin", zipOf([{ name: "z.csv", content: csv }])),
      await write("compressed.csv", gzipSync(csv)),
    ]);
    expect(files.map(({ name }) => name)).toEqual([
      "clients.csv",
      "policies.csv",
      "export.zip/a/x.csv",
      "export.zip/y.csv",
      "archive.bin/z.csv",
      "compressed.csv",
    ]);
    for (const file of files) {
      expect(await rowsOf(file)).toEqual(rows);
      // A second time, as after detection.
      expect(await rowsOf(file)).toEqual(rows);
    }
  });

  test("files of a folder have their path in it", async () => {
    await mkdir(join(folder, "east"));
    await writeFile(join(folder, "east", "clients.csv"), csv);
    const files = await openSourceFiles([join(folder, "east", "clients.csv")], { within: folder });
    expect(files.map(({ name }) => name)).toEqual(["east/clients.csv"]);
  });

  test("two files of one name are refused", async () => {
    const message = "clients.csv: two files have this name. Rename one of them.";
    const paths = [await write("clients.csv", csv), await write("clients.csv.gz", gzipSync(csv))];
    expect(await refusal(...paths)).toMatchObject({ name: "SourceFileError", file: "clients.csv", message });
    expect(await refusal(await writeZip({ name: "x.csv" }, { name: "x.csv" }))).toMatchObject({
      message: "export.zip/x.csv: two files have this name. Rename one of them.",
    });
  });
});

describe("what archivers add is left out (FILE-5)", () => {
  test("folders, __MACOSX and dot files", async () => {
    const path = await writeZip(
      { name: "data/" },
      { name: "data/clients.csv", content: csv },
      { name: "__MACOSX/data/._clients.csv", content: "x" },
      { name: "data/.DS_Store", content: "x" },
      { name: ".git/config", content: "x" },
    );
    expect((await openSourceFiles([path])).map(({ name }) => name)).toEqual(["export.zip/data/clients.csv"]);
  });

  test("an archive without members has no file", async () => {
    expect(await openSourceFiles([await writeZip()])).toEqual([]);
  });
});

describe("refused by name, with a sentence (FILE-3)", () => {
  const whole = zipOf([{ name: "clients.csv", content: csv.repeat(1_000) }]);
  const gzip = gzipSync(randomBytes(100_000));
  const oldWorkbook = Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1]);
  const sevenZip = Buffer.from([0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c]);
  const damagedGzip = Buffer.from(gzip).fill(0, 5_000, 5_100);
  const directoryAt = whole.length - 22 - 46 - "clients.csv".length;

  test.each<[string, string, Uint8Array | string, string]>([
    [
      "a gzip file that is cut off",
      "a.csv.gz",
      gzip.subarray(0, 50_000),
      "a.csv.gz: the gzip file is damaged or cut off",
    ],
    ["a damaged gzip file", "a.csv.gz", damagedGzip, "a.csv.gz: the gzip file is damaged or cut off"],
    ["a gzip file by name alone", "a.csv.gz", csv, "a.csv.gz: it has the name of a gzip file and is not one"],
    ["a zip archive by name alone", "a.zip", csv, "a.zip: it has the name of a zip archive and is not one"],
    ["an archive that is cut off", "a.zip", whole.subarray(0, -10), "a.zip: the zip archive cannot be read"],
    [
      "an archive without its beginning",
      "a.zip",
      Buffer.concat([whole.subarray(0, 4), whole.subarray(directoryAt)]),
      "a.zip",
    ],
    [
      "a workbook of old",
      "a.xls",
      oldWorkbook,
      "a.xls: it is an Excel workbook of the old format. Save the workbook as .xlsx",
    ],
    ["a PDF document", "a.csv", "%PDF\n", "a.csv: it is a PDF document. Export the report as CSV."],
    ["another archive", "a.7z", sevenZip, "a.7z: it is compressed by 7-Zip, which is not read. Use zip or gzip."],
    ["an archive in gzip", "a.zip.gz", gzipSync(whole), "a.zip.gz: it is an archive inside an archive"],
  ])("%s", async (_case, name, content, message) => {
    expect(await refusal(await write(name, content))).toMatchObject({
      name: "SourceFileError",
      message: expect.stringContaining(message),
    });
  });

  test.each<[string, ZipMember, string]>([
    [
      "an encrypted member",
      { name: "x.csv", flags: 1 },
      "export.zip/x.csv: it is encrypted. Export it without a password.",
    ],
    [
      "another compression",
      { name: "x.csv", method: 14 },
      "export.zip/x.csv: it is compressed by LZMA, which is not read.",
    ],
    ["an unknown compression", { name: "x.csv", method: 77 }, "export.zip/x.csv: it is compressed by method 77"],
    ["an archive in it", { name: "x.zip", content: whole }, "export.zip/x.zip: it is an archive inside an archive."],
    [
      "a wrong checksum",
      { name: "x.csv", content: csv, checksum: 7 },
      "export.zip/x.csv: the zip archive cannot be read (wrong checksum)",
    ],
    [
      "a wrong size",
      { name: "x.csv", content: csv, bytes: 3 },
      "export.zip/x.csv: the zip archive cannot be read (too many bytes",
    ],
    [
      "a sheet",
      { name: "[Content_Types].xml" },
      "export.zip: it is an Office document. Save the table as .xlsx or CSV and give that file.",
    ],
    [
      "a path that leaves it",
      { name: "../x.csv" },
      "export.zip: the zip archive cannot be read (invalid relative path: ../x.csv)",
    ],
    [
      "a path on Windows",
      { name: "..\\x.csv" },
      "export.zip: the zip archive cannot be read (invalid relative path: ../x.csv)",
    ],
    [
      "an absolute path",
      { name: "/etc/x.csv" },
      "export.zip: the zip archive cannot be read (absolute path: /etc/x.csv)",
    ],
    ["a drive", { name: "C:\\x.csv" }, "export.zip: the zip archive cannot be read (absolute path: C:/x.csv)"],
  ])("a zip archive with %s", async (_case, member, message) => {
    expect(await refusal(await writeZip({ name: "a.csv", content: csv }, member))).toMatchObject({
      name: "SourceFileError",
      message: expect.stringContaining(message),
    });
  });

  test("an archive with more than 10,000 members", async () => {
    const members = Array.from({ length: 10_001 }, (_, index) => ({ name: `${index}.csv`, method: 0 }));
    expect(await refusal(await writeZip(...members))).toMatchObject({
      message: "export.zip: it has 10001 members; at most 10000 are read.",
    });
    expect(await openSourceFiles([await writeZip(...members.slice(1))])).toHaveLength(10_000);
  });

  test("a path where no file can be read", async () => {
    expect(await refusal(join(folder, "none.csv"))).toMatchObject({ message: "none.csv: there is no such file." });
    await mkdir(join(folder, "sub"));
    expect(await refusal(join(folder, "sub"))).toMatchObject({
      message: "sub: it is not a file. Give the files of the folder.",
    });
  });

  test("a file that is gone when it is read", async () => {
    const path = await write("clients.csv", csv);
    const [file] = await openSourceFiles([path]);
    await rm(path);
    await expect(file && rowsOf(file)).rejects.toMatchObject({ message: "clients.csv: there is no such file." });
  });
});

test("members in folders written with backslashes are read (FILE-2)", async () => {
  const [file] = await openSourceFiles([await writeZip({ name: "data\\clients.csv", content: csv })]);
  expect(file?.name).toBe("export.zip/data/clients.csv");
  expect(file && (await rowsOf(file))).toEqual(rows);
});

describe("what would decompress to absurdly many bytes is refused (FILE-4)", () => {
  const MiB = 1024 * 1024;
  const empty = Buffer.alloc(MiB);
  /** Gzip files may be joined; a MiB of zeros becomes a kilobyte. */
  const gzipOf = (count: number) => Buffer.concat(Array<Buffer>(count).fill(gzipSync(empty)));
  const message = expect.stringContaining("it decompresses to more than 200 times its size");

  test("gzip, while it is read", async () => {
    expect(await refusal(await write("a.csv.gz", gzipOf(101)))).toMatchObject({ message });
    expect(await bytesOf(await write("b.csv.gz", gzipOf(100)))).toBe(100 * MiB);
  });

  test("gzip in an archive, while it is read", async () => {
    expect(await refusal(await writeZip({ name: "a.csv.gz", content: gzipOf(101), method: 0 }))).toMatchObject({
      file: "export.zip/a.csv.gz",
      message,
    });
  });

  test("the members of an archive together, before one is read", async () => {
    const half = { content: csv, bytes: 51 * MiB };
    const path = await writeZip({ name: "a.csv", ...half }, { name: "b.csv", ...half });
    await expect(openSourceFiles([path])).rejects.toMatchObject({ file: "export.zip", message });
  });

  test("what compresses less is read to its end", async () => {
    const noise = gzipSync(randomBytes(MiB));
    expect(await bytesOf(await write("a.csv.gz", Buffer.concat([noise, gzipOf(101)])))).toBe(102 * MiB);
  });
});

test("a file that is not read to its end is closed", async () => {
  const paths = [
    await write("a.csv", csv.repeat(500_000)),
    await write("b.csv.gz", gzipSync(csv.repeat(500_000))),
    await writeZip(
      { name: "c.csv", content: csv.repeat(500_000) },
      { name: "d.csv", content: csv.repeat(500_000), method: 0 },
    ),
  ];
  const before = await openDescriptors();
  for (const file of await openSourceFiles(paths)) for await (const _chunk of file.open()) break;
  // Closing takes a few turns of the event loop.
  for (let turns = 0; turns < 1_000 && (await openDescriptors()) > before; turns += 1) await turn();
  expect(await openDescriptors()).toBe(before);
});

/** Of files in this test's folder. */
async function openDescriptors(): Promise<number> {
  const names = await readdir("/proc/self/fd");
  const targets = await Promise.all(names.map((name) => readlink(`/proc/self/fd/${name}`).catch(() => "")));
  return targets.filter((target) => target.startsWith(folder)).length;
}
