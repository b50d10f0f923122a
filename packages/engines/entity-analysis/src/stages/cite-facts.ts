import type { EvidenceCollector } from "@service/engine-kit";
import {
  type Condition,
  type Facts,
  type SelectedRows,
  type TraceEntry,
  resolvePath,
  shownFact,
} from "@service/conditions";
import type { Json } from "@service/json";
import type { Profile } from "./extract-profile.ts";

/** Evidence and facts of a finding, read from the trace of its rule (TYPE-5, COND-29, ENT-60). */
export type Citation = {
  readonly evidenceIds: readonly string[];
  /** Paths of unknown facts. */
  readonly unknownPaths: readonly string[];
  /** Lowest confidence of the profile facts that the rule read. */
  readonly confidence: number;
  readonly trace: readonly TraceEntry[];
  readonly rows: readonly SelectedRows[];
};

export type Citing = { readonly facts: Facts; readonly profile: Profile; readonly evidence: EvidenceCollector };

const tracedPathsMax = 12;

/** Evaluates the rule's conditions again for their trace. Only findings pay for it. */
export function citeRule(
  citing: Citing,
  ruleKey: string,
  conditions: readonly (Condition | undefined)[],
  paths: readonly string[] = [],
): Citation {
  const explained = conditions.flatMap((condition) =>
    condition === undefined ? [] : [condition.explain(citing.facts)],
  );
  const trace = explained.flatMap((each) => each.trace);
  const entries = new Map<string, TraceEntry>();
  for (const entry of trace) if (!entries.has(entry.path)) entries.set(entry.path, entry);
  for (const path of paths) {
    if (!entries.has(path)) {
      entries.set(path, {
        path,
        op: "exists",
        expected: true,
        actual: shownFact(path, resolvePath(path, citing.facts) ?? null),
        result: "true",
      });
    }
  }
  const ids = new Set<string>();
  let confidence = 1;
  for (const entry of [...entries.values()].slice(0, tracedPathsMax)) {
    const fact = citing.profile.byKey.get(profileKeyOf(entry.path) ?? "");
    if (fact?.value !== undefined) {
      for (const id of fact.evidenceIds) ids.add(id);
      confidence = Math.min(confidence, fact.confidence);
    } else if (entry.actual !== null) {
      const id = citePath(citing.evidence, entry.path, entry.actual);
      if (id !== undefined) ids.add(id);
    }
  }
  if (ids.size === 0) {
    const id = citing.evidence.add({ kind: "rule", ref: { rule_key: ruleKey } });
    if (id !== undefined) ids.add(id);
  }
  // A path may be known to one leaf (`missing`) and unknown to the next.
  const unknown = [...new Set(trace.filter(({ result }) => result === "unknown").map(({ path }) => path))];
  return {
    evidenceIds: [...ids],
    unknownPaths: unknown,
    confidence,
    trace,
    rows: explained.flatMap(({ rows }) => rows),
  };
}

function citePath(evidence: EvidenceCollector, path: string, actual: Json): string | undefined {
  const family = /^records\.([a-z]+)(?:\[\])?/.exec(path)?.[1];
  return family === undefined || family === "property"
    ? evidence.add({ kind: "fact", ref: { fact: path }, value: actual })
    : evidence.add({ kind: "record", ref: { family }, value: actual });
}

/** The extraction rule of a path: `profile.states[]` is `states`. */
export function profileKeyOf(path: string): string | undefined {
  return /^profile\.([^.[\]]+)/.exec(path)?.[1];
}
