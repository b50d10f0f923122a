import { beforeAll, describe, expect, test } from "@jest/globals";
import type { JsonObject } from "@service/json";
import { accountReview, bookAccount, bookReview } from "./engine-inputs.ts";
import { objectsAt, textOf } from "./fields.ts";
import type { ClientFile } from "./book.ts";
import { makeSample } from "./generate.ts";
import { ask, engineOf } from "./measure.ts";
import { defaultSeed } from "./plan.ts";

/** What a broker reads about accounts of several books; measurements.test.ts counts what is found. */
const seeds = [defaultSeed, 1, 7, 42, 2026];
const filesPerSeed = 60;
/** An account with five gaps shows at most eleven findings that are not passes. */
const gapsMin = 5;
const besidesGapsMax = 6;
/** Accounts with a question or a failed check more than that. */
const crowdedShareMax = 0.02;

const isGap = ({ status, severity, rule_key }: JsonObject): boolean =>
  status === "gap" ||
  status === "partial" ||
  (status === "fail" && (severity === "critical" || severity === "high")) ||
  /^(?:req_|points_contract)/.test(textOf(rule_key));

function accountsOf(seed: number): readonly ClientFile[] {
  const files: ClientFile[] = [];
  for (const file of makeSample("demo", seed).book()) {
    if (file.facts !== undefined) files.push(file);
    if (files.length === filesPerSeed) break;
  }
  return files;
}

const sentencesOf = (text: string): readonly string[] => text.split(/(?<=[.!?]) (?=\p{Lu}|\$|\d)/u);
const repeatedIn = (text: string): readonly string[] => {
  const sentences = sentencesOf(text);
  return sentences.filter((sentence, index) => sentences.indexOf(sentence) < index);
};

type Reviewed = { readonly file: ClientFile; readonly output: JsonObject };

describe.each(seeds)("accounts of the sample with the seed %i", (seed) => {
  const reviewed: Reviewed[] = [];
  let book: JsonObject = {};
  let files: readonly ClientFile[] = [];
  beforeAll(() => {
    files = accountsOf(seed);
    const engine = engineOf("entity_analysis");
    for (const file of files) reviewed.push({ file, output: ask(engine, accountReview(file)).output });
    book = ask(engineOf("opportunity"), bookReview(files.map(bookAccount), { max_results: 2_000 })).output;
  });

  test("show at most six findings besides their gaps, unmet requirements and grave failures (ENT-74, ENT-83)", () => {
    const besides = reviewed.map(({ output }) => {
      const open = objectsAt(output, "findings").filter(({ status }) => status !== "pass");
      return open.length - Math.max(gapsMin, open.filter(isGap).length);
    });
    const crowded = besides.filter((count) => count > besidesGapsMax);
    expect(crowded.length / besides.length).toBeLessThan(crowdedShareMax);
    expect(Math.max(...besides)).toBeLessThanOrEqual(besidesGapsMax + 1);
  });

  test("have no finding of a contract's requirement where no contract is on file (ENT-40, ENT-74)", () => {
    const raised = reviewed.flatMap(({ file, output }) =>
      file.rows.contracts.length > 0
        ? []
        : objectsAt(output, "findings")
            .map(({ finding_key }) => textOf(finding_key))
            .filter((key) => key.startsWith("req_contract")),
    );
    expect(raised).toEqual([]);
    expect(files.some(({ rows }) => rows.contracts.length === 0)).toBe(true);
  });

  test("say nothing twice: a detail is not its title, and no sentence stands twice in a finding (ENT-82, OPP-94)", () => {
    const twice = [...reviewed.map(({ output }) => output), book].flatMap((output) =>
      objectsAt(output, "findings").flatMap(({ title, detail, recommendation, finding_key }) => {
        const [first] = sentencesOf(textOf(detail));
        const texts = `${textOf(detail)} ${textOf(recommendation)}`;
        const isTitle = first === `${textOf(title)}.`;
        return isTitle || repeatedIn(texts).length > 0 ? [`${textOf(finding_key)}: ${textOf(title)} | ${texts}`] : [];
      }),
    );
    expect([...new Set(twice)].slice(0, 10)).toEqual([]);
  });
});
