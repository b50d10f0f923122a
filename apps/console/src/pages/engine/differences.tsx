import { Code, Table, Text } from "@mantine/core";
import type { ReactElement } from "react";
import { visible } from "../../parts/format.ts";

/** Values at JSON Pointers, a column for each side. */
export function Differences({
  caption,
  titles,
  rows,
}: {
  readonly caption: string;
  readonly titles: readonly string[];
  readonly rows: readonly { readonly pointer: string; readonly values: readonly unknown[]; readonly mark: string }[];
}): ReactElement {
  return (
    <div className="scroll-x" role="region" aria-label={caption} tabIndex={0}>
      <Table aria-label={caption} miw={520} layout="fixed">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Member</Table.Th>
            {titles.map((title) => (
              <Table.Th key={title}>{title}</Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(({ pointer, values, mark }) => (
            <Table.Tr key={pointer}>
              <Table.Th scope="row" fw={400}>
                <Text span size="xs" ff="monospace">
                  {visible(pointer) || "the whole"}
                </Text>
                <Text size="xs" c="dimmed">
                  {mark}
                </Text>
              </Table.Th>
              {titles.map((title, at) => (
                <Table.Td key={title} style={{ verticalAlign: "top" }}>
                  <Value value={values[at]} />
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}

function Value({ value }: { readonly value: unknown }): ReactElement {
  if (value === undefined)
    return (
      <Text span size="xs" c="dimmed">
        not there
      </Text>
    );
  return (
    <Code block style={{ whiteSpace: "pre-wrap", maxHeight: 160 }} tabIndex={0}>
      {visible(JSON.stringify(value, null, 2))}
    </Code>
  );
}
