import { describe, expect, test } from "@jest/globals";

import { serviceNamespace, uuidV5 } from "@service/contract";
import {
  itemsIn,
  namedTwice,
  repeatedInItems,
  repeatedInResult,
  sentencesIn,
  sharesWithoutMoney,
} from "@service/engine-kit/testing";
import { isJsonArray, isJsonObject, type JsonObject, objectsIn, text, textsIn } from "@service/json";
import { engineTypes } from "./registry.ts";

/** Sentences of findings that stand again in the work that they ask for. */
function foundAgain(workItems: readonly JsonObject[], findings: readonly JsonObject[]): readonly string[] {
  return workItems.flatMap((item) => {
    const keys = isJsonArray(item.finding_keys) ? [...textsIn(item.finding_keys)] : [];
    const found = findings
      .filter((finding) => keys.includes(text(finding, "finding_key") ?? ""))
      .flatMap(({ title, detail }) => [...sentencesIn(title), ...sentencesIn(detail)]);
    return itemsIn(item, "")
      .flatMap(({ texts }) => sentencesIn([...texts]))
      .filter((one) => found.includes(one));
  });
}

describe.each(Object.values(engineTypes).map((type) => [type.name, type] as const))("a result of %s", (_, type) => {
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
      const label = isJsonObject(output.subject) ? text(output.subject, "label") : undefined;
      expect(items.length).toBeGreaterThan(1);
      expect(repeatedInItems(items)).toStrictEqual([]);
      // Elsewhere a finding is about one account or program of many, and the narrative stands alone.
      expect(type.name === "comparison" ? repeatedInResult(output) : []).toStrictEqual([]);
      expect(namedTwice(items, label === undefined ? [] : [label])).toStrictEqual([]);
      expect(sharesWithoutMoney(items)).toStrictEqual([]);
      expect(foundAgain(workItems, objectsIn(output.findings))).toStrictEqual([]);
      expect(workItems.map((item) => text(item, "detail") ?? "").filter((detail) => !isTask(detail))).toStrictEqual([]);
    },
  );
});

/** Whose it is, and by when. */
function isTask(detail: string): boolean {
  return /^This is for .+ to do for .+?(?: by \p{Lu}\p{Ll}+ \d+, \d{4}|; no date is set)\./u.test(detail);
}
