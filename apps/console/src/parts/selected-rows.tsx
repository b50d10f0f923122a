import { Button, Group, Paper, Text } from "@mantine/core";
import { useRouterState } from "@tanstack/react-router";
import { type ReactElement, useEffect } from "react";
import { number } from "./format.ts";
import { holdLive } from "./live.ts";
import { createStore } from "./store.ts";

/** Ids of the rows that the reader has selected on this page. */
const selected = createStore<ReadonlySet<string>>(new Set());

export const useSelectedRows = selected.use;

function select(next: ReadonlySet<string>): void {
  selected.set(next);
  // What was selected stays in place.
  holdLive(next.size > 0);
}

export function toggleRow(id: string): void {
  const next = new Set(selected.get());
  if (!next.delete(id)) next.add(id);
  select(next);
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
