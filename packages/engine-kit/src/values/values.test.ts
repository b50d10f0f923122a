import { describe, expect, test } from "@jest/globals";
import { labelsOf } from "./labels.ts";
import { constructionOf, entityTypeOf } from "./normalized-words.ts";
import {
  readAround,
  readBetween,
  readLabelled,
  type ReadKind,
  type ValueQuery,
  type ValueReading,
} from "./read-labelled.ts";
import { readWhole } from "./read-whole.ts";
import { valueTextOf } from "./value-text.ts";

const revenueLabels = [
  "annual revenue",
  "gross revenue",
  "revenue",
  "gross sales",
  "gross receipts",
  "sales",
  "receipts",
];
const labelsFor = {
  revenue: revenueLabels,
  payroll: ["total payroll", "annual payroll", "payroll"],
  employees: ["number of employees", "employees"],
  expires: ["expiration date", "expires"],
  data: ["stores personal data", "do you store personal data"],
  share: ["alcohol share", "share of receipts from alcohol"],
  trade: ["nature of business", "operations"],
  value: ["building value"],
};
const unknown = Symbol("unknown");
const absent = Symbol("absent");
type Expected = number | string | boolean | typeof unknown | typeof absent;
type Line = readonly [string, Expected];

function read(text: string, labels: readonly string[], kind: ReadKind, rest: Partial<ValueQuery> = {}): ValueReading {
  return readLabelled(valueTextOf(text), { labels: labelsOf(labels), read: kind, today: "2026-11-22", ...rest });
}

function outcome(reading: ValueReading): Expected {
  return reading.kind === "value" ? reading.value : reading.kind === "unread" ? unknown : absent;
}

function table(labels: readonly string[], kind: ReadKind, lines: readonly Line[]): void {
  test.each(lines)("%j", (text, expected) => {
    expect(outcome(read(text, labels, kind))).toBe(expected);
  });
}

// M.8 of the worked numbers.
describe("readings that would be guesses (VALUE-3, VALUE-4, VALUE-6)", () => {
  table(labelsFor.revenue, "money", [
    ["Year | Revenue | Payroll\n2024 | 1,900,000 | 500,000\n2025 | 2,100,000 | 640,000", 2_100_000],
    ["Year  Revenue\n2024  $1.9M\n2025  $2.1M", 2_100_000],
    ["Revenue\n2024: $1.9M\n2025: $2.1M", 2_100_000],
    ["Year | Revenue\n2024 | 1,900,000\n2025 | see attached", unknown],
    ["Annual revenue (EUR): 3,100,000", unknown],
    ["Annual revenue: 3,100,000 (CAD)", unknown],
    ["Annual revenue: $3,100,000 Canadian", unknown],
    ["All amounts in euros\nAnnual revenue: 3,100,000", unknown],
    ["Revenue: $260,000 monthly", unknown],
    ["Revenue (6 months): $1,500,000", unknown],
    ["Revenue (12 months): $1,500,000", 1_500_000],
    ["Revenue: $3.1M YTD", unknown],
    ["Revenue: $ 3 . 1 M", unknown],
    ["Revenue: 3. 1 million", unknown],
    ["Revenue: $3,100,000. 25 employees", 3_100_000],
  ]);
  table(labelsFor.payroll, "money", [
    ["Payroll company: $500,000", absent],
    ["Payroll: $12,000 biweekly", unknown],
  ]);
});

describe("worked amounts (VALUE-13)", () => {
  table([...labelsFor.revenue, ...labelsFor.payroll], "money", [
    ["Annual revenue: $3.1M", 3_100_000],
    ["Gross sales (2025): $3,150,000", 3_150_000],
    ["Revenue 2024: 1.9 million; 2025: 2.1 million", 2_100_000],
    ["Payroll $640K", 640_000],
    ["Sales (in thousands) 1,275", 1_275_000],
    ["Revenue $1M - $2M", unknown],
    ["Revenue: see attached", unknown],
    ["Revenue for 2025", absent],
    ["Payroll: none", 0],
  ]);
});

describe("scales and currencies (VALUE-1)", () => {
  table(labelsFor.revenue, "money", [
    ["Revenue: 3.1M", 3_100_000],
    ["Revenue: $ 3,100,000", 3_100_000],
    ["Revenue: USD 3,100,000", 3_100_000],
    ["Revenue: US$3.1M", 3_100_000],
    ["Revenue: 3,100,000 USD", 3_100_000],
    ["Revenue: 3100000", 3_100_000],
    ["Revenue: $3.1MM", 3_100_000],
    ["Revenue: $3.1 mm", 3_100_000],
    ["Revenue: $3.1mil", 3_100_000],
    ["Revenue: $3.1 mn", 3_100_000],
    ["Revenue: $3.1 million", 3_100_000],
    ["Revenue: $1.2B", 1_200_000_000],
    ["Revenue: 1.2 billion", 1_200_000_000],
    ["Revenue: 1.2bn", 1_200_000_000],
    ["Revenue: 640K", 640_000],
    ["Revenue: 640 k", 640_000],
    ["Revenue: 640 thousand dollars", 640_000],
    ["Revenue: $3,100,000.50", 3_100_000.5],
    ["Revenue: $2.345M", 2_345_000],
    ["Revenue: (1,200)", -1200],
    ["Revenue: ($1,200)", -1200],
    ["Revenue: -1,200", -1200],
    ["Revenue: -$1,200", -1200],
    ["Revenue: 2.400.000,00", 2_400_000],
    ["Revenue: 2.400.000", 2_400_000],
    ["Revenue ($000s): 1,275", 1_275_000],
    ["Revenue ($000s) 1,275", 1_275_000],
    ["Revenue 1,275 (000s omitted)", 1_275_000],
    ["Revenue (000 omitted): 1,275", 1_275_000],
    ["Revenue in millions: 3.10", 3_100_000],
    ["In thousands: revenue 1,275", 1_275_000],
    ["Annual revenue $3.1M, payroll (in thousands) 640", 3_100_000],
    ["Payroll (in thousands) 640, annual revenue $3.1M", 3_100_000],
    ["Revenue (in thousands): $3.1M", unknown],
    ["Revenue: EUR 2,000,000", unknown],
    ["Revenue: 2,000,000 EUR", unknown],
    ["Revenue: €2,000,000", unknown],
    ["Revenue: £2m", unknown],
    ["Revenue: CAD 2,000,000", unknown],
  ]);
});

describe("a scale over amounts that are written with all their digits (VALUE-1)", () => {
  table(labelsFor.revenue, "money", [
    ["Sales (in thousands) 3,150,000", unknown],
    ["Sales (in thousands) 640,000", unknown],
    ["Sales (in thousands) 640,250", 640_250_000],
    ["Sales (in thousands) 27,500", 27_500_000],
    ["Sales (in millions) 3,150,000", unknown],
    ["Sales (in millions) 1,275", 1_275_000_000],
    ["Revenue ($000s): 3,150,000", unknown],
    ["Statement of income (000 omitted)\nRevenue: 3,150,000", unknown],
    ["Statement of income (000 omitted)\nRevenue: 3,150", 3_150_000],
    ["Sales (in thousands): 0", 0],
  ]);
});

describe("values between two places of a text (VALUE-15)", () => {
  const between = (text: string, kind: Parameters<typeof readBetween>[3], from = 0, to = text.length): unknown[] => [
    ...readBetween(valueTextOf(text), from, to, kind),
  ];

  test.each<[string, Parameters<typeof readBetween>[3], unknown[]]>([
    ["Revenue $1.2 million. Payroll $640K.", "money", [1_200_000, 640_000]],
    ["Revenue $1.2.3M", "money", []],
    ["Revenue $1M - $2M", "money", []],
    ["Revenue between $1M and $2M", "money", []],
    ["Revenue up to $2M", "money", []],
    ["Revenue over $2M", "money", []],
    ["Sales (in thousands) 1,275", "money", [1_275_000]],
    ["Alcohol share: 35%", "percent", [0.35]],
    ["Staff: 37", "number", [37]],
    ["Effective March 1, 2026, expires 03/01/2027", "date", ["2026-03-01", "2027-03-01"]],
  ])("%s as %s", (text, kind, values) => {
    expect(between(text, kind)).toEqual(values);
  });

  test("a token that begins before the end is read whole, one behind it is not read", () => {
    const text = "Revenue: $3,100,000, payroll: $640,000";
    expect(between(text, "money", 0, 12)).toEqual([3_100_000]);
  });
});

describe("what is no amount (VALUE-2)", () => {
  table(labelsFor.revenue, "money", [
    ["Revenue 2025", absent],
    ["Revenue as of 12/31/2025", absent],
    ["Revenue FY 2025", absent],
    ["Revenue FY2025: $2M", 2_000_000],
    ["Revenue for the year ending 12/31/2025: $2M", 2_000_000],
    ["Revenue for the year ending March 31, 2025: $2M", 2_000_000],
    ["Revenue (2025) 2,000,000", 2_000_000],
    ["Revenue 2024/25: $2M", 2_000_000],
    ["Revenue: $2M up 5%", 2_000_000],
    ["Revenue: 5%", absent],
    ["Revenue: 555-0100", absent],
    ["Revenue: 12-3456789", absent],
    ["Revenue: 12 employees", absent],
    ["Revenue: 3 years", absent],
    ["Revenue: 40,000 sq ft", unknown],
    ["Revenue: $25 per hour", unknown],
    ["Revenue: 2,025", 2025],
    ["Revenue: $2025", 2025],
  ]);
});

describe("which value (VALUE-3)", () => {
  table(labelsFor.revenue, "money", [
    ["Annual revenue\n$3,100,000", 3_100_000],
    ["Annual revenue:\n\n  $3,100,000", 3_100_000],
    ["Annual revenue .......... $3,100,000", 3_100_000],
    ["Annual revenue ________ $3,100,000", 3_100_000],
    ["Annual revenue | $3,100,000 | Employees | 37", 3_100_000],
    ["Revenue  Payroll  Employees\n3,100,000  640,000  37", 3_100_000],
    ["Employees | Revenue | Payroll\n37 | 3,100,000 | 640,000", 3_100_000],
    ["Employees\tRevenue\tPayroll\n37\t3,100,000\t640,000", 3_100_000],
    ["Revenue  Payroll\n3,100,000  640,000  37", absent],
    ["1. Annual revenue: $3,100,000   2. Payroll: $640,000", 3_100_000],
    ["The company had annual revenue of $3.1M and employs 37.", 3_100_000],
    ["Our annual revenue last year was approximately $3,100,000.", 3_100_000],
    ["Total annual revenue: $3,100,000", 3_100_000],
    ["Revenue / gross sales: $3,100,000", 3_100_000],
    ["ANNUAL   REVENUE: $3,100,000", 3_100_000],
    ["Payroll service: $500. Revenue: $3,100,000", 3_100_000],
    ["Cost of sales: $900,000", absent],
    ["Sales tax: $90,000", absent],
    ["Alcohol sales: $450,000", absent],
    ["Non-revenue: $450,000", absent],
    ["Revenues: $450,000", absent],
    ["Annual revenue see page 2   Payroll: $640,000", unknown],
    ["Annual revenue Payroll: $640,000", absent],
    ["Revenue: TBD", unknown],
    ["Revenue: N/A", unknown],
    ["Revenue: unknown", unknown],
    ["Revenue: various", unknown],
    ["Revenue: not available", unknown],
    ["Revenue: ask the controller", unknown],
    ["Revenue: none provided", unknown],
    ["Revenue: nil", 0],
    ["Revenue: 0", 0],
    ["Revenue: $0", 0],
    ["Revenue: zero", 0],
    ["Revenue:", absent],
    ["Revenue\n\n\n$3,100,000", absent],
    ["Annual revenue\n2. Payroll: $640,000", absent],
  ]);
});

describe("ranges and bounds (VALUE-3)", () => {
  table(labelsFor.revenue, "money", [
    ["Revenue $1M to $2M", unknown],
    ["Revenue: $1,000,000 domestic, $200,000 foreign", unknown],
    ["Revenue: $1,000,000 wholesale and $200,000 retail", unknown],
    ["Revenue: $1,000,000 audited", 1_000_000],
    ["Revenue: $1,000,000, payroll $200,000", 1_000_000],
    ["Revenue: $1,000,000, payroll: $200,000", 1_000_000],
    ["Revenue: $1,000,000 Payroll: $200,000", 1_000_000],
    ["Revenue $1M–$2M", unknown],
    ["Revenue: $1M-2M", unknown],
    ["Revenue: between $1M and $2M", unknown],
    ["Revenue: $1M or $2M", unknown],
    ["Revenue: over $1M", unknown],
    ["Revenue: less than $1M", unknown],
    ["Revenue: up to $1M", unknown],
    ["Revenue: $1M+", unknown],
    ["Revenue: <$1M", unknown],
    ["Revenue: > 1,000,000", unknown],
    ["Revenue 1,900,000  2,100,000", unknown],
    ["Revenue: $1M\nRevenue: $2M", unknown],
    ["Revenue: $1M\nRevenue: $1,000,000", 1_000_000],
    ["Revenue: see attached\nGross sales: $2M", 2_000_000],
  ]);
});

describe("years and projections (VALUE-6)", () => {
  table(labelsFor.revenue, "money", [
    ["Revenue 2024: $1.9M 2025: $2.1M", 2_100_000],
    ["Revenue: 2025 - $2.1M, 2024 - $1.9M", 2_100_000],
    ["Revenue: FY25 $2.1M / FY24 $1.9M", 2_100_000],
    ["Revenue: $1.9M (2024), $2.1M (2025)", 2_100_000],
    ["Revenue: $1.9M in 2024 and $2.1M in 2025", 2_100_000],
    ["2024 revenue: $1.9M\n2025 revenue: $2.1M", 2_100_000],
    ["Revenue 2025: $2.1M; 2026: $2.4M", 2_100_000],
    ["Revenue 2026: $2.4M", 2_400_000],
    ["Revenue 2026: $2.4M; 2027: $2.6M", unknown],
    ["Projected revenue: $2.4M\nRevenue: $2.1M", 2_100_000],
    ["Projected revenue: $2.4M", 2_400_000],
    ["Revenue (projected): $2.4M\nRevenue: $2.1M", 2_100_000],
    ["Prior year revenue $1.9M; current year revenue $2.3M; next year est. revenue $2.6M", unknown],
    ["Current year revenue $2.3M; next year est. revenue $2.6M", 2_300_000],
    ["Next year est. revenue $2.6M; prior year revenue: $1.9M", 1_900_000],
    ["Three year revenue: $9M", absent],
    ["This year's revenue: $2.3M", 2_300_000],
    ["Previous revenue: $2.3M", absent],
    ["          2024   2025\nRevenue   1,900,000   2,100,000", 2_100_000],
    ["Year ended December 31,\t2025\t2024\nRevenue\t2,100,000\t1,900,000", 2_100_000],
    ["Year | 2023 | 2024 | 2025\n---\nRevenue | 1.5M | 1.9M | 2.1M", 2_100_000],
    ["Revenue 2025: $2.1M\nRevenue 2025: $2.2M", unknown],
    ["Revenue 2025: $2.1M\nRevenue: $2.2M", unknown],
  ]);
});

describe("tables with a scale (VALUE-1)", () => {
  table(labelsFor.revenue, "money", [
    ["Summary (in thousands)\nRevenue 1,275\nPayroll 640", 1_275_000],
    ["All amounts in thousands\n\nRevenue 1,275", 1_275_000],
    ["Summary ($000s)\nYear 2024 2025\nRevenue 1,200 1,275\n", 1_275_000],
    ["Summary in millions of dollars\nPayroll 1\n\nRevenue 1,275", 1275],
    ["Payroll (in thousands) 640\nRevenue 1,275", 1275],
    ["Summary 2025 (in thousands)\nRevenue 1,275", 1_275_000],
  ]);
});

describe("bad input (VALUE-4)", () => {
  table(labelsFor.revenue, "money", [
    ["Revenue: $1.2.3M", unknown],
    ["Revenue: $", unknown],
    ["Revenue: 1e9", unknown],
    ["Revenue: $-5", unknown],
    ["Revenue: $2,4", unknown],
    ["Revenue: ٢٠٠", unknown],
    ["Revenue: 2.400", unknown],
    ["Revenue: 1'200'000", unknown],
    ["Revenue: 1 200 000", unknown],
    ["Revenue: $3.1MK", unknown],
    ["Revenue: 12,34,567", unknown],
    ["Revenue: $99999999999999999999", unknown],
    ["Revenue: 0x1F", unknown],
    ["Revenue: $3.1M/yr", unknown],
    ["Revenue: (1,200", unknown],
    ["Revenue: 1,200)", 1200],
    ["Revenue: NaN", unknown],
    ["", absent],
    ["\u0000Revenue\u0000", absent],
  ]);
});

describe("counts (VALUE-8)", () => {
  table(labelsFor.employees, "count", [
    ["Employees: 37", 37],
    ["Number of employees 1,200", 1200],
    ["Number of employees: twelve", 12],
    ["Employees: twenty", 20],
    ["Employees: twenty-five", unknown],
    ["Employees: 9 full-time and 5 part-time", 14],
    ["Employees: 9 full time, 5 part time", 14],
    ["Employees: 9 FT / 5 PT", 14],
    ["Employees: 14 (9 full-time, 5 part-time)", 14],
    ["Employees: 14 total, 9 full-time and 5 part-time", 14],
    ["Employees: 15 total, 9 full-time and 5 part-time", unknown],
    ["Employees: 12 to 15", unknown],
    ["Employees: 12-15", unknown],
    ["Employees: 10+", unknown],
    ["Employees: 12.5", unknown],
    ["Employees: $12", unknown],
    ["Employees: none", 0],
    ["Employees (2025): 37", 37],
    ["Employees: 2025", absent],
    ["Employees\n37", 37],
    ["Full-time employees: 9", absent],
    ["Employees: 37 in 2 locations", 37],
    ["Employees: approx. 40", 40],
    ["Employees: 40 people", 40],
    ["Employees: 12 full-time, 3 part-time, 2 seasonal", 17],
    ["Employees 401(k) plan: 3", unknown],
    ["Employees: 5 locations", absent],
  ]);
});

describe("dates (VALUE-9)", () => {
  table(labelsFor.expires, "date", [
    ["Expires: 2026-03-01", "2026-03-01"],
    ["Expires 3/1/2026", "2026-03-01"],
    ["Expiration date: March 1, 2026", "2026-03-01"],
    ["Expiration date: Mar. 1, 2026", "2026-03-01"],
    ["Expires on March 1st, 2026", "2026-03-01"],
    ["Expires: 1 March 2026", "2026-03-01"],
    ["Expires: 13/1/2026", unknown],
    ["Expires: 3/1/26", unknown],
    ["Expires: 2026-02-30", unknown],
    ["Expires: March 2026", unknown],
    ["Expires: TBD", unknown],
    ["Expires: 3/1/2026 - 3/1/2027", unknown],
    ["Expiration date\n3/1/2026", "2026-03-01"],
  ]);
});

describe("yes and no (VALUE-10)", () => {
  table(labelsFor.data, "yes_no", [
    ["Stores personal data: yes", true],
    ["Stores personal data: No", false],
    ["Stores personal data: Y", true],
    ["Stores personal data? N", false],
    ["Do you store personal data of customers? Yes", true],
    ["Stores personal data [x] Yes [ ] No", true],
    ["Stores personal data [ ] Yes [X] No", false],
    ["Stores personal data? Yes [x] No [ ]", true],
    ["Stores personal data? ☒ Yes ☐ No", true],
    ["Stores personal data? ☐ Yes ☑ No", false],
    ["Stores personal data? (X) Yes ( ) No", true],
    ["Stores personal data? __X__ Yes ____ No", true],
    ["Stores personal data? [ ] Yes [ ] No", unknown],
    ["Stores personal data? [x] Yes [x] No", unknown],
    ["Stores personal data? Yes / No", unknown],
    ["Stores personal data? Yes [x] No", unknown],
    ["Stores personal data: N/A", unknown],
    ["Stores personal data: sometimes", unknown],
    ["Stores personal data\nYes", true],
    ["Stores personal data:", absent],
  ]);
});

describe("percentages (VALUE-11)", () => {
  table(labelsFor.share, "percent", [
    ["Alcohol share: 25%", 0.25],
    ["Alcohol share: 25 %", 0.25],
    ["Alcohol share 12.5 percent", 0.125],
    ["Alcohol share: 25", unknown],
    ["Alcohol share: 20% - 30%", unknown],
    ["Alcohol share: none", 0],
  ]);
});

describe("text (VALUE-11)", () => {
  table(labelsFor.trade, "text", [
    ["Nature of business: Cafe with bakery", "Cafe with bakery"],
    ["Nature of business    Cafe    NAICS 722515", "Cafe"],
    ["Operations | Roofing | 12", "Roofing"],
    ["Nature of business: TBD", unknown],
    ["Nature of business is complex", absent],
  ]);
});

test("a value outside the plausible range is unknown, a written 0 is not (VALUE-7)", () => {
  const query = { plausible: [10_000, 1e12] as const };
  expect(outcome(read("Revenue: $12", labelsFor.revenue, "money", query))).toBe(unknown);
  expect(outcome(read("Revenue ..... 12\nRevenue: $2M", labelsFor.revenue, "money", query))).toBe(2_000_000);
  expect(outcome(read("Revenue: none", labelsFor.revenue, "money", query))).toBe(0);
});

test("parts of a count are kept beside their sum (VALUE-8)", () => {
  expect(read("Employees: 9 full-time and 5 part-time", labelsFor.employees, "count")).toMatchObject({
    value: 14,
    parts: [
      { part: "full-time", value: 9 },
      { part: "part-time", value: 5 },
    ],
  });
});

test("the place of a value and of a text without a reading is its evidence (VALUE-3)", () => {
  const text = "Page 1\nRevenue: $3.1 million (audited)";
  const reading = read(text, labelsFor.revenue, "money");
  expect(reading.kind === "value" && text.slice(reading.start, reading.end)).toBe("$3.1 million");
  const open = read("Revenue: see attached", labelsFor.revenue, "money");
  expect(open.kind === "unread" && "Revenue: see attached".slice(open.start, open.end)).toBe("Revenue: see attached");
});

test("the latest full year depends on the day (VALUE-6)", () => {
  const text = "Revenue 2024: 1.9 million; 2025: 2.1 million";
  const onDay = (today: string) => outcome(read(text, labelsFor.revenue, "money", { today }));
  expect(onDay("2025-06-01")).toBe(1_900_000);
  expect(onDay("2025-12-31")).toBe(2_100_000);
  expect(onDay("2024-06-01")).toBe(unknown);
});

describe("a pattern's match is read on its whole line (VALUE-11)", () => {
  const at = (text: string, found: string, kind: ValueQuery["read"]) =>
    outcome(readAround(valueTextOf(text), text.indexOf(found), { read: kind, today: "2026-11-22" }));
  test.each([
    ["Annual revenue: $3.1M", "3", "money", 3_100_000],
    ["Annual revenue (in thousands): 1,275", "1,275", "money", 1_275_000],
    ["Annual revenue: 1.2.3", "1.2", "money", unknown],
    ["Annual revenue: $1M - $2M", "1M", "money", unknown],
    ["Valued as of 3/5/2026", "3/5", "date", "2026-03-05"],
    ["Loss ratio: 0.45", "0.45", "number", 0.45],
  ] as const)("%j at %j", (text, found, kind, expected) => {
    expect(at(text, found, kind)).toBe(expected);
  });
});

describe("a field is read as a whole (VALUE-4)", () => {
  test.each([
    ["$3.1M", "money", 3_100_000],
    ["1.2 million", "money", 1_200_000],
    ["3,100,000", "money", 3_100_000],
    ["none", "money", 0],
    ["$1M - $2M", "money", undefined],
    ["$3.1M and more", "money", undefined],
    ["12 to 15", "number", undefined],
    ["0.45", "number", 0.45],
    ["37 employees", "count", 37],
    ["March 1, 2026", "date", "2026-03-01"],
    ["13/1/2026", "date", undefined],
    ["25%", "percent", 0.25],
  ] as const)("%j as %s", (text, kind, expected) => {
    expect(readWhole(text, kind)).toBe(expected);
  });
});

describe("words with many spellings (VALUE-12)", () => {
  test.each([
    ["Non-Profit", "nonprofit"],
    ["nonprofit corporation", "nonprofit"],
    ["Not for profit", "nonprofit"],
    ["501(c)(3)", "nonprofit"],
    ["501 (c) 3 organization", "nonprofit"],
    ["L.L.C.", "llc"],
    ["Limited Liability Company", "llc"],
    ["LLP", "partnership"],
    ["General partnership", "partnership"],
    ["Sole-Proprietor", "sole_proprietor"],
    ["Sole Proprietorship", "sole_proprietor"],
    ["Individual", "sole_proprietor"],
    ["S-Corp", "corporation"],
    ["Inc.", "corporation"],
    ["C Corporation", "corporation"],
    ["Joint venture", "joint_venture"],
    ["Family trust", "trust"],
    ["Cooperative", "Cooperative"],
  ])("%s is %s", (text, word) => {
    expect(entityTypeOf(text)).toBe(word);
  });
  test.each([
    ["Frame", "frame"],
    ["Wood-frame", "frame"],
    ["JM", "joisted_masonry"],
    ["Joisted Masonry", "joisted_masonry"],
    ["Non-combustible", "noncombustible"],
    ["Masonry Non-Combustible", "masonry_noncombustible"],
    ["MNC", "masonry_noncombustible"],
    ["Fire resistive", "fire_resistive"],
    ["Modified fire resistive", "modified_fire_resistive"],
    ["Straw bale", "Straw bale"],
  ])("%s is %s", (text, word) => {
    expect(constructionOf(text)).toBe(word);
  });
});

describe("200,000 characters on one line take linear time (VALUE-14)", () => {
  test.each([
    ["labels", "revenue "],
    ["labels with values", "revenue: $1M "],
    ["figures", "1,000 "],
    ["brackets", "revenue (("],
    ["scales", "in thousands "],
    ["blanks", "revenue   "],
    ["headings", "in thousands\n"],
    ["boxes", "stores personal data [ ] yes "],
    ["one token", "1"],
  ])("%s", (_name, piece) => {
    const text = piece.repeat(Math.ceil(200_000 / piece.length)).slice(0, 200_000);
    const started = performance.now();
    const prepared = valueTextOf(text);
    const query = { labels: labelsOf(revenueLabels), today: "2026-11-22" };
    readLabelled(prepared, { ...query, read: "money" });
    readLabelled(prepared, { ...query, labels: labelsOf(labelsFor.data), read: "yes_no" });
    expect(performance.now() - started).toBeLessThan(1000);
  });
});
