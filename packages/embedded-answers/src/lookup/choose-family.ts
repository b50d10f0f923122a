import type { BookFamily } from "../book-source.ts";
import type { Ask } from "./ask.ts";
import { familyOf } from "./families.ts";
import { isOfClientOnly, ofColleague, ofContact, ofStaff } from "./people.ts";
import { means, type Reading } from "./reading.ts";
import { familyUnnamed } from "./wanted/family-unnamed.ts";
import { fieldsOfMeant } from "./wanted/fields-of-meant.ts";
import { withFurtherFields } from "./wanted/further-fields.ts";
import { homeOf, ofAgency, placed, weakFields } from "./wanted/home-of-field.ts";
import { asksTouch, isLight, meantFields } from "./wanted/meant-fields.ts";
import { namedFamilies, rankedFamilies, passingFamilies } from "./wanted/named-families.ts";
import type { Wanted } from "./wanted/wanted.ts";
import { asksForKind, isOfOffice, isPrivate, ofClientAlone, policyAndItsClient } from "./wanted/whole-questions.ts";

/** The family that a question is about, with the fields that it asks for; undefined where nothing says. */
export function chooseFamily(ask: Ask): Wanted | undefined {
  const { reading, numbered, policy } = ask;
  const colleague = ofColleague(ask);
  if (colleague !== undefined) return { ...colleague, foreign: [] };
  // What a colleague earns, and where one is called, is in no row.
  if (ask.colleague !== undefined && ask.client === undefined && isPrivate(reading)) return undefined;
  // So is what somebody at a client earns.
  if (means(reading, "role") && means(reading, "field", "payroll")) return undefined;
  if (ask.unit?.family === "offices" && ask.client !== undefined && isOfOffice(reading))
    return { family: "accounts", fields: ["office_key"], foreign: [] };
  if (ofStaff(ask)) return { family: "staff", fields: [], foreign: [] };
  if (isOfClientOnly(ask)) return ofClientAlone(reading);
  const named = namedFamilies(ask);
  const isTouch = asksTouch(reading);
  const meant = meantFields(ask, named, isTouch);
  const { meanings } = meant;
  const ofOwner = policyAndItsClient(ask, meanings);
  if (ofOwner !== undefined) return ofOwner;
  const home = ofAgency(ask, meanings, named) ?? homeOf(ask, meanings);
  if (asksForKind(ask)) return { family: "policies", fields: ["kind"], foreign: [] };
  const strong = isTouch
    ? "activities"
    : rankedFamilies.find((family) => named.has(family) && !passingFamilies.has(family));
  const contact = ofContact(ask, placed(reading, strong) ?? home);
  if (numbered === undefined && contact !== undefined) return { ...contact, foreign: [] };
  const family =
    numbered?.family ??
    placed(reading, strong) ??
    (ask.person !== undefined && named.size === 0 && (home === undefined || home === "accounts")
      ? "contacts"
      : undefined) ??
    home ??
    (policy !== undefined && reading.numbers.length > 0 ? "policies" : undefined) ??
    rankedFamilies.find((each) => named.has(each)) ??
    familyUnnamed(ask);
  if (family === undefined) return undefined;
  return {
    family,
    fields: withFurtherFields(ask, family, fieldsOfMeant(ask, family, meant)),
    foreign: foreignTo(family, { reading, meanings, named }),
  };
}

/** What a question means that the family does not have. */
function foreignTo(
  family: BookFamily,
  given: {
    readonly reading: Reading;
    readonly meanings: readonly string[];
    readonly named: ReadonlySet<BookFamily>;
  },
): readonly string[] {
  const { reading, meanings, named } = given;
  const fieldOf = familyOf(family).fields;
  const others = [...named].filter(
    (each) => each !== family && !passingFamilies.has(each) && !(each === "renewals" && family === "policies"),
  );
  return [
    ...meanings.filter(
      (meaning) =>
        fieldOf[meaning] === undefined &&
        !(meaning === "period" && family === "policies") &&
        !(meaning === "limit" && family === "contracts") &&
        !weakFields.has(meaning) &&
        !(meaning === "carrier" && family === "claims") &&
        !isLight(reading, meaning),
    ),
    ...others,
  ];
}
