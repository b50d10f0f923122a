/**
 * Letters of other scripts that look like a Latin one. A name spelled with them looks right to a person and differs for
 * a computer, so a word that mixes scripts is read as it looks (NAME-2). Keys are lower case.
 */
export const lookAlikes: ReadonlyMap<string, string> = new Map([
  // Cyrillic
  ["а", "a"],
  ["в", "b"],
  ["с", "c"],
  ["ԁ", "d"],
  ["е", "e"],
  ["н", "h"],
  ["і", "i"],
  ["ї", "i"],
  ["ј", "j"],
  ["к", "k"],
  ["ӏ", "l"],
  ["м", "m"],
  ["о", "o"],
  ["р", "p"],
  ["ԛ", "q"],
  ["г", "r"],
  ["ѕ", "s"],
  ["т", "t"],
  ["ѵ", "v"],
  ["ԝ", "w"],
  ["х", "x"],
  ["у", "y"],
  ["ү", "y"],
  // Greek
  ["α", "a"],
  ["β", "b"],
  ["ϲ", "c"],
  ["ε", "e"],
  ["η", "n"],
  ["ι", "i"],
  ["κ", "k"],
  ["μ", "m"],
  ["ν", "v"],
  ["ο", "o"],
  ["ρ", "p"],
  ["τ", "t"],
  ["υ", "u"],
  ["χ", "x"],
  ["ζ", "z"],
  // Armenian
  ["ա", "w"],
  ["հ", "h"],
  ["ո", "n"],
  ["ս", "u"],
  ["օ", "o"],
]);

/** Capitals that look like another letter than their small form. */
export const capitalLookAlikes: ReadonlyMap<string, string> = new Map([
  ["Η", "h"],
  ["Ν", "n"],
  ["Υ", "y"],
  ["Χ", "x"],
  ["Ρ", "p"],
  ["Μ", "m"],
]);
