import { possessive, type Warning } from "@service/engine-kit";
import { clipped } from "@service/json";
import type { ReadInput } from "./read-input.ts";

/** Names in other scripts (DIL-76), and names too long to be compared whole (DIL-21). */
export function inspectNames(input: ReadInput): {
  readonly warnings: readonly Warning[];
  /** Parties without any name in Latin letters. */
  readonly unscreenableParties: readonly string[];
  readonly isCut: boolean;
} {
  const warnings: Warning[] = [];
  let isCut = false;
  const warn = (code: string, path: string, message: string): void => {
    warnings.push({ code, message, stage: "normalize", severity: "warning", path });
  };
  for (const party of input.parties) {
    const owner = possessive(clipped(party.name, 200));
    for (const { path, read } of party.names) {
      if (read.isTransliterated) {
        warn(
          "script_transliterated",
          path,
          `${owner} name is written in another script and was read by its sound; its matches are possible ones at most, unless the list writes the name in that script too.`,
        );
      } else if (read.script !== "latin") {
        warn(
          "script_transliterated",
          path,
          `${owner} name holds letters of another script that look like Latin ones; it was read as it looks.`,
        );
      }
      if (!read.isCut) continue;
      isCut = true;
      warn("input_truncated", path, `${owner} name is longer than what is compared; the rest of it was not searched.`);
    }
  }
  const unscreenableParties = input.parties
    .filter(({ names }) => names.every(({ read }) => read.script !== "latin"))
    .map(({ key }) => key);
  return { warnings, unscreenableParties, isCut };
}
