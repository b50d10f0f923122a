import { describe, expect, test } from "@jest/globals";
import type { Json } from "@service/json";

import { checkTemplate, fillTemplate } from "./template.ts";

const data = {
  name: "Harbor",
  rows: 40,
  share: 0.5,
  fresh: true,
  empty: "",
  nothing: null,
  list: [1],
  inner: { key: "k-1", deeper: { zip: "01234" } },
};

describe("filling", () => {
  test("a string that is one placeholder becomes the scalar with its type (AUTO-39)", () => {
    expect(
      fillTemplate(
        {
          a: "{{event.data.name}}",
          b: "{{ event.data.rows }}",
          c: ["{{event.data.fresh}}", { d: "{{event.data.share}}" }],
        },
        data,
      ),
    ).toEqual({ a: "Harbor", b: 40, c: [true, { d: 0.5 }] });
  });

  test("within a longer string the scalar is written out", () => {
    expect(
      fillTemplate({ a: "{{event.data.name}}: {{event.data.rows}} of {{event.data.inner.deeper.zip}}." }, data),
    ).toEqual({
      a: "Harbor: 40 of 01234.",
    });
  });

  test("only strings are filled, an empty string is a value, and names of members are not filled", () => {
    const template = { n: 1, t: true, z: null, e: "{{event.data.empty}}", "{{event.data.name}}": [] };
    expect(fillTemplate(template, data)).toEqual({ n: 1, t: true, z: null, e: "", "{{event.data.name}}": [] });
  });

  test("a value is not read as a template again (AUTO-39)", () => {
    expect(fillTemplate({ a: "<{{event.data.x}}>" }, { x: "{{event.data.y}}$&" })).toEqual({
      a: "<{{event.data.y}}$&>",
    });
  });

  test.each([
    ["an object", "{{event.data.inner}}", "is an object"],
    ["a list", "{{event.data.list}}", "is a list"],
    ["an object within text", "x {{event.data.inner}}", "is an object"],
    ["a missing value", "{{event.data.other}}", "has no event.data.other"],
    ["null", "{{event.data.nothing}}", "has no event.data.nothing"],
    ["a member of a text", "{{event.data.name.length}}", "has no event.data.name.length"],
    ["an inherited member", "{{event.data.constructor}}", "has no event.data.constructor"],
  ])("%s is refused", (_what, text, message) => {
    expect(() => fillTemplate({ a: text }, data)).toThrow(message);
  });
});

describe("checking", () => {
  test("names the place of everything in braces that is not a placeholder of event.data (AUTO-39)", () => {
    const template = {
      ok: "{{event.data.a.b}} and {{event.data.c}}",
      "a/b": ["{{event.type}}", "{{event.data}}"],
      c: { "~": "{{event.data.x" },
      d: "{{}} {{event.data.}}",
      e: "}}",
      f: "{{{event.data.x}}}",
    };
    expect(checkTemplate(template, "/effect/data").map(({ path }) => path)).toEqual([
      "/effect/data/a~1b/0",
      "/effect/data/a~1b/1",
      "/effect/data/c/~0",
      "/effect/data/d",
      "/effect/data/d",
      "/effect/data/e",
    ]);
  });

  test("a template deeper than an input may be is refused before it is walked", () => {
    let deep: Json = 1;
    for (let depth = 0; depth < 40; depth += 1) deep = { a: deep };
    expect(checkTemplate(deep, "")).toEqual([{ path: "/a".repeat(32), message: "must be at most 32 deep" }]);
  });
});
