import { expect, test } from "@jest/globals";
import { builtInManifests, type EgressManifest, openEgress, preparePrompt, type PromptParts } from "../index.ts";

const marker = "k7Qz93Lm55Xy";
const parts: PromptParts = {
  marker,
  instructions: "Help.",
  sources: [
    { n: 1, kind: "knowledge", title: "Desk", text: "The desk is at https://desk.example.com/a." },
    { n: 2, kind: "records", title: "Blue Harbor Cafe", text: "Premium 8,886, contact ann@example.com" },
  ],
  history: [{ role: "user", text: "Earlier" }],
  input: "Who is the contact of Blue Harbor Cafe?",
  requireCitations: false,
  charsMax: 10_000,
};
const rules = { links: "cited_only", redact: [], isJson: false } as const;
const masking: EgressManifest = {
  schema_version: 1,
  destinations: ["anthropic"],
  rules: (["instructions", "input", "records", "tools"] as const).map((part) => ({
    surface: "conversation",
    part,
    transform: part === "instructions" ? "pass" : "mask",
  })),
};
const identities = { names: ["Blue Harbor Cafe"] };

test("only what may leave is in the prompt, and the record says what left (MODEL-70, MODEL-75)", () => {
  const egress = openEgress(masking, "anthropic", identities);
  const prepared = preparePrompt(egress, parts, rules);
  const sent = JSON.stringify(prepared?.messages);
  for (const hidden of ["Blue Harbor", "ann@example.com", "The desk", "Earlier"]) expect(sent).not.toContain(hidden);
  expect(sent).toContain("Who is the contact of [NAME_1]?");
  expect(sent).toContain("Premium 8,886, contact [EMAIL_1]");
  expect([prepared?.sources, prepared?.historyDropped]).toEqual([[2], 1]);
  expect(egress.refused()).toEqual(["knowledge", "history"]);
  expect(egress.record().parts.map(({ part }) => part)).toEqual(["instructions", "records", "input"]);
  const result = prepared?.toolResult("get_record", [{ part: "records", text: "Blue Harbor Cafe: active" }]);
  expect(result).toContain("k7Qz| [NAME_1]: active");
  expect(egress.record().parts.map(({ part }) => part)).toContain("tools");
});

test("the answer has its values back, is redacted, and has the links of its sources alone (MODEL-74, MODEL-78, MODEL-79)", () => {
  const prepared = preparePrompt(openEgress(masking, "anthropic", identities), parts, rules);
  const filter = prepared?.filter;
  const answer = "It is [EMAIL_1] of [NAME_1] [2], see https://desk.example.com/a or https://other.example.com";
  const shown =
    answer
      .split("")
      .map((char) => filter?.push(char))
      .join("") + (filter?.end() ?? "");
  expect(shown).toBe("It is ann@example.com of Blue Harbor Cafe [2], see https://desk.example.com/a or (link removed)");
  const redacting = preparePrompt(openEgress(masking, "anthropic", identities), parts, { ...rules, redact: ["email"] });
  expect(`${redacting?.filter.push("[EMAIL_1] ")}${redacting?.filter.end()}`).toBe("[email] ");
  expect(redacting?.hasRedacted()).toBe(true);
});

test("without the right to send instructions and question there is no prompt (MODEL-71)", () => {
  expect(preparePrompt(openEgress(builtInManifests.empty.manifest, "anthropic"), parts, rules)).toBeUndefined();
  expect(preparePrompt(openEgress(masking, "openai_compatible"), parts, rules)).toBeUndefined();
});

test("what has no room stands in no record (MODEL-75)", () => {
  const egress = openEgress(builtInManifests.conversation_knowledge.manifest, "anthropic");
  const prepared = preparePrompt(egress, { ...parts, charsMax: 0 }, rules);
  expect(prepared?.sources).toEqual([]);
  expect(egress.record().parts.map(({ part }) => part)).toEqual(["instructions", "input"]);
});
