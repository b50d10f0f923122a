import { possessive, type ReadName, type Warning } from "@service/engine-kit";
import { clipped } from "@service/json";
import type { Party, ReadInput } from "./read-input.ts";

/** Names in other scripts (DIL-76), names that cannot be searched (DIL-22), and names too long to be compared whole (DIL-21). */
export function inspectNames(input: ReadInput): {
  readonly warnings: readonly Warning[];
  /** Parties without any name in Latin letters. */
  readonly unscreenableParties: readonly string[];
  /** Parties without any name that can be searched. */
  readonly unnamedParties: readonly string[];
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
      if (!isUsableName(read)) {
        warn("name_unusable", path, `${sentenceStart(read.written)} is no name that can be searched; it was left out.`);
        continue;
      }
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
    .filter(
      (party) => isNamed(party) && party.names.every(({ read }) => read.script !== "latin" || !isUsableName(read)),
    )
    .map(({ key }) => key);
  const unnamedParties = input.parties.filter((party) => !isNamed(party)).map(({ key }) => key);
  return { warnings, unscreenableParties, unnamedParties, isCut };
}

/** Whether a party has a name that can be searched (NAME-55). */
export function isNamed({ names }: Pick<Party, "names">): boolean {
  return names.some(({ read }) => isUsableName(read));
}

/** Whether a written name is one that can be searched (NAME-55). */
export function isUsableName({ readings }: ReadName): boolean {
  return readings.some(({ isUsable }) => isUsable);
}

/** The written text in quotation marks, which a sentence may begin with. */
function sentenceStart(written: string): string {
  return `"${clipped(written.replaceAll('"', "'"), 100)}"`;
}
