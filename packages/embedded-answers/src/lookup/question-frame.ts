/** What the form of a question asks for, whatever its words: `when` a day, `who` a name (ANSWER-64). */
export type Frame = "when" | "who" | "where" | "how much" | "how long" | undefined;

const forms: readonly (readonly [frame: Exclude<Frame, undefined>, pattern: RegExp])[] = [
  [
    "when",
    /\b(?:when|when's|whens|(?:what|which) (?:\w+ )?(?:date|day)|how soon|how (?:much|long) (?:time|longer|until|till|before|ago|since|has it been|is it since)|how many (?:days|weeks|months) (?:until|till|left|before|to go|remain))\b/iu,
  ],
  ["how long", /\bhow long\b/iu],
  ["where", /\b(?:where|where's|wheres)\b/iu],
  ["who", /\b(?:who|who's|whos|whom|which (?:colleague|csr|of us|one of us|person|rep|teammate))\b/iu],
  [
    "how much",
    /\bhow (?:much|expensive|pricey|costly)\b|\bwhat(?:'s| is| are| was| do| does| did| have| has|)\b.*\b(?:pay|paying|paid|cost|costs|costing|spend|spending|charge|charged|(?<!\bloss )runs?|running)\b/iu,
  ],
];

/** @param reading.core the question without what only says why it is asked. */
export function frameOf({ core }: { readonly core: string }): Frame {
  return forms.find(([, pattern]) => pattern.test(core))?.[0];
}
