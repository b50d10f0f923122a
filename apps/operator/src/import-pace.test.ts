import { expect, test } from "@jest/globals";
import { createImportPace } from "./import-pace.ts";

test("a line tells rows per second, share done and time left of the present step (IMP-73)", () => {
  let now = 0;
  const pace = createImportPace(() => now);
  expect(pace.line()).toBe("reading: 0 rows");
  now = 10_000;
  pace.report({ step: "reading", rows: 20_000, share: 0.25 });
  expect(pace.line()).toBe("reading: 20,000 rows, 2,000 rows/s, 25 % done, 30 s left");
  pace.report({ step: "checking", rows: 80_000, share: undefined });
  expect(pace.line()).toBe("checking: 80,000 rows");
  pace.report({ step: "applying", rows: 0, share: 0 });
  now = 14_000;
  pace.report({ step: "applying", rows: 80_000, share: 1 });
  expect(pace.line()).toBe("applying: 80,000 rows, 20,000 rows/s, 100 % done");
});
