import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { shippedMapping, shippedMappingNames } from "@service/record-mapping";
import { runSvc } from "../testing/run-svc.ts";

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "svc-records-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Without a database, and without one that could be found. */
function svc(...words: string[]) {
  return runSvc(words, { environment: { DATA_DIR: join(folder, "none") } });
}

async function file(name: string, content: string): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, content);
  return path;
}

async function answerOf(...words: string[]): Promise<unknown> {
  const ended = await svc(...words, "--json");
  // A busy machine says how far it is.
  const written = ended.stderr.replaceAll(/^svc: reading .* \(\d+ s\)\n/gm, "");
  expect([words, ended.status, written]).toEqual([words, 0, ""]);
  return JSON.parse(ended.stdout);
}

const report = [
  "Client Code;Client Name;Pol #;LOB;Eff Dt;Exp Dt;Prem",
  "C1;Harborline Foods LLC;P 1;General Liability;01/25/2026;01/25/2027;$1,234.50",
  "C2;Bright Pine Dental;P 2;Cyber;02/14/2026;02/14/2027;$900.00",
  "C3;too few",
].join("\r\n");

describe("files and mappings without a database (IMP-48, OPS-49)", () => {
  test("inspect shows how a file is read, its columns and the rows that cannot be read", async () => {
    const path = await file("Book Report.csv", report);
    expect(await answerOf("records", "inspect", path)).toMatchObject({
      files: [
        {
          file: "Book Report.csv",
          format: "csv",
          delimiter: ";",
          rows: 2,
          malformed: 1,
          first_malformed: [{ line: 4, message: "has 2 cells, the header has 7" }],
          columns: [
            { path: "Client Code", filled: 2, of: 2 },
            {},
            {},
            {},
            { date_formats: ["MM/DD/YYYY", "M/D/YYYY"] },
            {},
            {},
          ],
        },
      ],
    });
    const shown = await svc("records", "inspect", path, "--rows", "1");
    expect(shown.stdout).toMatch(/Eff Dt +1 of 1 +1 +date +MM\/DD\/YYYY/);
  });

  test("suggest prints each line with its reason, and its mapping passes the check", async () => {
    const path = await file("Book.csv", report);
    const output = join(folder, "suggested.json");
    const answer = await answerOf("records", "mapping", "suggest", path, "--output", output);
    expect(answer).toMatchObject({
      mapping: { sources: [{ match: "Book.csv", format: "csv", delimiter: ";" }] },
      unused: [],
    });
    expect(JSON.stringify(answer)).toContain('"target":"effective_on","from":["Eff Dt"]');
    expect(await answerOf("records", "mapping", "check", output)).toMatchObject({
      name: "suggested",
      hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      families: ["accounts", "policies"],
    });
    // A mapping that was changed by hand is not overwritten.
    const again = await svc("records", "mapping", "suggest", path, "--output", output);
    expect([again.status, again.stderr]).toEqual([1, expect.stringContaining("exists already")]);
  });

  test("suggest reads a list inside a document, and says so in the mapping", async () => {
    const path = await file("clients.json", JSON.stringify({ clients: [{ id: "C1", name: "Harborline" }] }));
    expect(await answerOf("records", "mapping", "suggest", path, "--items", "/clients")).toMatchObject({
      mapping: {
        sources: [{ match: "clients.json", format: "json", items: "/clients", emits: [{ family: "accounts" }] }],
      },
    });
  });

  test("check lists every problem with its place, on standard error", async () => {
    const emits = [{ family: "accounts", source_id: ["id"], fields: { name: { from: "@.n" }, colour: { from: "c" } } }];
    const path = await file(
      "m.json",
      JSON.stringify({ schema_version: 1, name: "m", sources: [{ match: "*", emits }] }),
    );
    const ended = await svc("records", "mapping", "check", path, "--json");
    expect([ended.status, ended.stdout]).toEqual([1, ""]);
    expect(ended.stderr).toContain('/sources/0/emits/0/fields/name/from: the path "@.n" names no element');
    expect(ended.stderr).toContain('/sources/0/emits/0/fields/colour: "colour" is not a field of accounts');
    expect((await svc("records", "mapping", "check", await file("no.json", "{"))).stderr).toContain("is not JSON");
  });

  test("list and show give the shipped mappings, each as a file that passes the check", async () => {
    const shipped = shippedMappingNames.flatMap((name) => shippedMapping(name) ?? []);
    expect(await answerOf("records", "mapping", "list")).toEqual({
      mappings: shipped.map(({ name, summary, hash }) => ({ name, summary, hash })),
    });
    for (const { name, hash } of shipped) {
      const shown = await svc("records", "mapping", "show", name);
      const path = await file(`${name}.json`, shown.stdout);
      expect(await answerOf("records", "mapping", "check", path)).toMatchObject({ name, hash });
    }
    expect(JSON.parse(await readFile(join(folder, "native.json"), "utf8"))).toMatchObject({ schema_version: 1 });
  });

  test("wrong words are refused with the right ones, and missing files in a sentence (OPS-26, OPS-46)", async () => {
    const unknown = await svc("records", "mapping", "delete");
    expect([unknown.status, unknown.stderr]).toEqual([2, expect.stringContaining("one of suggest, check, list, show")]);
    const name = await svc("records", "mapping", "show", "wide");
    expect([name.status, name.stderr]).toEqual([2, expect.stringContaining("wide_policy_csv")]);
    const missing = await svc("records", "inspect", join(folder, "nowhere.csv"));
    expect([missing.status, missing.stderr]).toEqual([1, "svc: nowhere.csv: there is no such file.\n"]);
    const help = await svc("help", "records", "mapping", "suggest");
    expect([help.status, help.stdout]).toEqual([0, expect.stringContaining("--items <pointer>")]);
    expect((await svc("help", "records")).stdout).toContain("mapping suggest --output");
  });
});
