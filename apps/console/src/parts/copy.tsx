import { ActionIcon, CopyButton, Group, Text, Tooltip } from "@mantine/core";
import type { ReactElement } from "react";
import { Icon } from "./icons.tsx";
import { usePrinting } from "./virtual.ts";

export function Copy({ value, what }: { readonly value: string; readonly what: string }): ReactElement {
  return (
    <CopyButton value={value}>
      {({ copied, copy }) => (
        <Tooltip label={copied ? "Copied" : `Copy ${what}`}>
          <ActionIcon
            className="no-print"
            variant="subtle"
            color="gray"
            size="sm"
            miw={24}
            mih={24}
            aria-label={`Copy ${what}`}
            onClick={copy}
          >
            <Icon name={copied ? "check" : "copy"} size={14} />
          </ActionIcon>
        </Tooltip>
      )}
    </CopyButton>
  );
}

/** An id: its beginning, and the whole of it to copy and on paper. */
export function Id({ id, what = "id" }: { readonly id: string; readonly what?: string }): ReactElement {
  const isPrinting = usePrinting();
  return (
    <Group gap={2} wrap="nowrap" component="span" display="inline-flex">
      <Text span ff="monospace" size="xs" title={id}>
        {id.length > 13 && !isPrinting ? `${id.slice(0, 8)}…` : id}
      </Text>
      <Copy value={id} what={what} />
    </Group>
  );
}
