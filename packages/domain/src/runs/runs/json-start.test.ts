import { describe, expect, test } from "@jest/globals";
import { readStringMember } from "./json-start.ts";

describe("reading a string member from the start of an object", () => {
  const object = {
    schema_version: 1,
    list: ["headline", { headline: "nested in a list" }],
    subject: { label: 'a "quoted", "headline": "false" one\\', headline: "nested" },
    is_new: false,
    headline: 'Two of "three" quotes \u00e9\n',
    later: [],
  };
  const text = JSON.stringify(object);

  test("finds direct members only, and decodes escapes", () => {
    expect(readStringMember(text, "headline")).toBe(object.headline);
    expect(readStringMember(JSON.stringify(object, null, 2), "headline")).toBe(object.headline);
  });

  test("is undefined until the string's end is included", () => {
    const end = text.indexOf(',"later"');
    for (let length = 0; length < text.length; length += 1) {
      const found = readStringMember(text.slice(0, length), "headline");
      expect([length, found]).toEqual([length, length < end ? undefined : object.headline]);
    }
  });

  test("is null when the object has no such member, or one that is not a string", () => {
    for (const value of [
      {},
      { a: "headline" },
      { headline: 7 },
      { headline: null },
      { headline: {} },
      { a: { headline: "x" } },
    ])
      expect(readStringMember(JSON.stringify(value), "headline")).toBeNull();
  });
});
