import type { ReactElement } from "react";
import { Group, Text } from "@mantine/core";

const phases = [
  ["dns", "name", "var(--mantine-color-violet-5)"],
  ["connect", "connect", "var(--mantine-color-blue-5)"],
  ["tls", "TLS", "var(--mantine-color-cyan-6)"],
  ["first_byte", "first byte", "var(--mantine-color-teal-6)"],
  ["total", "rest", "var(--mantine-color-gray-5)"],
] as const;

/** Where the time of an attempt went: each moment is counted from the beginning. */
export function Timings({ of }: { readonly of: Readonly<Record<string, unknown>> | null }): ReactElement | null {
  let before = 0;
  const parts = phases.flatMap(([name, label, color]) => {
    const at = of?.[name];
    if (typeof at !== "number") return [];
    const ms = Math.max(0, at - before);
    before = Math.max(before, at);
    return [{ label, color, ms }];
  });
  if (parts.length === 0 || before === 0) return null;
  return (
    <div>
      <svg viewBox="0 0 100 4" width="100%" height={10} preserveAspectRatio="none" aria-hidden="true">
        {parts.map(({ label, color, ms }, at) => (
          <rect
            key={label}
            x={(100 * parts.slice(0, at).reduce((sum, part) => sum + part.ms, 0)) / before}
            width={(100 * ms) / before}
            height={4}
            fill={color}
          />
        ))}
      </svg>
      <Group gap="sm">
        {parts.map(({ label, color, ms }) => (
          <Group key={label} gap={4} wrap="nowrap">
            <svg width={8} height={8} aria-hidden="true">
              <rect width={8} height={8} rx={2} fill={color} />
            </svg>
            <Text size="xs">
              {label} {Math.round(ms)} ms
            </Text>
          </Group>
        ))}
      </Group>
    </div>
  );
}
