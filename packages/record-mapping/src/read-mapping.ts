import { checkPatternsTogether } from "@service/conditions";
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
import { type Mapping, mappingLimits, mappingSchema } from "./mapping-schema.ts";

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
  const tooLarge = issuesOfSize(mapping);
  if (tooLarge.length > 0) return refused(tooLarge);
  const checked = checkedMapping(mapping, {});
  if (checked.issues.length > 0) return refused(checked.issues);
  return { kind: "mapping", mapping, hash: canonicalHash(json) };
}

/** What is too large together although each part is not (IMP-267). Only conditions hold patterns: a lookup may have any key. */
function issuesOfSize({ sources, lookups = {} }: Mapping): readonly ConfigIssue[] {
  const entries = Object.values(lookups).reduce((sum, entriesOf) => sum + Object.keys(entriesOf).length, 0);
  const limit = mappingLimits.allLookupEntries;
  if (entries > limit) return [{ path: "/lookups", message: `have ${entries} entries together, at most ${limit}` }];
  const conditions = sources.flatMap(({ emits }) => emits.flatMap((emit) => [emit.when ?? null, emit.delete ?? null]));
  const steps = checkPatternsTogether(conditions);
  let step = steps.next();
  while (step.done !== true) step = steps.next();
  return step.value;
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
