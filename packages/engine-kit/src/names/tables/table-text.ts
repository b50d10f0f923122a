/** The text form of the generated tables: lines whose parts are separated by colons. */

const classes = ["llc", "jsc", "lp", "llp", "gp", "sp", "coop", "ngo", "soe"] as const;

/** Classes of legal forms: limited liability, joint stock, partnerships, sole traders, co-operative, charity, state. */
export type LegalFormClass = (typeof classes)[number];

/** A word many organizations share: general ones say less than words of a trade. */
export type GenericWord = { readonly kind: "general" | "trade"; readonly group: string };

const classNames: ReadonlySet<string> = new Set(classes);

export function isLegalFormClass(text: string): text is LegalFormClass {
  return classNames.has(text);
}

/** The lines of a table, each in its parts. */
export function splitLines(text: string): string[][] {
  return text.split("\n").map((line) => line.split(":"));
}
