import { type CompiledPath, compilePath, type Condition } from "@service/conditions";
import type { ConfiguredRule } from "../configuration.ts";
import { optionalCondition } from "./optional-condition.ts";
import { elementPath } from "./rule-paths.ts";

type ConfiguredCounter = ConfiguredRule<"summary_counter_rules">;
type ConfiguredSection = ConfiguredRule<"extra_result_sections">;

export type CounterRule = {
  readonly key: string;
  readonly label: string;
  readonly over: CompiledPath;
  readonly where: Condition | undefined;
  readonly measure: ConfiguredCounter["measure"];
  readonly valuePath: CompiledPath | undefined;
  readonly unit: ConfiguredCounter["unit"];
};

type SectionColumn = {
  readonly key: string;
  readonly label: string;
  readonly path: CompiledPath;
  readonly format: ConfiguredSection["columns"][number]["format"];
};
export type SectionRule = {
  readonly key: string;
  readonly title: string;
  readonly kind: ConfiguredSection["kind"];
  readonly over: CompiledPath;
  readonly where: Condition | undefined;
  readonly columns: readonly SectionColumn[];
  readonly sort: { readonly path: CompiledPath; readonly isDescending: boolean } | undefined;
  readonly limit: number;
  readonly showWhen: Condition | undefined;
};

export function compileCounter(rule: ConfiguredCounter): CounterRule {
  const { key, label, over, where, measure, value_path: valuePath, unit } = rule;
  return {
    key,
    label,
    over: compilePath(over),
    where: optionalCondition(where),
    measure,
    valuePath: valuePath === undefined ? undefined : compilePath(elementPath(valuePath)),
    unit,
  };
}

export function compileSection(rule: ConfiguredSection): SectionRule {
  const { key, title, kind, over, where, columns, sort, limit } = rule;
  return {
    key,
    title,
    kind,
    over: compilePath(over),
    where: optionalCondition(where),
    columns: columns.map((column) => ({ ...column, path: compilePath(elementPath(column.path)) })),
    sort:
      sort === undefined ? undefined : { path: compilePath(elementPath(sort.path)), isDescending: sort.dir === "desc" },
    limit,
    showWhen: optionalCondition(rule.show_when),
  };
}
