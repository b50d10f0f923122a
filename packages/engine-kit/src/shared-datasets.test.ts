import { expect, test } from "@jest/globals";
import { loadedDatasets, type SharedDataset } from "./shared-datasets.ts";

function dataset(versionId: string, bytes: number): SharedDataset {
  const text = Buffer.from(new SharedArrayBuffer(bytes)).fill("x");
  text.write('{"key":"', 0);
  text.write('"}\n', bytes - 3);
  return { versionId, datasetKey: "rows", version: "1", sha256: "s", asOf: versionId, text };
}

const rowsOf = (one: SharedDataset) => loadedDatasets([one]).get("rows")?.rows;

test("a version is parsed once in a thread, and its date is that of the job", () => {
  const one = dataset("v1", 120);
  expect(rowsOf({ ...one, asOf: "later" })).toBe(rowsOf(one));
  expect(loadedDatasets([{ ...one, asOf: "later" }]).get("rows")?.asOf).toBe("later");
  expect(rowsOf(dataset("v2", 12))).toEqual([{ key: "x" }]);
});

const fifty = 50 * 1024 * 1024;

test("the least recently used one is evicted beyond the bound", () => {
  const [a, b, c] = [dataset("a", fifty), dataset("b", fifty), dataset("c", fifty)];
  const [rowsOfA, rowsOfB] = [rowsOf(a), rowsOf(b)];
  expect(rowsOf(a)).toBe(rowsOfA);
  rowsOf(c);
  expect(rowsOf(a)).toBe(rowsOfA);
  expect(rowsOf(b)).not.toBe(rowsOfB);
});
