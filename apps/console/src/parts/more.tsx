import { Button, Group } from "@mantine/core";
import type { ReactElement } from "react";

/** Reads the next page of a list, while there is one. */
export function More({
  list,
  label = "Show more",
}: {
  readonly list: {
    readonly hasNextPage: boolean;
    readonly isFetchingNextPage: boolean;
    fetchNextPage(): unknown;
  };
  readonly label?: string;
}): ReactElement | null {
  if (!list.hasNextPage) return null;
  return (
    <Group justify="center" mt="sm">
      <Button variant="default" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
        {label}
      </Button>
    </Group>
  );
}
