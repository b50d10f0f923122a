import { describe, expect, test } from "@jest/globals";
import type { BookRow } from "../book-source.ts";
import { bookOfRows } from "../testing/book-of-rows.ts";
import { askPlainly } from "../testing/ask-plainly.ts";

const row = (key: string, fields: BookRow["fields"]): BookRow => ({ key, fields });
const book = bookOfRows({
  accounts: [
    row("c1", {
      name: "Quarrel Brenwick Roofing LLC",
      dba: "Tallow Roofs",
      segment: "commercial",
      status: "active",
      entity_type: "partnership",
      fein: "00-1234567",
      revenue: 1_500_000,
      payroll: 420_000,
      employees: 14,
      years_in_business: 22,
      since: "2019-03-01",
      phone: "(614) 555-0101",
      email: "office@quarrel.example.org",
      mailing_address: { line1: "1 Mill Road", city: "Elmgate", state: "OH", zip: "43001" },
      office_key: "o1",
      producer_seat: "s1",
      servicer_seats: ["s2"],
    }),
    row("c2", {
      name: "Ostrava Dental Inc",
      segment: "commercial",
      status: "inactive",
      kind: "former",
      employees: 60,
      mailing_address: { city: "Stoneport", state: "PA" },
      office_key: "o2",
      producer_seat: "s1",
      servicer_seats: ["s2"],
    }),
  ],
  contacts: [
    row("n1", {
      client_key: "c1",
      name: "Dana Wexler",
      role: "owner",
      is_primary: true,
      phone: "(614) 555-0111",
      email: "dana@example.org",
      preferred_channel: "text",
      do_not_contact: false,
    }),
    row("n2", {
      client_key: "c1",
      name: "Ilya Marsh",
      role: "manager",
      is_primary: false,
      phone: "(614) 555-0112",
      email: "ilya@example.org",
      preferred_channel: "phone",
      do_not_contact: true,
    }),
  ],
  staff: [
    row("s1", {
      name: "Priya Lindholm",
      role: "producer",
      office_key: "o1",
      team_keys: ["t1"],
      email: "priya@example.org",
    }),
    row("s2", {
      name: "Tomas Okoro",
      role: "account manager",
      office_key: "o2",
      team_keys: ["t2"],
      email: "tomas@example.org",
    }),
    row("s3", {
      name: "Wanda Friis",
      role: "principal",
      office_key: "o2",
      team_keys: ["t2"],
      email: "wanda@example.org",
    }),
  ],
  offices: [row("o1", { name: "Agency Northgate" }), row("o2", { name: "Agency Southbank" })],
  teams: [row("t1", { name: "Business team 1" }), row("t2", { name: "Family team 2" })],
  carriers: [
    row("k1", { name: "Velmont Casualty", rating: "A+", appointed: true, admitted_states: ["OH"] }),
    row("k2", { name: "Harrowgate Mutual", rating: "B", appointed: false, admitted_states: ["PA"] }),
  ],
});

const answer = async (question: string): Promise<string> => {
  const { method, text } = await askPlainly(question, { book });
  return method === "lookup" ? text : "declined";
};

describe("people and clients", () => {
  test.each([
    ["what does Quarrel turn over in a year", "$1,500,000"],
    ["how much money does Quarrel take in", "$1,500,000"],
    ["Quarrel - what do they pay in wages?", "$420,000"],
    ["how many folks work at Quarrel Brenwick", "14"],
    ["number of ees at Quarrel?", "14"],
    ["how many years has Quarrel been at it", "22"],
    ["tax ID for Quarrel", "00-1234567"],
    ["is Quarrel a corp or a partnership", "partnership"],
    ["when did Quarrel come on board with us", "March 1, 2019"],
    ["what name does Quarrel trade under", "Tallow Roofs"],
    ["Quarrel dba", "Tallow Roofs"],
    ["number of employees of Quarrel for the WC app", "14"],
  ])("a client's own facts are found by everyday words: %s (ANSWER-92)", async (question, value) => {
    expect(await answer(question)).toContain(value);
  });

  test.each([
    ["who is Tallow Roofs", "Quarrel Brenwick Roofing LLC"],
    ["how many people does Brenwick employ", "14"],
    ["how many people does Quarrel Brenwick rfg employ", "14"],
  ])(
    "a client is found by its trade name, a word of its own and a short form: %s (ANSWER-63)",
    async (question, value) => {
      expect(await answer(question)).toContain(value);
    },
  );

  test.each([
    ["what's Ilya Marsh's job at Quarrel", "manager"],
    ["is Ilya Marsh the owner of Quarrel Brenwick Roofing", "No: "],
    ["Ilya's number at Quarrel", "(614) 555-0112"],
    ["how does Dana Wexler like to be reached", "text"],
    ["Dana Wexler - call, text or email?", "channel of Dana Wexler of Quarrel Brenwick Roofing LLC is text"],
    ["which client is Dana Wexler with", "Quarrel Brenwick Roofing LLC"],
    ["is there a DNC flag on Dana Wexler", "No: "],
    ["is Marsh on the do not contact list at Quarrel", "Yes: "],
    ["can we call Ilya Marsh", "Ilya Marsh of Quarrel Brenwick Roofing LLC is on the do-not-contact list"],
  ])("a contact is found by a name beside the client's: %s (ANSWER-91)", async (question, value) => {
    const text = await answer(question);
    expect(text).toContain(value);
    if (question.startsWith("can we")) expect(text).not.toMatch(/^(?:Yes|No)/);
  });

  test.each([
    ["email of the AM on Quarrel", "tomas@example.org"],
    ["who is the am for Quarrel", "Tomas Okoro"],
    ["who produces Quarrel and who services it", "Priya Lindholm"],
    ["where does Tomas Okoro sit", "Agency Southbank"],
    ["what does Wanda Friis do at our agency", "principal"],
    ["what team is Tomas on", "Family team 2"],
    ["who is on Family team 2", "2 colleagues of Family team 2"],
    ["how many people are in Business team 1", "1 colleague of Business team 1"],
    ["how many people work in our Southbank office", "2 colleagues"],
    ["who are the principals of the agency", "Wanda Friis"],
    ["how many AMs do we have", "1 account manager"],
    ["how many clients does the Northgate office have", "1 client"],
    ["is Quarrel out of Southbank", "No: "],
  ])("people of the agency are found by name, role, team and office: %s (ANSWER-90)", async (question, value) => {
    expect(await answer(question)).toContain(value);
  });

  test.each([
    ["is Harrowgate appointed?", "No: "],
    ["what grade does Velmont have", "A+"],
  ])("a carrier is found by how its name begins: %s (ANSWER-63)", async (question, value) => {
    expect(await answer(question)).toContain(value);
  });

  test.each([
    ["who do we have in Elmgate", "Quarrel Brenwick Roofing LLC"],
    ["clients located in Elmgate", "Quarrel Brenwick Roofing LLC"],
    ["which clients have more than fifty employees", "Ostrava Dental Inc"],
    ["is Ostrava still with us", "No: "],
  ])("clients are found by place, size and standing: %s (ANSWER-12)", async (question, value) => {
    expect(await answer(question)).toContain(value);
  });

  test.each([
    "home phone of our colleague Tomas Okoro",
    "how much does Priya Lindholm earn a year",
    "AM's phone for Quarrel",
    "what does Quarrel Brenwick think of us",
    "who is Zorro Blank",
    "how many parking spaces does the Northgate office have",
  ])("what no row says about people is declined: %s (ANSWER-11)", async (question) => {
    expect(await answer(question)).toBe("declined");
  });
});
