import { stem } from "./stem.ts";

/** Words that a broker's desk uses for one another, a group to a line. Only in quoting: a look-up has tables of its own. */
const groups = `
employee staff worker headcount
revenue sales receipts turnover
payroll wages
vehicle car auto automobile truck
premises location site building
deductible retention
premium cost price
limit maximum
expire end terminate lapse
effective begin start commence inception
phone telephone
email mail
insurer carrier company underwriter
client customer insured applicant
claim loss
cancel cancellation terminate
notice notification notify
require requirement must obligate contract demand
prohibit forbid exclude exclusion
cover coverage include
pay payment
form application
fast quick within
price cost over
personal private
data information
years age
drive driver
alcohol liquor
fee charge
person people individual
child children minor
purchase buy
sell sale
meeting appointment
document file paper
address located
owner principal proprietor
report notify
rule guideline policy procedure
submit send file
waive waiver
`;

const bySource = new Map<string, ReadonlySet<string>>();
for (const line of groups.trim().split("\n")) {
  const stems = line.split(" ").map(stem);
  for (const each of stems) bySource.set(each, new Set([...(bySource.get(each) ?? []), ...stems]));
}

/** Stems that stand for a stem, without itself. */
export function synonymsOf(stemmed: string): readonly string[] {
  return [...(bySource.get(stemmed) ?? [])].filter((other) => other !== stemmed);
}
