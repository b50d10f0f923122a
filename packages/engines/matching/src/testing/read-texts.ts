import { sentenceProblems, type SentenceRules } from "@service/engine-kit/testing";
import { isJsonArray, isJsonObject, type Json, type JsonObject } from "@service/json";
import { type Answer, answer, at, input, need, offering, presetEngine } from "../cases/sample-inputs.ts";

/** Runs of one program, and what is wrong with the texts of their answers (WORD-7). */
export const engine = presetEngine();
const insured = "Northgate Roofing";
export const named = { carrier_name: "Acme Casualty", product: "Artisan" };
/** The one program of these tests; `extra` replaces any of it. */
export const market = (extra: JsonObject = {}): JsonObject => offering("a", { ...named, ...extra });

/** Every text of an answer that a client reads, with where it stands. */
export function textsOf({
  output,
  solutions = [],
  workItems,
  warnings,
}: Answer): readonly (readonly [string, string])[] {
  const texts: [string, string][] = [
    ["headline", text(output, "headline")],
    ...warnings.map(({ code, message: written }): [string, string] => [`warning ${code}`, written]),
  ];
  const take = (where: string, from: JsonObject, ...names: readonly string[]): void => {
    for (const name of names) {
      const value = from[name];
      for (const one of isJsonArray(value) ? value : [value])
        if (typeof one === "string") texts.push([`${where} ${name}`, one]);
    }
  };
  for (const finding of [...objects(output["findings"]), ...workItems]) {
    take(text(finding, "finding_key"), finding, "title", "detail", "recommendation");
  }
  for (const rejected of objects(output["rejected"])) take("rejected", rejected, "reasons");
  for (const missed of objects(output["near_misses"])) take("near miss", missed, "reason", "change");
  for (const one of objects(output["needs"])) take("need", one, "gap_reason");
  for (const solution of solutions) {
    take("solution", solution, "reasons_for", "reasons_against");
    for (const row of objects(solution["breakdown"])) take(text(row, "dimension"), row, "because");
    const indication = solution["indicative_premium"];
    if (isJsonObject(indication)) take("premium", indication, "basis");
  }
  const narrative = at(output, "/narrative/text");
  if (typeof narrative === "string") texts.push(["narrative", narrative.replaceAll(/ \[e[\d, e]+\]/g, "")]);
  return texts;
}

/** What is wrong with the texts of an answer: `[]` when all of them read as sentences. */
export function problemsOf(result: Answer, names = [insured, "Acme Casualty"]): readonly string[] {
  const check = (where: string, written: string, rules?: SentenceRules): readonly string[] =>
    sentenceProblems(written, rules).map((problem) => `${where}: ${problem}: ${written}`);
  const subjects = [...objects(result.output["findings"]), ...result.workItems].flatMap((each) => [
    ...check("title", text(each, "title"), { names }),
    ...check("detail", text(each, "detail"), { endsWithStop: true }),
    ...check("first sentence", text(each, "detail").split(/(?<=\.) /)[0] ?? "", { names }),
  ]);
  const gaps = objects(result.output["needs"]).flatMap((each) =>
    each["gap_reason"] === undefined ? [] : check("gap", text(each, "gap_reason"), { endsWithStop: true }),
  );
  return [...textsOf(result).flatMap(([where, written]) => check(where, written)), ...subjects, ...gaps];
}

/** The answer of an engine with one program. */
export function run(extra: JsonObject = {}, given: JsonObject = input(), changes: JsonObject = {}): Answer {
  return answer(Object.keys(changes).length === 0 ? engine : presetEngine(changes), given, [market(extra)]);
}

export const bound = (fact: string, effect: string, limits: JsonObject): JsonObject => ({
  bounds: [{ fact, effect, ...limits }],
});
export const wanting = (extra: JsonObject): JsonObject =>
  input({ needs: [need({ coverages: [{ coverage: "building", must_have: true, ...extra }] })] });
export const building = (extra: JsonObject = {}): JsonObject => ({
  coverages: [{ coverage: "building", included: true, max_limit: 250_000, min_deductible: 5000, ...extra }],
});
const always = { all: [] };
export const rule = (effect: string, message: string, points = 5): JsonObject => ({
  rules: [{ key: "r", effect, points, when: always, message }],
});
export const preferring = (preferences: JsonObject): JsonObject => input({ preferences });

function objects(value: Json | undefined): readonly JsonObject[] {
  return isJsonArray(value) ? value.filter(isJsonObject) : [];
}

export function text(from: JsonObject, name: string): string {
  const value = from[name];
  return typeof value === "string" ? value : "";
}

export function textAt(from: JsonObject, path: string): string {
  const value = at(from, path);
  return typeof value === "string" ? value : "";
}
