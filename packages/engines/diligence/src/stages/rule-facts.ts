import { shapeAt } from "@service/engine-kit";
import type { AllowedPaths } from "@service/conditions";
import { type JsonObject, type JsonSchema, closed, countSchema, ratioSchema } from "@service/json";
import { inputSchema } from "../input.ts";

const shapes: JsonSchema = closed({
  input: inputSchema({}),
  screening: closed({ strong: countSchema(), possible: countSchema(), suppressed: countSchema() }),
  ownership: closed({ known: ratioSchema(), blocked_share: ratioSchema() }),
});

/** What a check of the kind `rule` may name (COND-28): the input, and the results of screening. */
export const askable: AllowedPaths = {
  namespaces: ["input", "screening", "ownership"],
  mayExist: (path) => shapeAt(shapes, path) !== undefined,
};

/** Facts of a `rule` check. `screening` counts hits over all lists; it is absent when no list could be searched. */
export type RuleFacts = {
  readonly input: JsonObject;
  readonly screening: { readonly strong: number; readonly possible: number; readonly suppressed: number } | undefined;
  readonly ownership: { readonly known: number; readonly blocked_share: number };
};

/** The namespaces as one document for the evaluator. */
export function factsRoot({ input, screening, ownership }: RuleFacts): JsonObject {
  return { input, ...(screening === undefined ? {} : { screening }), ownership };
}
