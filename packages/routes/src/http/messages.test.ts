import { describe, expect, test } from "@jest/globals";
import { errors, ServiceError, type ErrorSpec } from "@service/contract";
import { parseWith } from "@service/http";
import * as z from "zod";
import type { Route } from "./route.ts";
import { routes } from "../routes/index.ts";

/** No message may contain a pattern, a library's or JavaScript's wording, or private vocabulary. */
const noWords = [
  /\^|\\[dws]|\[[A-Za-z0-9]-|\{\d/,
  /Invalid input|Too (?:big|small)|Unrecognized|expected .* received|undefined|null|NaN/,
  /\b(?:bells?|rings?|caretakers?|coalesce|buried|believed|doorbell|zod|ajv|regex)\b/i,
  /description names/,
];

/** A complete sentence: begins with a capital letter or a member's name, ends with a full stop. */
function expectSentence(message: string): void {
  expect(message).toMatch(/^(?:[A-Z]|[a-z_]+(?:_[a-z]+)* )[^]*[.]$/);
  for (const words of noWords) expect(message).not.toMatch(words);
}

describe("messages of the error table", () => {
  test.each(Object.entries<ErrorSpec>(errors))("%s has a sentence as its message", (_code, { message }) => {
    expectSentence(message);
  });
});

const wrong = [
  undefined,
  null,
  true,
  -1,
  1.5,
  1e12,
  "",
  "?",
  "A b",
  "x".repeat(5_000),
  [],
  [7],
  ["?", "?"],
  {},
  { "?": 7 },
];

/** Requests with one wrong member each, and with unknown members. */
function* requestsFor(schema: z.ZodType): Generator {
  yield* wrong;
  const shape = schema instanceof z.ZodObject ? schema.shape : {};
  for (const name of Object.keys(shape)) {
    for (const value of wrong) yield { [name]: value };
    for (const value of wrong) yield { [name]: [value] };
    for (const value of wrong) yield { [name]: { [name]: value, unheard_of: value } };
  }
  yield { unheard_of: 1 };
}

/** The refusal's message must name the field of its first detail. */
const Details = z.array(z.object({ field: z.string(), message: z.string() }));

/** What a body is checked against; of a form, its fields. */
function schemaOfBody({ body }: Route): z.ZodType | undefined {
  return body && ("form" in body ? body.form.fields : body.schema);
}

const schemas = routes.flatMap((route) =>
  [route.params, route.query, route.headers, schemaOfBody(route)].flatMap((schema, part) =>
    schema ? [[`${["path", "query", "headers", "body"][part]} of ${route.id}`, schema] as const] : [],
  ),
);

test.each(schemas)("a refusal of the %s names the member and says what is allowed", (_part, schema) => {
  const seenMessages = new Set<string>();
  for (const request of requestsFor(schema)) {
    try {
      parseWith(schema, request);
    } catch (refusal) {
      if (!(refusal instanceof ServiceError)) throw refusal;
      seenMessages.add(refusal.message);
      if (refusal.details === undefined) continue;
      const details = Details.parse(refusal.details);
      // The values of the contract are its own words, such as the assertion `regex`.
      for (const { message } of details)
        if (!message.startsWith("must be one of ")) for (const words of noWords) expect(message).not.toMatch(words);
      expect(refusal.message).toContain(details[0]?.field === "" ? "The request" : (details[0]?.field ?? "?"));
    }
  }
  for (const message of seenMessages) expectSentence(message);
  expect(seenMessages.size).toBeGreaterThan(0);
});
