import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";

const program = fileURLToPath(new URL("measure-reading.ts", import.meta.url));
let folder = "";

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "reading-"));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

function write(limit: number): void {
  const coverage = { label: "Building", limit, status: "covered", page: 1, quote: "Building   $500,000" };
  const truth = {
    carrier: "Elm Hill Insurance Company",
    lines: [{ line: "commercial_property", coverages: [coverage] }],
  };
  const pages = ["ELM HILL INSURANCE COMPANY\nCOMMERCIAL PROPERTY\nBuilding   $500,000"];
  writeFileSync(join(folder, "dev.ndjson"), `${JSON.stringify({ id: "d1", traits: ["columns"], pages, truth })}\n`);
}

function measure(...more: readonly string[]): Promise<{ readonly code: number; readonly stdout: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [program, folder, ...more], (error, stdout) => {
      resolve({ code: error === null ? 0 : Number(error.code), stdout });
    });
  });
}

describe("measuring a reading set (READ-20)", () => {
  test("prints fields and traits, and ends with 0 when the bars are met", async () => {
    write(500_000);
    const { code, stdout } = await measure();
    expect(stdout).toMatch(/values that are right \(recall\) +1\.0000 +>= 0\.9000 +met/);
    expect(stdout).toMatch(/limit +1 +0 +0 +1\.000 +1\.000/);
    expect(stdout).toMatch(/columns +3 +0 +0/);
    expect(code).toBe(0);
  });

  test("another limit than the truth's is wrong, by name, and ends with 1", async () => {
    write(600_000);
    const { code, stdout } = await measure("--json");
    expect(JSON.parse(stdout)).toMatchObject({
      fields: { limit: { right: 0, wrong: 1, unread: 0 } },
      wrong: ["d1: limit: commercial_property/Building: 50000000 for 60000000"],
    });
    expect(code).toBe(1);
  });

  test("an empty folder measures nothing", async () => {
    expect((await measure()).code).toBe(2);
  });
});
