import { chooseMention, joinParts } from "./choose.ts";
import { tokensOf } from "./tokens.ts";
import { type FigureKind, readZone } from "./zones.ts";

const wholeChars = 4000;

/**
 * The value that a field states as a whole: `$3.1M`, `1,200`, "March 1, 2026" (VALUE-4). `undefined` for anything that
 * has more than one reading, or says something besides.
 */
export function readWhole(text: string, kind: FigureKind, today = "9999-12-31"): number | string | undefined {
  if (text.length > wholeChars) return undefined;
  const zone = readZone(tokensOf(text, 0, text.length), { kind, ownWords: noWords, scale: 1 });
  if (zone.isDoubtful || zone.isForeign) return undefined;
  return chooseMention(joinParts(zone.mentions), today)?.value;
}

const noWords: ReadonlySet<string> = new Set();
