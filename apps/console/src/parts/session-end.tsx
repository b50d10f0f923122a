import { Alert, Button, Group, Text } from "@mantine/core";
import { useInterval } from "@mantine/hooks";
import { type ReactElement, useState } from "react";
import { lastSentMs } from "../api.ts";
import { moment } from "./format.ts";
import { useMe } from "./me.ts";

const warnBeforeMs = 120_000;

/** Says that the session ends within two minutes, and keeps it where that is possible (CON-96). */
export function SessionEnd(): ReactElement | null {
  const { data: me, dataUpdatedAt, refetch } = useMe();
  const [now, setNow] = useState(Date.now);
  useInterval(
    () => {
      setNow(Date.now());
      // Requests of the page moved the end since it was read.
      if (isNear() && lastSentMs() > dataUpdatedAt + 5_000) void refetch();
    },
    10_000,
    { autoInvoke: true },
  );
  const isNear = (): boolean => me !== undefined && Date.parse(me.session_ends_at) - Date.now() < warnBeforeMs;
  if (me === undefined || Date.parse(me.session_ends_at) - now > warnBeforeMs) return null;
  return (
    <Alert color="yellow" variant="light" mb="md" role="alert" className="no-print">
      <Group justify="space-between">
        <Text size="sm">Your session ends at {moment(me.session_ends_at)}. What is not saved by then is lost.</Text>
        <Button size="compact-sm" onClick={() => void refetch()}>
          Stay signed in
        </Button>
      </Group>
    </Alert>
  );
}
