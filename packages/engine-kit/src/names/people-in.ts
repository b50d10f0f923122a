/** People whom one name holds, at most; whoever comes behind is left out (NAME-1). */
const peopleMax = 8;

/** The name at birth stands behind it, in brackets or not. */
const bornAs = /^(.*\S)[\s,(]+nee[\s.]+(\S.*)$/iu;
/** Between two people. A plus and a slash also without blanks: no name of a person has one. */
const between =
  /\s*[;+|]+\s*|(?<=[A-Za-z]{2})\s*\/\s*(?=[A-Za-z]{2})|[\s,]+(?:and\s*\/\s*or|and|or|&|plus|with|together with|as well as)\s+/iu;
/** Who is not named: "& wife", "and his two sons", "et al". */
const unnamed =
  /^(?:(?:his|her|their|the|two|three|four|[0-9]+)\s+)*(?:wife|husband|spouse|partner|family|others?|another|sons?|daughters?|children|child|kids|brothers?|sisters?|parents|mother|father|heirs?|co-?owners?|co-?insureds?|more|associates?|[0-9]+)\.?$/iu;
/** Before a name it says how the person is related: "and wife Mary". */
const relation =
  /^(?:(?:his|her|their)\s+)?(?:wife|husband|spouse|partner|son|daughter|brother|sister|mother|father)[\s,]+(?=\S)/iu;
/** Behind a couple's name: how they hold. */
const tenancy =
  /[\s,(]+(?:h\s*\/\s*w|w\s*\/\s*h|husband (?:and|&) wife|wife (?:and|&) husband|jt\.?\s*ten\.?|jtwros|joint tenants?|tenants? (?:in common|by the entirety)|community property|(?:and|&) (?:his )?wife|(?:and|&) (?:her )?husband)[.)]*\s*$/iu;

/** The people of one name, the whole name first, and whether some were left out. */
export type PeopleIn = { readonly texts: readonly string[]; readonly isCut: boolean };

/**
 * The people of one name (NAME-58): "John and Mary Smith" is also John Smith and Mary Smith, "Smith, John & Dovar, Ilva" each
 * of the two, and "John Smith & wife" John Smith. One person under two names (NAME-60): "Mary Smith nee Jones" is also Mary
 * Smith and Mary Jones.
 */
export function peopleIn(text: string): PeopleIn {
  const [, married = "", birth] = bornAs.exec(text) ?? [];
  const givenNames = married.split(/\s+/).slice(0, -1).join(" ");
  // "Tan Nee Hock" holds no name at birth: one word stands before it.
  if (birth !== undefined && givenNames !== "") {
    return { texts: [text, married, `${givenNames} ${birth}`], isCut: false };
  }
  const couple = text.replace(tenancy, "");
  const parts = couple
    .split(between)
    .map((part) =>
      part
        .trim()
        .replace(relation, "")
        .replace(/^,+|,+$/g, "")
        .trim(),
    )
    .filter((part) => /[A-Za-z]/.test(part) && !unnamed.test(part));
  if (parts.length < 2 && parts[0] === text.trim()) return { texts: [text], isCut: false };
  return { texts: [text, ...eachBySelf(parts.slice(0, peopleMax))], isCut: parts.length > peopleMax };
}

/** Each person with the family name that is written once for several. */
function eachBySelf(parts: readonly string[]): readonly string[] {
  const [first = ""] = parts;
  const isSplit = first.includes(",");
  const before = isSplit ? first.slice(0, first.indexOf(",") + 1) : "";
  const familyOf = (part: string): string =>
    isOneWord(part) || part.includes(",") ? "" : (part.split(/\s+/).at(-1) ?? "");
  // "Mary and John Smith" share the last name that is written, "John Smith and Mary" the one before.
  const behind = familyOf(parts.at(-1) ?? "");
  const shared = behind === "" ? familyOf(first) : behind;
  const each = parts.flatMap((part) => {
    if (part.includes(",")) return [part];
    if (isSplit) return isOneWord(part) ? [`${before} ${part}`] : [`${before} ${part}`, part];
    return [isOneWord(part) && shared !== "" ? `${part} ${shared}` : part];
  });
  // Two words are two family names ("Smith and Dovar"): neither is a person's name by itself.
  return parts.every((part) => isOneWord(part)) && parts.length > 1 ? [] : each;
}

function isOneWord(part: string): boolean {
  return !/[\s,]/.test(part);
}

/** "John Smith, Ilva Dovar" may be two people: whoever has two words on either side of one comma, or of several. */
export function peopleBetweenCommas(text: string): readonly string[] {
  const sides = text.split(",").map((side) => side.trim());
  return sides.length > 1 && sides.every((side) => /\S\s+\S/.test(side)) ? sides.slice(0, peopleMax) : [];
}
