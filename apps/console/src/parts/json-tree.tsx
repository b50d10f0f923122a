import { Box, Group, Text, UnstyledButton } from "@mantine/core";
import { useState, type ReactElement } from "react";
import { Copy } from "./copy.tsx";
import { visible } from "./format.ts";

const openLevels = 3;
const shownMembers = 100;
const shownChars = 2_000;

/** JSON to look at: a few levels open, long lists in parts, long strings cut with "all". */
export function JsonTree({ value }: { readonly value: unknown }): ReactElement {
  return (
    <Box ff="monospace" fz="xs" role="region" aria-label="JSON" tabIndex={0} className="scroll-x">
      <Group justify="flex-end">
        <Copy value={JSON.stringify(value, null, 2)} what="all JSON" />
      </Group>
      <Node name="" value={value} level={0} />
    </Box>
  );
}

interface NodeProps {
  readonly name: string;
  readonly value: unknown;
  readonly level: number;
}

function Node({ name, value, level }: NodeProps): ReactElement {
  const [isOpen, open] = useState(level < openLevels);
  const [shown, show] = useState(shownMembers);
  if (typeof value !== "object" || value === null) return <Leaf name={name} value={value} />;
  const members: [string, unknown][] = Object.entries(value);
  return (
    <Box>
      <UnstyledButton ff="monospace" fz="xs" mih={24} aria-expanded={isOpen} onClick={() => open(!isOpen)}>
        {isOpen ? "▾" : "▸"} {name === "" ? "" : `${visible(name)}: `}
        <Text span c="dimmed" fz="xs">
          {Array.isArray(value) ? `[${members.length}]` : `{${members.length}}`}
        </Text>
      </UnstyledButton>
      {isOpen ? (
        <Box pl="md" style={{ borderLeft: "1px solid var(--mantine-color-default-border)" }}>
          {members.slice(0, shown).map(([member, each]) => (
            <Node key={member} name={member} value={each} level={level + 1} />
          ))}
          {members.length > shown ? (
            <UnstyledButton fz="xs" td="underline" mih={24} onClick={() => show(shown + 500)}>
              {members.length - shown} more
            </UnstyledButton>
          ) : null}
        </Box>
      ) : null}
    </Box>
  );
}

function Leaf({ name, value }: { readonly name: string; readonly value: unknown }): ReactElement {
  const [isWhole, showWhole] = useState(false);
  const text = typeof value === "string" ? visible(JSON.stringify(value)) : String(value);
  const isCut = !isWhole && text.length > shownChars;
  return (
    <Box>
      <Text span fz="xs" c="dimmed">
        {visible(name)}:{" "}
      </Text>
      <Text span fz="xs" style={{ whiteSpace: "pre-wrap" }}>
        {isCut ? `${text.slice(0, shownChars)}…` : text}
      </Text>
      {isCut ? (
        <UnstyledButton fz="xs" td="underline" mih={24} onClick={() => showWhole(true)}>
          all {text.length} characters
        </UnstyledButton>
      ) : null}
    </Box>
  );
}
