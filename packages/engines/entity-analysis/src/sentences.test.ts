import { sentenceProblems, type SentenceRules } from "@service/engine-kit/testing";
import { entityAnalysisRules, listPacks } from "@service/packs";
import { expect, test } from "@jest/globals";
import { type Json, type JsonObject, isJsonArray, isJsonObject } from "@service/json";
import { entityAnalysis } from "./index.ts";

/**
 * Every rule of the pack, rendered: as its cases fill it, and alone, forced to fire, to pass and to ask, with nothing
 * known but the insured's name (WORD-1 to WORD-7).
 */
const preset = entityAnalysis.preset();
const insured = "Blue Harbor Cafe";
const list = (value: Json | undefined): JsonObject[] => (isJsonArray(value) ? value.filter(isJsonObject) : []);
const textOf = (value: Json | undefined): string => (typeof value === "string" ? value : "");

type Text = readonly [place: string, text: string, rules: SentenceRules];

function answerTo(config: JsonObject, input: JsonObject) {
  const engine = entityAnalysis.compile(entityAnalysis.effectiveConfig({ ...preset, ...config }));
  const result = engine.run({
    input,
    offerings: undefined,
    runId: "7f2c1b3a-5d60-4a51-9a3e-0c6f1f0e5a11",
    createdAt: "2026-01-20T10:00:00Z",
    datasets: new Map(),
    onStage: () => undefined,
  });
  if (result.status === "failed") throw new Error(result.error);
  return result;
}

/** All texts that a client reads in one answer. */
function textsOf(config: JsonObject, input: JsonObject): Text[] {
  const { output, workItems, warnings } = answerTo(config, input);
  const label = isJsonObject(input.subject) ? textOf(input.subject.label) : "";
  const narrative = isJsonObject(output.narrative) ? textOf(output.narrative.text) : "";
  const named: SentenceRules = { names: [label] };
  const whole: SentenceRules = { names: [label], endsWithStop: true };
  const ended: SentenceRules = { endsWithStop: true };
  const findings = [...list(output.findings), ...list(output.gaps)];
  return [
    ["headline", textOf(output.headline), named],
    ["narrative", narrative.replaceAll(/ \[e[^\]]*\]/g, ""), whole],
    ...findings.flatMap((finding): Text[] => {
      const key = textOf(finding.finding_key);
      const points = isJsonArray(finding.talking_points) ? finding.talking_points : [];
      return [
        [`${key} title`, textOf(finding.title), named],
        [`${key} detail`, textOf(finding.detail), whole],
        ...points.map((point): Text => [`${key} talking point`, textOf(point), ended]),
        ...list(finding.questions).map(({ text }): Text => [`${key} question`, textOf(text), whole]),
        ...(finding.recommendation === undefined
          ? []
          : [[`${key} recommendation`, textOf(finding.recommendation), ended] as const]),
      ];
    }),
    ...workItems.flatMap((item): Text[] => [
      ["work item title", textOf(item.title), named],
      ["work item detail", textOf(item.detail), whole],
    ]),
    ...warnings.map((warning): Text => [`warning ${warning.code}`, warning.message, ended]),
  ];
}

const problemsIn = (texts: readonly Text[]): string[] => [
  ...new Set(
    texts.flatMap(([place, text, rules]) =>
      sentenceProblems(text, rules).map((problem) => `${place}: ${problem}: ${text}`),
    ),
  ),
];

test.each(["report", "checklist"])("the built-in cases as a %s", (response_type) => {
  const texts = entityAnalysis.builtInCases().flatMap(({ input }) => textsOf({ response_type }, input));
  expect(texts.length).toBeGreaterThan(100);
  expect(problemsIn(texts)).toEqual([]);
});

test.each(entityAnalysis.builtInCases().map(({ case_key, input }) => [case_key, input] as const))(
  "the headline of %s counts the gaps that the answer lists (ENT-55)",
  (_, input) => {
    const { headline, gaps } = answerTo({}, input).output;
    const open = list(gaps).filter(({ status }) => status === "gap").length;
    expect(headline).toContain(open === 0 ? "no known coverage gap" : `${open} coverage gap`);
  },
);

const always: JsonObject = { all: [] };
const never: JsonObject = { any: [] };
const unknown: JsonObject = { fact: "profile.nowhere_stated", op: "gt", value: 1 };
const smallest: JsonObject = {
  as_of: "2026-01-15T00:00:00Z",
  subject: { key: "a", kind: "account", label: insured },
  profile: { legal_name: insured },
};
const rulesOf = (field: string): readonly JsonObject[] => entityAnalysisRules[field] ?? [];
/** Every rule of an array as `change` makes it. */
const forcing = (field: string, change: (rule: JsonObject) => JsonObject): JsonObject => ({
  [field]: rulesOf(field).map((rule) => ({ ...rule, ...change(rule) })),
});
/** All rules of one array, forced to one outcome; the others stay as they are. */
const forced: [string, JsonObject][] = [
  ...[never, always, unknown].map((assert): [string, JsonObject] => [
    "checks",
    forcing("deterministic_checks", () => ({ when: always, assert, on_unknown: "review" })),
  ]),
  [
    "checks that must be shown",
    forcing("deterministic_checks", () => ({ when: always, assert: unknown, on_unknown: "fail" })),
  ],
  ...[always, unknown].map((applies_when): [string, JsonObject] => [
    "requirements",
    forcing("requirement_rules", () => ({ applies_when })),
  ]),
  ...[0, 1, 2].flatMap((variant) =>
    [
      { exposure_when: always, covered_when: never, partial_when: never },
      { exposure_when: always, covered_when: never, partial_when: always },
      { exposure_when: unknown, covered_when: never, partial_when: never },
    ].map((conditions): [string, JsonObject] => [
      "gaps",
      forcing("deterministic_gap_rules", (rule) => ({
        ...conditions,
        suppress_when: never,
        variants: list(rule.variants)
          .slice(variant, variant + 1)
          .map((words) => ({ ...words, when: always })),
      })),
    ]),
  ),
];

test("every check, requirement and gap of the pack, with nothing known but the name", () => {
  const none: JsonObject = { policies: [], coverages: [], contracts: [] };
  const problems = forced.flatMap(([name, config]) =>
    [smallest, { ...smallest, records: none }].flatMap((input) =>
      problemsIn(textsOf({ ...config, response_type: "report" }, input)).map((problem) => `${name}: ${problem}`),
    ),
  );
  expect([...new Set(problems)]).toEqual([]);
  const titles = textsOf(forced[0]?.[1] ?? {}, smallest).filter(([place]) => place.endsWith(" title"));
  expect(titles.length).toBeGreaterThanOrEqual(rulesOf("deterministic_checks").length);
});

test("no pack has rules that are not rendered here (WORD-7)", () => {
  for (const pack of listPacks())
    expect(pack.rules.entity_analysis ?? entityAnalysisRules).toEqual(entityAnalysisRules);
});

test("a rule that does not name the insured is made to, and a placeholder is filled in (ENT-79, WORD-1)", () => {
  const rule = {
    key: "own",
    label: "Own check",
    dimension: "documentation",
    severity: "low",
    weight: 1,
    assert: never,
    recommendation: "Ask {insured} for it",
  };
  const finding = (message_fail: string): string[] =>
    textsOf({ deterministic_checks: [{ ...rule, message_fail }] }, smallest)
      .filter(([place]) => place.startsWith("own"))
      .map(([, text]) => text);
  expect(finding("Certificates are missing")).toEqual([
    "Blue Harbor Cafe: certificates are missing",
    "This review of Blue Harbor Cafe looks at this: own check.",
    "Ask Blue Harbor Cafe for it.",
  ]);
  expect(finding("{insured's} certificates are missing")[0]).toBe("Blue Harbor Cafe's certificates are missing");
});
