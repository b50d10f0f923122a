import { median, round } from "./measure.ts";

/** What each side measured in one round, by its name. */
export type Round<Value> = ReadonlyMap<string, Value>;

/**
 * Measures all sides in turn (A-B-A-B …), as machines differ and neighbours disturb: only what was measured in one round is
 * compared. A first round warms the sides up and is not counted.
 */
export async function measureInTurn<Value>(
  { rounds, signal }: { readonly rounds: number; readonly signal?: AbortSignal },
  sides: Readonly<Record<string, () => Promise<Value>>>,
): Promise<Round<Value>[]> {
  const measured: Round<Value>[] = [];
  for (let index = 0; index <= rounds; index += 1) {
    const values = new Map<string, Value>();
    for (const [name, measure] of Object.entries(sides)) {
      signal?.throwIfAborted();
      values.set(name, await measure());
    }
    if (index > 0) measured.push(values);
  }
  return measured;
}

type Of<Value> = (value: Value) => number | null;

/** NaN where the side has no value. */
function valuesOf<Value>(rounds: readonly Round<Value>[], side: string, of: Of<Value>): number[] {
  return rounds.map((values) => {
    const value = values.get(side);
    return value === undefined ? Number.NaN : (of(value) ?? Number.NaN);
  });
}

export function medianOf<Value>(rounds: readonly Round<Value>[], side: string, of: Of<Value>): number {
  return median(valuesOf(rounds, side, of));
}

/** The median of the ratios of the rounds, never the ratio of two medians. */
export function ratioOf<Value>(
  rounds: readonly Round<Value>[],
  [side, other]: readonly [string, string],
  of: Of<Value>,
): number {
  const others = valuesOf(rounds, other, of);
  return median(valuesOf(rounds, side, of).map((value, index) => value / (others[index] ?? Number.NaN)));
}

/** A row of a table: the title, the median of each side, the ratio of the first two. */
export function comparison<Value>(
  title: string,
  rounds: readonly Round<Value>[],
  sides: readonly [string, string, ...string[]],
  { digits, of }: { readonly digits: number; readonly of: Of<Value> },
): string[] {
  const [first, second] = sides;
  const medians = sides.map((side) => round(medianOf(rounds, side, of), digits));
  return [title, ...medians, round(ratioOf(rounds, [first, second], of), 2)];
}
