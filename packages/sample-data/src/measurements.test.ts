import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { beforeAll, describe, expect, jest, test } from "@jest/globals";
import { findEngineType } from "@service/engine-types";
import { z } from "zod";
import { objectOf, objectsAt } from "./fields.ts";
import { makeSample } from "./generate.ts";
import { measureAccountGaps, measureScreening, ratio } from "./measure.ts";

jest.setTimeout(600_000);

const measurementShape = z.object({
  what: z.string(),
  figure: z.enum(["recall", "precision", "share"]),
  found: z.number(),
  of: z.number(),
  target: z.number().optional(),
  missed: z.array(z.string()),
});

/** Measured in a plain process, as workers run engines: the module loader of the tests makes every use of a global slower. */
const program = `
  import { makeSample, QuoteSetMaker } from ${JSON.stringify(new URL("generate.ts", import.meta.url).href)};
  import { measureAll } from ${JSON.stringify(new URL("measure.ts", import.meta.url).href)};
  const sample = makeSample("demo");
  const quotes = new QuoteSetMaker(sample);
  const reviewed = [];
  for (const client of sample.book()) {
    quotes.see(client);
    if (client.isReviewed) reviewed.push(client);
  }
  console.log(JSON.stringify(measureAll(sample, reviewed, quotes.sets)));
`;

describe("the engine types on the whole demo sample find of what was planted (SAMPLE-10, SAMPLE-11, SAMPLE-12, SAMPLE-13, SAMPLE-14, SAMPLE-15, SAMPLE-16)", () => {
  let measured: readonly z.infer<typeof measurementShape>[] = [];
  beforeAll(async () => {
    const words = ["--input-type=module", "--no-warnings", "-e", program];
    const { stdout } = await promisify(execFile)(process.execPath, words, { maxBuffer: 1 << 24 });
    measured = z.array(measurementShape).parse(JSON.parse(stdout));
  });

  test.each([
    ["Coverage gaps, account review", "recall", 0.98, 240],
    ["Coverage gaps, account review", "precision", 0.95, 200],
    ["Coverage gaps, whole book", "recall", 0.98, 30],
    ["Coverage gaps, whole book", "precision", 0.95, 30],
    ["Listed parties at the review threshold", "recall", 0.95, 25],
    ["Near misses not hit", "share", 0.9, 60],
    ["Unlisted clients without any hit", "share", 0.9, 100],
    ["Copies in the queue named with their original", "recall", 0.9, 60],
    ["Held submissions that are copies or copied", "precision", 0.95, 50],
    ["Urgent before ordinary, pair by pair", "share", 0.85, 1_000],
    ["Unready submissions sent back for information", "share", 0.95, 40],
    ["Differences between quotes", "recall", 0.95, 300],
    ["Differences between quotes", "precision", 0.95, 200],
    ["Labelled market among the first three", "share", 0.9, 250],
  ])("%s: %s of at least %d", (what, figure, least, cases) => {
    const found = measured.find((each) => each.what === what && each.figure === figure);
    expect(found?.of).toBeGreaterThanOrEqual(cases);
    // The cases are shown beside the figure, so that a failure says where to look.
    const share = found === undefined ? 0 : found.found / found.of;
    expect({ enough: share >= least, share, missed: share >= least ? [] : found?.missed }).toEqual({
      enough: true,
      share,
      missed: [],
    });
  });
});

describe("the measurements", () => {
  const sample = makeSample("tiny");
  const reviewed = [...sample.book()].filter(({ isReviewed }) => isReviewed);

  test("fall when an engine finds less: rules switched off cost recall and no precision (SAMPLE-17)", () => {
    const rules = objectsAt(findEngineType("entity_analysis").preset(), "deterministic_gap_rules");
    const [recall, precision] = measureAccountGaps(reviewed, {
      deterministic_gap_rules: rules.map((rule) => ({ ...rule, enabled: rule.severity !== "high" })),
    });
    expect(recall === undefined ? 1 : ratio(recall)).toBeLessThan(0.9);
    expect(recall?.missed.length).toBeGreaterThan(0);
    expect(precision === undefined ? 0 : ratio(precision)).toBe(1);
  });

  test("fall when an engine says too much: a rule that always fires costs precision (SAMPLE-17)", () => {
    const rules = objectsAt(findEngineType("entity_analysis").preset(), "deterministic_gap_rules");
    const always = {
      ...rules[0],
      key: "gap_always",
      line: "surety",
      exposure_when: { all: [] },
      covered_when: { any: [] },
    };
    const [recall, precision] = measureAccountGaps(reviewed, { deterministic_gap_rules: [...rules, always] });
    expect(recall === undefined ? 0 : ratio(recall)).toBe(1);
    expect(precision === undefined ? 1 : ratio(precision)).toBeLessThan(0.8);
  });

  test("fall when names must be equal: a screening at its strictest misses who is spelled otherwise", () => {
    const strict = {
      matching: { ...objectOf(findEngineType("diligence").preset().matching), review: 0.999, strong: 1 },
    };
    const [recall] = measureScreening(sample, strict);
    expect(recall === undefined ? 1 : ratio(recall)).toBeLessThan(0.9);
  });
});
