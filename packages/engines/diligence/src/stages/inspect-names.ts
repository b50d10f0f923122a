import type { Warning } from "@service/engine-kit";
import type { ReadInput } from "./read-input.ts";
import { isNameCut, scriptOf, spellingsOf } from "./screenable-name.ts";

/** Names in scripts that are only compared as written (DIL-20), and names too long to be compared whole. */
export function inspectNames(input: ReadInput): {
  readonly warnings: readonly Warning[];
  readonly unscreenableParties: readonly string[];
  readonly isCut: boolean;
} {
  const warnings: Warning[] = [];
  const unscreenableParties: string[] = [];
  let isCut = false;
  for (const party of input.parties) {
    const scripts = party.givenNames.map(({ name }) => scriptOf(name));
    for (const [index, { path, name }] of party.givenNames.entries()) {
      if (scripts[index] !== "latin") {
        const isMixed = scripts[index] === "mixed" || spellingsOf(name).length > 1;
        warnings.push({
          code: "script_unsupported",
          message: isMixed
            ? "The name holds letters of another script that look like Latin ones; it was searched as written and as it looks."
            : "The name is written in a script that is only compared as it is.",
          stage: "normalize",
          severity: "warning",
          path,
        });
      }
      if (!isNameCut(name)) continue;
      isCut = true;
      warnings.push({
        code: "input_truncated",
        message: "The name has more words than are compared.",
        stage: "normalize",
        severity: "warning",
        path,
      });
    }
    if (!scripts.includes("latin")) unscreenableParties.push(party.key);
  }
  return { warnings, unscreenableParties, isCut };
}
