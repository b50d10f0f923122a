/** Numbers of forms as carriers and bureaus write them, and what the standard ones are about (CMP-88, CMP-93, CMP-103). */

const charsMax = 500;

/** Two to four capitals and groups of digits, as carriers number their forms; the last groups may be an edition. */
const formPattern = /\b([A-Z]{2,4})[ -]?(\d{2,6}(?:[ \-/.(]{1,2}(?:ED\.? ?)?\d{2,6}\)?){0,4})/g;
const formDigitsMin = 3;

/** Form numbers of a text without edition dates: "CG 21 47 12 07" and "CG2147 (04/13)" are `cg2147`. */
export function formsIn(text: string): readonly string[] {
  return [...text.slice(0, charsMax).matchAll(formPattern)].flatMap(([, letters = "", digits = ""]) => {
    const number = withoutEdition(digits.match(/\d+/g) ?? []);
    return number.length < formDigitsMin ? [] : [`${letters}${number}`.toLowerCase()];
  });
}

/** `21 47 12 07`, `2147 1207` and `2147 12 2007` end with a month and a year; what is left must still be a number. */
function withoutEdition(groups: readonly string[]): string {
  const all = groups.join("");
  const edition = /(?:0[1-9]|1[0-2])(?:(?:19|20)\d\d|\d\d)$/;
  for (const count of [1, 2]) {
    const rest = groups.slice(0, -count).join("");
    const last = groups.slice(-count).join("");
    if (rest.length >= formDigitsMin && edition.exec(last)?.index === 0) return rest;
  }
  return all;
}

export function withoutForms(text: string): string {
  return text.replace(formPattern, " ");
}

/** For whom a wording stands: for everybody a contract names, for those a schedule lists, for nobody. */
export type Basis = "blanket" | "scheduled" | "none";

const scheduled = (forms: string): (readonly [string, Basis])[] => forms.split(" ").map((form) => [form, "scheduled"]);
const blanket = (forms: string): (readonly [string, Basis])[] => forms.split(" ").map((form) => [form, "blanket"]);

/** Form numbers without edition that are known to be of one basis, by coverage. */
export const formBases: Readonly<Record<string, Readonly<Record<string, Basis>>>> = {
  additional_insured: Object.fromEntries([
    ...scheduled("cg2010 cg2011 cg2012 cg2015 cg2018 cg2024 cg2026 cg2028 cg2037 ca2048 bp0402 bp0448 bp0450"),
    ...blanket("cg2033 cg2034 cg2038 bp0451"),
  ]),
  waiver_of_subrogation: Object.fromEntries(scheduled("cg2404 ca0444 wc000313 bp0497")),
  primary_noncontributory: Object.fromEntries(blanket("cg2001")),
};

const coveragesOfForm: ReadonlyMap<string, readonly string[]> = new Map<string, readonly string[]>([
  ...Object.entries(formBases).flatMap(([coverage, forms]) =>
    Object.keys(forms).map((form) => [form, [coverage]] as const),
  ),
  ["cg2503", ["general_aggregate"]],
  ["cg2504", ["general_aggregate"]],
  ["cp0030", ["business_income", "extra_expense"]],
  ["cp0032", ["business_income"]],
  ["cp0050", ["extra_expense"]],
  ["cp0321", ["wind_hail_deductible"]],
  ["cp0405", ["ordinance_law"]],
  ["cp0440", ["spoilage"]],
]);

/** The coverages of the first standard form that a label names. */
export function coveragesByForm(label: string): readonly string[] {
  return formsIn(label).flatMap((form) => [coveragesOfForm.get(form) ?? []])[0] ?? [];
}

const standardPrefixes: ReadonlySet<string> = new Set(["CG", "CA", "WC", "BP", "CP", "CU", "IL", "CR"]);

/** A label without the numbers of standard forms: "CG 20 10 Additional Insured" names what follows the number. */
export function withoutStandardForms(label: string): string {
  return label.replace(formPattern, (form: string, letters: string) => (standardPrefixes.has(letters) ? " " : form));
}
