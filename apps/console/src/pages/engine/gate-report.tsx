import { Group, Stack, Table, Text, Title } from "@mantine/core";
import type { ReactElement } from "react";
import { inWords, number, percent, visible } from "../../parts/format.ts";
import { JsonTree } from "../../parts/json-tree.tsx";
import { isJson, type Json } from "../../parts/json-text.ts";
import { Status } from "../../parts/status.tsx";

const verdicts: Readonly<Record<string, readonly [look: string, label: string]>> = {
  passed: ["passed", "The gate passed"],
  cold_start_gate_not_met: ["review", "The gate is not met"],
  cold_start_gate_failed: ["failed", "The gate failed"],
  cold_start_gate_regressed: ["failed", "The gate found regressions"],
};

export interface FailingCase {
  readonly key: string;
  readonly assertion: unknown;
  readonly actual: unknown;
}

/** What the gate measured against what it wants, and the cases that fail. */
export function GateReport({ report }: { readonly report: Json }): ReactElement {
  const gate = typeof report["gate"] === "string" ? report["gate"] : "";
  const [look, label] = verdicts[gate] ?? ["review", "No gate has judged it"];
  const required = isJson(report["required"]) ? report["required"] : {};
  const actual = isJson(report["actual"]) ? report["actual"] : {};
  const failing = failingOf(report);
  const reason = actual["reason"];
  return (
    <Stack gap="sm">
      <Group>
        <Status of={look} label={label} />
        {typeof reason === "string" ? <Text size="sm">{inWords(reason)}</Text> : null}
      </Group>
      <Table aria-label="What the gate wants and what it measured">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Measure</Table.Th>
            <Table.Th ta="right">Wanted</Table.Th>
            <Table.Th ta="right">Measured</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {[...new Set([...Object.keys(required), ...Object.keys(actual)])]
            .filter((name) => name !== "reason")
            .map((name) => (
              <Table.Tr key={name}>
                <Table.Th scope="row" fw={400}>
                  {inWords(name)}
                </Table.Th>
                <Table.Td ta="right" className="tabular">
                  {measure(name, required[name])}
                </Table.Td>
                <Table.Td ta="right" className="tabular">
                  {measure(name, actual[name])}
                </Table.Td>
              </Table.Tr>
            ))}
        </Table.Tbody>
      </Table>
      {failing.length === 0 ? null : (
        <>
          <Title order={3} fz="sm">
            Cases that fail
          </Title>
          {failing.map(({ key, assertion, actual: was }) => (
            <Stack key={`${key} ${JSON.stringify(assertion)}`} gap={4}>
              <Text size="sm" ff="monospace">
                {visible(key)}
              </Text>
              <JsonTree value={{ expected: assertion, actual: was }} />
            </Stack>
          ))}
        </>
      )}
    </Stack>
  );
}

export function failingOf(report: Json): FailingCase[] {
  const failing: unknown = report["failing"];
  if (!Array.isArray(failing)) return [];
  return failing.flatMap((each: unknown) =>
    isJson(each) && typeof each["case_key"] === "string"
      ? [{ key: each["case_key"], assertion: each["assertion"], actual: each["actual"] }]
      : [],
  );
}

const shares: readonly string[] = ["rule_coverage", "pass_rate", "metric_tolerance"];

/** Unknown is no data, never 0. */
export function measure(name: string, value: unknown): string {
  if (typeof value === "number") return shares.includes(name) ? percent(value, 1) : number(value, 3);
  return value === undefined ? "" : visible(typeof value === "string" ? inWords(value) : JSON.stringify(value));
}
