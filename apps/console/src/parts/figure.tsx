import { Card, Text } from "@mantine/core";
import type { ReactElement, ReactNode } from "react";

/** One number that people look for, with what it counts. */
export function Figure({
  label,
  value,
  note,
}: {
  readonly label: string;
  readonly value: ReactNode;
  readonly note?: ReactNode;
}): ReactElement {
  return (
    <Card withBorder padding="md">
      <Text size="sm" c="dimmed">
        {label}
      </Text>
      <Text component="div" fz="clamp(18px, 5.2vw, 26px)" fw={650} className="tabular">
        {value}
      </Text>
      {note === undefined ? null : (
        <Text component="div" size="xs" c="dimmed">
          {note}
        </Text>
      )}
    </Card>
  );
}
