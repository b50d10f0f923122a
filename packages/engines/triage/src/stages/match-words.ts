import { counted, listInWords, paragraph, sentence } from "@service/engine-kit";
import { roundHalfAwayFromZero } from "@service/json";
import type { Feature, WrittenMatch } from "../output.ts";
import type { Match } from "./clear-submissions.ts";
import { type Compared, featureNames } from "./compared.ts";

/** A match as the queue shows it; the effects of its features add up to its weight (TRI-95). */
export function writeMatch({ submissionKey, weight, compared }: Match): WrittenMatch {
  return { submission_key: submissionKey, weight, features: featuresOf(compared) };
}

/** Each comparison in words, in one order. */
export function featuresOf(compared: readonly Compared[]): readonly Feature[] {
  return compared
    .toSorted((a, b) => featureNames.indexOf(a.name) - featureNames.indexOf(b.name))
    .map((each) => ({ name: each.name, value: inWords(each), effect: roundHalfAwayFromZero(each.effect, 2) }));
}

/** What agrees, what is alike and what differs, a sentence each; at most five things in one, the weightiest first. */
export function comparisonInSentences(compared: readonly Compared[], beside?: string): string {
  const the = beside === undefined ? "the" : `${beside}, the`;
  const weighty = compared
    .filter((each) => nounOf(each) !== undefined)
    .toSorted((a, b) => Math.abs(b.effect) - Math.abs(a.effect));
  const of = (holds: (each: Compared) => boolean): string =>
    listInWords(
      weighty
        .filter(holds)
        .slice(0, listedMax)
        .map((each) => nounOf(each) ?? ""),
    );
  const equal = of(({ agreement }) => agreement === "equal");
  const alike = of(({ agreement, effect }) => agreement !== "equal" && effect > 0);
  const different = of(({ effect }) => effect < 0);
  return paragraph(
    equal === "" ? undefined : sentence(the, equal, "are equal"),
    alike === "" ? undefined : sentence(the, alike, "are alike"),
    different === "" ? undefined : sentence(the, different, "differ"),
  );
}

const listedMax = 5;

const nouns: { readonly [name: string]: string } = {
  fein: "federal tax numbers",
  name: "names",
  number: "street numbers",
  street: "streets",
  direction: "street directions",
  unit: "units",
  city: "cities",
  zip: "ZIP codes",
  state: "states",
  phone: "telephone numbers",
  domain: "internet domains",
};

const nameWords: { readonly [agreement: string]: string } = {
  other_generation: "are equal but for the generation",
  nearly_equal: "are nearly equal",
  alike: "are much alike",
  similar: "are similar",
  contained: "share a rare word, and one contains the other",
  partly_alike: "are partly alike",
  contradicting: "share words, and each has a word of its own",
  little_alike: "have little in common",
  different: "differ",
};

/** Every post office box has the same "street": only its number is worth a word. */
function nounOf({ name, isBox }: Compared): string | undefined {
  if (isBox !== true) return nouns[name];
  return name === "number" ? "numbers of the post office boxes" : undefined;
}

function inWords(compared: Compared): string {
  const { name, agreement, holders } = compared;
  const noun = nounOf(compared);
  if (name === "start") return "Two insureds are rarely one: every pair starts here.";
  if (compared.isBox === true && name === "street") return "Both addresses are post office boxes.";
  if (name === "place_limit" || noun === undefined)
    return "A place counts only up to a limit: tenants share buildings.";
  const borne = holders > 1 ? `; ${counted(holders, "insured")} here share them` : "";
  if (name === "name" && agreement !== "equal") return `The names ${nameWords[agreement] ?? "differ"}.`;
  if (agreement === "equal") return `The ${noun} are equal${borne}.`;
  if (agreement === "slip") return `The ${noun} differ by one digit.`;
  if (agreement === "swap") return `The ${noun} differ by two digits that changed places.`;
  if (agreement === "alike") return `The ${noun} are much alike${borne}.`;
  return agreement === "partly_alike" ? `The ${noun} are partly alike.` : `The ${noun} differ.`;
}
