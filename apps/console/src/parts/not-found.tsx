import { Anchor, Stack, Text, Title } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { ReactElement } from "react";

export function NotFound(): ReactElement {
  return (
    <Stack p="xl" maw={600} mx="auto">
      <Title order={1}>There is no such page</Title>
      <Text>The address may be mistyped, or the page was removed.</Text>
      <Anchor component={Link} to="/">
        To the beginning
      </Anchor>
    </Stack>
  );
}
