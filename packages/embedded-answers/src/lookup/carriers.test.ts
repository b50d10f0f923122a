import { describe, expect, test } from "@jest/globals";
import { familyNames, familyOf } from "@service/record-families";
import type { BookRow } from "../book-source.ts";
import { askPlainly } from "../testing/ask-plainly.ts";
import { bookOfRows } from "../testing/book-of-rows.ts";
import { lookUpFamilies } from "./family-table.ts";

const row = (key: string, fields: BookRow["fields"]): BookRow => ({ key, fields });
const policy = (key: string, number: string, line: string, carrier: BookRow["fields"]): BookRow =>
  row(key, {
    client_key: "c1",
    policy_number: number,
    line,
    lines: [line],
    status: "active",
    effective_on: "2026-04-01",
    expires_on: "2027-04-01",
    premium: 4_200,
    ...carrier,
  });
const accounts = [row("c1", { name: "Tallgrass Joinery LLC" })];
/** How a book may say who the carrier is, with the field that then is cited. */
const shapes = {
  carrier_key: bookOfRows({
    accounts,
    carriers: [row("k7", { name: "Juniper Fire" }), row("k8", { name: "Bellows Casualty" })],
    policies: [
      policy("p1", "TGJ-5520-11", "workers_compensation", { carrier_key: "k7" }),
      policy("p2", "TGJ-5520-12", "cyber", { carrier_key: "k8" }),
    ],
  }),
  writing_company: bookOfRows({
    accounts,
    policies: [
      policy("p1", "TGJ-5520-11", "workers_compensation", { writing_company: "Juniper Fire" }),
      policy("p2", "TGJ-5520-12", "cyber", { writing_company: "Bellows Casualty" }),
    ],
  }),
  carrier_name: bookOfRows({
    accounts,
    carriers: [row("k7", { name: "Old Juniper" })],
    policies: [
      policy("p1", "TGJ-5520-11", "workers_compensation", {
        carrier_name: "Juniper Fire",
        carrier_key: "k7",
        writing_company: "Juniper Fire of Ohio",
      }),
      policy("p2", "TGJ-5520-12", "cyber", { carrier_name: "Bellows Casualty" }),
    ],
  }),
};
const questions = [
  "Who is the carrier of policy TGJ-5520-11?",
  "Who is the carrier for Tallgrass Joinery's workers comp?",
  "Which company writes the workers compensation of Tallgrass Joinery?",
  "Carrier on TGJ-5520-11?",
  "Who insures Tallgrass Joinery for workers comp?",
  "What are the premium and carrier of policy TGJ-5520-11?",
  "Premium, carrier and expiration date of Tallgrass Joinery's WC?",
  "Tallgrass Joinery work comp: which insurer?",
  "Who's the writing company on TGJ-5520-11?",
  "Which policies does Tallgrass Joinery have?",
];

describe.each(Object.entries(shapes))(
  "the carrier of a policy is found where only %s has it (ANSWER-95)",
  (field, book) => {
    test.each(questions)("%s", async (question) => {
      const { method, text, citations } = await askPlainly(question, { book });
      expect([method, text]).toEqual(["lookup", expect.stringContaining("Juniper Fire")]);
      expect(text).not.toContain("Juniper Fire of Ohio");
      const cited = citations.map(({ source }) => source.ref["field"]);
      if (!question.startsWith("Which policies")) expect(cited).toContain(field);
    });

    test("both are requested, and both are answered", async () => {
      const { text } = await askPlainly("What are the premium and carrier of policy TGJ-5520-11?", { book });
      expect(text).toContain("$4,200");
    });

    test.each(["How many policies do we have by carrier?", "Premium by carrier?"])("%s", async (question) => {
      const { text } = await askPlainly(question, { book });
      expect(text).toMatch(/Bellows Casualty: (?:1|\$4,200).*Juniper Fire: (?:1|\$4,200)/);
    });

    test.each(["Which policies are with Juniper Fire?", "How many policies do we have with Juniper Fire?"])(
      "%s",
      async (question) => {
        const { method, text } = await askPlainly(question, { book });
        expect([method, text]).toEqual(["lookup", expect.stringContaining("TGJ-5520-11")]);
        expect(text).not.toContain("TGJ-5520-12");
      },
    );
  },
);

test("who may not see the carrier's name does not get it by another field (ANSWER-15)", async () => {
  const policies = [policy("p1", "TGJ-5520-11", "cyber", { writing_company: "Juniper Fire" })];
  const book = bookOfRows({ accounts, policies }, { hidden: { policies: ["carrier_name"] } });
  const { text } = await askPlainly("Who is the carrier of policy TGJ-5520-11?", { book });
  expect(text).toMatch(/not available to you/);
});

test("every field that a look-up asks for is one of its family (ANSWER-10)", () => {
  const unknown = familyNames.flatMap((name) => {
    const { fields = {}, shown = [], amount, day } = lookUpFamilies[name] ?? {};
    const meanings = Object.keys(familyOf(name).fields);
    return [...Object.values(fields), ...shown, amount, day].flatMap((field) =>
      field === undefined || meanings.includes(field.split(".")[0] ?? "") ? [] : [`${name}.${field}`],
    );
  });
  expect(unknown).toEqual([]);
});
