import { buildingValue, type Facts } from "./facts.ts";
import type { Coverage, Held, Program } from "./program.ts";
import type { Random } from "./random.ts";

/**
 * What an agency looks for in a client's program (ENT-66), asked of what is *true* of the business. Engines see the file
 * instead: facts that only documents hold, policies that have ended, rows that say "not included". The planted truth is the
 * answer from here; how much of it an engine finds in the file is what the measurements say.
 */
export type Need = { readonly line: string; readonly coverage?: string };

/** Everything that the facts call for and the program does not have. */
export function openNeeds(facts: Facts, program: Program): Need[] {
  return standard.flatMap(({ need, isCalledFor, isMet }) =>
    isCalledFor(facts, program) && !isMet(program, facts) ? [need] : [],
  );
}

/** What could be taken from this program, so that the need opens. */
export function removableNeeds(facts: Facts, program: Program): Need[] {
  return standard.flatMap(({ need, isCalledFor, isMet, without }) => {
    if (!isCalledFor(facts, program) || !isMet(program, facts)) return [];
    const changed = without(program, undefined);
    return isMet(changed, facts) || !isCalledFor(facts, changed) ? [] : [need];
  });
}

/** The program as if the client had never bought what meets the need. */
export function withoutNeed(program: Program, need: Need, random: Random): Program {
  const found = standard.find((each) => needKey(each.need) === needKey(need));
  return found === undefined ? program : found.without(program, random);
}

export function needKey({ line, coverage }: Need): string {
  return `${line}/${coverage ?? ""}`;
}

type Standard = {
  readonly need: Need;
  readonly isCalledFor: (facts: Facts, program: Program) => boolean;
  readonly isMet: (program: Program, facts: Facts) => boolean;
  readonly without: (program: Program, random: Random | undefined) => Program;
};

const has = (program: Program, ...lines: string[]): boolean =>
  program.some((held) => held.lines.some((line) => lines.includes(line)));
const rows = (program: Program): readonly Coverage[] => program.flatMap(({ coverages }) => coverages);
const includes = (program: Program, coverage: string): boolean =>
  rows(program).some((row) => row.included && row.coverage === coverage);
const contents = (facts: Facts): number => facts.sites.reduce((sum, site) => sum + site.contents, 0);
const buildingRows = (program: Program): readonly Coverage[] =>
  rows(program).filter(({ coverage }) => coverage === "building");

const dropLine =
  (line: string) =>
  (program: Program): Program =>
    program.filter((held) => held.line !== line);
/** Taken off the policy, or left on it as "not included": both are ways in which files say no. */
const dropCoverage =
  (...names: string[]) =>
  (program: Program, random: Random | undefined): Program => {
    const isStated = random?.chance(0.35) === true;
    return program.map((held) => ({
      ...held,
      coverages: isStated
        ? held.coverages.map((row): Coverage =>
            names.includes(row.coverage) ? { line: row.line, coverage: row.coverage, included: false } : row,
          )
        : held.coverages.filter(({ coverage }) => !names.includes(coverage)),
    }));
  };
const change = (program: Program, applies: (row: Coverage) => boolean, patch: (row: Coverage) => Coverage): Program =>
  program.map((held): Held => ({ ...held, coverages: held.coverages.map((row) => (applies(row) ? patch(row) : row)) }));

const wholeLine = (line: string, isCalledFor: Standard["isCalledFor"], ...instead: string[]): Standard => ({
  need: { line },
  isCalledFor,
  isMet: (program) => has(program, line, ...instead),
  without: dropLine(line),
});
const partOfLine = (line: string, coverage: string, isCalledFor: Standard["isCalledFor"]): Standard => ({
  need: { line, coverage },
  isCalledFor,
  isMet: (program) => includes(program, coverage),
  without: dropCoverage(coverage),
});

const standard: readonly Standard[] = [
  wholeLine("general_liability", () => true, "business_owners", "garage"),
  wholeLine("workers_compensation", () => true),
  wholeLine("employment_practices", ({ employees }) => employees >= 5),
  wholeLine("cyber", ({ storesPersonalData }) => storesPersonalData),
  wholeLine("professional_liability", ({ professionalFees }) => professionalFees > 0),
  wholeLine("umbrella", ({ ownedVehicles, revenue }) => ownedVehicles >= 5 || revenue > 5_000_000),
  {
    need: { line: "umbrella", coverage: "umbrella_occurrence" },
    isCalledFor: (_facts, program) => has(program, "umbrella"),
    isMet: (program) =>
      !rows(program).some(
        ({ coverage, limit }) =>
          (coverage === "each_occurrence" && (limit ?? 0) < 1_000_000) ||
          (coverage === "el_each_accident" && (limit ?? 0) < 500_000),
      ),
    without: (program) =>
      change(
        program,
        ({ coverage }) => coverage === "each_occurrence",
        (row) => ({ ...row, limit: 500_000 }),
      ),
  },
  {
    // Either way of insuring a building short: at actual cash value, or below 90 percent of what it would cost.
    need: { line: "commercial_property", coverage: "building" },
    isCalledFor: (_facts, program) => buildingRows(program).length > 0,
    isMet: (program, facts) =>
      buildingRows(program).every(({ valuation }) => valuation !== "actual_cash_value") &&
      buildingRows(program).reduce((sum, { limit }) => sum + (limit ?? 0), 0) >= 0.9 * buildingValue(facts),
    without: (program, random) =>
      random?.chance(0.5) === true
        ? change(
            program,
            ({ coverage }) => coverage === "building",
            (row) => ({ ...row, valuation: "actual_cash_value" }),
          )
        : change(
            program,
            ({ coverage }) => coverage === "building",
            (row) => ({ ...row, limit: Math.round((row.limit ?? 0) * 0.0006) * 1_000 }),
          ),
  },
  partOfLine("commercial_property", "business_income", ({ revenue }) => revenue > 500_000),
  partOfLine(
    "commercial_property",
    "ordinance_law",
    (facts, program) => buildingRows(program).length > 0 && facts.sites.some(({ yearBuilt }) => yearBuilt < 1990),
  ),
  partOfLine("commercial_property", "equipment_breakdown", (facts) => buildingValue(facts) + contents(facts) > 0),
  wholeLine("commercial_auto", ({ ownedVehicles }) => ownedVehicles > 0, "garage"),
  {
    need: { line: "commercial_auto", coverage: "non_owned_auto" },
    isCalledFor: ({ ownedVehicles, employeesDrive }) => ownedVehicles > 0 || employeesDrive,
    isMet: (program) => includes(program, "hired_auto") && includes(program, "non_owned_auto"),
    without: (program, random) =>
      (random?.chance(0.3) === true ? dropCoverage("non_owned_auto") : dropCoverage("hired_auto", "non_owned_auto"))(
        program,
        random,
      ),
  },
  wholeLine("liquor_liability", ({ alcoholReceipts }) => alcoholReceipts > 0),
  wholeLine("flood", ({ sites }) => sites.some(({ floodZone }) => /^[AV]/.test(floodZone))),
  wholeLine(
    "earthquake",
    (facts) => buildingValue(facts) > 0 && facts.sites.some(({ address }) => address.state === "CA"),
  ),
  partOfLine("commercial_property", "tenant_improvements", ({ sites }) =>
    sites.some(({ tenantImprovements }) => tenantImprovements > 0),
  ),
  partOfLine("commercial_property", "business_personal_property", (facts) => contents(facts) > 0),
  wholeLine(
    "crime",
    ({ handlesClientFunds, sponsorsBenefitPlan, employees }) =>
      handlesClientFunds || sponsorsBenefitPlan || employees >= 15,
  ),
  {
    need: { line: "crime", coverage: "social_engineering" },
    isCalledFor: ({ handlesClientFunds, revenue }, program) =>
      has(program, "crime", "cyber") && (handlesClientFunds || revenue > 1_000_000),
    isMet: (program) => includes(program, "social_engineering"),
    without: dropCoverage("social_engineering"),
  },
  wholeLine("directors_officers", ({ hasBoard }) => hasBoard),
  wholeLine("pollution", ({ pollutionExposure }) => pollutionExposure),
  wholeLine("inland_marine", ({ toolsValue }) => toolsValue > 5_000),
  wholeLine("builders_risk", ({ constructionInProgress }) => constructionInProgress > 0),
  wholeLine("motor_truck_cargo", ({ haulsForHire }) => haulsForHire),
  wholeLine("garage", ({ customerVehicles }) => customerVehicles),
  wholeLine("product_recall", ({ makesProducts }) => makesProducts),
];
