import { Alert, Button, Group, Stack, Text } from "@mantine/core";
import type { ReactElement } from "react";
import { ApiError, type Schemas } from "../api.ts";
import { visible } from "./format.ts";
import { isJson } from "./json-text.ts";

export type Issue = Schemas["ConfigValidation"]["issues"][number];

/** What is wrong in a configuration, each with a way to its place. */
export function Issues({
  issues,
  onOpen,
}: {
  readonly issues: readonly Issue[];
  readonly onOpen?: (pointer: string) => void;
}): ReactElement {
  return (
    <Alert
      color="red"
      variant="light"
      role="alert"
      title={issues.length === 1 ? "One thing is wrong" : `${issues.length} things are wrong`}
    >
      <Stack gap="xs" component="ul" m={0} pl={0}>
        {issues.map(({ path, message }) => (
          <Group key={`${path} ${message}`} component="li" gap="xs" align="baseline">
            {onOpen ? (
              <Button size="compact-sm" variant="default" ff="monospace" onClick={() => onOpen(path)}>
                {path === "" ? "the whole" : visible(path)}
              </Button>
            ) : (
              <Text span size="sm" ff="monospace">
                {visible(path)}
              </Text>
            )}
            <Text span size="sm">
              {visible(message)}
            </Text>
          </Group>
        ))}
      </Stack>
    </Alert>
  );
}

/** The issues that a refusal names. */
export function issuesIn(error: unknown): Issue[] {
  const details = error instanceof ApiError ? error.details : undefined;
  if (!Array.isArray(details)) return [];
  return details.flatMap((each: unknown) => {
    // Of a configuration by pointer, of an input by field.
    const path = isJson(each) ? (each["path"] ?? each["field"]) : undefined;
    const message = isJson(each) ? each["message"] : undefined;
    return typeof path === "string" && typeof message === "string" ? [{ path, message }] : [];
  });
}
