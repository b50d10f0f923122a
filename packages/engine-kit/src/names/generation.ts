import { tokensOf } from "./tokens-of.ts";

const generations: ReadonlyMap<string, string> = new Map([
  ...["jr", "junior", "jnr"].map((word) => [word, "jr"] as const),
  ...["sr", "senior", "snr"].map((word) => [word, "sr"] as const),
  ...["ii", "2nd"].map((word) => [word, "2"] as const),
  ...["iii", "3rd"].map((word) => [word, "3"] as const),
  ...["iv", "4th"].map((word) => [word, "4"] as const),
]);

/** The generation that a person's name states behind its first word, as one word: two that differ are two people. */
export function generationOf(name: string): string | undefined {
  return tokensOf(name)
    .slice(1)
    .flatMap((word) => generations.get(word) ?? [])
    .at(-1);
}
