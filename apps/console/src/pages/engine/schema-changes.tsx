import { Stack, Table, Text } from "@mantine/core";
import type { ReactElement } from "react";
import { inWords, visible } from "../../parts/format.ts";
import { Status } from "../../parts/status.tsx";

interface Change {
  readonly schema: string;
  readonly path: string;
  readonly rule: string;
  readonly level?: "major" | "minor";
}

/** Why a release has its number: what callers send and read has changed by this. */
export function SchemaChanges({
  version,
  changes,
}: {
  readonly version: string;
  readonly changes: readonly Change[];
}): ReactElement {
  const major = changes.filter(({ level }) => level === "major").length;
  return (
    <Stack gap="sm">
      <Text size="sm">{reasonOf(version, changes.length, major)}</Text>
      {changes.length === 0 ? null : (
        <div className="scroll-x" role="region" aria-label="Schema changes" tabIndex={0}>
          <Table aria-label="Schema changes">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>For callers</Table.Th>
                <Table.Th>In</Table.Th>
                <Table.Th>Member</Table.Th>
                <Table.Th>What</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {changes.map(({ schema, path, rule, level }) => (
                <Table.Tr key={`${schema} ${path} ${rule}`}>
                  <Table.Td>
                    <Status
                      of={level === "minor" ? "passed" : "review"}
                      label={level === "minor" ? "Compatible" : "Must adapt"}
                    />
                  </Table.Td>
                  <Table.Td>{schema === "request" ? "what they send" : "what they read"}</Table.Td>
                  <Table.Td ff="monospace" fz="xs">
                    {visible(path) || "the whole"}
                  </Table.Td>
                  <Table.Td>{inWords(rule)}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </div>
      )}
    </Stack>
  );
}

function reasonOf(version: string, all: number, major: number): string {
  if (version === "1.0") return "It is release 1.0: the first one.";
  if (all === 0) return `Its number is ${version}: what callers send and read is as before.`;
  if (major === 0) return `Its number is ${version}: every change is one that callers need not follow.`;
  return `Its number is ${version}, a new major one: ${major === 1 ? "one change needs" : `${major} changes need`} callers to adapt.`;
}
