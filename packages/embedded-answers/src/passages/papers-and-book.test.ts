import { describe, expect, test } from "@jest/globals";
import { askPlainly } from "../testing/ask-plainly.ts";
import { bookOfRows } from "../testing/book-of-rows.ts";
import type { Passage } from "./passage.ts";

// Papers beside a book: which of the two answers, and what is only near.

const paper = (key: string, title: string, text: string): Passage => ({
  kind: "catalog_documents",
  ref: { document_key: key, page: 1 },
  title,
  locator: "page 1",
  text,
});
const passages: Passage[] = [
  paper(
    "d1",
    "Lease of 14 Mill Street, Tallgrass Joinery LLC",
    `LEASE AGREEMENT

7. Insurance of the tenant

Tenant shall keep in force commercial general liability with a combined single limit of not less than $2,000,000 for each occurrence, naming Landlord and its managing agent as additional insureds.

Tenant shall further maintain an umbrella of $5,000,000 above it.

8. Glass

All plate glass in the storefront is replaced by Tenant at its own cost within ten days.

9. Subletting

Tenant may not assign this lease or sublet any part without the prior written consent of Landlord, which shall not be unreasonably withheld.

10. Utilities

Electricity, water and gas are metered separately and paid by Tenant to the utility.

11. Indemnity

Tenant shall hold Landlord harmless from claims arising out of its use of the premises, save for the negligence of Landlord.`,
  ),
  paper(
    "d2",
    "Underwriting guide, habitational",
    `UNDERWRITING GUIDE

Roofs

Composition shingle roofs older than 20 years are written on actual cash value only. Flat roofs need a report of a licensed contractor.

Wiring

Buildings with aluminum wiring or knob-and-tube wiring are not eligible.

Vacancy

A building that stands empty for more than 60 days is referred to the underwriter.

Dogs

Premises with dogs of a breed on the restricted list are declined.

Binding

Producers may bind up to $1,500,000 total insured value. Anything above that goes to the home office.`,
  ),
  paper(
    "d3",
    "Subcontract with Granger Builders",
    `SUBCONTRACT

Article 6 Insurance

Subcontractor provides a certificate before it starts work on site. Workers compensation is statutory with employers liability of $1,000,000.

Article 9 Delay

For each calendar day of delay Subcontractor pays liquidated damages of $750.

Article 11 Retainage

Contractor holds back ten percent of every progress payment until final completion.`,
  ),
  paper(
    "d4",
    "Office manual",
    `Complaints

A complaint is written down on the day it arrives and handed to the principal.

Leaving staff

Keys, laptop and badge are handed to the office manager on the last day.

Travel

Flights are booked by the travel desk in economy class.`,
  ),
];

const policy = (key: string, number: string, line: string, carrier: string) => ({
  key,
  fields: {
    client_key: "c1",
    policy_number: number,
    line,
    lines: [line],
    status: "active",
    effective_on: "2026-04-01",
    expires_on: "2027-04-01",
    premium: 4_200,
    carrier_name: carrier,
  },
});
const book = bookOfRows({
  accounts: [
    { key: "c1", fields: { name: "Tallgrass Joinery LLC", mailing_address: { city: "Elmgate", state: "OH" } } },
    { key: "c2", fields: { name: "Marlow Florists Inc" } },
  ],
  policies: [
    policy("p1", "TGJ-5520-11", "umbrella", "Juniper Fire"),
    policy("p2", "TGJ-5520-12", "commercial_property", "Bellows Casualty"),
  ],
  coverages: [
    {
      key: "v1",
      fields: {
        client_key: "c1",
        policy_key: "p1",
        line: "umbrella",
        coverage: "umbrella_each_occurrence",
        included: true,
        limit: 2_000_000,
      },
    },
  ],
  locations: [{ key: "l1", fields: { client_key: "c1", name: "Shop", address: { city: "Quillmere", state: "OH" } } }],
  documents: [
    { key: "d3", fields: { client_key: "c1", kind: "contract", title: "Subcontract with Granger Builders" } },
  ],
});
const ask = (question: string, before: readonly string[] = []) => askPlainly(question, { book, passages }, { before });

describe("a section that says the rare words of a question is quoted, and marked (ANSWER-32)", () => {
  test.each([
    ["The house will sit empty for three months, what then?", "stands empty for more than 60 days"],
    ["My client's roof is 24 years old, can we still get replacement cost?", "older than 20 years"],
    ["My client has a 24 year old roof, is that fine?", "older than 20 years"],
    ["An old roof leaks, may we still write it?", "older than 20 years"],
    ["Does Tallgrass need the landlord's permission to rent out a room?", "consent of Landlord"],
    ["Is glass in the showroom replaced by the tenant?", "plate glass"],
    ["Is the shingle a problem at 30 years?", "shingle roofs"],
    ["Flights to the convention?", "Flights are booked"],
    ["Somebody quit: what about the badge and the parking permit?", "badge"],
    ["Dogs on the farm?", "dogs of a breed"],
    ["Is a building empty over the summer fine?", "stands empty"],
  ])("%s", async (question, sentence) => {
    const { method, text, json, citations } = await ask(question);
    expect([method, json, text]).toEqual(["extractive", null, expect.stringContaining(sentence)]);
    // What answers for certain carries no mark, and neither says the other thing.
    const isMarked = text.startsWith("This may answer it: ");
    expect(citations.map(({ tentative }) => tentative ?? false)).toEqual(citations.map(() => isMarked));
    for (const { quote } of citations) expect(passages.some((each) => each.text.includes(quote))).toBe(true);
  });

  test("the mark is there", async () => {
    const { text, citations } = await ask("The house will sit empty for three months, what then?");
    expect(text).toBe(
      "This may answer it: A building that stands empty for more than 60 days is referred to the underwriter. [1]",
    );
    expect(citations).toMatchObject([{ n: 1, tentative: true, source: { title: "Underwriting guide, habitational" } }]);
  });
});

describe("what no section says stays unanswered (ANSWER-52)", () => {
  test.each([
    "How large is the parking lot at Mill Street?",
    "What rent does Tallgrass pay per square foot?",
    "May the tenant keep a boat on the premises?",
    "What interest does Granger charge on late invoices?",
    "Which arbitration court decides disputes with Granger?",
    "What is the dress code?",
    "How many sick days do we have?",
    "Are swimming pools with slides eligible?",
    "What wind deductible do we need in Florida?",
    "Who signs the lease for the landlord?",
    "What is the escalation clause of the lease?",
    "When does the lease end?",
    "What warranty does Granger want on the cabinets?",
    "What is the wifi password?",
    "How do we handle flood zones?",
    "What security deposit did the tenant pay?",
    "Is snow removal the landlord's job?",
    "What bonus do producers earn?",
    "What safety training does Granger require?",
    "Who cleans the windows of the office?",
  ])("%s", async (question) => {
    expect(await ask(question)).toMatchObject({ method: "declined", citations: [] });
  });
});

describe("a paper that the question names, or whose author it names, comes before the book (ANSWER-26)", () => {
  test.each([
    ["What umbrella does the landlord want Tallgrass Joinery to have?", "$5,000,000"],
    ["What umbrella does the landlord want the joinery to have?", "$5,000,000"],
    ["How much umbrella must Tallgrass Joinery carry under the lease?", "$5,000,000"],
    ["Which umbrella limit does the lease require of Tallgrass Joinery?", "$5,000,000"],
    ["What limit does the landlord ask for on Tallgrass Joinery's umbrella?", "$5,000,000"],
    ["Does the landlord require an umbrella from Tallgrass Joinery?", "$5,000,000"],
    ["What limit of general liability does the landlord require from Tallgrass?", "$2,000,000 for each occurrence"],
    ["What employers liability does the contract with Granger want?", "employers liability of $1,000,000"],
    ["What does the general contractor hold back from a payment?", "ten percent"],
    ["By the guide, up to what value may producers bind?", "$1,500,000"],
    ["What does the manual say about a complaint?", "written down on the day"],
  ])("%s", async (question, sentence) => {
    const { method, text } = await ask(question);
    expect([method, text]).toEqual(["extractive", expect.stringContaining(sentence)]);
  });

  test.each([
    ["The landlord needs a cert, what is Tallgrass Joinery's umbrella limit?", "2,000,000"],
    ["Landlord wants to know the umbrella limit of Tallgrass Joinery", "2,000,000"],
    ["What is the umbrella limit of Tallgrass Joinery?", "2,000,000"],
    ["Who insures Tallgrass Joinery's property at Quillmere?", "Bellows Casualty"],
    ["Who insures the joinery's property at Quillmere?", "Bellows Casualty"],
    ["Which carrier has Tallgrass Joinery's property in Elmgate?", "Bellows Casualty"],
  ])("but the book answers where the paper is only the occasion: %s", async (question, value) => {
    const { method, text } = await ask(question);
    expect([method, text]).toEqual(["lookup", expect.stringContaining(value)]);
  });
});

describe("a question with facts of its own lists nobody (ANSWER-71)", () => {
  test.each([
    "My client's roof is 24 years old, which clients are like that?",
    "My client's roof is 24 years old. What do we do with the clients?",
    "My client's roof is 24 years old, which policy applies?",
    "My client has 24 trucks. Which carriers take them?",
    "Our insured has a pool, which policies apply?",
    "My customer's building is vacant. Which policies do we have?",
    "My prospect wants cyber, which carriers do we have?",
    "An applicant's dog is a mastiff, which policies fit?",
    "My insured runs a food truck, what clients are there?",
    "Our client owns three barns. List the policies.",
  ])("%s", async (question) => {
    expect((await ask(question)).method).not.toBe("lookup");
  });

  test.each(["Which policies are in force?", "My client is Tallgrass Joinery, which policies are in force?"])(
    "%s",
    async (question) => {
      expect(await ask(question)).toMatchObject({ method: "lookup" });
    },
  );
});

describe("the question before helps, and never forbids (ANSWER-25)", () => {
  const rules = paper(
    "r1",
    "Homeowners rules",
    "We insure bicycles up to $2,500 each.\n\nScooters are excluded.\n\nDrones are insured up to $1,000.\n\nJewelry needs an appraisal from $5,000 on.",
  );
  test.each([
    ["Do we insure scooters?", "And bicycles?", "bicycles up to $2,500"],
    ["Do we insure bicycles?", "And drones?", "Drones are insured"],
    ["Do we insure bicycles?", "What about jewelry?", "Jewelry needs an appraisal"],
    ["Who is the claims manager?", "And bicycles?", "bicycles up to $2,500"],
    ["How many claims does Tallgrass Joinery have?", "And bicycles?", "bicycles up to $2,500"],
    ["What does Tallgrass Joinery's umbrella cost?", "And scooters?", "Scooters are excluded"],
    ["What is the weather?", "Or drones?", "Drones are insured"],
    ["Who wrote the handbook?", "Then what about scooters?", "Scooters are excluded"],
    ["When is the office open?", "How about jewelry?", "Jewelry needs an appraisal"],
    ["Thanks!", "And drones?", "Drones are insured"],
    ["Tell me about the retainage of Granger", "also bicycles?", "bicycles up to $2,500"],
  ])("%s %s", async (before, question, sentence) => {
    const { text } = await askPlainly(question, { book, passages: [rules, ...passages] }, { before: [before] });
    expect(text).toContain(sentence);
  });
});

describe("a contract that is on file as a paper is a contract (ANSWER-12)", () => {
  test.each([
    "Which contracts do we have for Tallgrass Joinery?",
    "What contracts does Tallgrass Joinery have?",
    "List the contracts of Tallgrass Joinery",
    "How many contracts does Tallgrass Joinery have?",
    "Does Tallgrass Joinery have a contract on file?",
    "Is there a contract for Tallgrass Joinery?",
    "Do we have any contracts for Tallgrass Joinery?",
    "Tallgrass Joinery: contracts?",
    "Show me the contracts for Tallgrass Joinery",
    "Any contract on file for Tallgrass Joinery?",
  ])("%s", async (question) => {
    const { method, text } = await askPlainly(question, { book });
    expect([method, text]).toEqual(["lookup", expect.stringContaining("Subcontract with Granger Builders")]);
  });

  test("and where there is neither, there is none", async () => {
    const { text } = await askPlainly("Which contracts do we have for Marlow Florists?", { book });
    expect(text).toMatch(/has no contracts/);
  });
});
