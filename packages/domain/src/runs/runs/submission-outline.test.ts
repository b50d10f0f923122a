import { describe, expect, test } from "@jest/globals";
import { limits, ServiceError } from "@service/contract";
import { parseJson } from "@service/json";
import { checkRunBounds, refusalOfUnparsed } from "./request-bounds.ts";
import { outlineSubmission } from "./submission-outline.ts";

const costly = { bound: "distinct_strings", limit: 50_000, measured: 50_001 } as const;

function answerOf(error: unknown): unknown {
  if (!(error instanceof ServiceError)) throw error;
  return { code: error.code, status: error.status, details: error.details };
}

/** The refusal for the parsed body, else the one for its cost. */
function parsedAnswer(text: string): unknown {
  try {
    checkRunBounds(parseJson(text));
    return { code: "request_bound_exceeded", status: 400, details: { ...costly, path: "$" } };
  } catch (error) {
    return answerOf(error);
  }
}

async function unparsedAnswer(text: string): Promise<unknown> {
  return answerOf(await refusalOfUnparsed(Buffer.from(text), costly));
}

/** mulberry32: the same seed gives the same document on every machine. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Random JSON with white space and escapes wherever the syntax allows, sometimes over a bound. */
function randomText(random: () => number, depth: number): string {
  const pick = <T>(list: readonly [T, ...T[]]): T => list[Math.floor(random() * list.length)] ?? list[0];
  const space = () => pick(["", "", " ", "\n\t"]);
  const long = () => limits.runStringCharsMax - 2 + Math.floor(random() * 4);
  const leaves: readonly [() => string, ...(() => string)[]] = [
    () => pick(["1", "-0", "1e3", "2.50", "12345678901234567890", "true", "null", "1E-7", "9e20"]),
    () => pick([`""`, `"a,b:{}[]"`, `"\\"\\\\\\/\\n"`, `"é😀"`, `"\\u0041\\u00e9\\u20ac\\ud83d\\ude00\\u0007"`]),
    () => (random() < 0.1 ? `"${pick(["x", "é", "😀", "\\u00e9", "\\n"]).repeat(long())}"` : "0"),
    () => (random() < 0.1 ? `[${"1,".repeat(limits.runArrayItemsMax - 1 + Math.floor(random() * 2))}1]` : "[]"),
    () => (random() < 0.1 ? wideObject(999 + Math.floor(random() * 4)) : "{ }"),
    () => (random() < 0.1 ? "[".repeat(40) + "]".repeat(40) : "[ ]"),
  ];
  if (depth > 6 || random() < 0.3) return pick(leaves)();
  const children = Array.from({ length: Math.floor(random() * 5) }, () => randomText(random, depth + 1));
  if (random() < 0.5) return `[${space()}${children.join(`${space()},${space()}`)}${space()}]`;
  const name = (index: number) =>
    random() < 0.02 ? `"${"n".repeat(long())}"` : pick([`"k${index}"`, `"k ${index}"`, `"\\u006b'${index}"`]);
  return `{${space()}${children.map((child, index) => `${name(index)}${space()}:${space()}${child}`).join(",")}}`;
}

function wideObject(fields: number): string {
  return `{${Array.from({ length: fields }, (_, index) => `"f${index}":${index}`).join(",")}}`;
}

describe("the outline of a submission", () => {
  test("reports the same bound, path and measure as the parsed body", async () => {
    const bounds = new Set<string | undefined>();
    for (let seed = 1; seed <= 150; seed += 1) {
      const random = seeded(seed);
      const members = [`"input":${randomText(random, 0)}`, ` "offerings" : ${randomText(random, 0)}`];
      if (random() < 0.3) members.reverse();
      if (random() < 0.3) members.unshift(`"engine_version":${randomText(random, 4)}`);
      if (random() < 0.1) members[0] = members[0]?.replace('"input"', '"\\u0069nput"') ?? "";
      const text = ` {${members.join(",")}}`;
      const answer = await unparsedAnswer(text);
      expect([seed, answer]).toEqual([seed, parsedAnswer(text)]);
      bounds.add(/"bound":"(\w+)"/.exec(JSON.stringify(answer))?.[1]);
    }
    expect(bounds).toEqual(new Set(["array_items", "depth", "distinct_strings", "object_fields", "string_chars"]));
  });

  test.each([
    ["one object of 100,000 names", `{${Array.from({ length: 100_000 }, (_, n) => `"k${n}":1`).join(",")}}`],
    ["arrays in arrays without end", "[".repeat(1_000_000) + "]".repeat(1_000_000)],
    ["over eight megabytes", `[${Array.from({ length: 850 }, () => `"${"x".repeat(10_000)}"`).join(",")}]`],
    ["offerings alone", "[1]"],
  ])("is correct for %s", async (_what, value) => {
    for (const text of [`{"input":{"rows":${value}}}`, `{"input":{},"offerings":${value}}`])
      expect(await unparsedAnswer(text)).toEqual(parsedAnswer(text));
  });

  test.each(["", "{", '{"input', '{"input":{"a":"\\', "]]]]", '{"input":[}}}{{"a":', '"\\u', "nonsense"])(
    "of %j, which is not JSON, terminates without an excess",
    async (text) => {
      expect(await outlineSubmission(Buffer.from(text))).toMatchObject({ excess: undefined });
    },
  );
});
