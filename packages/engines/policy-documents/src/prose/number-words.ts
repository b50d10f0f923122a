const units =
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split(
    " ",
  );
const tens = "twenty thirty forty fifty sixty seventy eighty ninety".split(" ");
const word = `(?:${[...units, ...tens, "hundred", "thousand", "million"].join("|")})`;
/** An amount in words that ends with "dollars". */
export const dollarsInWords = new RegExp(
  `\\b(${word}(?:[\\s-]+(?:and\\s+)?${word})*)\\s+dollars\\b(?:\\s+even)?`,
  "gi",
);

/** 12400 of "twelve thousand four hundred"; `undefined` where the words are no number. */
export function numberOfWords(words: string): number | undefined {
  let [total, current] = [0, 0];
  for (const each of words.toLowerCase().split(/[\s-]+/)) {
    if (each === "and") continue;
    if (units.includes(each)) current += units.indexOf(each);
    else if (tens.includes(each)) current += (tens.indexOf(each) + 2) * 10;
    else if (each === "hundred") current *= 100;
    else if (each === "thousand" || each === "million") {
      total += current * (each === "thousand" ? 1000 : 1_000_000);
      current = 0;
    } else return undefined;
  }
  return total + current;
}
