import { expect, test } from "@jest/globals";
import { inboundSourceKinds, ServiceError } from "@service/contract";
import { isAccepted, matchesGlob, readMapping, storedMapping } from "./mapping.ts";

function codeOf(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    if (error instanceof ServiceError) return error.code;
    throw error;
  }
  return "none";
}

test("a stored mapping reads back as it was given", () => {
  const text = JSON.stringify({
    delivery_id: "/header/id",
    type: "/a~1b/0",
    accept: ["x.*"],
    code: { in: "header", name: "X-Code" },
  });
  const mapping = readMapping("ams_ons", text);
  expect(mapping.code).toEqual({ in: "header", name: "x-code" });
  expect(storedMapping(JSON.stringify(mapping))).toEqual(mapping);
  for (const kind of inboundSourceKinds) expect(readMapping(kind, '{"accept":["push"]}')).toEqual({ accept: ["push"] });
});

test("an invalid mapping is refused when the source is created (IN-4)", () => {
  for (const text of [
    "{",
    "[]",
    "null",
    '{"more":1}',
    '{"accept":[]}',
    '{"accept":[""]}',
    '{"type":"id"}',
    '{"delivery_id":""}',
    '{"type":"/a~2"}',
    '{"code":{"in":"cookie","name":"a"}}',
    '{"code":{"in":"header","name":"a b"}}',
    '{"code":{"in":"body"}}',
  ])
    expect(codeOf(() => readMapping("ams_ons", text))).toBe("invalid_request");
  for (const kind of ["native", "repo_host"] as const)
    for (const text of ['{"type":"/a"}', '{"delivery_id":"/a"}', '{"code":{"in":"query","name":"a"}}'])
      expect(codeOf(() => readMapping(kind, text))).toBe("invalid_request");
});

test("a glob has * for any run of characters and ? for one (IN-5)", () => {
  for (const [glob, text] of [
    ["*", ""],
    ["*", "a.b"],
    ["a.*", "a.b.c"],
    ["*.b", "a.b"],
    ["a*c*e", "abcde"],
    ["a?c", "abc"],
    ["a**", "a"],
    ["[a]+", "[a]+"],
  ] as const)
    expect([glob, matchesGlob(glob, text)]).toEqual([glob, true]);
  for (const [glob, text] of [
    ["", "a"],
    ["a", ""],
    ["a.*", "a"],
    ["a?c", "ac"],
    ["*.b", "a.bc"],
    ["a", "A"],
    [".", "a"],
  ] as const)
    expect([glob, matchesGlob(glob, text)]).toEqual([glob, false]);
  expect(isAccepted({}, "anything")).toBe(true);
  expect(isAccepted({ accept: ["a", "b.*"] }, "b.c")).toBe(true);
  expect(isAccepted({ accept: ["a", "b.*"] }, "c")).toBe(false);
});

test("a hostile glob costs the product of the lengths, not a power of them (IN-5)", () => {
  // As a regular expression with .* for each star this would never finish.
  expect(matchesGlob(`${"a*".repeat(63)}b`, "a".repeat(128))).toBe(false);
});
