import type { AppetiteLevel } from "./codes.ts";
import type { WrittenOffering } from "./offering-schema.ts";

/** A carrier's appetite for classes of business, by NAICS prefix. */
export type Appetite = {
  readonly levels: ReadonlyMap<string, AppetiteLevel>;
  readonly usual: AppetiteLevel;
  /** Whether any class is prohibited: a missing classification then leaves the answer open. */
  readonly canProhibit: boolean;
};

export type AppetiteAnswer = {
  /** `undefined` = the classification is missing. */
  readonly level: AppetiteLevel | undefined;
  /** The prefix that decided; `undefined` = the default of the offering. */
  readonly prefix: string | undefined;
  /** Whether the business is prohibited; `undefined` = a fuller classification decides. */
  readonly isProhibited: boolean | undefined;
};

/** The utility of a level (MATCH-28); a prohibited class is a knockout. */
export const appetiteUtilities: Readonly<Record<AppetiteLevel, number>> = {
  preferred: 1,
  standard: 0.7,
  limited: 0.35,
  prohibited: 0,
};

const naicsDigits = 6;

export function readAppetite({ appetite, default_appetite: usual }: WrittenOffering): Appetite {
  const levels = new Map<string, AppetiteLevel>(appetite.map(({ prefix, level }) => [prefix, level]));
  return { levels, usual, canProhibit: usual === "prohibited" || [...levels.values()].includes("prohibited") };
}

/**
 * The level of the longest matching prefix. A classification of fewer than six digits may fall under longer prefixes:
 * when those disagree about prohibition the answer stays open (MATCH-27).
 */
export function askAppetite({ levels, usual, canProhibit }: Appetite, naics: string | undefined): AppetiteAnswer {
  if (levels.size === 0) return { level: usual, prefix: undefined, isProhibited: usual === "prohibited" };
  if (naics === undefined)
    return { level: undefined, prefix: undefined, isProhibited: canProhibit ? undefined : false };
  let level = usual;
  let prefix: string | undefined;
  for (let length = naics.length; length >= 2; length -= 1) {
    const found = levels.get(naics.slice(0, length));
    if (found === undefined) continue;
    level = found;
    prefix = naics.slice(0, length);
    break;
  }
  const isProhibited = level === "prohibited";
  if (naics.length < naicsDigits && canProhibit) {
    for (const [longer, other] of levels) {
      if (longer.length <= naics.length || !longer.startsWith(naics)) continue;
      if ((other === "prohibited") !== isProhibited) return { level, prefix, isProhibited: undefined };
    }
  }
  return { level, prefix, isProhibited };
}
