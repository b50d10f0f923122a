import type { Mention } from "./zones.ts";

/** A value that was read, with the parts of a sum ("9 full-time and 5 part-time"). */
export type Reading = {
  readonly value: number | string;
  readonly start: number;
  readonly end: number;
  readonly parts?: readonly { readonly part: string; readonly value: number }[];
};

/**
 * The one value that mentions of one fact agree on (VALUE-6, VALUE-7): of several years the latest full one not after
 * `today`, projections only where nothing else is stated; `undefined` for different values of equal standing.
 */
export function chooseMention(mentions: readonly Mention[], today: string): Mention | undefined {
  const stated = mentions.some(({ isProjected }) => !isProjected)
    ? mentions.filter(({ isProjected }) => !isProjected)
    : mentions;
  const [first] = stated;
  if (first === undefined || stated.every(({ value }) => value === first.value)) return first;
  const years = stated.flatMap(({ year }) => year ?? []);
  if (years.length < stated.length) return undefined;
  const full = years.filter((year) => `${year}-12-31` <= today);
  const latest = stated.filter(({ year }) => year === Math.max(...full));
  return latest.every(({ value }) => value === latest[0]?.value) ? latest[0] : undefined;
}

/** Parts of one count as their sum; a total beside parts that add up to it stands for them (VALUE-8). */
export function joinParts(mentions: readonly Mention[]): readonly (Mention & Pick<Reading, "parts">)[] {
  const parts = mentions.flatMap((mention) =>
    mention.part === undefined || typeof mention.value !== "number"
      ? []
      : [{ part: mention.part, value: mention.value, mention }],
  );
  const [first] = parts;
  const last = parts.at(-1);
  if (first === undefined || last === undefined) return mentions;
  if (new Set(parts.map(({ part }) => part)).size < parts.length) return mentions;
  const sum = parts.reduce((total, { value }) => total + value, 0);
  const others = mentions.filter(({ part }) => part === undefined);
  if (others.some(({ value }) => value !== sum)) return mentions;
  const joined = { ...first.mention, value: sum, part: undefined, end: last.mention.end };
  return parts.length === 1 ? [joined] : [{ ...joined, parts: parts.map(({ part, value }) => ({ part, value })) }];
}
