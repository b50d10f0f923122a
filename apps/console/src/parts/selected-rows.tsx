import { Button, Group, Paper, Text } from "@mantine/core";
import { useRouterState } from "@tanstack/react-router";
import { type ReactElement, useEffect, useSyncExternalStore } from "react";
import { number } from "./format.ts";
import { holdLive } from "./live.ts";

/** Ids of the rows that the reader has selected on this page. */
let selected: ReadonlySet<string> = new Set();
const listeners = new Set<() => void>();

function select(next: ReadonlySet<string>): void {
  selected = next;
  // What was selected stays in place.
  holdLive(next.size > 0);
  for (const listener of listeners) listener();
}

export function toggleRow(id: string): void {
  const next = new Set(selected);
  if (!next.delete(id)) next.add(id);
  select(next);
}

export function useSelectedRows(): ReadonlySet<string> {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => selected,
  );
}

/** What is selected, and what can be done with it; nothing while nothing is. */
export function SelectedRows(): ReactElement | null {
  const rows = useSelectedRows();
  const path = useRouterState({ select: (state) => state.location.pathname });
  useEffect(() => () => select(new Set()), [path]);
  if (rows.size === 0) return null;
  return (
    <Paper className="selection no-print" role="region" aria-label="Selected rows" withBorder shadow="md" p="sm">
      <Group gap="sm">
        <Text size="sm" role="status">
          {number(rows.size)} {rows.size === 1 ? "row" : "rows"} selected. Live updates wait.
        </Text>
        <Button
          size="compact-sm"
          onClick={() => void navigator.clipboard.writeText([...rows].join("\n")).catch(() => undefined)}
        >
          Copy the ids
        </Button>
        <Button size="compact-sm" variant="default" onClick={() => select(new Set())}>
          Clear
        </Button>
      </Group>
    </Paper>
  );
}
