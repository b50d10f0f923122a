import { Anchor, Card, Group, Stack, Table, Text, VisuallyHidden } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { Link } from "@tanstack/react-router";
import type { ReactElement, ReactNode } from "react";
import { Icon } from "./icons.tsx";
import { useSelectedRows } from "./selected-rows.tsx";
import { usePart, usePrinting } from "./virtual.ts";

export interface Column<Row> {
  readonly title: string;
  readonly cell: (row: Row) => ReactNode;
  readonly isNumber?: true;
  /** Also on a card, which has few. */
  readonly isOnCard?: true;
}

/**
 * A list: a table, and on a narrow screen cards. Every row is a real link, so that a middle click opens a tab. Of a long
 * list only what is in sight is drawn; print has all of it.
 */
export function List<Row>({
  caption,
  rows,
  name,
  columns,
  idOf,
  linkOf,
}: {
  readonly caption: string;
  readonly rows: readonly Row[];
  /** The first column, which names the row. */
  readonly name: Pick<Column<Row>, "title" | "cell">;
  readonly columns: readonly Column<Row>[];
  readonly idOf: (row: Row) => string;
  readonly linkOf?: (row: Row) => string;
}): ReactElement {
  const isPrinting = usePrinting();
  const selected = useSelectedRows();
  // The same elements with and without the mark: the link that was selected keeps the focus.
  const named = (row: Row): ReactNode => (
    <Group gap={4} wrap="nowrap">
      {selected.has(idOf(row)) ? (
        <>
          <Icon name="check" size={16} />
          <VisuallyHidden>Selected</VisuallyHidden>
        </>
      ) : null}
      {nameOf(row)}
    </Group>
  );
  const nameOf = (row: Row): ReactNode =>
    linkOf ? (
      <Anchor component={Link} to={linkOf(row)} fw={600} size="sm">
        {name.cell(row)}
      </Anchor>
    ) : (
      <Text component="span" fw={600} size="sm">
        {name.cell(row)}
      </Text>
    );
  const isNarrow = useMediaQuery("(max-width: 640px)", window.innerWidth <= 640) && !isPrinting;
  const table = usePart<HTMLDivElement>(isNarrow ? 0 : rows.length, 44);
  const cards = usePart<HTMLDivElement>(isNarrow ? rows.length : 0, 96);
  return (
    <>
      <div ref={table.ref} className="scroll-x wide" role="region" aria-label={caption} tabIndex={0}>
        <Table highlightOnHover aria-label={caption}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{name.title}</Table.Th>
              {columns.map((column) => (
                <Table.Th key={column.title} ta={column.isNumber ? "right" : "left"}>
                  {column.title}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            <Gap height={table.above} isRow />
            {pick(rows, table.indexes).map(([row, at]) => (
              <Table.Tr key={idOf(row)} data-row={idOf(row)} data-index={at} ref={table.measure}>
                <Table.Td miw={180} style={{ overflowWrap: "anywhere" }}>
                  {named(row)}
                </Table.Td>
                {columns.map((column) => (
                  <Table.Td
                    key={column.title}
                    ta={column.isNumber ? "right" : "left"}
                    className={column.isNumber ? "tabular" : ""}
                  >
                    {column.cell(row)}
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
            <Gap height={table.below} isRow />
          </Table.Tbody>
        </Table>
      </div>
      <div ref={cards.ref} className="cards" role="list" aria-label={caption}>
        <Gap height={cards.above} />
        {pick(rows, cards.indexes).map(([row, at]) => (
          <Card
            key={idOf(row)}
            data-row={idOf(row)}
            data-index={at}
            ref={cards.measure}
            role="listitem"
            withBorder
            padding="sm"
          >
            <Stack gap={6}>
              {named(row)}
              <Group gap="sm">
                {columns
                  .filter((column) => column.isOnCard)
                  .map((column) => (
                    <Text key={column.title} component="div" size="sm">
                      {column.cell(row)}
                    </Text>
                  ))}
              </Group>
            </Stack>
          </Card>
        ))}
        <Gap height={cards.below} />
      </div>
    </>
  );
}

function pick<Row>(rows: readonly Row[], indexes: readonly number[]): readonly (readonly [row: Row, at: number])[] {
  return indexes.flatMap((at): [Row, number][] => {
    const row = rows[at];
    return row === undefined ? [] : [[row, at]];
  });
}

/** Takes the place of the rows that are not drawn. */
export function Gap({ height, isRow }: { readonly height: number; readonly isRow?: true }): ReactElement | null {
  if (height <= 0) return null;
  return isRow ? <tr aria-hidden="true" style={{ height }} /> : <div aria-hidden="true" style={{ height }} />;
}
