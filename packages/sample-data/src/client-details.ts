import { addDays, type JsonObject } from "@service/json";
import { textOf } from "./fields.ts";
import { cents } from "./facts.ts";
import { today } from "./plan.ts";
import type { Random } from "./random.ts";
import type { Trade } from "./trades.ts";
import type { Address, NameMaker, PersonName } from "./words.ts";

/** What a file also holds and no engine is measured by: it draws from a stream of its own, so that the rest of the book stays as it is. */

const foreignLetters: readonly (readonly [plain: string, foreign: string])[] = [
  ["e", "é"],
  ["n", "ñ"],
  ["u", "ü"],
];

/** One name in twenty with a letter outside ASCII; all of them are in Windows-1252. */
export function withForeignLetters(random: Random, name: string): string {
  if (!random.chance(0.05)) return name;
  const fitting = foreignLetters.filter(([letter]) => name.includes(letter));
  if (fitting.length === 0) return name;
  const [plain, foreign] = random.pick(fitting);
  return name.replace(plain, foreign);
}

/** The name over the door, which one business in eight has beside its own; people type quotes and semicolons into it. */
export function tradingName(random: Random, names: NameMaker, trade: Trade): string | undefined {
  if (!random.chance(0.12)) return undefined;
  const word = withForeignLetters(random, names.business(random));
  const name = `${word} ${random.pick(trade.words)}`;
  return random.pick([name, name, `"${word}" ${random.pick(trade.words)}`, `${name}; ${names.business(random)}`]);
}

/** The address as somebody typed it into the system: some have a second line, some two lines in the first. */
export function asTyped(random: Random, address: Address, owner: PersonName): Address & { readonly line2?: string } {
  if (random.chance(0.1)) return { ...address, line2: `Suite ${random.int(1, 40)}` };
  return random.chance(0.03) ? { ...address, line1: `c/o ${owner.full}\n${address.line1}` } : address;
}

/** Who drives the insured vehicles: the owner and others, one for each vehicle and never more than twelve. */
export function driversOf(
  random: Random,
  names: NameMaker,
  owner: PersonName,
  state: string,
  vehicles: readonly JsonObject[],
): JsonObject[] {
  const insured = vehicles.filter(({ policy_keys }) => Array.isArray(policy_keys)).slice(0, 12);
  return insured.map(({ client_key, policy_keys }, index) => ({
    driver_key: `${textOf(client_key)}-w${index + 1}`,
    client_key: textOf(client_key),
    policy_keys: policy_keys ?? [],
    name: index === 0 ? owner.full : names.person(random).full,
    birth_date: `${random.int(1950, 2006)}-${String(random.int(1, 12)).padStart(2, "0")}-${String(random.int(1, 28)).padStart(2, "0")}`,
    license_state: state,
    status: "active",
  }));
}

/** The applications of renewals that somebody took to the market. */
export function submissionsOf(random: Random, renewals: readonly JsonObject[]): JsonObject[] {
  return renewals.flatMap((renewal) => {
    const stage = submissionStages[textOf(renewal.stage)];
    if (stage === undefined || !random.chance(0.68)) return [];
    const expires = textOf(renewal.expires_on);
    return [
      {
        submission_key: `${textOf(renewal.renewal_key)}-s`,
        client_key: textOf(renewal.client_key),
        policy_key: textOf(renewal.policy_key),
        lines: renewal.lines ?? [],
        target_on: textOf(renewal.target_on),
        carrier_key: textOf(renewal.carrier_key),
        premium: Number(renewal.premium),
        stage,
        submitted_on: addDays(today, -random.int(1, 40)) ?? today,
        effective_on: expires,
        ...(stage === "lost" ? { lost_reason: textOf(renewal.lost_reason) } : {}),
      },
    ];
  });
}

/** Stages of an application by the stage of its renewal; before that nothing is sent. */
const submissionStages: { readonly [stage: string]: string } = {
  in_review: "sent",
  quoted: "quoted",
  completed: "bound",
  lost: "lost",
};

/** What came in for the paid invoices of policies that the agency bills itself; carriers bill the others. */
export function paymentsOf(
  random: Random,
  policies: readonly JsonObject[],
  invoices: readonly JsonObject[],
): JsonObject[] {
  const billed = new Set(policies.flatMap((row) => (row.billing === "agency" ? [textOf(row.policy_key)] : [])));
  return invoices.flatMap((invoice) =>
    invoice.status === "paid" && billed.has(textOf(invoice.policy_key))
      ? [
          {
            payment_key: `${textOf(invoice.invoice_key)}-y`,
            client_key: textOf(invoice.client_key),
            policy_key: textOf(invoice.policy_key),
            invoice_key: textOf(invoice.invoice_key),
            number: `PAY-${random.digits(7)}`,
            amount: cents(Number(invoice.amount)),
            paid_on: textOf(invoice.paid_on),
            status: "settled",
            method: random.pick(["check", "card", "transfer", "transfer"]),
          },
        ]
      : [],
  );
}
