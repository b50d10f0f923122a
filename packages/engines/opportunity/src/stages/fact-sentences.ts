import { counted, factInWords, labelOf, moneyInWords, numberInWords, stateName } from "@service/engine-kit";

/** A fact that made a rule true, as a sentence about the account (WORD-2, WORD-3). */
export type PlainFact = string | number | boolean;

/** Facts of the pack that are said in words of their own. `value` is what the rule read. */
const sentences: { readonly [name: string]: (value: PlainFact) => string } = {
  employees: (value) => `The account has ${countOf(value, "employee")}.`,
  owned_vehicles: (value) => `The account owns ${countOf(value, "vehicle")}.`,
  revenue: (value) => `The account has a revenue of ${amountOf(value)}.`,
  payroll: (value) => `The account has a payroll of ${amountOf(value)}.`,
  naics: (value) => `The account has NAICS code ${shown(value)}, as the file states.`,
  entity_type: (value) => `The entity type of the account is ${shown(value)}.`,
  states: (value) => `The account has a location in ${stateName(shown(value))}.`,
  flood_zones: (value) => `A location lies in flood zone ${shown(value)}, as the file states.`,
  employees_drive: () => "Employees drive on business, as the file states.",
  stores_personal_data: () => "The account stores personal data.",
  handles_client_funds: () => "The account handles funds of its clients.",
  sponsors_benefit_plan: () => "The account sponsors a benefit plan, as the file states.",
  makes_products: () => "The account makes products.",
  hauls_for_hire: () => "The account hauls goods for hire, as the file states.",
  has_board: () => "The account has a board.",
  pollution_exposure: () => "The account has a pollution exposure.",
  customer_vehicles_in_care: () => "The account has vehicles of customers in its care.",
};

/** Amounts by the last word of their name. */
const isAmount = /(?:^|_)(?:value|receipts|fees|cost|improvements|premium|balance|limit|progress|incurred|reserves)$/;

/** The sentence of a fact by its path, e.g. `account.attributes.tools_value`. */
export function factSentence(path: string, value: PlainFact): string {
  const name = path.slice(path.lastIndexOf(".") + 1).replace("[]", "");
  const own = Object.hasOwn(sentences, name) ? sentences[name] : undefined;
  if (own !== undefined && value !== false) return own(value);
  const label = factInWords(path);
  if (typeof value === "boolean") return `The file of the account states ${value ? "yes" : "no"} for ${label}.`;
  return `The file of the account states ${isAmount.test(name) ? amountOf(value) : shown(value)} for ${label}.`;
}

function countOf(value: PlainFact, noun: string): string {
  return typeof value === "number" ? counted(value, noun) : shown(value);
}

function amountOf(value: PlainFact): string {
  return typeof value === "number" ? moneyInWords(value) : shown(value);
}

/** A code that stands for words is said in words; NAICS codes and the like are no numbers. */
function shown(value: PlainFact): string {
  if (typeof value === "number") return numberInWords(value);
  return typeof value === "string" ? labelOf(value.replace(/\s+/g, " ").trim()) : String(value);
}
