import type { Meaning } from "./vocabulary/phrases.ts";

type Placed = Meaning & { readonly at: number };

/** Two states of which one holds, and the field that says which. */
const pairs: readonly (readonly [one: string, other: string, field: string])[] = [
  ["agency_bill", "direct_bill", "billing"],
  ["commercial", "personal", "segment"],
  ["open", "closed", "status"],
  ["active", "expired", "status"],
  ["active", "cancelled", "status"],
  ["new", "renewals", "kind"],
  ["active", "former", "status"],
];

/** "Is it direct bill or agency bill" asks for the field, and for neither of the two (ANSWER-64). */
export function withoutAlternatives(core: string, meanings: readonly Placed[]): readonly Placed[] {
  // "All of them, open and closed": none is left out.
  if (/\bopen (?:and|&|\+) closed\b|\bclosed (?:and|&|\+) open\b/iu.test(core))
    return meanings.filter(({ kind, value }) => kind !== "status" || (value !== "open" && value !== "closed"));
  if (!/\bor\b|\w\/\w/iu.test(core)) return meanings;
  // "Any still open, or all closed" asks whether there is one that is open.
  if (/\bany\b.*\bor (?:are they |is it )?(?:all|every)/iu.test(core)) {
    const isClosed = (meaning: Placed): boolean => meaning.kind === "status" && meaning.value === "closed";
    if (meanings.some(({ kind, value }) => kind === "status" && value === "open"))
      return meanings.filter((meaning) => !isClosed(meaning));
  }
  for (const [one, other, field] of pairs) {
    const first = meanings.find(({ kind, value }) => kind === "status" && value === one);
    const second = meanings.find(({ kind, value }) => (kind === "status" || kind === "family") && value === other);
    if (first === undefined || second === undefined) continue;
    const left = meanings.filter((meaning) => meaning !== first && meaning !== second);
    return [...left, { kind: "field", value: field, at: first.at }];
  }
  // "New business or did it renew."
  const isNew = meanings.find(({ kind, value }) => kind === "status" && value === "new");
  const renews = meanings.find(({ kind, value }) => kind === "field" && value === "expiry");
  if (isNew === undefined || renews === undefined || !/\brenew/iu.test(core)) return meanings;
  const left = meanings.filter((meaning) => meaning !== isNew && meaning !== renews);
  return [...left, { kind: "field", value: "kind", at: isNew.at }];
}
