import { expect, test } from "@jest/globals";

import { namedQuery, numberedText } from "./named-parameters.ts";

const hardTexts: readonly (readonly [of: string, text: string, numbered: string, names: readonly string[]])[] = [
  ["names in order of first occurrence", "select @b, @a, @b", "select $1, $2, $1", ["b", "a"]],
  ["a cast and an array", "id = any(@engine_ids::uuid[])", "id = any($1::uuid[])", ["engineIds"]],
  ["a digit in a name", "@sha256, @of_2", "$1, $2", ["sha256", "of2"]],
  ["a name that begins with another", "@id = @id_of or (@id)", "$1 = $2 or ($1)", ["id", "idOf"]],
  ["brackets and commas", "f(@a,@b)[@c:@d]", "f($1,$2)[$3:$4]", ["a", "b", "c", "d"]],
  ["a named argument", "make_interval(secs => @seconds)", "make_interval(secs => $1)", ["seconds"]],
  ["operators with @", "a <@ @b and a @> @b", "a <@ $1 and a @> $1", ["b"]],
  ["an operator without a space", "a <@b and a @>b and c", "a <@b and a @>b and c", []],
  [
    "text search and JSON paths",
    "w @@ @q and j @? @path and j @@@ x",
    "w @@ $1 and j @? $2 and j @@@ x",
    ["q", "path"],
  ],
  ["the absolute value", "@ -5 + @-5 + @x", "@ -5 + @-5 + $1", ["x"]],
  ["a string", "'it''s @a' || @b", "'it''s @a' || $1", ["b"]],
  ["a string with escapes", String.raw`E'\'@a' || e'\\' || @b`, String.raw`E'\'@a' || e'\\' || $1`, ["b"]],
  ["a backslash in a plain string", String.raw`'\' || @a || '\'`, String.raw`'\' || $1 || '\'`, ["a"]],
  ["a type before a string", "date'@a' + interval '@b' + @c", "date'@a' + interval '@b' + $1", ["c"]],
  ["a quoted name", `"a ""@b" = @c`, `"a ""@b" = $1`, ["c"]],
  ["a line comment", "-- it's @a\n@b -- @c", "-- it's @a\n$1 -- @c", ["b"]],
  ["a comment after an operator", "1 +-- @a\n@b */* @c */ 2", "1 +-- @a\n$1 */* @c */ 2", ["b"]],
  ["comments in a comment", "/* @a /* '@b */ @c */ @d /* @e", "/* @a /* '@b */ @c */ $1 /* @e", ["d"]],
  ["dollar quotes", "$$ @a $x$ $$ || $x$ @b $$ $x$ || @c", "$$ @a $x$ $$ || $x$ @b $$ $x$ || $1", ["c"]],
  ["a dollar in a word", "a$b$ = @c and d$b$", "a$b$ = $1 and d$b$", ["c"]],
  ["an address in a string", "'somebody@example.com'", "'somebody@example.com'", []],
  ["numbers alone", "select $1, '@a', $2", "select $1, '@a', $2", []],
];

test.each(hardTexts)("names become numbers, and nothing else changes: %s", (_, text, numbered, names) => {
  expect(numberedText(text)).toEqual({ text: numbered, names });
});

test.each([
  ["select @a, $1", "a statement names its parameters or numbers them, not both"],
  ["select @organizationId", "the parameter @organizationId is not snake_case"],
  ["select @a__b", "the parameter @a__b is not snake_case"],
])("%s is refused", (text, message) => {
  expect(() => numberedText(text)).toThrow(message);
});

test("a call by name gives its values in the order of the text, and none that is missing", () => {
  const read = namedQuery("select @run_id, @limit, @run_id");
  expect(read({ limit: 2, runId: null })).toEqual({ text: "select $1, $2, $1", values: [null, 2] });
  expect(() => read({ limit: 2 })).toThrow("the parameter runId has no value");
});
