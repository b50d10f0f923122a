import { Alert, Button, Group, Skeleton, Stack, Text } from "@mantine/core";
import { useEffect, useState, type ReactElement, type ReactNode } from "react";
import { ApiError } from "../api.ts";
import { moment } from "./format.ts";

interface Read<T> {
  readonly data: T | undefined;
  readonly error: unknown;
  readonly isFetching: boolean;
  readonly dataUpdatedAt: number;
  refetch(): unknown;
}

/** What was read, or why not: a skeleton after 150 ms, old data marked "as of", a refusal with its sentence and a retry. */
export function Shown<T>({
  read,
  rows = 6,
  children,
}: {
  readonly read: Read<T>;
  readonly rows?: number;
  readonly children: (data: T) => ReactNode;
}): ReactElement {
  const { data, error } = read;
  if (data !== undefined)
    return (
      <>
        {error ? (
          <Alert color="yellow" variant="light" mb="sm" role="status">
            As of {moment(new Date(read.dataUpdatedAt).toISOString())}: the server does not answer now.{" "}
            <Retry read={read} />
          </Alert>
        ) : null}
        {children(data)}
      </>
    );
  if (error) return <Refusal error={error} read={read} />;
  return <Loading rows={rows} />;
}

export function Refusal({ error, read }: { readonly error: unknown; readonly read?: Read<unknown> }): ReactElement {
  const refusal = error instanceof ApiError ? error : undefined;
  const sentence =
    refusal?.message ?? (error instanceof Error ? error.message : "This part of the page failed. Reload it.");
  return (
    <Alert color="red" variant="light" role="alert">
      <Text size="sm">{sentence}</Text>
      {read || refusal?.requestId !== undefined ? (
        <Group mt="xs" gap="md">
          {read ? <Retry read={read} /> : null}
          {refusal?.requestId === undefined ? null : (
            <Text size="xs" c="dimmed">
              Request {refusal.requestId}
            </Text>
          )}
        </Group>
      ) : null}
    </Alert>
  );
}

function Retry({ read }: { readonly read: Read<unknown> }): ReactElement {
  return (
    <Button size="compact-sm" variant="default" loading={read.isFetching} onClick={() => void read.refetch()}>
      Try again
    </Button>
  );
}

/** Appears after 150 ms: what comes quickly does not flash. */
export function Loading({ rows = 6 }: { readonly rows?: number }): ReactElement | null {
  const [isShown, show] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => show(true), 150);
    return () => clearTimeout(timer);
  }, []);
  if (!isShown) return null;
  return (
    <Stack gap="xs" aria-busy="true" role="status" aria-label="Loading">
      {Array.from({ length: rows }, (_, at) => (
        <Skeleton key={at} height={28} />
      ))}
    </Stack>
  );
}

/** Nothing to show: why, and what to do next. */
export function Empty({ why, children }: { readonly why: string; readonly children?: ReactNode }): ReactElement {
  return (
    <Stack align="center" gap="xs" py="xl">
      <Text c="dimmed" ta="center" maw={480}>
        {why}
      </Text>
      {children}
    </Stack>
  );
}
