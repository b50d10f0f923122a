import type { JsonObject } from "../json.ts";

/** What a check of the kind `rule` may ask (domain.md 0.5): the input, and what screening found before it. */
export const ruleNamespaces = ["input", "screening", "ownership"] as const;

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
