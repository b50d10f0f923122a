import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { openTestDeps, type TestDeps } from "@service/domain/testing";
import { furtherExports } from "./testing/agency-exports/further-exports.ts";
import { readExport } from "./testing/agency-exports/read-export.ts";
import { textExports } from "./testing/agency-exports/text-exports.ts";
import { workbookExports } from "./testing/agency-exports/workbook-exports.ts";

let deps: TestDeps;
beforeAll(async () => {
  deps = await openTestDeps();
});
afterAll(() => deps.close());

/** Exports that need an edit, with the line to write. */
const lineToWrite: Readonly<Record<string, string>> = {
  // One person has all of these policies, who may be the office (IMP-47).
  "Book of Business - Billed Est.xlsx": '"servicer_seat": {"from":"Acct Mgr","transforms":["trim"]}',
  // The list does not say when its policies begin.
  "Policy List.csv": '"effective_on": {"from":"COLUMN"}',
};

const all = [...workbookExports, ...textExports, ...furtherExports];

describe("exports of agency systems, by the suggested mapping as it is (IMP-306)", () => {
  test.each(all.filter(({ name }) => lineToWrite[name] === undefined))(
    "$name says what a broker reads",
    async (given) => {
      expect((await readExport(deps, given)).faults).toEqual([]);
    },
  );

  test.each(all.filter(({ name }) => lineToWrite[name] !== undefined))(
    "$name names the line to write",
    async (given) => {
      const { faults, suggestion } = await readExport(deps, given);
      expect(faults).not.toEqual([]);
      expect(suggestion.to_write.map(({ line }) => line)).toContain(lineToWrite[given.name]);
    },
  );
});
