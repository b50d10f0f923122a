import { Box, Group, Stack, Text } from "@mantine/core";
import type { ReactElement, ReactNode } from "react";
import { money, number } from "./format.ts";

/** Colour by height; the number beside it says the same. */
function tone(share: number): string {
  return share >= 0.7 ? "var(--tone-good)" : share >= 0.4 ? "var(--tone-middle)" : "var(--tone-bad)";
}

/** A score as a ring around its number. @param value 0 to 100, null = no data */
export function Gauge({
  value,
  label,
  size = 84,
  digits = 0,
  isRisk = false,
  children,
}: {
  readonly value: number | null | undefined;
  /** What it measures, for the text alternative. */
  readonly label: string;
  readonly size?: number;
  readonly digits?: number;
  /** High is bad. */
  readonly isRisk?: boolean;
  /** In the middle, instead of the number. */
  readonly children?: ReactNode;
}): ReactElement {
  const share = Math.min(1, Math.max(0, (value ?? 0) / 100));
  const length = 2 * Math.PI * 42;
  const inWords = value === null || value === undefined ? "no data" : `${number(value, digits)} of 100`;
  return (
    <Box pos="relative" w={size} h={size} style={{ flex: "none" }} role="img" aria-label={`${label}: ${inWords}`}>
      <svg viewBox="0 0 100 100" width={size} height={size} aria-hidden="true">
        <circle cx="50" cy="50" r="42" fill="none" stroke="var(--track)" strokeWidth="10" />
        {value === null || value === undefined ? null : (
          <circle
            cx="50"
            cy="50"
            r="42"
            fill="none"
            stroke={tone(isRisk ? 1 - share : share)}
            strokeWidth="10"
            strokeLinecap="round"
            strokeDasharray={`${share * length} ${length}`}
            transform="rotate(-90 50 50)"
          />
        )}
      </svg>
      <Group pos="absolute" inset={0} justify="center" aria-hidden="true">
        <Text component="span" fw={700} fz={size / 3.2} lh={1} className="tabular">
          {children ?? (value === null || value === undefined ? "–" : number(value, digits))}
        </Text>
      </Group>
    </Box>
  );
}

/** A share of a whole as a bar, with its words before and its number after. */
export function Bar({
  label,
  share,
  value,
  note,
  isPlain = false,
}: {
  readonly label: ReactNode;
  /** 0 to 1, null = no data */
  readonly share: number | null | undefined;
  readonly value: ReactNode;
  readonly note?: ReactNode;
  /** One colour, where more is neither better nor worse. */
  readonly isPlain?: boolean;
}): ReactElement {
  const width = Math.min(1, Math.max(0, share ?? 0)) * 100;
  return (
    <Stack gap={3}>
      <Group justify="space-between" gap="xs" wrap="nowrap" align="baseline">
        <Text component="div" size="sm">
          {label}
        </Text>
        <Text component="div" size="sm" fw={600} className="tabular" style={{ flex: "none" }}>
          {value}
        </Text>
      </Group>
      <Box h={6} bg="var(--track)" style={{ borderRadius: 3, overflow: "hidden" }} aria-hidden="true">
        {share === null || share === undefined ? null : (
          <Box
            h={6}
            w={`${width}%`}
            bg={isPlain ? "var(--tone-plain)" : tone(width / 100)}
            style={{ borderRadius: 3 }}
          />
        )}
      </Box>
      {note === undefined ? null : (
        <Text component="div" size="xs" c="dimmed">
          {note}
        </Text>
      )}
    </Stack>
  );
}

/** A range of money on the scale of all ranges shown with it. */
export function RangeBar({
  low,
  mid,
  high,
  most,
  currency,
}: {
  readonly low: number;
  readonly mid: number;
  readonly high: number;
  /** The end of the scale. */
  readonly most: number;
  readonly currency: string;
}): ReactElement {
  const at = (amount: number): number => (most > 0 ? Math.min(100, Math.max(0, (amount / most) * 100)) : 0);
  return (
    <Stack gap={3}>
      <Box pos="relative" h={10} bg="var(--track)" style={{ borderRadius: 5 }} aria-hidden="true">
        <Box
          pos="absolute"
          h={10}
          left={`${at(low)}%`}
          w={`${Math.max(1, at(high) - at(low))}%`}
          bg="var(--tone-plain)"
          style={{ borderRadius: 5, opacity: 0.55 }}
        />
        <Box pos="absolute" h={14} w={3} top={-2} left={`${at(mid)}%`} bg="var(--mantine-color-text)" />
      </Box>
      <Text size="xs" className="tabular">
        {money(low, currency)} to {money(high, currency)}, middle {money(mid, currency)}
      </Text>
    </Stack>
  );
}

/** Parts of a whole in one bar, with their names and numbers below. */
export function Shares({
  label,
  parts,
  write = number,
}: {
  readonly label: string;
  /** A count as text. */
  readonly write?: (count: number) => string;
  readonly parts: readonly { readonly name: string; readonly count: number; readonly color: string }[];
}): ReactElement {
  const whole = parts.reduce((sum, { count }) => sum + count, 0) || 1;
  const shown = parts.filter(({ count }) => count > 0);
  return (
    <Stack gap={8} role="group" aria-label={label}>
      <Group gap={2} wrap="nowrap" aria-hidden="true">
        {shown.map(({ name, count, color }) => (
          <Box key={name} h={14} w={`${(count / whole) * 100}%`} miw={4} bg={color} style={{ borderRadius: 3 }} />
        ))}
      </Group>
      <Group gap="4px 16px">
        {shown.map(({ name, count, color }) => (
          <Group key={name} gap={6} wrap="nowrap">
            <Box w={10} h={10} bg={color} style={{ borderRadius: 2 }} aria-hidden="true" />
            <Text size="sm">
              {name}{" "}
              <Text span fw={700} className="tabular">
                {write(count)}
              </Text>
            </Text>
          </Group>
        ))}
      </Group>
    </Stack>
  );
}
