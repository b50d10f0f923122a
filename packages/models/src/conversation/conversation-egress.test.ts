import { describe, expect, test } from "@jest/globals";
import { sha256Hex } from "@service/json";
import {
  builtInManifests,
  conversationBlock,
  type EgressManifest,
  letLeave,
  partMayLeave,
  partOfSource,
  promptParts,
  putValuesBack,
  readManifest,
} from "../index.ts";

type Rule = { part: (typeof promptParts)[number]; transform: "pass" | "mask" | "drop"; max_chars?: number };
const manifest = (rules: readonly Rule[], destinations: readonly string[] = []): EgressManifest => ({
  schema_version: 1,
  destinations,
  rules: rules.map((rule) => ({ surface: "conversation", ...rule })),
});
const everyPart = promptParts.map((part) => ({ part, text: `canary-of-${part}` }));

describe("what leaves for a model", () => {
  test.each(promptParts)("%s leaves only by its own rule (MODEL-70)", (part) => {
    for (const transform of ["pass", "mask", "drop"] as const) {
      const egress = letLeave(manifest([{ part, transform }]), "anthropic", everyPart);
      const left = egress.texts.filter((text) => text !== null).join(" ");
      for (const other of promptParts)
        expect([transform, other, left.includes(`canary-of-${other}`)]).toEqual([
          transform,
          other,
          other === part && transform !== "drop",
        ]);
      expect(partMayLeave(manifest([{ part, transform }]), part)).toBe(transform !== "drop");
      expect(egress.refused).toEqual(promptParts.filter((other) => other !== part || transform === "drop"));
    }
  });

  test("nothing leaves under the empty manifest, and nothing for a provider that is no destination (MODEL-71)", () => {
    expect(letLeave(builtInManifests.empty.manifest, "anthropic", everyPart)).toMatchObject({
      texts: everyPart.map(() => null),
      record: { destination: "anthropic", parts: [] },
      refused: promptParts,
    });
    const listed = manifest([{ part: "input", transform: "pass" }], ["anthropic"]);
    expect(letLeave(listed, "openai_compatible", everyPart).record.parts).toEqual([]);
    expect(letLeave(listed, "anthropic", everyPart).record.parts).toHaveLength(1);
  });

  test("a conversation needs the destination, the instructions and the question (MODEL-71)", () => {
    const both: Rule[] = [
      { part: "instructions", transform: "pass" },
      { part: "input", transform: "mask" },
    ];
    expect(conversationBlock(manifest(both), "anthropic")).toBeUndefined();
    expect(conversationBlock(manifest(both, ["openai_compatible"]), "anthropic")).toBe("destination");
    expect(conversationBlock(manifest(both.slice(1)), "anthropic")).toBe("instructions");
    expect(conversationBlock(manifest([both[0] ?? { part: "input", transform: "pass" }]), "anthropic")).toBe("input");
    expect(conversationBlock(builtInManifests.empty.manifest, "anthropic")).toBe("instructions");
    expect(conversationBlock(builtInManifests.conversation_knowledge.manifest, "anthropic")).toBeUndefined();
    expect(conversationBlock(builtInManifests.findings_only.manifest, "anthropic")).toBe("instructions");
  });

  test("conversation_knowledge lets instructions, question, history, knowledge and catalog pass (MODEL-72)", () => {
    const { manifest: builtIn } = builtInManifests.conversation_knowledge;
    expect(promptParts.filter((part) => partMayLeave(builtIn, part)).toSorted()).toEqual(
      ["catalog", "history", "input", "instructions", "knowledge"].toSorted(),
    );
    expect(readManifest({ ...builtIn, rules: builtIn.rules.map((rule) => ({ ...rule })) }).kind).toBe("manifest");
  });

  test("the record has each part once, with characters and hash of what left (MODEL-75)", () => {
    const egress = letLeave(
      manifest([
        { part: "input", transform: "pass" },
        { part: "knowledge", transform: "pass", max_chars: 3 },
      ]),
      "anthropic",
      [
        { part: "input", text: "Frage 🙂" },
        { part: "knowledge", text: "abcdef" },
        { part: "knowledge", text: "xy" },
        { part: "records", text: "secret" },
      ],
    );
    expect(egress.record).toEqual({
      destination: "anthropic",
      parts: [
        { part: "knowledge", chars: 5, sha256: sha256Hex("abc\n\nxy") },
        { part: "input", chars: 7, sha256: sha256Hex("Frage 🙂") },
      ],
    });
    expect(egress.texts).toEqual(["Frage 🙂", "abc", "xy", null]);
    expect(egress.refused).toEqual(["records"]);
  });

  test("every kind of source is a part (MODEL-70)", () => {
    const kinds = ["knowledge", "attachments", "catalog_documents", "catalog_items", "records", "run_outputs", "graph"];
    expect(kinds.map(partOfSource)).toEqual([
      "knowledge",
      "attachments",
      "catalog",
      "catalog",
      "records",
      "run_outputs",
      "graph",
    ]);
    expect(partOfSource("constructor")).toBeUndefined();
  });
});

describe("a manifest with rules of conversations (MODEL-70)", () => {
  const read = (...rules: object[]) =>
    readManifest({ schema_version: 1, destinations: [], rules: JSON.parse(JSON.stringify(rules)) });
  test("is read beside rules of engines", () => {
    expect(
      read(
        { surface: "conversation", part: "input", transform: "pass", max_chars: 10 },
        { engine_type: "triage", path: "headline", transform: "mask" },
      ).kind,
    ).toBe("manifest");
  });
  test.each([
    [{ surface: "other", part: "input", transform: "pass" }, "/rules/0/surface"],
    [{ surface: "conversation", part: "all", transform: "pass" }, "/rules/0/part"],
    [{ surface: "conversation", part: "input", transform: "hash" }, "/rules/0/transform"],
    [{ surface: "conversation", part: "input", transform: "pass", max_chars: 0 }, "/rules/0/max_chars"],
    [{ surface: "conversation", part: "input", transform: "pass", path: "x" }, "/rules/0/path"],
  ])("names what is wrong: %j", (rule, path) => {
    const result = read(rule);
    expect(result.kind === "invalid" ? result.issues.map((issue) => issue.path) : []).toEqual([path]);
  });
  test("has one rule for a part", () => {
    const rule = { surface: "conversation", part: "input", transform: "pass" };
    expect(read(rule, { ...rule, transform: "drop" })).toMatchObject({ issues: [{ path: "/rules/1/part" }] });
  });
});

describe("masked parts (MODEL-73, MODEL-74)", () => {
  const identities = { names: ["Blue Harbor Cafe", "Ann Harbor"], policyNumbers: ["GL-00-42"] };
  const masked = (...texts: string[]) =>
    letLeave(
      manifest([{ part: "records", transform: "mask" }]),
      "anthropic",
      texts.map((text) => ({ part: "records" as const, text })),
      identities,
    );

  test("hide addresses, numbers and names, equal values by equal marks", () => {
    const { texts } = masked(
      "BLUE  HARBOR CAFE, mail ann@example.com or 206-555-0142, FEIN 00-1234567, SSN 123-45-6789, policy GL-00-42",
      "Ann Harbor <Ann@Example.com> of Blue Harbor Cafe; policy no. WC7788123 and account 12345678",
    );
    expect(texts).toEqual([
      "[NAME_1], mail [EMAIL_1] or [PHONE_1], FEIN [TAX_ID_1], SSN [TAX_ID_2], policy [POLICY_1]",
      "[NAME_2] <[EMAIL_1]> of [NAME_1]; policy no. [POLICY_2] and account [NUMBER_1]",
    ]);
  });

  test("leave amounts, days and ordinary words", () => {
    const text =
      "On 2026-11-23 the premium of 1,234,567 dollars and the policy limit of 500 grew by 3.1415926 percent.";
    expect(masked(text).texts).toEqual([text]);
  });

  test.each([1, 2, 5, 100])("are put back in the answer, in pieces of %i", (size) => {
    const { marks } = masked("Ann Harbor ann@example.com 206-555-0142");
    const answer = "Write to [NAME_1] at [EMAIL_1] ([email_1]) or \\[PHONE\\_1\\]; [EMAIL_9], [1] and [NAME_ stay. [";
    const back = putValuesBack(marks);
    let shown = "";
    for (let at = 0; at < answer.length; at += size) shown += back.push(answer.slice(at, at + size));
    expect(shown + back.end()).toBe(
      "Write to Ann Harbor at ann@example.com (ann@example.com) or 206-555-0142; [EMAIL_9], [1] and [NAME_ stay. [",
    );
  });

  test("are put back as parts of JSON strings", () => {
    const { marks } = letLeave(
      manifest([{ part: "input", transform: "mask" }]),
      "anthropic",
      [{ part: "input", text: 'Joe "Fish" Inc' }],
      {
        names: ['Joe "Fish" Inc'],
      },
    );
    const back = putValuesBack(marks, { isJson: true });
    expect(JSON.parse(`${back.push('{"a":"[NAME_1]"}')}${back.end()}`)).toEqual({ a: 'Joe "Fish" Inc' });
  });

  test("are found in texts made to be slow to read", () => {
    // In quadratic time each of them would take minutes.
    const slow = ["1-".repeat(50_000), "a@".repeat(50_000), "policy ".repeat(20_000), "(1 ".repeat(40_000)];
    for (const text of slow) expect(masked(text, "a@b.co").texts[1]).toBe("[EMAIL_1]");
  });
});
