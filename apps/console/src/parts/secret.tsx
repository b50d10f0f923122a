import { Alert, Button, Code, Group, Modal, Stack, Text } from "@mantine/core";
import type { ReactElement, ReactNode } from "react";
import { Copy } from "./copy.tsx";

/** A secret, shown once: it lives in the state of the page that made it and nowhere else. */
export function SecretOnce({
  title,
  secret,
  onClose,
  children,
}: {
  readonly title: string;
  readonly secret: string | undefined;
  readonly onClose: () => void;
  readonly children?: ReactNode;
}): ReactElement {
  return (
    <Modal opened={secret !== undefined} onClose={onClose} title={title} size="lg" closeOnClickOutside={false}>
      <Stack>
        <Alert color="yellow" variant="light">
          It is shown once. Copy it now: nobody, not even the service, can show it again.
        </Alert>
        <Group wrap="nowrap" gap="xs">
          <Code block style={{ flex: 1, wordBreak: "break-all" }} tabIndex={0}>
            {secret}
          </Code>
          <Copy value={secret ?? ""} what="secret" />
        </Group>
        <Text size="sm" component="div">
          {children}
        </Text>
        <Group justify="flex-end">
          <Button onClick={onClose} data-autofocus>
            I have copied it
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
