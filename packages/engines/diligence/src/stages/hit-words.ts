import { percentInWords, possessive, sentence } from "@service/engine-kit";
import { clipped } from "@service/json";
import type { Feature } from "./qualify.ts";
import { type Hit, shownScore } from "./screen-party.ts";

const nameChars = 60;
const labelChars = 60;

/** A hit in one line: whom it is about, and whom it resembles (WORD-1). */
export function hitTitle(hit: Hit): string {
  return resembled(hit, hit.strength === "strong" ? "matches" : "may match");
}

/** What a person is to find out about a hit; a name that both have is said once (WORD-8). */
export function hitQuestion({ party, nameMatched, list }: Hit): string {
  const entry = nameMatched === party.name ? "the entry of the same name" : clipped(nameMatched, nameChars);
  return `Review whether ${clipped(party.name, nameChars)} is ${entry} on ${clipped(list.label, labelChars)}`;
}

/** The score of a hit and what raised or lowered it, in sentences (WORD-1, WORD-2). */
export function hitDetail(hit: Hit): string {
  const [main, ...others] = hit.features;
  const first =
    main?.name === "identifier" ? identifierSentence(hit, main) : nameSentence(hit, Number(main?.value ?? 0));
  const rest = others.flatMap((feature) => featureSentence(feature) ?? []);
  const overall = main?.value === shownScore(hit) ? undefined : `The score is ${percentInWords(shownScore(hit))}`;
  return [first, ...rest, overall]
    .map((text) => sentence(text))
    .filter((text) => text !== "")
    .join(" ");
}

function identifierSentence({ party, ...hit }: Hit, { value }: Feature): string {
  const entry = hit.nameMatched === party.name ? "an entry" : listedName({ party, ...hit });
  return `${clipped(party.name, nameChars)} has the same ${value} as ${entry} on ${clipped(hit.list.label, labelChars)}`;
}

function nameSentence(hit: Hit, share: number): string {
  const agreed = `to ${percentInWords(share)}`;
  return hit.nameMatched === hit.party.name
    ? `${resembled(hit, "agrees with")} ${agreed}`
    : `${possessive(clipped(hit.party.name, nameChars))} name agrees with ${listedName(hit)} on ${clipped(hit.list.label, labelChars)} ${agreed}`;
}

/** The name that matched, beside it the first that the list gives the entry: `Sasha Zakharov (listed as Aleksandr Zakharov)`. */
function listedName({ nameMatched, entry }: Hit): string {
  const [first] = entry.names;
  const matched = clipped(nameMatched, nameChars);
  return first === undefined || first.name === nameMatched
    ? matched
    : `${matched} (listed as ${clipped(first.name, nameChars)})`;
}

/** Whom a hit resembles. A name that both have is said once, beside its listed spelling (WORD-8, DIL-67). */
function resembled(hit: Hit, verb: string): string {
  const party = clipped(hit.party.name, nameChars);
  const list = clipped(hit.list.label, labelChars);
  if (hit.nameMatched !== hit.party.name) return `${party} ${verb} ${listedName(hit)} on ${list}`;
  return hit.entry.names[0]?.name === hit.nameMatched
    ? `${party} ${verb} an entry of the same name on ${list}`
    : `The name ${listedName(hit)} on ${list} ${verb} that of this party`;
}

function featureSentence({ name, value, effect }: Feature): string | undefined {
  switch (name) {
    case "birth_year":
      return `The year of birth ${value}`;
    case "birth_date":
      return `The date of birth ${value}`;
    case "country":
    case "gender":
      return `The ${name} ${value}`;
    case "place":
      return "Both have an address in the same city";
    case "weak_alias":
    case "script":
    case "prior_clearance":
      return typeof value === "string" ? value : undefined;
    case "name":
      if (effect !== 0) return undefined;
      return Number(value) < 0.0005
        ? "The names have nothing in common"
        : `The names agree to ${percentInWords(Number(value))}`;
    default:
      return undefined;
  }
}
