import { type FamilyName, familyOf } from "@service/record-families";
import type { LineToWrite, Sample, SuggestedLine, Suggestion } from "./suggestion.ts";

const candidatesMax = 3;
const codesMax = 40;
/** Targets that take paths of ids and not a field. */
const idTargets: ReadonlySet<string> = new Set(["source_id", "client", "policy"]);

/** The lines that a suggestion could not write itself: what a family lacks, and what words of lookups mean (IMP-306). */
export function linesToWrite(
  leftOut: Suggestion["left_out"],
  lines: readonly SuggestedLine[],
  samples: readonly Sample[],
): readonly LineToWrite[] {
  const missing = leftOut.flatMap(({ file, family, needs }) =>
    needs.split(", ").map((target): LineToWrite => {
      const unsure = lines.find((line) => line.file === file && line.family === family && line.target === target);
      if (unsure !== undefined) {
        const {
          from: [from = ""],
          transforms,
          why,
        } = unsure;
        return { file, family, line: lineOf(target, from, transforms), why: `it was left out, because ${why}` };
      }
      const columns = candidates(samples, file, family, target);
      const seen = columns.length === 0 ? "" : `; columns that might be it: ${columns.join(", ")}`;
      return {
        file,
        family,
        line: lineOf(target, "COLUMN", []),
        why: `${family} need it, and no header says which column${seen}`,
      };
    }),
  );
  const words = lines.flatMap(({ file, family, target, transforms, confidence, open, lookup }): LineToWrite[] => {
    if (open === undefined) return [];
    const name = lookup?.name ?? target;
    const entries = open.words.slice(0, codesMax).map((word) => `${JSON.stringify(word)}: CODE`);
    const how =
      confidence === "unsure" || !transforms.includes(`lookup:${name}`)
        ? `, with "lookup:${name}" in the transforms of ${target}`
        : "";
    const why = `the words are not known${how}; CODE is null or one of ${open.codes.join(", ")}`;
    return [{ file, family, line: `"lookups": {${JSON.stringify(name)}: {${entries.join(", ")}}}`, why }];
  });
  const doubted = lines.flatMap(
    ({ file, family, target, from: [from = ""], transforms, why, isDoubted }): LineToWrite[] =>
      isDoubted !== true || missing.some((each) => each.line === lineOf(target, from, transforms))
        ? []
        : [{ file, family, line: lineOf(target, from, transforms), why: `it was left out, because ${why}` }],
  );
  return [...missing, ...doubted, ...words];
}

function lineOf(target: string, from: string, transforms: readonly string[]): string {
  if (idTargets.has(target)) return `${JSON.stringify(target)}: [${JSON.stringify(from)}]`;
  const field = { from, ...(transforms.length > 0 && { transforms }) };
  return `${JSON.stringify(target)}: ${JSON.stringify(field)}`;
}

/** Columns whose values look like those of the field. */
function candidates(samples: readonly Sample[], file: string, family: FamilyName, target: string): readonly string[] {
  const { fields } = familyOf(family);
  const isDate = fields[target]?.schema["format"] === "date";
  const isId = idTargets.has(target);
  const columns = samples.find((sample) => sample.file === file)?.inspection.columns ?? [];
  return columns
    .filter(({ shapes: [most], filled, distinct }) =>
      isDate
        ? most?.shape === "date"
        : isId && filled > 0 && distinct > 1 && ["code", "integer", "text"].includes(most?.shape ?? ""),
    )
    .map(({ path }) => path)
    .slice(0, candidatesMax);
}
