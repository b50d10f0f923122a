import type { JsonObject } from "@service/json";
import type { ClientFile } from "../book.ts";
import {
  all,
  type Case,
  called,
  day,
  files,
  inForce,
  lineWords,
  list,
  money,
  namedPolicies,
  number,
  sample,
  sampleDay,
  text,
  type Truth,
} from "./sample-truth.ts";

/** Look-ups as a broker's desk asks them. `tuned` wordings were there when the answerer was made; `kept` ones were not looked at. */
interface Kind {
  readonly key: string;
  readonly tuned: readonly [string, string, string];
  readonly kept: readonly [string, string, string];
  readonly cases: () => readonly Case[];
}

export interface Question {
  readonly kind: string;
  readonly set: "tuned" | "kept";
  readonly question: string;
  readonly truth: Truth;
}

/** Cases of a kind: the first in the tuned wordings, the others in the kept ones. */
const perKind = 3;

/** Every kind for one case in the tuned wordings and for two others in the kept ones. */
export function lookUpQuestions(): readonly Question[] {
  return kinds.flatMap(({ key, tuned, kept, cases }) => {
    const found = cases();
    const step = Math.max(1, Math.floor(found.length / perKind));
    const chosen = Array.from({ length: perKind }, (_, index) => found[(index * step) % Math.max(1, found.length)]);
    return chosen.flatMap((each, index) =>
      each === undefined
        ? []
        : (index === 0 ? tuned : kept).map((wording, at): Question => ({
            kind: key,
            set: index === 0 ? "tuned" : "kept",
            question: wording.replaceAll(
              /\{(\w+)\}/g,
              (_, place: string) => each.places[`${place}${at}`] ?? each.places[place] ?? "?",
            ),
            truth: each.truth,
          })),
    );
  });
}

const id = (family: "policies" | "claims" | "contacts" | "accounts", row: JsonObject) => ({
  family,
  id: text(
    row[{ policies: "policy_key", claims: "claim_key", contacts: "contact_key", accounts: "client_key" }[family]],
  ),
});

function ofPolicies(
  truth: (row: JsonObject, file: ClientFile) => Truth | undefined,
  lines?: readonly string[],
): () => Case[] {
  return () =>
    files.flatMap((file) =>
      namedPolicies(file)
        .filter(({ line }) => lines === undefined || lines.includes(text(line)))
        .slice(0, 2)
        .flatMap((row): Case[] => {
          const made = truth(row, file);
          const words = lineWords[text(row.line)] ?? [];
          return made === undefined
            ? []
            : [
                {
                  places: {
                    C: called(file),
                    N: file.name,
                    L0: words[0] ?? "",
                    L1: words[1] ?? "",
                    L2: words[2] ?? "",
                    P: text(row.policy_number),
                  },
                  truth: made,
                },
              ];
        }),
    );
}

function ofClients(
  truth: (
    file: ClientFile,
    account: JsonObject,
  ) => (Truth & { readonly places?: { readonly [place: string]: string } }) | undefined,
): () => Case[] {
  return () =>
    files.flatMap((file): Case[] => {
      const [account] = file.rows.accounts;
      const made = account === undefined ? undefined : truth(file, account);
      return made === undefined ? [] : [{ places: { C: called(file), N: file.name, ...made.places }, truth: made }];
    });
}

const coverageOf = (file: ClientFile, line: readonly string[], coverage: string): JsonObject | undefined => {
  const active = new Set(inForce(file).map(({ policy_key }) => policy_key));
  const found = file.rows.coverages.filter(
    (row) => row.coverage === coverage && line.includes(text(row.line)) && active.has(row.policy_key ?? ""),
  );
  return found.length === 1 ? found[0] : undefined;
};
const limitTruth = (row: JsonObject | undefined): Truth | undefined =>
  row === undefined || row.limit === undefined
    ? undefined
    : { says: [money(number(row.limit))], rows: [{ family: "coverages", id: text(row.coverage_key) }] };
const book =
  (truth: Truth, places: { readonly [place: string]: string } = {}) =>
  (): Case[] => [{ places, truth }];
const active = all("policies").filter(({ status }) => status === "active");
const sum = (rows: readonly JsonObject[], field: string): number =>
  Math.round(rows.reduce((total, row) => total + number(row[field]) * 100, 0)) / 100;
const between = (date: string, from: string, to: string): boolean => date >= from && date <= to;
const plus = (days: number): string => new Date(Date.parse(sampleDay) + days * 86_400_000).toISOString().slice(0, 10);
const most = (rows: readonly JsonObject[], field: string): JsonObject =>
  rows.reduce((best, row) => (number(row[field]) > number(best[field]) ? row : best), rows[0] ?? {});
const policyList = (rows: readonly JsonObject[]): Truth => ({
  says: rows.map(({ policy_number }) => [text(policy_number)]),
  rows: rows.map((row) => id("policies", row)),
});
const [openClaims] = [all("claims").filter(({ status }) => status === "open")];

const firstWord = (file: ClientFile): string => file.name.split(" ")[0] ?? "";
/** Clients of whom the first word of the name is enough. */
const partlyNamed = files.filter(
  (file) =>
    firstWord(file).length > 4 &&
    files.every(
      (other) => other === file || !other.name.toLowerCase().split(" ").includes(firstWord(file).toLowerCase()),
    ),
);

const kinds: readonly Kind[] = [
  {
    key: "expiry",
    tuned: [
      "When does the {L} policy of {C} expire?",
      "What is the expiration date on {C}'s {L}?",
      "{C} - when is their {L} up for renewal?",
    ],
    kept: [
      "What date does {C}'s {L} coverage run out?",
      "{N} {L} renewal date?",
      "Until when is the {L} for {C} in effect?",
    ],
    cases: ofPolicies((row) => ({ says: [day(text(row.expires_on))], rows: [id("policies", row)] })),
  },
  {
    key: "effective",
    tuned: [
      "When did {C}'s {L} policy start?",
      "effective date of the {L} policy for {C}",
      "What's the inception date on {N}'s {L}?",
    ],
    kept: [
      "Since when has the current {L} term of {C} been in effect?",
      "What day did {C}'s {L} policy go into effect?",
      "{C} {L} effective date please",
    ],
    cases: ofPolicies((row) => ({ says: [day(text(row.effective_on))], rows: [id("policies", row)] })),
  },
  {
    key: "carrier",
    tuned: [
      "Which carrier writes the {L} for {C}?",
      "Who is {C}'s {L} insurer?",
      "With which company is the {L} policy of {N} placed?",
    ],
    kept: [
      "Who do we have {C}'s {L} with?",
      "What insurance company covers {C} for {L}?",
      "Carrier on the {L} policy for {N}?",
    ],
    cases: ofPolicies((row) => ({ says: [[text(row.carrier_name)]], rows: [id("policies", row)] })),
  },
  {
    key: "premium",
    tuned: ["What is the premium on {C}'s {L} policy?", "How much does {C} pay for {L}?", "{L} premium for {N}?"],
    kept: [
      "What does {C} pay a year for the {L}?",
      "How much is {N}'s {L} policy?",
      "Tell me the annual premium of the {L} policy of {C}.",
    ],
    cases: ofPolicies((row) => ({ says: [money(number(row.premium))], rows: [id("policies", row)] })),
  },
  {
    key: "policy number",
    tuned: ["What is {C}'s {L} policy number?", "I need the policy number of the {L} for {N}", "policy # for {C} {L}"],
    kept: [
      "What's the number of the {L} policy {C} has?",
      "Can you give me {C}'s policy number for {L}?",
      "{N}: {L} policy number",
    ],
    cases: ofPolicies((row) => ({ says: [[text(row.policy_number)]], rows: [id("policies", row)] })),
  },
  {
    key: "by number: client",
    tuned: ["Who is the insured on policy {P}?", "Which client has policy number {P}?", "Whose policy is {P}?"],
    kept: [
      "What account does policy {P} belong to?",
      "{P} - which customer is that?",
      "Policy {P} is for which insured?",
    ],
    cases: ofPolicies((row, file) => ({
      says: [[text(file.rows.accounts[0]?.name).replaceAll(/\s+/g, " "), file.name]],
      rows: [id("policies", row)],
    })),
  },
  {
    key: "by number: expiry",
    tuned: ["When does policy {P} expire?", "expiration of {P}", "What is the expiry date of policy number {P}?"],
    kept: ["When is {P} up for renewal?", "How long is policy {P} valid?", "{P} renewal date"],
    cases: ofPolicies((row) => ({ says: [day(text(row.expires_on))], rows: [id("policies", row)] })),
  },
  {
    key: "by number: premium",
    tuned: ["What's the premium of {P}?", "How much is policy {P}?", "premium on {P}"],
    kept: ["What does policy {P} cost?", "Annual premium for {P}?", "How much premium is on policy number {P}?"],
    cases: ofPolicies((row) => ({ says: [money(number(row.premium))], rows: [id("policies", row)] })),
  },
  {
    key: "policies in force",
    tuned: [
      "What policies does {C} have in force?",
      "List the active policies of {N}.",
      "Which coverages does {C} carry with us?",
    ],
    kept: [
      "Show me all current policies for {C}",
      "What insurance does {N} have right now?",
      "Give me {C}'s in-force policies",
    ],
    cases: ofClients((file) =>
      inForce(file).length > 0 && inForce(file).length < 8 ? policyList(inForce(file)) : undefined,
    ),
  },
  {
    key: "number of policies",
    tuned: [
      "How many active policies does {C} have?",
      "Number of policies in force for {N}?",
      "How many policies do we have in force for {C}?",
    ],
    kept: [
      "What is the count of active policies for {C}?",
      "How many policies are currently active at {N}?",
      "{C}: how many in-force policies?",
    ],
    cases: ofClients((file) => {
      const count = inForce(file).length;
      return count === 0 ? undefined : { says: [[String(count)]], over: { family: "policies", count } };
    }),
  },
  {
    key: "premium of a client",
    tuned: [
      "What is the total premium of {C}?",
      "How much premium do we have with {N}?",
      "What does {C} pay in total for their active policies?",
    ],
    kept: ["Total annual premium for {C}?", "What's {N}'s overall premium?", "Sum of premiums in force for {C}"],
    cases: ofClients((file) =>
      inForce(file).length < 2 ? undefined : { says: [money(sum(inForce(file), "premium"))] },
    ),
  },
  {
    key: "each occurrence",
    tuned: [
      "What is the each occurrence limit on {C}'s general liability?",
      "GL occurrence limit for {C}?",
      "How high is the per occurrence limit of {N}?",
    ],
    kept: [
      "What limit per occurrence does {C} carry?",
      "{C}'s liability limit each occurrence",
      "What's the occurrence limit {N} has?",
    ],
    cases: ofClients((file) => limitTruth(coverageOf(file, ["general_liability"], "each_occurrence"))),
  },
  {
    key: "general aggregate",
    tuned: [
      "What is {C}'s general aggregate?",
      "General aggregate limit on {N}'s policy?",
      "How much is the general aggregate for {C}?",
    ],
    kept: [
      "What general aggregate limit does {C} have?",
      "{N} general aggregate?",
      "What's the aggregate on the general liability policy of {C}?",
    ],
    cases: ofClients((file) => limitTruth(coverageOf(file, ["general_liability"], "general_aggregate"))),
  },
  {
    key: "combined single limit",
    tuned: ["What's the combined single limit on {C}'s auto policy?", "CSL for {C}?", "Auto liability limit of {N}?"],
    kept: [
      "How much auto liability does {C} have?",
      "What is the CSL on the commercial auto of {N}?",
      "{C} combined single limit",
    ],
    cases: ofClients((file) => limitTruth(coverageOf(file, ["commercial_auto"], "combined_single_limit"))),
  },
  {
    key: "dwelling",
    tuned: [
      "What is the dwelling limit for {C}?",
      "Coverage A on {C}'s homeowners?",
      "How much is the dwelling of {N} insured for?",
    ],
    kept: ["What's the dwelling coverage of {N}?", "{C} dwelling limit?", "For how much is the house of {C} insured?"],
    cases: ofClients((file) => limitTruth(coverageOf(file, ["homeowners"], "dwelling"))),
  },
  {
    key: "employers liability",
    tuned: [
      "What is {C}'s employers liability limit per accident?",
      "EL each accident limit for {C}?",
      "What employers' liability each accident limit does {N} carry?",
    ],
    kept: [
      "Employers liability each accident limit of {C}?",
      "How much employers liability does {C} have for each accident?",
      "What's the each accident limit on {N}'s workers comp?",
    ],
    cases: ofClients((file) => limitTruth(coverageOf(file, ["workers_compensation"], "el_each_accident"))),
  },
  {
    key: "deductible",
    tuned: [
      "What is the deductible on {C}'s dwelling coverage?",
      "What deductible does {N} have on the dwelling?",
      "dwelling deductible for {C}",
    ],
    kept: [
      "How high is {C}'s deductible for the dwelling?",
      "What's the dwelling deductible of {N}?",
      "Homeowners deductible of {C}?",
    ],
    cases: ofClients((file) => {
      const row = coverageOf(file, ["homeowners"], "dwelling");
      const amount = row?.deductible;
      return row === undefined || typeof amount !== "object" || amount === null || !("amount" in amount)
        ? undefined
        : { says: [money(number(amount.amount))], rows: [{ family: "coverages", id: text(row.coverage_key) }] };
    }),
  },
  {
    key: "covered",
    tuned: ["Is {C} covered for hired autos?", "Does {N} have hired auto coverage?", "Do we have hired auto on {C}?"],
    kept: [
      "Is hired auto included for {C}?",
      "Does {C}'s policy cover hired autos?",
      "Has {N} got hired auto coverage?",
    ],
    cases: ofClients((file) => {
      const rows = file.rows.coverages.filter(({ coverage }) => coverage === "hired_auto");
      return rows.length === 1 && rows[0] !== undefined
        ? { says: [["Yes"]], rows: [{ family: "coverages", id: text(rows[0].coverage_key) }] }
        : undefined;
    }),
  },
  {
    key: "has line",
    tuned: [
      "Does {C} have an umbrella?",
      "Is {N} insured for umbrella with us?",
      "Do they have umbrella coverage at {C}?",
    ],
    kept: [
      "Does {C} carry umbrella?",
      "Has {C} got an umbrella policy?",
      "Is there an umbrella policy in force for {N}?",
    ],
    cases: ofClients((file) => {
      const row = inForce(file).find(({ line }) => line === "umbrella");
      return row === undefined ? undefined : { says: [["Yes"]], rows: [id("policies", row)] };
    }),
  },
  {
    key: "claims of a client",
    tuned: ["How many claims does {C} have?", "Number of claims on file for {N}?", "How many losses has {C} had?"],
    kept: ["What's the claim count for {C}?", "How many claims have been reported by {N}?", "Claims count {C}?"],
    cases: ofClients((file) => {
      const count = file.rows.claims.length;
      return count === 0 ? undefined : { says: [[String(count)]], over: { family: "claims", count } };
    }),
  },
  {
    key: "incurred of a client",
    tuned: [
      "What is the total incurred for {C}?",
      "How much have {N}'s claims cost in total?",
      "Sum of incurred losses of {C}?",
    ],
    kept: [
      "Total incurred losses for {C}",
      "What are the incurred losses of {N} altogether?",
      "How much is incurred on {C}'s claims overall?",
    ],
    cases: ofClients((file) =>
      file.rows.claims.length > 1 ? { says: [money(sum(file.rows.claims, "incurred"))] } : undefined,
    ),
  },
  {
    key: "largest claim of a client",
    tuned: ["What was {C}'s largest claim?", "Which is the biggest loss of {N}?", "largest claim for {C}"],
    kept: ["What is the most expensive claim {C} had?", "Which of {N}'s claims is the largest?", "{C}: biggest claim?"],
    cases: ofClients((file) => {
      const row = most(file.rows.claims, "incurred");
      return file.rows.claims.length > 1
        ? { says: [money(number(row.incurred))], rows: [id("claims", row)] }
        : undefined;
    }),
  },
  {
    key: "status of a claim",
    tuned: ["What is the status of claim {K}?", "Is claim {K} still open?", "claim {K} status"],
    kept: ["Has claim {K} been closed?", "What's the status on {K}?", "Is {K} open or closed?"],
    cases: () =>
      all("claims").map((row) => ({
        places: { K: text(row.claim_number) },
        truth: { says: [[text(row.status)]], rows: [id("claims", row)] },
      })),
  },
  {
    key: "paid on a claim",
    tuned: ["How much was paid on claim {K}?", "What has been paid for claim {K}?", "paid amount of claim {K}"],
    kept: ["What did the carrier pay on {K}?", "Payments so far on claim {K}?", "How much has claim {K} paid out?"],
    cases: () =>
      all("claims").map((row) => ({
        places: { K: text(row.claim_number) },
        truth: { says: [money(number(row.paid))], rows: [id("claims", row)] },
      })),
  },
  {
    key: "phone of a contact",
    tuned: ["What is the phone number of the owner of {C}?", "How can I call {C}'s owner?", "owner's phone at {N}"],
    kept: [
      "Phone number for the owner at {C}?",
      "What number do I reach {N}'s owner at?",
      "Give me the telephone number of {C}'s owner",
    ],
    cases: ofClients((file) => {
      const row = file.rows.contacts.find(({ role }) => role === "owner");
      return row === undefined || file.rows.contacts.filter(({ role }) => role === "owner").length > 1
        ? undefined
        : { says: [[text(row.phone)]], rows: [id("contacts", row)] };
    }),
  },
  {
    key: "primary contact",
    tuned: ["Who is the primary contact at {C}?", "Who should I call at {N}?", "main contact for {C}"],
    kept: ["Who's our contact person at {C}?", "Name of the primary contact for {N}?", "Who do we deal with at {C}?"],
    cases: ofClients((file) => {
      const row = file.rows.contacts.find(({ is_primary }) => is_primary === true);
      return row === undefined ? undefined : { says: [[text(row.name)]], rows: [id("contacts", row)] };
    }),
  },
  {
    key: "contact of a role",
    tuned: ["Who is the bookkeeper at {C}?", "bookkeeper of {N}?", "What is the name of {C}'s bookkeeper?"],
    kept: ["Who does the bookkeeping at {C}?", "Name of the bookkeeper for {N}", "{C}: who's the bookkeeper?"],
    cases: ofClients((file) => {
      const rows = file.rows.contacts.filter(({ role }) => role === "bookkeeper");
      return rows.length === 1 && rows[0] !== undefined
        ? { says: [[text(rows[0].name)]], rows: [id("contacts", rows[0])] }
        : undefined;
    }),
  },
  {
    key: "address",
    tuned: ["What is the mailing address of {C}?", "Where is {N} located?", "address for {C}"],
    kept: ["What's {C}'s address?", "Which city is {C} in?", "Where do I send mail to {N}?"],
    cases: ofClients((file, account) => {
      const address = account.mailing_address;
      const city = typeof address === "object" && address !== null && "city" in address ? text(address.city) : "";
      return { says: [[city]], rows: [id("accounts", account)] };
    }),
  },
  {
    key: "employees",
    tuned: ["How many employees does {C} have?", "Number of employees of {N}?", "How many people work at {C}?"],
    kept: ["What's the headcount at {C}?", "employee count of {C}", "How many staff does {N} employ?"],
    cases: ofClients((file, account) =>
      account.employees === undefined
        ? undefined
        : { says: [[number(account.employees).toLocaleString("en-US")]], rows: [id("accounts", account)] },
    ),
  },
  {
    key: "revenue",
    tuned: ["What is {C}'s annual revenue?", "How much revenue does {N} make?", "{C} revenue"],
    kept: ["What are the annual sales of {C}?", "Revenue of {N}?", "What does {C} gross a year?"],
    cases: ofClients((file, account) =>
      account.revenue === undefined
        ? undefined
        : { says: [money(number(account.revenue))], rows: [id("accounts", account)] },
    ),
  },
  {
    key: "documents",
    tuned: ["Do we have loss runs on file for {C}?", "Which loss runs are there for {N}?", "loss runs of {C}"],
    kept: ["Is there a loss run for {C}?", "Show the loss runs we hold for {C}", "Have we got {N}'s loss runs?"],
    cases: ofClients((file) => {
      const rows = file.rows.documents.filter(({ kind }) => kind === "loss_runs");
      return rows.length === 0
        ? undefined
        : {
            says: [["Loss run"]],
            rows: rows.map((row) => ({ family: "documents" as const, id: text(row.document_key) })),
          };
    }),
  },
  {
    key: "last activity",
    tuned: ["What was the last activity with {C}?", "When did we last talk to {N}?", "most recent activity for {C}"],
    kept: ["When was {C} last contacted?", "What is the latest activity on {N}?", "Last touchpoint with {C}?"],
    cases: ofClients((file) => {
      if (file.rows.activities.some(({ occurred_at }) => !/^20\d\d-/.test(text(occurred_at)))) return undefined;
      const last = file.rows.activities.toSorted((a, b) => (text(a.occurred_at) < text(b.occurred_at) ? 1 : -1))[0];
      return last === undefined
        ? undefined
        : {
            says: [day(text(last.occurred_at).slice(0, 10))],
            rows: [{ family: "activities", id: text(last.activity_key) }],
          };
    }),
  },
  {
    key: "accounts",
    tuned: ["How many accounts do we have?", "How many clients are in the book?", "What's the number of accounts?"],
    kept: ["Total number of clients?", "How many customers does the agency have?", "Count of all accounts"],
    cases: book({ says: [["60"]], over: { family: "accounts", count: 60 } }),
  },
  {
    key: "accounts in a state",
    tuned: ["How many clients do we have in {S}?", "Number of accounts in {S}?", "How many of our clients are in {S}?"],
    kept: [
      "How many {S} accounts are there?",
      "count of clients located in {S}",
      "How many customers do we have in {S}?",
    ],
    cases: () =>
      (["OH", "PA", "IN", "MI"] as const).map((code) => {
        const count = all("accounts").filter(({ states }) => list(states).includes(code)).length;
        return {
          places: { S: { OH: "Ohio", PA: "Pennsylvania", IN: "Indiana", MI: "Michigan" }[code] },
          truth: { says: [[String(count)]], over: { family: "accounts", count } },
        };
      }),
  },
  {
    key: "active policies",
    tuned: [
      "How many active {L} policies do we have?",
      "Number of {L} policies in force?",
      "How many {L} policies are active in the book?",
    ],
    kept: [
      "How many {L} policies are in force?",
      "Count of active {L} policies",
      "How many active policies do we have for {L}?",
    ],
    cases: () =>
      ["workers_compensation", "cyber", "umbrella", "personal_auto"].map((line) => {
        const count = active.filter((row) => row.line === line).length;
        const words = lineWords[line] ?? [];
        return {
          places: { L: words[0] ?? "" },
          truth: { says: [[String(count)]], over: { family: "policies", count } },
        };
      }),
  },
  {
    key: "total premium",
    tuned: [
      "What is our total premium in force?",
      "How much active premium do we have in the book?",
      "Sum of premium of all active policies?",
    ],
    kept: [
      "What's the total in-force premium?",
      "Total premium of the active policies of all clients?",
      "How much premium is in force overall?",
    ],
    cases: book({ says: [money(sum(active, "premium"))], over: { family: "policies", count: active.length } }),
  },
  {
    key: "expiring soon",
    tuned: [
      "How many policies expire in the next 30 days?",
      "How many policies are expiring within 30 days?",
      "Number of policies up for renewal in the next 30 days?",
    ],
    kept: [
      "How many renewals are coming up within 30 days?",
      "Count the policies that expire within the next 30 days",
      "how many policies run out in 30 days",
    ],
    cases: () => {
      const count = all("policies").filter(
        (row) => row.status === "active" && between(text(row.expires_on), sampleDay, plus(30)),
      ).length;
      return [{ places: {}, truth: { says: [[String(count)]], over: { family: "policies", count } } }];
    },
  },
  {
    key: "open claims",
    tuned: ["How many open claims do we have?", "Number of open claims in the book?", "How many claims are open?"],
    kept: [
      "Count of open claims?",
      "How many claims are still open across all clients?",
      "What's the number of claims currently open?",
    ],
    cases: book({ says: [[String(openClaims.length)]], over: { family: "claims", count: openClaims.length } }),
  },
  {
    key: "largest policy",
    tuned: [
      "Which policy has the highest premium?",
      "What is the largest policy by premium in the book?",
      "Which client's policy has the largest premium?",
    ],
    kept: [
      "What's our biggest policy by premium?",
      "Highest premium of any active policy?",
      "Which active policy is the most expensive?",
    ],
    cases: () => {
      const row = most(active, "premium");
      return [{ places: {}, truth: { says: [money(number(row.premium))], rows: [id("policies", row)] } }];
    },
  },
  {
    key: "rating of a carrier",
    tuned: ["What is the rating of {R}?", "How is {R} rated?", "{R} AM Best rating?"],
    kept: ["What rating does {R} have?", "Rating for the carrier {R}?", "What's {R}'s rating?"],
    cases: () =>
      sample.market.carriers.map((row) => ({
        places: { R: text(row.name) },
        truth: { says: [[text(row.rating)]], rows: [{ family: "carriers", id: text(row.carrier_key) }] },
      })),
  },
  {
    key: "vehicles",
    tuned: [
      "How many vehicles does {C} have?",
      "Number of vehicles insured for {N}?",
      "How many cars are on file for {C}?",
    ],
    kept: ["What is the size of {C}'s fleet?", "How many autos does {N} have?", "vehicle count for {C}"],
    cases: ofClients((file) => {
      const count = file.rows.vehicles.length;
      return count === 0 ? undefined : { says: [[String(count)]], over: { family: "vehicles", count } };
    }),
  },
  {
    key: "producer",
    tuned: ["Who is the producer for {C}?", "Which producer handles {N}?", "{C} producer"],
    kept: ["Who produces the account {C}?", "Name of {N}'s producer?", "Which of our producers has {C}?"],
    cases: ofClients((file, account) => {
      const seat = sample.organization.staff.find(({ seat_key }) => seat_key === account.producer_seat);
      return seat === undefined ? undefined : { says: [[text(seat.name)]], rows: [id("accounts", account)] };
    }),
  },
  {
    key: "open balance",
    tuned: ["What is the open balance of {C}?", "How much does {N} owe?", "outstanding balance for {C}"],
    kept: ["How much is {C}'s outstanding balance?", "What does {C} still owe us?", "Unpaid invoices total for {N}?"],
    cases: ofClients((file) => {
      const open = file.rows.invoices.filter(({ balance }) => number(balance) > 0);
      return open.length === 0 ? undefined : { says: [money(sum(open, "balance"))] };
    }),
  },
  {
    key: "stage of a renewal",
    tuned: [
      "What stage is the {L} renewal of {C} in?",
      "Where are we with {C}'s {L} renewal?",
      "renewal stage of {L} for {N}",
    ],
    kept: [
      "How far along is the {L} renewal for {C}?",
      "What's the status of {C}'s {L} renewal?",
      "{N}'s {L} renewal: which stage?",
    ],
    cases: ofPolicies((row, file) => {
      const renewal = file.rows.renewals.find(({ policy_key }) => policy_key === row.policy_key);
      return renewal === undefined
        ? undefined
        : {
            says: [[text(renewal.stage).replaceAll("_", " ")]],
            rows: [{ family: "renewals", id: text(renewal.renewal_key) }],
          };
    }),
  },
  {
    key: "by a part of the name",
    tuned: [
      "{F}'s {L} - x-date?",
      "when's {F}'s {L} up",
      "hey, can you check real quick when the {L} for {F} runs out",
    ],
    kept: [
      "{L} exp date for {F} pls",
      "I have {F} on the phone, when does their {L} policy renew?",
      "Could you kindly confirm until when {F} has its {L}?",
    ],
    cases: () =>
      partlyNamed.flatMap((file) =>
        namedPolicies(file)
          .slice(0, 1)
          .map((row): Case => {
            const [first = "", second = first, third = first] = lineWords[text(row.line)] ?? [];
            return {
              places: { F: firstWord(file), L0: first, L1: second, L2: third },
              truth: { says: [day(text(row.expires_on))], rows: [id("policies", row)] },
            };
          }),
      ),
  },
  {
    key: "claims in a year",
    tuned: [
      "How many claims occurred in {Y}?",
      "number of {Y} claims",
      "claims that happened between {Y} and {Y}: how many?",
    ],
    kept: [
      "How many losses did we have in {Y}?",
      "claim count for {Y}",
      "How many claims have a date of loss from January 1, {Y} through December 31, {Y}?",
    ],
    cases: () =>
      ["2023", "2024", "2025"].map((year) => {
        const count = all("claims").filter(({ occurred_on }) => text(occurred_on).startsWith(year)).length;
        return { places: { Y: year }, truth: { says: [[String(count)]], over: { family: "claims", count } } };
      }),
  },
  {
    key: "clients without a line",
    tuned: [
      "How many clients have no {L}?",
      "Number of clients without {L}",
      "How many of our clients don't have {L} with us?",
    ],
    kept: ["How many accounts lack {L}?", "clients without {L}, how many?", "How many customers are missing {L}?"],
    cases: () =>
      ["umbrella", "cyber"].map((line) => {
        const holders = new Set(active.map((row) => text(row.client_key)));
        for (const row of active) if (row.line === line) holders.delete(text(row.client_key));
        return {
          places: { L: line },
          truth: { says: [[String(holders.size)]], over: { family: "accounts", count: holders.size } },
        };
      }),
  },
];
