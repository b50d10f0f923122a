import { Badge } from "@mantine/core";
import type { ReactElement } from "react";
import { inWords } from "./format.ts";
import { Icon, type IconName } from "./icons.tsx";

/** Colour and shape of a state; the word says the same. */
const looks: Readonly<Record<string, readonly [color: string, icon: IconName]>> = {
  queued: ["gray", "clock"],
  waiting: ["gray", "clock"],
  pending: ["gray", "clock"],
  held: ["gray", "lock"],
  processing: ["blue", "play"],
  delivering: ["blue", "play"],
  running: ["blue", "play"],
  completed: ["green", "check"],
  delivered: ["green", "check"],
  enabled: ["green", "check"],
  active: ["green", "check"],
  passed: ["green", "check"],
  degraded: ["yellow", "warning"],
  review: ["yellow", "warning"],
  failed: ["red", "cross"],
  failing: ["red", "warning"],
  dead: ["red", "cross"],
  dead_letter: ["red", "cross"],
  disabled: ["red", "stop"],
  revoked: ["gray", "stop"],
  archived: ["gray", "stop"],
  cancelled: ["gray", "stop"],
};

export function Status({ of, label }: { readonly of: string; readonly label?: string }): ReactElement {
  const [color, icon] = looks[of] ?? ["gray", "more"];
  return (
    <Badge color={color} variant="light" leftSection={<Icon name={icon} size={12} />} tt="none" fw={600} radius="sm">
      {label ?? inWords(of)}
    </Badge>
  );
}
