/** What companies of the trade abbreviate in their names. */
const words: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ind: "indemnity",
    indem: "indemnity",
    ins: "insurance",
    insur: "insurance",
    co: "company",
    cos: "companies",
    cas: "casualty",
    mut: "mutual",
    natl: "national",
    nat: "national",
    amer: "american",
    am: "american",
    assur: "assurance",
    prop: "property",
    fid: "fidelity",
    guar: "guaranty",
    gty: "guaranty",
    grp: "group",
    corp: "corporation",
    intl: "international",
    underwrs: "underwriters",
    und: "underwriters",
    exch: "exchange",
    spec: "specialty",
    sur: "surety",
    comm: "commercial",
    st: "saint",
    and: "",
    the: "",
    of: "",
  }),
);
const legal = /^(?:inc|incorporated|corp|corporation|company|llc|ltd|limited)$/;

/** What spellings of one carrier have in common: `Travelers Ind Co` and `The Travelers Indemnity Company`. */
function carrierKey(name: string): string {
  const parts = name
    .toLowerCase()
    .replaceAll(/['’.]/g, "")
    .split(/[^a-z0-9]+/)
    .flatMap((part) => {
      const word = words.get(part) ?? part;
      return word === "" ? [] : [word];
    });
  while (parts.length > 1 && legal.test(parts.at(-1) ?? "")) parts.pop();
  return parts.join(" ");
}

/**
 * Spellings of one carrier among the names of a column, each with the one that is written out most; only those that differ in
 * more than case and blanks.
 */
export function carriersThatAreOne(names: readonly string[]): Readonly<Record<string, string>> {
  const byCarrier = new Map<string, string[]>();
  for (const name of names) {
    const key = carrierKey(name);
    const spellings = byCarrier.get(key);
    if (spellings === undefined) byCarrier.set(key, [name]);
    else spellings.push(name);
  }
  const found: Record<string, string> = {};
  for (const spellings of byCarrier.values()) {
    const [longest = ""] = spellings.toSorted((a, b) => b.length - a.length);
    for (const spelling of spellings) if (spelling !== longest) found[spelling] = longest;
  }
  return found;
}
