import type { LoadedDataset } from "@service/engine-kit";
import { describe, expect, test } from "@jest/globals";
import { engineTypeNames, type EngineTypeName } from "@service/contract";
import {
  sensitivities,
  type Sensitivity,
  applyFieldPolicy,
  withholdValues,
  type RunParts,
  type RunSchemas,
} from "@service/privacy";
import { type Json, type JsonObject, isJsonArray, isJsonObject } from "@service/json";
import { findEngineType } from "./registry.ts";

type Ran = { readonly parts: RunParts; readonly schemas: RunSchemas };

function ranWith(
  engineType: EngineTypeName,
  request: { readonly input: JsonObject; readonly offerings?: readonly JsonObject[] | undefined },
  changes: JsonObject = {},
): Ran {
  const type = findEngineType(engineType);
  const config = { ...type.preset(), ...changes };
  expect(type.validateConfig(config)).toEqual([]);
  const effective = type.effectiveConfig(config);
  const engine = type.compile(effective);
  expect(engine.validateInput(request.input)).toEqual([]);
  const result = engine.run({
    input: request.input,
    offerings: request.offerings,
    runId: "5f0c1f0e-0000-4000-8000-000000000000",
    createdAt: "2026-01-01T00:00:00Z",
    datasets: new Map<string, LoadedDataset>(),
    onStage: () => undefined,
  });
  if (result.status === "failed") throw new Error(result.error);
  const { output, solutions, workItems, warnings } = result;
  return {
    parts: {
      output,
      ...(solutions === undefined ? {} : { solutions }),
      input: request.input,
      work_items: workItems,
      warnings: warnings.map((warning) => ({ ...warning })),
    },
    schemas: { request: type.requestSchema(effective), response: type.responseSchema(effective) },
  };
}

/** A built-in case with values that occur nowhere by chance. */
function builtIn(engineType: EngineTypeName, caseKey: string, words: { readonly [from: string]: string } = {}) {
  const evaluationCase = findEngineType(engineType)
    .builtInCases()
    .find(({ case_key }) => case_key === caseKey);
  if (!evaluationCase) throw new Error(`${engineType} has no built-in case ${caseKey}`);
  const { input, offerings } = evaluationCase;
  let text = JSON.stringify({ input, ...(offerings === undefined ? {} : { offerings }) });
  for (const [from, to] of Object.entries(words)) {
    if (!text.includes(from)) throw new Error(`${caseKey} says nothing of ${from}`);
    text = text.replaceAll(from, to);
  }
  const changed: { readonly input: JsonObject; readonly offerings?: readonly JsonObject[] } = JSON.parse(text);
  return changed;
}

/** All that a reader could read, with the names of members. */
function textOf(value: unknown): string {
  return JSON.stringify(value);
}

/** What the schema's tags alone leave visible. */
function byTagsAlone({ parts, schemas }: Ran, denied: readonly Sensitivity[]): string {
  const { output, solutions } = parts;
  const document = { ...(output ? { output } : {}), ...(solutions ? { solutions: [...solutions] } : {}) };
  return textOf([applyFieldPolicy(schemas.response, document, denied).output, parts.work_items]);
}

type Leak = {
  readonly engineType: EngineTypeName;
  readonly says: string;
  readonly denied: readonly Sensitivity[];
  readonly run: () => Ran;
  /** What no reader under the policy may find, in any part of the run. */
  readonly secrets: readonly RegExp[];
};

const leaks: readonly Leak[] = [
  {
    engineType: "comparison",
    says: "the payroll that a rate is based on, in findings and evidence",
    denied: ["financial"],
    run: () => ranWith("comparison", builtIn("comparison", "structural_findings", { "600000": "613579" })),
    secrets: [/613,?579/],
  },
  {
    engineType: "entity_analysis",
    says: "the revenue of a profile, in evidence, gaps, sections and the narrative",
    denied: ["financial"],
    run: () => ranWith("entity_analysis", builtIn("entity_analysis", "builtin_sparse_profile", { "380000": "383579" })),
    secrets: [/383,?579/],
  },
  {
    engineType: "entity_analysis",
    says: "the commission in a section and a counter of the records",
    denied: ["commission"],
    run: () => {
      const request = builtIn("entity_analysis", "builtin_office");
      const policies = objectsAt(request.input, "records", "policies").map((policy) => ({
        ...policy,
        commission_amount: 7_135.79,
      }));
      const records = isJsonObject(request.input["records"]) ? request.input["records"] : {};
      return ranWith(
        "entity_analysis",
        { input: { ...request.input, records: { ...records, policies } } },
        {
          extra_result_sections: [
            {
              key: "commissions",
              title: "Commissions",
              kind: "table",
              over: "records.policies[]",
              columns: [{ key: "amount", label: "Commission", path: "@.commission_amount", format: "money" }],
            },
          ],
          summary_counter_rules: [
            {
              key: "commission",
              label: "Commission",
              over: "records.policies[]",
              measure: "max",
              value_path: "@.commission_amount",
              unit: "money",
            },
          ],
        },
      );
    },
    secrets: [/7,?135/],
  },
  {
    engineType: "diligence",
    says: "the identifier of a subject",
    denied: ["pii_identity"],
    run: () => ranWith("diligence", builtIn("diligence", "builtin_paper_checks", { "00-123456": "00-987653" })),
    secrets: [/00-?987653/],
  },
  {
    engineType: "diligence",
    says: "the listed name, in details of checks, the headline and work items",
    denied: ["screening"],
    run: () => {
      const request = builtIn("diligence", "builtin_spelling_variant");
      const entries = objectsAt(request.input, "custom_list").filter(({ entry_id }) => entry_id === "W-1");
      return ranWith("diligence", { input: { ...request.input, custom_list: entries } });
    },
    // The subject's own name is spelled otherwise, and the entry is part of the caller's own input.
    secrets: [/Aleksandr Zakharov/],
  },
  {
    engineType: "opportunity",
    says: "the revenue of an account, in the reasons and commands of an opportunity",
    denied: ["financial"],
    run: () => ranWith("opportunity", builtIn("opportunity", "builtin_uncovered_restaurant", { "6200000": "6213579" })),
    secrets: [/6,?213,?579/],
  },
  {
    engineType: "opportunity",
    says: "what the agency would earn, in the headline and the narrative",
    denied: ["commission"],
    run: () => ranWith("opportunity", builtIn("opportunity", "builtin_comparable_offices")),
    secrets: [/730\.80?/],
  },
  {
    engineType: "triage",
    says: "the tax number and the phone of an insured",
    denied: ["pii_identity", "pii_contact"],
    run: () => ranWith("triage", builtIn("triage", "clearance")),
    secrets: [/"fein":"/, /"phone":"/],
  },
  {
    engineType: "matching",
    says: "the commission of an offering",
    denied: ["commission"],
    run: () => {
      const { input, offerings = [] } = builtIn("matching", "artisan_contractor");
      const paid = offerings.map((offering) => ({ ...offering, commission_rate: 0.1357 }));
      const weights = { ...objectAt(findEngineType("matching").preset(), "weights"), commission: 20 };
      return ranWith("matching", { input, offerings: paid }, { weights });
    },
    secrets: [/0\.1357/],
  },
];

describe.each(leaks)("$engineType under a policy that denies $denied", ({ run, denied, secrets, says }) => {
  test(`shows nowhere ${says} (PRIV-9, PRIV-10, PRIV-11)`, () => {
    const ran = run();
    const visible = withholdValues(ran.parts, { schemas: ran.schemas, denied }).run;
    // The caller's own list of names has no class.
    const { custom_list: _list, ...input } = visible.input ?? {};
    for (const secret of secrets) {
      expect(textOf(ran.parts).search(secret)).toBeGreaterThanOrEqual(0);
      expect(textOf({ ...visible, input }).search(secret)).toBe(-1);
    }
  });
});

const leaksByCopy = leaks.filter(({ says }) => / in /.test(says) && !/in a section/.test(says));

test.each(leaksByCopy)(
  "tags alone would not hide $says ($engineType) (PRIV-11, PRIV-14)",
  ({ run, denied, secrets }) => {
    const text = byTagsAlone(run(), denied);
    expect(secrets.some((secret) => secret.test(text))).toBe(true);
  },
);

test("a document that reveals a denied fact is withheld (PRIV-13)", () => {
  const { parts, schemas } = ranWith("entity_analysis", builtIn("entity_analysis", "builtin_paper_file"));
  expect(textOf(parts.input)).toMatch(/640,000/);
  expect(textOf(withholdValues(parts, { schemas, denied: ["financial"] }).run)).not.toMatch(/640,?000/);
});

describe.each(engineTypeNames)("runs of %s", (engineType) => {
  const cases = findEngineType(engineType).builtInCases();

  test("name every place that was withheld, and nothing else has changed", () => {
    for (const { input, offerings, case_key } of cases) {
      if (case_key === "nothing_known") continue;
      const { parts, schemas } = ranWith(engineType, { input, offerings });
      for (const denied of [...sensitivities.map((one) => [one]), [...sensitivities]]) {
        const { run, redacted } = withholdValues(parts, { schemas, denied });
        expect(differences(parts, run)).toEqual(redacted);
        expect(new Set(redacted).size).toBe(redacted.length);
      }
    }
  });

  test("are returned unchanged under a policy that denies nothing (PRIV-19)", () => {
    const [first] = cases;
    if (!first) throw new Error("every type has cases");
    const { parts, schemas } = ranWith(engineType, first);
    const { run, redacted } = withholdValues(parts, { schemas, denied: [] });
    expect(run).toBe(parts);
    expect(redacted).toEqual([]);
  });
});

test("what does not rest on a denied value stays readable (PRIV-10)", () => {
  const { parts, schemas } = ranWith("opportunity", builtIn("opportunity", "builtin_uncovered_restaurant"));
  const { run, redacted } = withholdValues(parts, { schemas, denied: ["financial"] });
  const opportunities = objectsAt(run.output ?? {}, "opportunities");
  expect(opportunities.filter(({ title }) => title === null).length).toBeGreaterThan(0);
  expect(opportunities.filter(({ title }) => typeof title === "string").length).toBeGreaterThan(0);
  expect(opportunities.every(({ score, kind, change }) => score !== null && kind !== null && change !== null)).toBe(
    true,
  );
  expect(redacted).toContain("/input/accounts/0/revenue");
});

/** Places where two documents differ, in document order; what was an object or a list and is null counts as one place. */
function differences(before: RunParts, after: RunParts): string[] {
  const found: string[] = [];
  const walk = (one: unknown, other: unknown, at: string): void => {
    if (JSON.stringify(one) === JSON.stringify(other)) return;
    if (typeof one === "object" && typeof other === "object" && one !== null && other !== null) {
      const theirs = new Map(Object.entries(other));
      for (const [name, member] of Object.entries(one))
        walk(member, theirs.get(name), `${at}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`);
    } else found.push(at);
  };
  for (const name of ["output", "solutions", "input", "work_items", "warnings"] as const)
    walk(before[name], after[name], `/${name}`);
  return found;
}

function objectAt(object: JsonObject, name: string): JsonObject {
  const member = object[name];
  return isJsonObject(member) ? member : {};
}

function objectsAt(object: JsonObject, ...names: readonly string[]): readonly JsonObject[] {
  let value: Json | undefined = object;
  for (const name of names) value = isJsonObject(value) ? value[name] : undefined;
  return isJsonArray(value) ? value.filter(isJsonObject) : [];
}
