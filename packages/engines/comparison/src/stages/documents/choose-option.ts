import { listInWords, type Warning } from "@service/engine-kit";
import type { ReadDocument } from "@service/engine-policy-documents";
import type { WrittenItem } from "../../input.ts";
import { quoted } from "../in-words.ts";
import { folded } from "./folded.ts";

/** CMP-113: the option that the caller names, or the only one; never a guess among several. */
export function chosenOption(
  { key, option: named }: WrittenItem,
  read: readonly ReadDocument[],
):
  | { readonly kind: "chosen"; readonly option: string | undefined }
  | { readonly kind: "open"; readonly warning: Warning } {
  const options = [
    ...new Set(
      read.flatMap(({ reading: { options, lines } }) => [
        ...options.map(({ option }) => option),
        ...lines.flatMap(({ option }) => option ?? []),
      ]),
    ),
  ];
  if (named === undefined && options.length < 2) return { kind: "chosen", option: options[0] };
  const found = options.find((option) => nameOf(option) === nameOf(named ?? ""));
  if (found !== undefined) return { kind: "chosen", option: found };
  const offered = options.length === 0 ? "no options" : listInWords(options.map(quoted), 10);
  const message =
    named === undefined
      ? `The document of the item "${key}" offers ${offered} side by side. Name one of them as its option.`
      : `The item "${key}" names the option ${quoted(named)}, and its document offers ${offered}.`;
  const warning = { code: "option_not_chosen", message, stage: "load", severity: "warning" } as const;
  return { kind: "open", warning: { ...warning, path: `items[${key}].option` } };
}

/** "Option 2" and "2" name one option: a table leaves the word to its title. */
function nameOf(option: string): string {
  const words = folded(option);
  const name = words.replace(
    /^(?:quote )?(?:option|opt|plan|alternative|alt|choice|proposal|scenario|program) (?=.)/,
    "",
  );
  return name === "" ? words : name;
}
