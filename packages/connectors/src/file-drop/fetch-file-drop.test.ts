import { mkdir, rm, symlink, utimes, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { sha256Hex } from "@service/json";
import { type FakeClock, fakeClock } from "@service/testing";
import { fetchDelivery } from "../fetch-delivery.ts";
import { failureOf, fetched, reasonOf } from "../testing/fetched.ts";
import { type TestFetch, testFetch } from "../testing/test-options.ts";

let scene: TestFetch;
let root: string;
let clock: FakeClock;

beforeEach(async () => {
  scene = await testFetch();
  root = join(scene.folder, "exports");
  await mkdir(root);
  clock = fakeClock(new Date());
});
afterEach(() => scene.stop());

async function drop(path: string, text: string): Promise<void> {
  await mkdir(dirname(join(root, path)), { recursive: true });
  await writeFile(join(root, path), text);
}

const minutes = (count: number) => count * 60_000;

function fetch(manifest: boolean, watermark?: string) {
  return fetchDelivery(
    "file_drop",
    { folder: root, manifest, settle_minutes: 10 },
    { ...scene.options, clock, watermark },
  );
}

function manifestOf(paths: readonly string[], changes: object = {}): string {
  const files = paths.map((path) => ({ path, rows: 2, sha256: sha256Hex(path) }));
  return JSON.stringify({ schema_version: 1, as_of: "2026-11-20T03:00:00Z", mode: "full", files, ...changes });
}

describe("a folder with a manifest", () => {
  test("gives the files that the manifest lists, once they are there (IMP-210)", async () => {
    expect(reasonOf(await fetch(true))).toBe("There is no manifest.json in the folder.");
    await drop("manifest.json", manifestOf(["accounts.csv", "book/policies.csv"], { complete: ["accounts"] }));
    await drop("accounts.csv", "a\n");
    await drop("other.csv", "not listed\n");
    expect(reasonOf(await fetch(true))).toBe("book/policies.csv, which manifest.json names, is not there yet.");
    await drop("book/policies.csv", "b\n");
    const delivery = fetched(await fetch(true));
    expect(delivery).toMatchObject({
      mode: "full",
      asOf: new Date("2026-11-20T03:00:00Z"),
      fetchedAt: clock.now(),
      paths: ["accounts.csv", "book/policies.csv"],
      complete: ["accounts"],
      manifest: [
        { path: "accounts.csv", rows: 2, sha256: sha256Hex("accounts.csv") },
        { path: "book/policies.csv", rows: 2, sha256: sha256Hex("book/policies.csv") },
      ],
    });
  });

  test("gives nothing while its delivery is the one that was fetched (IMP-211)", async () => {
    await drop("accounts.csv", "a\n");
    await drop("manifest.json", manifestOf(["accounts.csv"], { mode: "delta" }));
    const first = fetched(await fetch(true));
    expect(first.mode).toBe("delta");
    expect(reasonOf(await fetch(true, first.watermark))).toBe("The delivery in the folder was fetched before.");
    // The next export begins: its files come before its manifest.
    await drop("accounts.csv", "changed\n");
    expect(reasonOf(await fetch(true, first.watermark))).toBe("The delivery in the folder was fetched before.");
    await rm(join(root, "accounts.csv"));
    clock.advance(minutes(11));
    expect(reasonOf(await fetch(true, first.watermark))).toBe("The delivery in the folder was fetched before.");
    await drop("accounts.csv", "changed\n");
    await drop("manifest.json", manifestOf(["accounts.csv"], { as_of: "2026-11-21T03:00:00Z" }));
    expect(fetched(await fetch(true, first.watermark)).watermark).not.toBe(first.watermark);
  });

  test("is an error when half of it stays away for longer than files settle (IMP-210)", async () => {
    await drop("manifest.json", manifestOf(["late.csv"]));
    clock.advance(minutes(11));
    expect(await failureOf(fetch(true))).toBe("manifest.json names late.csv, which is not in the folder.");
    await drop("manifest.json", "{");
    clock.set(new Date());
    expect(reasonOf(await fetch(true))).toBe("manifest.json is not complete yet.");
    clock.advance(minutes(11));
    expect(await failureOf(fetch(true))).toBe("manifest.json is not JSON.");
  });

  test("is a complete delivery of the time of its newest file, where the manifest only lists files (IMP-210)", async () => {
    await drop("accounts.csv", "a\n");
    await drop("older.csv", "b\n");
    await utimes(join(root, "accounts.csv"), 1_700_000_000, 1_700_000_000);
    await utimes(join(root, "older.csv"), 1_600_000_000, 1_600_000_000);
    const files = [{ path: "accounts.csv" }, { path: "older.csv" }];
    await drop("manifest.json", JSON.stringify({ schema_version: 1, files }));
    const delivery = fetched(await fetch(true));
    expect(delivery).toMatchObject({ mode: "full", asOf: new Date(1_700_000_000_000), manifest: files });
    expect(delivery.complete).toBeUndefined();
  });

  test("is refused with a path or a link that leads out of the folder (IMP-212)", async () => {
    await writeFile(join(scene.folder, "outside.csv"), "secret\n");
    for (const path of [
      "../outside.csv",
      "a/../../outside.csv",
      "/etc/passwd",
      "a\\..\\b.csv",
      "./a.csv",
      "a//b.csv",
    ]) {
      await drop("manifest.json", manifestOf([path]));
      expect(await failureOf(fetch(true))).toContain("/files/0/path: must be a path below the folder");
    }
    await symlink(join(scene.folder, "outside.csv"), join(root, "link.csv"));
    await symlink(scene.folder, join(root, "folder"));
    for (const path of ["link.csv", "folder/outside.csv"]) {
      await drop("manifest.json", manifestOf([path]));
      expect(await failureOf(fetch(true))).toBe(`${path} is a link that leads out of the folder.`);
    }
  });

  test("follows a link that stays in the folder (IMP-212)", async () => {
    await drop("2026/accounts.csv", "a\n");
    await symlink("2026/accounts.csv", join(root, "accounts.csv"));
    await drop("manifest.json", manifestOf(["accounts.csv"]));
    expect(fetched(await fetch(true)).paths).toEqual(["accounts.csv"]);
  });

  test("is refused with all problems of its manifest (IMP-210)", async () => {
    await drop("manifest.json", manifestOf(["a.csv", "a.csv"], { mode: "some", schema_version: 2, note: "x" }));
    const failure = await failureOf(fetch(true));
    for (const place of ["/schema_version", "/mode", "/files", "/note"]) expect(failure).toContain(`${place}: `);
  });
});

describe("a folder without a manifest", () => {
  test("gives all its files once nothing has changed for the time that files settle (IMP-211)", async () => {
    expect(reasonOf(await fetch(false))).toBe("The folder is empty.");
    await drop("b.csv", "b\n");
    await drop("more/a.csv", "a\n");
    await drop(".hidden", "x\n");
    await drop("~$b.xlsx", "x\n");
    expect(reasonOf(await fetch(false))).toBe("The folder has changed within the last 10 minutes.");
    clock.advance(minutes(11));
    const first = fetched(await fetch(false));
    expect(first).toMatchObject({ mode: "full", paths: ["b.csv", "more/a.csv"] });
    expect(reasonOf(await fetch(false, first.watermark))).toBe("The files in the folder were fetched before.");
  });

  test("waits for a change whose time of modification was set back, for a removal and for an unfinished file (IMP-211)", async () => {
    await drop("a.csv", "a\n");
    await drop("b.csv", "b\n");
    clock.advance(minutes(11));
    const first = fetched(await fetch(false));
    clock.set(new Date());
    await utimes(join(root, "a.csv"), 1_000_000, 1_000_000);
    expect(reasonOf(await fetch(false, first.watermark))).toContain("has changed");
    clock.advance(minutes(11));
    const second = fetched(await fetch(false, first.watermark));
    clock.set(new Date());
    await rm(join(root, "b.csv"));
    expect(reasonOf(await fetch(false, second.watermark))).toContain("has changed");
    await drop("c.csv.part", "c");
    clock.advance(minutes(11));
    expect(reasonOf(await fetch(false, second.watermark))).toBe("c.csv.part is still being written.");
  });

  test("is refused with a link that leads out of the folder (IMP-212)", async () => {
    await symlink("/etc/passwd", join(root, "a.csv"));
    expect(await failureOf(fetch(false))).toBe("a.csv is a link that leads out of the folder.");
  });
});

test("a folder that is not there may come back (IMP-210)", async () => {
  await rm(root, { recursive: true });
  expect(await failureOf(fetch(true))).toBe(`The folder ${root} is not there. (temporary)`);
  await writeFile(root, "a file");
  expect(await failureOf(fetch(true))).toBe(`${root} is not a folder.`);
});
