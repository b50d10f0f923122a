import { InstanceConfig, issueMessage } from "@service/contract";
import { checkPattern, checkPatternsTogether } from "@service/conditions";
import { checkAnswerSchema } from "@service/evaluations";
import { asJsonObject, type ConfigIssue, type JsonObject, parseIssues } from "@service/json";
import { inTurns } from "@service/runtime";
import { type FamilyName, familyNames } from "@service/record-families";
import { variablesNamedIn } from "./variables.ts";

/** Most problems reported together. */
const issuesMax = 50;

/**
 * Reads a configuration as a caller sends it: whole, with every default, or what is wrong with it, at most 50 problems by
 * JSON Pointer (CONV-10, CONV-13 to CONV-15). What depends on the deployment, models and egress, is `checkDeployment`'s.
 */
export async function readInstanceConfig(
  sent: JsonObject,
): Promise<
  | { readonly kind: "config"; readonly config: InstanceConfig }
  | { readonly kind: "invalid"; readonly issues: readonly ConfigIssue[] }
> {
  const parsed = InstanceConfig.safeParse(sent, { error: issueMessage });
  if (!parsed.success) return { kind: "invalid", issues: parseIssues(parsed.error) };
  const patterns = await inTurns(checkPatternsTogether(sent));
  const issues = patterns.length > 0 ? patterns : relatedIssues(parsed.data).slice(0, issuesMax);
  return issues.length > 0 ? { kind: "invalid", issues } : { kind: "config", config: parsed.data };
}

/** Rules that relate members of the configuration to each other. */
function relatedIssues(config: InstanceConfig): ConfigIssue[] {
  const { variables, knowledge, rules, grounding, guardrails, model, response_format: format } = config;
  const passages = new Set(knowledge.map(({ key }) => key));
  return [
    ...repeated("/variables", variables),
    ...repeated("/knowledge", knowledge),
    ...repeated("/rules", rules),
    ...undeclaredVariables(config),
    ...rules.flatMap(({ cite, when }, index) => [
      ...(cite !== undefined && !passages.has(cite)
        ? [{ path: `/rules/${index}/cite`, message: "names no passage of knowledge" }]
        : []),
      ...(when.pattern === undefined ? [] : checkPattern(when.pattern, `/rules/${index}/when/pattern`)),
    ]),
    ...guardrails.refuse_patterns.flatMap((pattern, index) =>
      checkPattern(pattern, `/guardrails/refuse_patterns/${index}`, true),
    ),
    ...grounding.sources.flatMap((source, index) => unknownFamilies(source, `/grounding/sources/${index}/selector`)),
    ...model.fallback_aliases.flatMap((alias, index, all) =>
      alias === model.alias || all.indexOf(alias) < index
        ? [{ path: `/model/fallback_aliases/${index}`, message: "is named twice" }]
        : [],
    ),
    ...(format.type === "json_schema" ? checkAnswerSchema(asJsonObject(format.schema), "/response_format/schema") : []),
  ];
}

function repeated(at: string, members: readonly { readonly key: string }[]): ConfigIssue[] {
  const seen = new Set<string>();
  return members.flatMap(({ key }, index) => {
    if (seen.has(key)) return [{ path: `${at}/${index}/key`, message: `${key} is there twice` }];
    seen.add(key);
    return [];
  });
}

type Source = InstanceConfig["grounding"]["sources"][number];

/** A family that a variable names is known only in a conversation. */
function unknownFamilies(source: Source, at: string): ConfigIssue[] {
  if (source.kind !== "records") return [];
  return (source.selector?.families ?? []).flatMap((family, index) =>
    family.includes("{{") || isFamily(family)
      ? []
      : [{ path: `${at}/families/${index}`, message: `must be one of ${familyNames.join(", ")}` }],
  );
}

function isFamily(name: string): name is FamilyName {
  return familyNames.some((family) => family === name);
}

/** Variables are named in the instructions and in selectors (CONV-14). */
function undeclaredVariables({ instructions, variables, grounding }: InstanceConfig): ConfigIssue[] {
  const declared = new Set(variables.map(({ key }) => key));
  const named = (text: string, path: string): ConfigIssue[] =>
    variablesNamedIn(text).flatMap((key) =>
      declared.has(key) ? [] : [{ path, message: `names the variable ${key}, which is not declared` }],
    );
  return [
    ...named(instructions, "/instructions"),
    ...grounding.sources.flatMap(({ selector }, index) =>
      Object.entries(selector ?? {}).flatMap(([member, value]) => {
        const at = `/grounding/sources/${index}/selector/${member}`;
        if (typeof value === "string") return named(value, at);
        return Array.isArray(value)
          ? value.flatMap((each, place) => (typeof each === "string" ? named(each, `${at}/${place}`) : []))
          : [];
      }),
    ),
  ];
}
