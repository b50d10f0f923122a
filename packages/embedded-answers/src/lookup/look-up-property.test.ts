import { expect, test } from "@jest/globals";
import { bookOfRows } from "../testing/book-of-rows.ts";
import { askPlainly } from "../testing/ask-plainly.ts";

const row = (key: string, fields = {}) => ({ key, fields: { client_key: "c1", ...fields } });
const book = bookOfRows({
  accounts: [{ key: "c1", fields: { name: "Tidewater Joinery LLC" } }],
  locations: [
    row("l1", {
      name: "Main premises",
      address: { line1: "1 Quay Road", city: "Millford", state: "OH" },
      construction: "frame",
      year_built: 1971,
      sprinklered: false,
      values: { building: 500_000, contents: 90_000 },
    }),
    row("l2", {
      name: "Premises 2",
      address: { line1: "22 Fen Lane", city: "Stoneport", state: "OH" },
      construction: "fire resistive",
      year_built: 1999,
      sprinklered: true,
      values: { contents: 60_000 },
    }),
  ],
  vehicles: [
    row("v1", { vin: "4ABCD12345EFG6789", year: 2014, make: "Carrow", model: "Pickup", garaging_zip: "44101" }),
    row("v2", { vin: "5ABCD12345EFG6789", year: 2023, make: "Vantry", model: "Van 2500", garaging_zip: "44102" }),
    row("v3", { vin: "6ABCD12345EFG6789", year: 2018, make: "Carrow", model: "Pickup", garaging_zip: "44103" }),
  ],
  drivers: [
    row("d1", { name: "Oda Merl", birth_date: "1970-02-03", license_state: "OH" }),
    row("d2", { name: "Pim Sorrel", birth_date: "1999-08-09", license_state: "KY" }),
  ],
  contracts: [
    row("x1", {
      party: "Larch Development",
      gl_occurrence_required: 1_000_000,
      gl_aggregate_required: 2_000_000,
      additional_insured: true,
      waiver: false,
      notice_days: 30,
    }),
  ],
});
const ask = async (question: string, before: readonly string[] = []) =>
  (await askPlainly(question, { book }, { before, subject: { client_key: "c1" }, declineText: "Not answered." })).text;

test.each([
  ["address of the 2nd location?", "22 Fen Lane"],
  ["what are premises no. 2 made out of", "fire resistive"],
  ["contents added up over all premises", "$150,000"],
  ["how many pickups are on the schedule?", "2 Pickup vehicles"],
  ["which is the newest vehicle", "2023 Vantry Van 2500"],
  ["where is the 2014 Carrow garaged at?", "44101"],
  ["serial no of the van?", "5ABCD12345EFG6789"],
  ["who is the youngest driver?", "Pim Sorrel"],
  ["in which state is Oda Merl licensed?", "OH"],
  ["whose is VIN 4ABCD12345EFG6789", "Tidewater Joinery LLC"],
  ["what GL limits does the contract require?", "$2,000,000"],
  ["notice period of the contract", "30"],
])("%s: one place, vehicle, driver or contract (ANSWER-78)", async (question, words) => {
  expect(await ask(question)).toContain(words);
});

test.each([
  ["is the main building sprinklered?", [], "No"],
  ["does the contract call for a waiver of subrogation?", [], "No"],
  ["and do they want additional insured?", ["Who is the contract with?"], "Yes"],
])("%s: yes or no, as the row says (ANSWER-77)", async (question, earlier, verdict) => {
  expect((await ask(question, earlier)).slice(0, verdict.length + 1)).toBe(`${verdict}:`);
});

test.each(["who is the newest driver?", "which vehicle is next?", "is the plant haunted?"])(
  "%s: no row says it (ANSWER-11)",
  async (question) => {
    expect(await ask(question)).toBe("Not answered.");
  },
);
