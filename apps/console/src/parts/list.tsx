import { Anchor, Card, Group, Stack, Table, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { ReactElement, ReactNode } from "react";

export interface Column<Row> {
  readonly title: string;
  readonly cell: (row: Row) => ReactNode;
  readonly isNumber?: true;
  /** Also on a card, which has few. */
  readonly isOnCard?: true;
}

/** A list: a table, and on a narrow screen cards. Every row is a real link, so that a middle click opens a tab. */
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
  const named = (row: Row): ReactNode =>
    linkOf ? (
      <Anchor component={Link} to={linkOf(row)} fw={600} size="sm">
        {name.cell(row)}
      </Anchor>
    ) : (
      <Text component="span" fw={600} size="sm">
        {name.cell(row)}
      </Text>
    );
  return (
    <>
      <div className="scroll-x wide" role="region" aria-label={caption} tabIndex={0}>
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
            {rows.map((row) => (
              <Table.Tr key={idOf(row)} data-row={idOf(row)}>
                <Table.Td>{named(row)}</Table.Td>
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
          </Table.Tbody>
        </Table>
      </div>
      <div className="cards" role="list" aria-label={caption}>
        {rows.map((row) => (
          <Card key={idOf(row)} role="listitem" withBorder padding="sm">
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
      </div>
    </>
  );
}
