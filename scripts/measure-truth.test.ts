import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import type { JsonObject } from "@service/json";

const program = fileURLToPath(new URL("measure-truth.ts", import.meta.url));
let folder = "";

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "truth-"));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

function write(name: string, rows: readonly JsonObject[]): void {
  const lines = rows.map((row) => JSON.stringify(row)).join("\n");
  writeFileSync(join(folder, `${name}.ndjson.gz`), gzipSync(`${lines}\n`));
}

function measure(...more: readonly string[]): Promise<{ readonly code: number; readonly stdout: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [program, folder, ...more], (error, stdout) => {
      resolve({ code: error === null ? 0 : Number(error.code), stdout });
    });
  });
}

function writeFacts(innocent: string): void {
  const names = ["DOVANIK, Mirela", "MARSK, Torben", "KOSTAN, Velia"];
  write(
    "sdn",
    names.map((name, at) => ({
      entry_id: `E${at}`,
      kind: "person",
      names: [{ name, strength: "strong" }],
      version: 1,
    })),
  );
  write("variations", [{ category: "natural order", query: "Mirela Dovanik", kind: "person", entry_id: "E0" }]);
  write("innocent-us", [{ kind: "person", name: innocent }]);
  write("innocent-companies", [{ kind: "organization", name: "Quiet Meadow Farms" }]);
  write("name-pairs", [
    { kind: "person", query: "Ilva Tarok", listed: "TAROK, Ilva", match: true, logic_v2: 1 },
    { kind: "person", query: "Ilva Tarok", listed: "BELOW, Anders", match: false, logic_v2: 0 },
  ]);
}

describe("measuring against facts of a folder (NAME-50, NAME-51, NAME-52)", () => {
  test("prints every figure, and ends with 0 when all are met", async () => {
    writeFacts("Somebody Unheard");
    const { code, stdout } = await measure();
    expect(stdout).toMatch(/names written differently, all classes +1\.0000 +>= 0\.9700 +met/);
    expect(stdout).toMatch(/2 labelled pairs in Latin letters, F1 +1\.0000/);
    expect(code).toBe(0);
  });

  test("a missed figure ends with 1 and is in the list of misses", async () => {
    writeFacts("Torben Marsk");
    const { code, stdout } = await measure("--json");
    expect(JSON.parse(stdout)).toContainEqual({
      name: "all innocents with a hit",
      value: 0.5,
      wanted: 0.01,
      operator: "<=",
      isMet: false,
    });
    expect(code).toBe(1);
  });

  test("an empty folder measures nothing", async () => {
    expect((await measure()).code).toBe(2);
  });
});
