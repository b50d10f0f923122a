import { Button, Card, Group, Stack, Text, Title } from "@mantine/core";
import { type ReactElement, type ReactNode, useState } from "react";
import { type CsvColumn, saveFile, toCsv } from "../parts/csv.ts";
import { number } from "../parts/format.ts";
import { Icon } from "../parts/icons.tsx";
import { type Column, List } from "../parts/list.tsx";
import { usePrinting } from "../parts/virtual.ts";
import { Words } from "../parts/words.tsx";
import { LabelThis } from "./label-this.tsx";

/** A part of a result under a heading of its own. */
export function Section({
  title,
  count,
  note,
  path,
  actions,
  children,
}: {
  readonly title: string;
  readonly count?: number;
  /** JSON Pointer of the part of the output that it shows. */
  readonly path?: string | undefined;
  readonly note?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}): ReactElement {
  return (
    <Stack gap="xs" component="section" aria-label={title}>
      <Group justify="space-between" gap="xs">
        <Group gap={8} align="baseline">
          <Title order={2}>{title}</Title>
          {count === undefined ? null : (
            <Text size="sm" c="dimmed" className="tabular">
              {number(count)}
            </Text>
          )}
        </Group>
        {actions === undefined && path === undefined ? null : (
          <Group gap="xs" className="no-print">
            {path === undefined ? null : <LabelThis of={title} path={path} />}
            {actions}
          </Group>
        )}
      </Group>
      {note === undefined ? null : (
        <Text component="div" size="sm" c="dimmed">
          {note}
        </Text>
      )}
      {children}
    </Stack>
  );
}

/** A column of a table and of its file; without `cell` the text is shown. */
export interface TableColumn<Row> extends CsvColumn<Row> {
  readonly cell?: (row: Row) => ReactNode;
  readonly isNumber?: true;
  readonly isOnCard?: true;
  /** Of the file only. */
  readonly isHidden?: true;
}

/** A table with its heading and its rows as a file. Nothing is drawn for no rows, unless `none` says why there are none. */
export function TableSection<Row>({
  title,
  rows,
  name,
  columns,
  idOf,
  note,
  none,
  path,
}: {
  readonly title: string;
  readonly rows: readonly Row[];
  readonly name: TableColumn<Row>;
  readonly columns: readonly TableColumn<Row>[];
  readonly idOf: (row: Row, at: number) => string;
  readonly note?: ReactNode;
  readonly none?: string;
  readonly path?: string;
}): ReactElement | null {
  if (rows.length === 0)
    return none === undefined ? null : (
      <Section title={title}>
        <Text c="dimmed" size="sm">
          {none}
        </Text>
      </Section>
    );
  const ids = new Map(rows.map((row, at) => [row, `${idOf(row, at)} ${at}`]));
  return (
    <Section
      title={title}
      count={rows.length}
      note={note}
      path={path}
      actions={<CsvButton name={title} columns={[name, ...columns]} rows={rows} />}
    >
      <List<Row>
        caption={title}
        rows={rows}
        idOf={(row) => ids.get(row) ?? ""}
        name={{ title: name.title, cell: cellOf(name) }}
        columns={columns
          .filter(({ isHidden }) => !isHidden)
          .map((column): Column<Row> => ({ ...column, cell: cellOf(column) }))}
      />
    </Section>
  );
}

function cellOf<Row>({ cell, text }: TableColumn<Row>): (row: Row) => ReactNode {
  return (
    cell ??
    ((row) => {
      const value = text(row);
      return typeof value === "string" ? <Words text={value} /> : String(value ?? "");
    })
  );
}

export function CsvButton<Row>({
  name,
  columns,
  rows,
}: {
  readonly name: string;
  readonly columns: readonly CsvColumn<Row>[];
  readonly rows: readonly Row[];
}): ReactElement {
  return (
    <Button
      size="compact-sm"
      variant="subtle"
      className="no-print"
      leftSection={<Icon name="download" size={14} />}
      aria-label={`${name} as CSV`}
      onClick={() => saveFile(`${name}.csv`, toCsv(columns, rows))}
    >
      CSV
    </Button>
  );
}

/** Sentences as a list with a mark before each. */
export function Points({
  title,
  points,
  mark,
}: {
  readonly title: string;
  readonly points: readonly string[];
  readonly mark: "for" | "against" | "plain";
}): ReactElement | null {
  if (points.length === 0) return null;
  const sign = { for: "+", against: "−", plain: "·" }[mark];
  return (
    <div>
      <Text size="xs" fw={600} c="dimmed">
        {title}
      </Text>
      {points.map((point, at) => (
        <Group key={at} gap={6} wrap="nowrap" align="flex-start">
          <Text
            size="sm"
            fw={700}
            aria-hidden="true"
            c={mark === "for" ? "var(--tone-good)" : mark === "against" ? "var(--tone-bad)" : "dimmed"}
          >
            {sign}
          </Text>
          <Text size="sm">
            <Words text={point} />
          </Text>
        </Group>
      ))}
    </div>
  );
}

/** A card of a result, which print does not cut. */
export function ResultCard({
  children,
  isFirst,
}: {
  readonly children: ReactNode;
  readonly isFirst?: boolean;
}): ReactElement {
  return (
    <Card
      withBorder
      padding="md"
      className="keep"
      style={isFirst ? { borderColor: "var(--mantine-color-teal-6)", borderWidth: 2 } : {}}
    >
      <Stack gap="sm">{children}</Stack>
    </Card>
  );
}

export interface Fact {
  readonly name: string;
  readonly value: ReactNode;
}

/** Names and values in two columns. */
export function FactList({ facts }: { readonly facts: readonly Fact[] }): ReactElement {
  return (
    <dl className="facts">
      {facts.flatMap(({ name, value }) => [<dt key={name}>{name}</dt>, <dd key={`${name} value`}>{value}</dd>])}
    </dl>
  );
}

/** Details behind a button; print has them. */
export function Disclosure({
  label,
  children,
}: {
  readonly label: string;
  readonly children: ReactNode;
}): ReactElement {
  const [isOpen, open] = useState(false);
  const isPrinting = usePrinting();
  return (
    <div>
      <Button
        size="compact-sm"
        variant="subtle"
        color="gray"
        className="no-print"
        aria-expanded={isOpen}
        px={4}
        h="auto"
        mih={24}
        styles={{ label: { whiteSpace: "normal", textAlign: "left", lineHeight: 1.4, overflow: "visible" } }}
        leftSection={
          <span style={{ display: "inline-flex", transform: isOpen ? "rotate(90deg)" : "none" }}>
            <Icon name="open" size={14} />
          </span>
        }
        onClick={() => open(!isOpen)}
      >
        {label}
      </Button>
      {isOpen || isPrinting ? <div style={{ paddingTop: 6 }}>{children}</div> : null}
    </div>
  );
}
