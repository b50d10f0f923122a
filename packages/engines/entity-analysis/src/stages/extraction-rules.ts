import { type CompiledPath, compilePath, compilePattern, type Condition, type Pattern } from "@service/conditions";
import { type Labels, labelsOf, type ReadKind } from "@service/engine-kit";
import { type Complete, fillDefaults } from "@service/json";
import type { FactKind, Normalization, RecordFamily } from "../codes.ts";
import { type ConfiguredRule, factSources } from "../configuration.ts";
import { optionalCondition } from "./optional-condition.ts";
import { planSearch, type SearchPlan } from "./pattern-search.ts";
import { elementPath, inputPath } from "./rule-paths.ts";

type Configured = ConfiguredRule<"profile_extraction_rules">;

export type ExtractionRule = {
  readonly key: string;
  readonly label: string;
  readonly type: FactKind;
  readonly sources: readonly FactSource[];
  readonly normalize: Normalization | undefined;
  readonly enum: readonly string[];
  readonly required: boolean;
  readonly topic: Configured["topic"];
  /** What a client is asked where no source gives the fact; `{insured}` stands for its name. */
  readonly question: string | undefined;
  readonly onConflict: Configured["on_conflict"];
};
export type FactSource =
  | { readonly kind: "input"; readonly path: CompiledPath }
  | {
      readonly kind: "record";
      readonly family: RecordFamily;
      readonly path: CompiledPath;
      readonly where: Condition | undefined;
      readonly pick: Complete<typeof factSources.record>["pick"];
    }
  | { readonly kind: "document_field"; readonly documentKind: string; readonly field: string }
  | {
      readonly kind: "document_pattern";
      readonly documentKind: string | undefined;
      readonly pattern: Pattern;
      readonly group: number;
      readonly near: string | undefined;
      readonly plan: SearchPlan | undefined;
    }
  | {
      readonly kind: "document_value";
      readonly documentKind: string | undefined;
      readonly labels: Labels;
      readonly read: ReadKind;
      readonly plausible: readonly [number, number] | undefined;
    };

/** An extraction rule with its paths, patterns and conditions compiled. */
export function compileExtraction(rule: Configured): ExtractionRule {
  const { key, label, type, normalize, required } = rule;
  return {
    key,
    label,
    type,
    sources: rule.sources.map(compileSource),
    normalize,
    enum: rule.enum ?? [],
    required,
    topic: rule.topic,
    question: rule.question,
    onConflict: rule.on_conflict,
  };
}

function compileSource(source: Configured["sources"][number]): FactSource {
  switch (source.kind) {
    case "input": {
      const { path } = fillDefaults(factSources.input, source);
      return { kind: "input", path: compilePath(inputPath(path)) };
    }
    case "record": {
      const { family, path, where, pick } = fillDefaults(factSources.record, source);
      return { kind: "record", family, path: compilePath(elementPath(path)), where: optionalCondition(where), pick };
    }
    case "document_field": {
      const { document_kind: documentKind, field } = fillDefaults(factSources.document_field, source);
      return { kind: "document_field", documentKind, field };
    }
    case "document_pattern": {
      const { document_kind, pattern, group, near } = fillDefaults(factSources.document_pattern, source);
      const plan = planSearch(pattern);
      return {
        kind: "document_pattern",
        documentKind: document_kind,
        // Anchored where the search plan knows the beginning of a match.
        pattern: compilePattern(plan === undefined ? pattern : `\\A(?:${pattern})`),
        group,
        near: near?.toLowerCase(),
        plan,
      };
    }
    case "document_value": {
      const { document_kind, labels, read, plausible } = fillDefaults(factSources.document_value, source);
      const [low, high] = plausible ?? [];
      return {
        kind: "document_value",
        documentKind: document_kind,
        labels: labelsOf(labels),
        read,
        plausible: low === undefined || high === undefined ? undefined : [low, high],
      };
    }
  }
}
