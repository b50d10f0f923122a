/** A form's number with its edition as printed, and where both stand in a string. */
export type FormNumber = {
  readonly number: string;
  readonly start: number;
  readonly end: number;
  readonly hasEdition: boolean;
};

const edition = String.raw`(?:\s*[-,]?\s*(?:\(\s?(?:ed\.?|rev\.?)?\s?(?:\d{1,2}[\s/-]\d{2,4}|\d{4})\s?\)|(?:[Ee][Dd](?:ition)?\.?|[Rr]ev\.?)\s*\(?\d{1,2}[\s/-]?\d{2,4}\)?|\s{1,2}\d{1,2}[\s/-]\d{2}(?:\d{2})?(?![\d/-])|\s(?:0[1-9]|1[0-2])\d{2}(?!\d)))?`;
const formPattern = new RegExp(
  [
    // Bureau forms: two letters and pairs of digits; those of workers compensation have three.
    String.raw`(?<![\w-])(?:WC(?:[ -]\d{2}){3}(?:\s?[A-Z](?![A-Za-z]))?|[A-Z]{2}[ -]?\d{2} ?\d{2}(?:[A-Z](?![A-Za-z]))?)${edition}`,
    // A carrier's prefix before a bureau's number: "FHS LL 01 0722".
    String.raw`(?<![\w-])[A-Z]{2,4} [A-Z]{2} \d{2} \d{4}(?!\d)`,
    // A carrier's own.
    String.raw`(?<![\w-])(?!(?:JAN|FEB|MAR|APR|MAY|JUNE?|JULY?|AUG|SEPT?|OCT|NOV|DEC|PO|NO|BOX|RD|ST|AVE|LOC|BLDG|PREM|UNIT|ITEM|PAGE|ZIP)\b)(?:[A-Z]{1,5}(?:-[A-Z]{1,4})?[ -]\d{2,6}|[A-Z]{3,4}\d{3,5})[A-Z]?(?![\w$,%-])${edition}`,
  ].join("|"),
  "g",
);

/** Form numbers in a line, in order. */
export function formNumbersIn(line: string): readonly FormNumber[] {
  return [...line.matchAll(formPattern)].map((match) => {
    const [words] = match;
    const plain = words
      .replaceAll(/[()]|\b(?:ed(?:ition)?|rev)\b\.?/gi, " ")
      .replaceAll(/\s+/g, " ")
      .trim();
    const hasEdition =
      /\d[\s/-]\d{2,4}\)?$|\d{4}\)?$/.test(words) &&
      (plain.split(/[\s-]/).length > 2 || /\d{4}[A-Z]? \d{1,2}\/?\d{2}$/.test(plain));
    return { number: plain, start: match.index, end: match.index + words.length, hasEdition };
  });
}
