import { type Address, addressIn, NameMaker, phoneIn, Random, taxNumber } from "@service/sample-data";
import type { LabelledInsured } from "./link-insureds.ts";

type Insured = {
  readonly name: string;
  readonly address: Address;
  readonly fein?: string;
  readonly phone?: string;
  readonly domain?: string;
};

const firms = 400;
const copies = 200;
const neighbours = 60;
const sisters = 30;
const suite = ", Suite ";
const trades = ["Millwork", "Dental", "Bakery", "Logistics", "Electric", "Orchards", "Glass", "Tooling"];

/**
 * Invented insureds with known duplicates: 400 firms, 200 copies as another desk would write them, 60 other firms in
 * other suites of their buildings, and 30 sisters of some (one word in common) elsewhere. The same for the same seed.
 */
export function inventedInsureds(seed: number): readonly LabelledInsured[] {
  const random = new Random(seed, "duplicates");
  const names = new NameMaker(seed, 400, 600);
  const originals = Array.from({ length: firms }, () =>
    insuredNamed(random, `${names.business(random)} ${random.pick(trades)}`),
  );
  const rows: LabelledInsured[] = originals.map((insured, index) => ({ key: `f${index}`, truth: `${index}`, insured }));
  for (let index = 0; index < copies; index += 1) {
    const own = originals[index];
    if (own !== undefined) rows.push({ key: `c${index}`, truth: `${index}`, insured: rewritten(random, own) });
  }
  for (const [index, { address }] of originals.filter((own) => own.address.line1.includes(suite)).entries()) {
    if (index >= neighbours) break;
    const { phone: _, ...firm } = insuredNamed(random, `${names.business(random)} ${random.pick(trades)}`);
    const line1 = `${address.line1.split(suite)[0] ?? ""}${suite}${random.int(41, 80)}`;
    rows.push({ key: `n${index}`, truth: `neighbour ${index}`, insured: { ...firm, address: { ...address, line1 } } });
  }
  for (let index = 0; index < sisters; index += 1) {
    const [word = ""] = (originals[firms - 1 - index]?.name ?? "").split(" ");
    rows.push({
      key: `s${index}`,
      truth: `sister ${index}`,
      insured: insuredNamed(random, `${word} ${random.pick(trades)}`),
    });
  }
  return rows;
}

function insuredNamed(random: Random, core: string): Insured {
  const address = addressIn(random, random.pick(["OH", "PA", "IN"]));
  const unit = random.chance(0.3) ? `${suite}${random.int(1, 40)}` : "";
  return {
    name: `${core} ${random.pick(["LLC", "Inc", "Corp"])}`,
    address: { ...address, line1: `${address.line1}${unit}` },
    ...(random.chance(0.6) ? { fein: taxNumber(random) } : {}),
    ...(random.chance(0.7) ? { phone: phoneIn(random, address.state) } : {}),
    ...(random.chance(0.3) ? { domain: `${core.toLowerCase().replaceAll(/[^a-z]/g, "")}.example` } : {}),
  };
}

/** One firm in other words: name, street, facts left out, now and then another address or a slip. */
function rewritten(random: Random, { name, address, ...facts }: Insured): Insured {
  const { fein, phone } = facts;
  const hasMoved = random.chance(0.05);
  const elsewhere = addressIn(random, address.state);
  return {
    name: rewrittenName(random, name),
    address: hasMoved
      ? elsewhere
      : {
          ...address,
          line1: rewrittenStreet(random, address.line1),
          city: random.chance(0.1) ? withSlip(random, address.city) : address.city,
          zip: random.chance(0.1) ? withSlip(random, address.zip) : address.zip,
        },
    ...(fein !== undefined && (hasMoved || random.chance(0.5)) ? { fein: fein.replace("-", "") } : {}),
    ...(phone !== undefined && random.chance(0.7) ? { phone: phone.replaceAll(/[^0-9]/g, "") } : {}),
  };
}

function rewrittenName(random: Random, name: string): string {
  const words = name.split(" ");
  const core = words.slice(0, -1).join(" ");
  switch (random.int(0, 5)) {
    case 0:
      return core;
    case 1:
      return `${core}, ${words.at(-1) === "LLC" ? "L.L.C." : "Incorporated"}`.toUpperCase();
    case 2:
      return `${withSlip(random, core)} ${words.at(-1) ?? ""}`;
    case 3:
      return `The ${core} Group`;
    case 4:
      return `${core} dba ${core.split(" ")[0] ?? ""} of ${random.pick(["Ohio", "the Valley", "Town"])}`;
    default:
      return core.replace(" ", "");
  }
}

function rewrittenStreet(random: Random, line: string): string {
  const short = line
    .replace(/ Street\b/, " St.")
    .replace(/ Avenue\b/, " Ave")
    .replace(/ Road\b/, " Rd")
    .replace(/ Lane\b/, " Ln");
  const other = short.replace(/, Suite /, random.pick([" #", " Ste ", " Unit "]));
  return random.chance(0.5) ? other : other.toUpperCase();
}

/** Two neighbours swapped, or one letter left out. */
function withSlip(random: Random, written: string): string {
  const at = random.int(1, Math.max(1, written.length - 3));
  const [a = "", b = ""] = [written[at], written[at + 1]];
  return written.slice(0, at) + (random.chance(0.5) ? b + a : b) + written.slice(at + 2);
}
