import { Badge, Group, SegmentedControl, Text } from "@mantine/core";
import type { ReactElement } from "react";
import { Drawn } from "../../parts/drawn.tsx";
import { inWords, money, number, percent } from "../../parts/format.ts";
import { Gap } from "../../parts/list.tsx";
import { useSearchState } from "../../parts/place.ts";
import { usePartWithin } from "../../parts/virtual.ts";
import { Words } from "../../parts/words.tsx";
import { Basis } from "../evidence.tsx";
import { CsvButton, Section } from "../section.tsx";
import { code, isPresent, list, plain, say } from "../values.ts";
import type { Comparison, Item } from "./comparison.ts";

type Difference = Comparison["differences"][number];
type Row = Pick<Difference, "row_key" | "line" | "attribute" | "label" | "critical" | "cells"> & {
  readonly impact?: number;
};
type Cell = Row["cells"][number];
type Entry = { readonly group: string } | { readonly row: Row };

/** A column for each offer, a row for each value of a coverage. Opens on what differs, by impact. */
export function Matrix({ output }: { readonly output: Comparison }): ReactElement {
  const [state, change] = useSearchState();
  const isAll = state["rows"] === "all";
  const rows: readonly Row[] = isAll ? list(output.matrix.rows) : list(output.differences);
  const items = list(output.items);
  const counts = { different: list(output.differences).length, all: list(output.matrix.rows).length };
  return (
    <Section
      title={isAll ? "Every row" : "What differs"}
      path={isAll ? "/matrix" : "/differences"}
      count={rows.length}
      actions={
        <>
          <SegmentedControl
            size="xs"
            aria-label="Rows of the comparison"
            value={isAll ? "all" : "different"}
            onChange={(value) => change({ rows: value === "all" ? "all" : undefined })}
            data={[
              { value: "different", label: `Differences, by impact (${number(counts.different)})` },
              { value: "all", label: `All rows (${number(counts.all)})` },
            ]}
          />
          <CsvButton
            name={isAll ? "Comparison" : "Differences"}
            columns={fileColumns(items, output.currency)}
            rows={rows}
          />
        </>
      }
    >
      {rows.length === 0 ? (
        <Text size="sm" c="dimmed">
          The offers do not differ in anything that was compared.
        </Text>
      ) : (
        <Grid items={items} entries={isAll ? grouped(rows) : rows.map((row) => ({ row }))} currency={output.currency} />
      )}
    </Section>
  );
}

/** Rows under the name of their line; lines in the order in which they come first. */
function grouped(rows: readonly Row[]): readonly Entry[] {
  const lines = [...new Set(rows.map(({ line }) => line))];
  return lines.flatMap((line): Entry[] => [
    { group: line },
    ...rows.filter((row) => row.line === line).map((row) => ({ row })),
  ]);
}

function Grid({
  items,
  entries,
  currency,
}: {
  readonly items: readonly Item[];
  readonly entries: readonly Entry[];
  readonly currency: string;
}): ReactElement {
  const { ref, indexes, above, below, measure } = usePartWithin<HTMLDivElement>(entries.length, 64);
  return (
    <div className="matrix" ref={ref} role="region" aria-label="Comparison of the offers" tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">Coverage</th>
            {items.map((item) => (
              <th key={item.key} scope="col">
                <Words text={say(item.label)} most={60} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <Gap height={above} isRow />
          {indexes.map((index) => {
            const entry = entries[index];
            if (entry === undefined) return null;
            return "group" in entry ? (
              <tr key={`group ${entry.group}`} className="group" ref={measure} data-index={index}>
                <th scope="rowgroup" colSpan={items.length + 1}>
                  {code(entry.group)}
                </th>
              </tr>
            ) : (
              <tr key={entry.row.row_key} ref={measure} data-index={index}>
                <Drawn
                  basis={[entry.row, items, currency]}
                  draw={() => <RowCells row={entry.row} items={items} currency={currency} />}
                />
              </tr>
            );
          })}
          <Gap height={below} isRow />
        </tbody>
      </table>
    </div>
  );
}

function RowCells({
  row,
  items,
  currency,
}: {
  readonly row: Row;
  readonly items: readonly Item[];
  readonly currency: string;
}): ReactElement {
  return (
    <>
      <RowHead row={row} />
      {items.map(({ key }) => (
        <CellShown key={key} row={row} cell={list(row.cells).find((cell) => cell.key === key)} currency={currency} />
      ))}
    </>
  );
}

function RowHead({ row }: { readonly row: Row }): ReactElement {
  return (
    <th scope="row">
      <Words text={say(row.label)} most={90} />
      <Group gap={6} mt={2}>
        {row.critical ? (
          <Badge size="sm" color="red" variant="outline" tt="none" radius="sm">
            Critical
          </Badge>
        ) : null}
        {row.impact === undefined ? null : (
          <Text size="xs" c="dimmed" className="tabular">
            impact {number(row.impact, 1)} of 100
          </Text>
        )}
      </Group>
    </th>
  );
}

const signs: Readonly<Record<Cell["status"], string>> = {
  same: "=",
  better: "▲",
  worse: "▼",
  missing: "✕",
  added: "+",
  unknown: "?",
};

function CellShown({
  row,
  cell,
  currency,
}: {
  readonly row: Row;
  readonly cell: Cell | undefined;
  readonly currency: string;
}): ReactElement {
  if (cell === undefined) return <td>–</td>;
  const difference = deltaOf(cell, row, currency);
  return (
    <td data-status={cell.status}>
      <Text size="sm" fw={cell.material ? 700 : 500} className="tabular">
        <Words text={valueOf(cell, row, currency)} most={120} />
      </Text>
      <Text size="xs" {...(cell.status === "same" && { c: "dimmed" })}>
        <span aria-hidden="true">{signs[cell.status] ?? "?"} </span>
        {code(cell.status)}
        {difference === "" ? "" : `, ${difference}`}
        {cell.material ? ", material" : ""}
      </Text>
      {cell.via === undefined ? null : (
        <Text size="xs" c="dimmed">
          by {code(cell.via).toLowerCase()}
        </Text>
      )}
      <Basis of={row.label} ids={cell.evidence_ids} />
    </td>
  );
}

function valueOf({ display, value }: Cell, { attribute }: Row, currency: string): string {
  if (typeof display === "string") return say(display);
  if (typeof value === "boolean") return value ? "Included" : "Not included";
  if (value === null) return "not stated";
  if (typeof value === "number" && attribute !== "coinsurance") return money(value, currency, 2).replace(/\.00$/, "");
  return plain(value);
}

function deltaOf({ delta_abs: by, delta_rel: share, value }: Cell, { attribute }: Row, currency: string): string {
  if (!isPresent(by) || by === 0 || typeof value !== "number") return "";
  const sign = by > 0 ? "+" : "−";
  const size = Math.abs(by);
  const text = attribute === "coinsurance" ? number(size, 2) : money(size, currency);
  return `${sign}${text}${!isPresent(share) ? "" : ` (${share > 0 ? "+" : ""}${percent(share)})`}`;
}

function fileColumns(items: readonly Item[], currency: string) {
  return [
    { title: "Line", text: (row: Row) => code(row.line) },
    { title: "Row", text: (row: Row) => say(row.label) },
    { title: "Attribute", text: (row: Row) => inWords(row.attribute) },
    { title: "Critical", text: (row: Row) => (row.critical ? "Yes" : "No") },
    { title: "Impact", text: (row: Row) => row.impact },
    ...items.flatMap(({ key, label }) => [
      {
        title: say(label),
        text: (row: Row) => {
          const cell = list(row.cells).find((each) => each.key === key);
          if (cell === undefined) return "";
          return typeof cell.value === "number" ? cell.value : valueOf(cell, row, currency);
        },
      },
      {
        title: `${say(label)}: status`,
        text: (row: Row) => code(list(row.cells).find((each) => each.key === key)?.status ?? null),
      },
    ]),
  ];
}
