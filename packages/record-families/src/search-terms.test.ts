import { describe, expect, test } from "@jest/globals";
import { foldText, questionWords, searchTerms, searchWords, textsIn } from "./search-terms.ts";

test.each([
  ["  Ärzte   GmbH ", "arzte gmbh"],
  ["Peña & Søn", "pena & søn"],
  ["ACME\tInc.", "acme inc."],
  ["ｆｕｌｌ", "full"],
])("texts are compared without case, marks and blanks: %j is %j (REC-21)", (text, folded) => {
  expect(foldText(text)).toBe(folded);
});

describe("terms of a row (REC-30)", () => {
  const termsOf = (...given: Parameters<typeof searchTerms>): string[] => searchTerms(...given).map(({ term }) => term);

  test("a client is found by the words of its names", () => {
    expect(termsOf("accounts", { name: "O'Hara & Sons, Inc.", dba: "The Café" })).toEqual([
      "ohara",
      "sons",
      "inc",
      "the",
      "cafe",
    ]);
  });

  test("a phone number is found by its digits, with and without the country code", () => {
    expect(termsOf("contacts", { phone: "+1 (555) 010-0199" })).toEqual(["15550100199", "5550100199", "0100199"]);
    expect(searchTerms("contacts", { phone: "555 010 0199" })[0]?.sensitivity).toBe("pii_contact");
    expect(termsOf("contacts", { phone: "911" })).toEqual([]);
  });

  test("a policy is found by its number, whole or by its parts", () => {
    expect(termsOf("policies", { policy_number: "SYN 123-45" })).toEqual(["syn12345", "syn", "123", "45"]);
  });

  test("other fields find nothing", () => {
    expect(termsOf("accounts", { description: "bakery", fein: "00-1234567" })).toEqual([]);
  });
});

test("words of a question are folded as names are", () => {
  expect(searchWords("  PEÑA o’hara 12-34")).toEqual(["pena", "ohara", "12", "34"]);
});

test.each([
  ["(412) 555-0129", ["4125550129"]],
  ["+1 412.555.0129", ["4125550129"]],
  ["555-0129", ["5550129"]],
  ["4125550129", ["4125550129"]],
  ["12-34", ["12", "34"]],
  ["10012345678", ["10012345678"]],
  ["Route 66 5550129", ["route", "66", "5550129"]],
])("a phone number is one word, however it is written: %j (REC-30)", (q, words) => {
  expect(questionWords(q)).toEqual(words);
});

test("a state counts wherever the client is: its address or its states", () => {
  expect(
    textsIn({ states: ["OH", "TX"], mailing_address: { state: "PA", city: "X" } }, ["states", "mailing_address"]),
  ).toEqual(["OH", "TX", "PA"]);
});
