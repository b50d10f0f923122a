import { describe, expect, test } from "@jest/globals";

import { serviceNamespace, uuidV5 } from "@service/contract";
import { isJsonArray, isJsonObject, type Json, type JsonObject, objectsIn, text, textsIn } from "@service/json";
import { engineTypes } from "./registry.ts";

/** Members that a person reads as one text; everything else is a key, an amount or an item of its own. */
const readMembers: ReadonlySet<string> = new Set([
  "because",
  "body",
  "change",
  "detail",
  "gap_reason",
  "headline",
  "message",
  "question",
  "reason",
  "reasons",
  "reasons_against",
  "reasons_for",
  "recommendation",
  "talking_points",
  "text",
  "title",
]);

type Item = { readonly at: string; readonly sentences: readonly string[] };

/** Each item of a result with the sentences in it: a finding, an opportunity, a place of the queue, the narrative. */
function itemsIn(value: Json, at: string): readonly Item[] {
  if (isJsonArray(value)) return value.flatMap((one, index) => itemsIn(one, `${at}/${index}`));
  if (!isJsonObject(value)) return [];
  const members = Object.entries(value).filter(([name]) => name !== "evidence");
  const read = members.filter(([name]) => readMembers.has(name)).flatMap(([, member]) => sentencesIn(member));
  const inner = members.filter(([name]) => !readMembers.has(name));
  return [
    ...(read.length === 0 ? [] : [{ at, sentences: read }]),
    ...inner.flatMap(([name, member]) => itemsIn(member, `${at}/${name}`)),
  ];
}

/** Sentences of more than one word, without citations, stop and case: what differs in these alone is equal to a reader. */
function sentencesIn(value: Json | undefined): readonly string[] {
  if (typeof value === "string") {
    return value
      .replace(/\s*\[e\d+(?:, e\d+)*\]/g, "")
      .split(/(?<=[.!?]["”)]?)\s+(?=[\p{Lu}\d"“$])/u)
      .map((one) => one.replace(/[.!?\s]+$/, "").toLowerCase())
      .filter((one) => one.includes(" "));
  }
  if (value === undefined) return [];
  if (isJsonArray(value)) return value.flatMap(sentencesIn);
  return isJsonObject(value) ? Object.values(value).flatMap(sentencesIn) : [];
}

function repeatedIn(items: readonly Item[]): readonly string[] {
  return items.flatMap(({ at, sentences }) =>
    sentences.filter((one, index) => sentences.indexOf(one) !== index).map((one) => `${at}: ${one}`),
  );
}

/** Sentences of findings that stand again in the work that they ask for. */
function foundAgain(workItems: readonly JsonObject[], findings: readonly JsonObject[]): readonly string[] {
  return workItems.flatMap((item) => {
    const keys = isJsonArray(item.finding_keys) ? [...textsIn(item.finding_keys)] : [];
    const found = findings
      .filter((finding) => keys.includes(text(finding, "finding_key") ?? ""))
      .flatMap(({ title, detail }) => [...sentencesIn(title), ...sentencesIn(detail)]);
    return itemsIn(item, "")
      .flatMap(({ sentences }) => sentences)
      .filter((one) => found.includes(one));
  });
}

// Comparison has a test of its own.
const types = Object.values(engineTypes).filter(({ name }) => name !== "comparison");

describe.each(types.map((type) => [type.name, type] as const))("a result of %s", (_, type) => {
  const engine = type.compile(type.effectiveConfig(type.preset()));

  test.each(type.builtInCases().map((one) => [one.case_key, one] as const))(
    "says each thing once: %s (WORD-8, WORD-9)",
    (caseKey, { input, offerings }) => {
      const result = engine.run({
        input,
        offerings,
        runId: uuidV5(serviceNamespace, caseKey),
        createdAt: "2026-01-01T00:00:00Z",
        datasets: new Map(),
        onStage: () => undefined,
      });
      if (result.status === "failed") throw new Error(result.error);
      const { output, solutions = [], workItems } = result;
      const items = itemsIn({ output, solutions: [...solutions], work_items: [...workItems] }, "");
      expect(items.length).toBeGreaterThan(1);
      expect(repeatedIn(items)).toStrictEqual([]);
      expect(foundAgain(workItems, objectsIn(output.findings))).toStrictEqual([]);
      expect(workItems.map((item) => text(item, "detail") ?? "").filter((detail) => !isTask(detail))).toStrictEqual([]);
    },
  );
});

/** Whose it is, and by when. */
function isTask(detail: string): boolean {
  return /^This is for .+ to do for .+?(?: by \p{Lu}\p{Ll}+ \d+, \d{4}|; no date is set)\./u.test(detail);
}
