import {
  asWritten,
  canonicalHash,
  compileConfigurationSchema,
  type ConfigIssue,
  isCarriable,
  issuesMax,
  type Json,
} from "@service/json";
import { familyNames } from "@service/record-families";
import { checkedMapping } from "./compile-mapping.ts";
import { type Mapping, mappingSchema } from "./mapping-schema.ts";

export type ReadMapping =
  | {
      readonly kind: "mapping";
      readonly mapping: Mapping;
      /** SHA-256 of the canonical form: what a row's provenance names the mapping by. */
      readonly hash: string;
    }
  | { readonly kind: "refused"; readonly issues: readonly ConfigIssue[] };

let check: ReturnType<typeof compileConfigurationSchema> | undefined;

/** Reads a mapping (IMP-30): either it can be compiled, or every problem is listed with its JSON Pointer, at most fifty. */
export function readMapping(json: Json): ReadMapping {
  if (!isCarriable(json)) return refused([{ path: "", message: "holds text or numbers that JSON cannot carry" }]);
  check ??= compileConfigurationSchema(mappingSchema);
  const issues = check(json).map(inWords);
  if (issues.length > 0) return refused(issues);
  const mapping = asWritten(mappingSchema, json);
  const checked = checkedMapping(mapping, {});
  if (checked.issues.length > 0) return refused(checked.issues);
  return { kind: "mapping", mapping, hash: canonicalHash(json) };
}

function refused(issues: readonly ConfigIssue[]): ReadMapping {
  return { kind: "refused", issues: issues.slice(0, issuesMax) };
}

/** A list of 21 names is too long for the usual message, and the one who writes a mapping needs it. */
function inWords({ path, message }: ConfigIssue): ConfigIssue {
  return path.endsWith("/family") && message === "is not an allowed value"
    ? { path, message: `must be one of ${familyNames.join(", ")}` }
    : { path, message };
}
