import { describe, expect, test } from "@jest/globals";
import { HiddenValues, SearchEffort, searchEffortMax } from "./hidden-values.ts";
import { roundHalfAwayFromZero } from "@service/json";

/** Small seeded generator (mulberry32): property tests repeat exactly. */
function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** The rules, searching for each hidden value separately. */
function revealsOneOf(hidden: readonly (string | number)[], sentence: string): boolean {
  return hidden.some((value) =>
    typeof value === "number"
      ? revealsNumber(value, sentence)
      : revealsText(value, sentence) || revealsIdentifier(value, sentence),
  );
}

function revealsNumber(value: number, sentence: string): boolean {
  const size = Math.abs(value);
  if (size === 0 || size === 1) return false;
  const rounded = (number: number) => [0, 1, 2].map((decimals) => roundHalfAwayFromZero(number, decimals));
  const plain = size >= 10 ? rounded(size) : Number.isInteger(size) ? [] : [size];
  const percents = size <= 1 ? rounded(size * 100) : [];
  return [...sentence.matchAll(/(\d[\d,]*(?:\.\d+)?)(\s?%)?/g)].some(([, digits = "", percent]) =>
    (percent === undefined ? plain : percents).includes(Number(digits.replaceAll(",", ""))),
  );
}

function revealsText(value: string, sentence: string): boolean {
  const text = value.trim().toLowerCase();
  if (text.length < 4 || /^[a-z_]+$/.test(value)) return false;
  const begin = /[\p{L}\p{N}]/u.exec(text)?.index;
  if (begin === undefined) return false;
  const phrase = text.slice(begin);
  const lower = sentence.toLowerCase();
  return [...lower.matchAll(/[\p{L}\p{N}]+/gu)].some(
    ({ 0: word, index }) =>
      /^[\p{L}\p{N}]+/u.exec(phrase)?.[0] === word &&
      lower.startsWith(phrase, index) &&
      !/^[\p{L}\p{N}]/u.test(lower.slice(index + phrase.length)),
  );
}

function revealsIdentifier(value: string, sentence: string): boolean {
  const text = value.trim().toLowerCase();
  const digits = text.replaceAll(/\D/g, "");
  if (text.length < 4 || digits.length < 7 || !/^[\d\s().+-]+$/.test(text)) return false;
  return [...sentence.matchAll(/\d[\d().+\s-]*\d/g)].some(([run]) => run.replaceAll(/\D/g, "") === digits);
}

function hiding(values: readonly (string | number)[], effort = new SearchEffort()): HiddenValues {
  const hidden = new HiddenValues(effort);
  for (const value of values) hidden.add(value);
  return hidden;
}

/** Few words and symbols, so that values and sentences meet often; some letters fold to other lengths or need two units. */
const pieces = [
  ..."a|b|ab|Acme|ACME|acme holdings|İ|Straße|é|𝐀|𠮷|😀|x_y|12|34|1,234.5|0.25|25%|25 %|55-123-4567|5551234567".split(
    "|",
  ),
  ..." | |  |.|, |-|!|\n".split("|"),
];
const numbers = [0, 1, 0.25, -0.25, 3.5, 7, 12, 1234.5, 1234.49, 34, -12, 25];

function randomly(random: () => number) {
  const below = (bound: number): number => Math.floor(random() * bound);
  const string = (): string => Array.from({ length: below(9) }, () => pieces[below(pieces.length)]).join("");
  const value = (): string | number => (random() < 0.3 ? (numbers[below(numbers.length)] ?? 0) : string());
  return {
    values: Array.from({ length: below(13) }, value),
    sentences: Array.from({ length: below(7) }, string),
  };
}

describe("sentences that reveal a hidden value", () => {
  test("are those that contain one of the hidden values, however many are searched at once", () => {
    let revealed = 0;
    for (let seed = 1; seed <= 1_500; seed += 1) {
      const { values, sentences } = randomly(seeded(seed));
      const hidden = hiding(values);
      for (const sentence of sentences) {
        const isRevealed = hidden.isRevealed(sentence);
        expect([seed, sentence, isRevealed]).toEqual([seed, sentence, revealsOneOf(values, sentence)]);
        revealed += isRevealed ? 1 : 0;
      }
    }
    expect(revealed).toBeGreaterThan(500);
  });

  test("are found among ten thousand texts that share their first word", () => {
    const hidden = hiding(Array.from({ length: 10_000 }, (_, index) => `Acme branch ${index} of many`));
    const crowded = "acme branch ".repeat(5_000);
    expect(hidden.isRevealed(`${crowded}.`)).toBe(false);
    expect(hidden.isRevealed(`${crowded} acme branch 7421 of`)).toBe(false);
    expect(hidden.isRevealed(`${crowded} ACME branch 7421 of many.`)).toBe(true);
  });

  test("are found in linear time in long texts that nearly repeat a long hidden one", () => {
    const hidden = hiding([`${"a b ".repeat(20_000)}c`]);
    expect(hidden.isRevealed("a b ".repeat(50_000))).toBe(false);
    expect(hidden.isRevealed(`${"a b ".repeat(50_000)}c`)).toBe(true);
  });
});

test.each(["2026-01-20", "2026-01-20T08:30:00Z"])("a hidden date %s is found in words (PRIV-11)", (date) => {
  const hidden = new HiddenValues(new SearchEffort());
  hidden.add(date);
  expect(hidden.isRevealed("The policy of Acme expires on January 20, 2026.")).toBe(true);
  expect(hidden.isRevealed("The policy of Acme expires on January 21, 2026.")).toBe(false);
});

test.each([
  ["TX", "Acme Casualty does not write general liability in Texas."],
  ["ny", "The file shows states of operation New York and Ohio."],
  ["VI", "A location lies in the US Virgin Islands."],
])("a hidden state code %s is found by the name of the state (PRIV-11)", (code, sentence) => {
  const hidden = hiding([code]);
  expect(hidden.isRevealed(sentence)).toBe(true);
  expect(hidden.isRevealed("The file shows states of operation Nevada and Utah.")).toBe(false);
  expect(hidden.isRevealed(`Form ${code} is on file.`)).toBe(false);
});

describe("the search effort of one reading", () => {
  test("every sentence counts as revealing once the effort is used up", () => {
    const hidden = hiding(["Acme Holdings"]);
    const sentence = "Nothing of it. ".repeat(1_000);
    const sentencesMax = Math.floor(searchEffortMax / sentence.length) - 2;
    for (let count = 0; count < sentencesMax; count += 1) expect(hidden.isRevealed(sentence)).toBe(false);
    for (let count = 0; count < 10; count += 1) hidden.isRevealed(sentence);
    expect(hidden.isRevealed("Nothing of it.")).toBe(true);
    expect(hidden.isHidden("other")).toBe(false);
  });

  test.each([
    ["many values", Array.from({ length: searchEffortMax / 20 }, (_, index) => index + 2)],
    ["long values", Array.from({ length: 50 }, (_, index) => `${index}${"!?".repeat(50_000)}`)],
  ])("every sentence and every copied value counts as hidden when %s were left out", (_, values) => {
    const hidden = hiding(values);
    expect(hidden.isRevealed("Nothing of it.")).toBe(true);
    expect(hidden.isHidden("other")).toBe(true);
    expect(hidden.isHidden(null)).toBe(false);
  });

  test("values that are hidden from two kinds of readers are added once and use up one effort", () => {
    const effort = new SearchEffort();
    const some = hiding(["Acme Holdings"], effort);
    const all = new HiddenValues(effort, some);
    expect(all.isEmpty).toBe(false);
    all.add(4711);
    expect([some.isRevealed("It is 4,711."), all.isRevealed("It is 4,711."), all.isRevealed("acme holdings")]).toEqual([
      false,
      true,
      true,
    ]);
    expect([some.isHidden(4711), all.isHidden(4711), all.isHidden("Acme Holdings")]).toEqual([false, true, true]);
    while (effort.spend(100_000));
    expect([some.isRevealed("Nothing."), all.isRevealed("Nothing.")]).toEqual([true, true]);
  });
});
