import type { BookFamily } from "../../book-source.ts";
import type { Ask } from "../ask.ts";
import { addsUp, asksAmount, asksHowPaid, asksNumber, asksSentOn, asksWhenReported } from "../requested-values.ts";
import { familyOf } from "../families.ts";
import { fieldOfFrame } from "../frames.ts";
import { frameOf } from "../question-frame.ts";
import { type Reading, means } from "../reading.ts";
import { signedRating } from "../ratings.ts";
import { isMoney } from "../values.ts";
import { isDay } from "./fields-of-meant.ts";

/** The fields that the words of a question ask for, with what its form and the words beside them ask for. */
export function withFurtherFields(ask: Ask, family: BookFamily, meant: readonly string[]): readonly string[] {
  const { reading, policy, numbered } = ask;
  const fields = [...meant];
  if (family === "staff" && ask.colleague !== undefined && fields.length === 0) fields.push("role");
  // "Does she prefer text or email" asks for one of them, and for no address.
  if (family === "contacts" && fields.includes("preferred_channel"))
    for (const field of ["phone", "email"]) if (fields.includes(field)) fields.splice(fields.indexOf(field), 1);
  if (fields.length === 0 && family === "contacts" && /\bnumbers?\b/iu.test(reading.core)) fields.push("phone");
  // "Their umbrella number."
  const isLineNumber = family === "policies" && fields.length === 0 && ask.client !== undefined && policy === undefined;
  if (isLineNumber && reading.lines.length > 0 && /\bnumber\b(?! of\b)/iu.test(reading.core))
    fields.push("policy_number");
  fields.push(...besides(ask, family, fields));
  if (family === "contracts") fields.push(...requirements(reading));
  if (family === "policies" && (ask.client !== undefined || policy !== undefined) && fields.length > 0)
    fields.push(...fieldsOfParts(reading));
  if (family === "contracts" && fields.length === 0 && !means(reading, "op") && asksForAll.test(reading.core))
    fields.push(...everyRequirement);
  if (family === "locations" && fields.length === 0) fields.push(...valuesOfPlace(reading));
  if (
    numbered?.family === "vehicles" &&
    (fields.length === 0 || /\b(?:who|whose|client|insured|customer|account)\b/iu.test(reading.core))
  )
    fields.push("client_key", ...(fields.length === 0 ? ["year", "make", "model"] : []));
  // Of several carriers these narrow, and are not what is asked.
  if (family === "carriers" && ask.carrier === undefined)
    for (const field of ["name", "rating", "appointed", "admitted_states"])
      if (fields.includes(field) && isNarrowing(reading, field)) fields.splice(fields.indexOf(field), 1);
  const ofFrame = fields.length === 0 ? fieldOfFrame(family, reading) : undefined;
  // Of one invoice the amount is asked, of many what is open.
  const framed = ofFrame === "balance" && numbered !== undefined ? "amount" : ofFrame;
  // "Who is it for" of a row that is named by its number is its client.
  const isRanked =
    means(reading, "op", "count", "sum", "most", "fewest") ||
    (numbered !== undefined && !["when", "how much"].includes(frameOf(reading) ?? ""));
  // "Who" of a policy that is named by its number is its client.
  const isNumbered = policy !== undefined && reading.numbers.length > 0 && frameOf(reading) === "who";
  const isWithWhom = isNumbered && /\b(?:with|through|using|placed|insuring)\W*$/iu.test(reading.core);
  if (isWithWhom && fields.length === 0) fields.push("carrier_name");
  const isAboutOne = ask.client !== undefined || policy !== undefined;
  if (
    framed !== undefined &&
    (isAboutOne || numbered !== undefined || frameOf(reading) === "how much") &&
    !isRanked &&
    !isNumbered
  )
    fields.push(framed);
  // "Who quoted, and how much": the form asks for the one, the words for the other.
  const { amount } = familyOf(family);
  const isOfWork = ["claims", "quotes", "submissions", "renewals", "invoices", "payments"].includes(family);
  if (isOfWork && amount !== undefined && fields.length > 0 && !fields.some(isMoney) && asksAmount(reading))
    fields.push(amount);
  return [...new Set(fields)];
}

/** "Whether it is open, and the reserve". */
const asksWhetherOpen = /\b(?:whether|if|is|are|was)\b[^,;]*\b(?:open|closed)\b/iu;

/** What the words ask for beside what they name: the number on a claim, the reason, the way of payment. */
function besides(ask: Ask, family: BookFamily, fields: string[]): readonly string[] {
  const { reading, numbered } = ask;
  const added: string[] = [];
  // "Which policy is it under" of a claim, an invoice or a payment.
  const isOfPolicy = ["claims", "invoices", "payments"].includes(family) && numbered !== undefined;
  if (
    isOfPolicy &&
    fields.length === 0 &&
    /\b(?:which|what)(?: of (?:their|the|its))? polic(?:y|ies)\b/iu.test(reading.core)
  )
    return ["policy_key"];
  switch (family) {
    case "claims":
      if (fields.includes("paid") && fields.includes("reserved") && addsUp(reading)) {
        // Paid and reserved together are what a claim has cost.
        fields.splice(0, fields.length, ...fields.filter((field) => field !== "paid" && field !== "reserved"));
        added.push("incurred");
      }
      if (asksWhenReported(reading) && !fields.some(isDay)) added.push("reported_on");
      if (numbered !== undefined && (reading.lines.length > 0 || /\b(?:which|what) coverages?\b/iu.test(reading.core)))
        added.push("line");
      if (fields.length > 0 && asksNumber(reading)) added.push("claim_number");
      if (numbered !== undefined && fields.length > 0 && asksWhetherOpen.test(reading.core)) added.push("status");
      break;
    case "invoices":
      // What was settled on a day was paid on it.
      if (means(reading, "status", "closed") && frameOf(reading) === "when" && !means(reading, "field", "due")) {
        fields.splice(0, fields.length, ...fields.filter((field) => field !== "due_on"));
        added.push("paid_on");
      }
      if (asksNumber(reading) && (fields.length > 0 || asksAmount(reading))) added.push("number");
      if (asksAmount(reading) && frameOf(reading) !== "how much" && !fields.some(isMoney)) added.push("amount");
      break;
    case "payments":
      if (asksHowPaid(reading)) {
        fields.splice(0, fields.length, ...fields.filter((field) => field !== "amount"));
        added.push("method");
      }
      if (asksNumber(reading) && fields.length > 0) added.push("number");
      if (asksAmount(reading) && frameOf(reading) !== "how much" && !fields.some(isMoney)) added.push("amount");
      break;
    case "quotes":
      if (fields.length > 0 && frameOf(reading) === "who") added.push("carrier_key");
      if (fields.length > 0 && /\bpric(?:es?|ing)\b/iu.test(reading.core) && !fields.some(isMoney))
        added.push("premium");
      break;
    case "submissions":
      if (asksSentOn(reading) && !fields.some(isDay)) added.push("submitted_on");
      break;
    default:
      break;
  }
  return added;
}

/** "Who has it and how much is it": what the form of each part asks for where its words name no field. */
function fieldsOfParts(reading: Reading): readonly string[] {
  const { core, words, meanings } = reading;
  const ends = [...core.matchAll(conjunction)].map(({ index }) => index);
  if (ends.length === 0) return [];
  return [0, ...ends].flatMap((start, at) => {
    const end = ends[at] ?? core.length;
    const isNamed = meanings.some(({ kind, at: word }) => {
      const place = words[word]?.start ?? -1;
      return kind === "field" && place >= start && place < end;
    });
    const part: Reading = { ...reading, core: core.slice(start, end) };
    if (isNamed) return [];
    return fieldOfFrame("policies", part) ?? (/\bnumber\b(?! of\b)/iu.test(part.core) ? ["policy_number"] : []);
  });
}

const conjunction = /\b(?:and|plus)\b|[,;&+/?]/giu;

/** What a contract asks for, by the lines that are named; all of it where limits are. */
function requirements(reading: Reading): readonly string[] {
  const lines = reading.lines.flat();
  const all = [
    ["general_liability", "gl_occurrence_required"],
    ["general_liability", "gl_aggregate_required"],
    ["umbrella", "umbrella_required"],
    ["commercial_auto", "auto_required"],
  ] as const;
  const named = all.filter(([line]) => lines.includes(line));
  return (named.length > 0 ? named : means(reading, "field", "limit") ? all : []).map(([, field]) => field);
}

/** "What does the contract require". */
const asksForAll =
  /\bwhat\b.*\b(?:require|requires|required|requirements?|ask for|asks for|call for|calls for|demands?)\b/iu;

/** Everything that a contract asks for. */
const everyRequirement = [
  "gl_occurrence_required",
  "gl_aggregate_required",
  "umbrella_required",
  "auto_required",
  "additional_insured",
  "waiver",
  "primary_wording",
  "notice_days",
];

/** The value of a building that is named beside its place: "the value recorded for the building at the premises". */
function valuesOfPlace({ core }: Reading): readonly string[] {
  if (!/\b(?:values?|amounts?|worth|insured for|carry|carried)\b/iu.test(core)) return [];
  return /\b(?:building|bldg|structure)\b/iu.test(core) ? ["values.building"] : [];
}

/** The question says which value of the field it means. */
function isNarrowing(reading: Reading, field: string): boolean {
  if (field === "admitted_states") return reading.states.length > 0;
  return (
    field === "name" ||
    field === "appointed" ||
    signedRating(reading.core) !== null ||
    /\brated [A-C]\b/u.test(reading.core)
  );
}
