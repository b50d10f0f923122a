import type { EngineTypeName } from "@service/contract";
import { canonicalHash, type JsonObject } from "@service/json";
import type { CompiledEngine, LoadedDataset } from "@service/engine-kit";
import { findEngineType } from "@service/engine-types";
import { objectOf, objectsAt, textOf } from "./fields.ts";
import { needKey, type Need } from "./agency-standard.ts";
import type { ClientFile } from "./book.ts";
import { accountReview, bookAccount, bookReview, intakeQueue, screening } from "./engine-inputs.ts";
import type { Sample } from "./generate.ts";
import { asOf } from "./plan.ts";
import type { DifferenceTruth, QuoteSet } from "./quote-sets.ts";
import type { DuplicateTruth } from "./submissions.ts";
import type { ScreeningTruth } from "./watchlist.ts";

/**
 * How much of the planted truth the engine types find, each on its preset (with `changes` where a function takes them), asked with inputs that know nothing of the truth.
 * Recall is the share of what was planted that was found; precision the share of what was found that had been planted.
 */
export type Measurement = {
  readonly what: string;
  readonly figure: "recall" | "precision" | "share";
  readonly found: number;
  readonly of: number;
  /** What SAMPLE-10, SAMPLE-11, SAMPLE-12, SAMPLE-13, SAMPLE-14, SAMPLE-15, SAMPLE-16 asks for; absent where it asks for nothing. */
  readonly target?: number;
  /** The cases that speak against the engine, for inspection. */
  readonly missed: readonly string[];
};

export function ratio({ found, of }: Measurement): number {
  return of === 0 ? Number.NaN : found / of;
}

/** The engine of a type on its preset with these changes. */
export function engineOf(type: EngineTypeName, changes: JsonObject = {}): CompiledEngine {
  const engineType = findEngineType(type);
  return engineType.compile(engineType.effectiveConfig({ ...engineType.preset(), ...changes }));
}

export type Answer = { readonly output: JsonObject; readonly solutions: readonly JsonObject[] };

/** @throws when the input is refused or the run fails: a measurement of failures is meaningless. */
export function ask(
  engine: CompiledEngine,
  input: JsonObject,
  { datasets = [], offerings }: { datasets?: readonly LoadedDataset[]; offerings?: readonly JsonObject[] } = {},
): Answer {
  const issues = engine.validateInput(input);
  if (issues.length > 0) throw new Error(`refused: ${JSON.stringify(issues.slice(0, 3))}`);
  const result = engine.run({
    input,
    offerings,
    runId: "00000000-0000-4000-8000-000000000000",
    createdAt: asOf,
    datasets: new Map(datasets.map((dataset) => [dataset.datasetKey, dataset])),
    onStage: () => undefined,
  });
  if (result.status === "failed") throw new Error(`${result.stage} ${result.code}: ${result.error}`);
  return { output: result.output, solutions: result.solutions ?? [] };
}

export function datasetOf(datasetKey: string, rows: readonly JsonObject[]): LoadedDataset {
  return { datasetKey, version: "1", sha256: canonicalHash([...rows]), asOf, rows };
}

/** Gap rules of entity_analysis on the reviewed files. */
export function measureAccountGaps(files: readonly ClientFile[], changes: JsonObject = {}): Measurement[] {
  const engine = engineOf("entity_analysis", changes);
  return compareGaps(
    "Coverage gaps, account review",
    files,
    (file) => gapsIn(ask(engine, accountReview(file)).output),
    () => true,
  );
}

/** The same gaps asked of the whole book at once, as far as a book can be asked: places and coverages per place are not in it. */
export function measureBookGaps(reviewed: readonly ClientFile[]): Measurement[] {
  // Only what the accounts of a book state is counted: the papers of thousands of clients are not read.
  const files = reviewed.filter(({ inPapersOnly }) => inPapersOnly.length === 0);
  const found = new Map<string, string[]>();
  const answer = ask(
    engineOf("opportunity", { per_account_cap: 50 }),
    bookReview(files.map(bookAccount), { kinds: ["coverage_gap"], max_results: 2_000 }),
  );
  for (const row of objectsAt(answer.output, "opportunities")) {
    const rule = textOf(row.rule_key);
    const key = needKey({
      line: textOf(row.line),
      ...(typeof row.coverage === "string" ? { coverage: row.coverage } : coverageOfRule(rule)),
    });
    found.set(textOf(row.client_key), [...(found.get(textOf(row.client_key)) ?? []), key]);
  }
  return compareGaps(
    "Coverage gaps, whole book",
    files,
    ({ clientKey }) => found.get(clientKey) ?? [],
    ({ line, coverage }) => coverage === undefined && line !== "earthquake" && line !== "flood",
  );
}

function compareGaps(
  what: string,
  files: readonly ClientFile[],
  findGaps: (file: ClientFile) => readonly string[],
  isAskable: (need: Need) => boolean,
): Measurement[] {
  const missed: string[] = [];
  const surplus: string[] = [];
  let planted = 0;
  let reported = 0;
  for (const file of files) {
    const truth = new Set(file.openNeeds.map(needKey));
    const askable = new Set(file.openNeeds.filter(isAskable).map(needKey));
    const found = new Set(findGaps(file));
    planted += askable.size;
    for (const key of askable) if (!found.has(key)) missed.push(`${file.clientKey} ${key}`);
    for (const key of found) {
      reported += 1;
      if (!truth.has(key)) surplus.push(`${file.clientKey} ${key}`);
    }
  }
  return [
    { what, figure: "recall", found: planted - missed.length, of: planted, target: 0.98, missed },
    { what, figure: "precision", found: reported - surplus.length, of: reported, target: 0.95, missed: surplus },
  ];
}

/** Listed parties found at the review threshold, and how many of those who are not listed were hit. */
export function measureScreening(sample: Sample, changes: JsonObject = {}): Measurement[] {
  const engine = engineOf("diligence", changes);
  const list = datasetOf("watchlist:demo", sample.screening.entries);
  const missed: string[] = [];
  const nearHits: string[] = [];
  const cleanHits: string[] = [];
  const counts = { listed: 0, near_miss: 0, clean: 0 };
  for (const [index, truth] of sample.screening.truth.entries()) {
    const { output } = ask(engine, screening(sample.screening.subjects[index] ?? {}), { datasets: [list] });
    const hits = hitsIn(output);
    counts[truth.kind] += 1;
    const label = `${truth.subject_key} ${truth.how}`;
    if (truth.kind === "listed" && !isListedFound(truth, output)) missed.push(label);
    if (truth.kind === "near_miss" && hits.some((hit) => hit.entry_id === truth.entry_id)) nearHits.push(label);
    if (truth.kind === "clean" && hits.length > 0) cleanHits.push(label);
  }
  return [
    {
      what: "Listed parties at the review threshold",
      figure: "recall",
      found: counts.listed - missed.length,
      of: counts.listed,
      target: 0.95,
      missed,
    },
    {
      what: "Near misses not hit",
      figure: "share",
      found: counts.near_miss - nearHits.length,
      of: counts.near_miss,
      missed: nearHits,
    },
    {
      what: "Unlisted clients without any hit",
      figure: "share",
      found: counts.clean - cleanHits.length,
      of: counts.clean,
      missed: cleanHits,
    },
  ];
}

/** Copies found in the queue, and whether the desk's labels and the engine's order agree. */
export function measureIntake(sample: Sample): Measurement[] {
  const { intake, market } = sample;
  const engine = engineOf("triage");
  const { output } = ask(engine, intakeQueue(intake.submissions), {
    datasets: [datasetOf("offerings", market.offerings)],
  });
  const queue = new Map(objectsAt(output, "queue").map((entry) => [textOf(entry.submission_key), entry]));
  const copies = new Set(intake.duplicates.map(({ submission_key }) => submission_key));
  const missed = intake.duplicates
    .filter((copy) => !isCopyNamed(copy, queue.get(copy.submission_key) ?? {}))
    .map(({ submission_key, how }) => `${submission_key} ${how}`);
  const held = [...queue.values()]
    .filter(({ action }) => action === "hold_duplicate" || action === "clearance")
    .map(({ submission_key }) => textOf(submission_key));
  const originals = new Set(intake.duplicates.map(({ original_key }) => original_key));
  const wrong = held.filter((key) => !copies.has(key) && !originals.has(key));

  const priority = (key: string): number => Number(objectOf(queue.get(key)?.scores).priority ?? Number.NaN);
  const ready = intake.labels.filter(({ desk }) => desk !== "not_ready");
  let pairs = 0;
  let agreed = 0;
  for (const urgent of ready.filter(({ desk }) => desk === "urgent")) {
    for (const ordinary of ready.filter(({ desk }) => desk === "ordinary")) {
      pairs += 1;
      if (priority(urgent.submission_key) > priority(ordinary.submission_key)) agreed += 1;
    }
  }
  const waiting = intake.labels.filter(
    ({ desk, submission_key }) => desk === "not_ready" && !originals.has(submission_key) && !copies.has(submission_key),
  );
  const unchased = waiting
    .filter(({ submission_key }) => queue.get(submission_key)?.action !== "chase_info")
    .map(({ submission_key }) => `${submission_key} ${textOf(queue.get(submission_key)?.action)}`);
  return [
    {
      what: "Copies in the queue named with their original",
      figure: "recall",
      found: copies.size - missed.length,
      of: copies.size,
      target: 0.9,
      missed,
    },
    {
      what: "Held submissions that are copies or copied",
      figure: "precision",
      found: held.length - wrong.length,
      of: held.length,
      missed: wrong,
    },
    { what: "Urgent before ordinary, pair by pair", figure: "share", found: agreed, of: pairs, missed: [] },
    {
      what: "Unready submissions sent back for information",
      figure: "share",
      found: waiting.length - unchased.length,
      of: waiting.length,
      missed: unchased,
    },
  ];
}

/** Planted differences that a comparison calls material or finds with the check they belong to. */
export function measureQuoteSets(sets: readonly QuoteSet[], { organization }: Sample): Measurement[] {
  const engine = engineOf("comparison");
  const datasets = [datasetOf("coverage_terms", organization.coverageTerms)];
  const missed: string[] = [];
  const surplus: string[] = [];
  let planted = 0;
  let reported = 0;
  for (const { set_key, input, differences } of sets) {
    const { output } = ask(engine, input, { datasets });
    const found = differencesIn(output);
    const expected = new Set(differences.map(differenceKey));
    planted += expected.size;
    reported += found.size;
    for (const key of expected) if (!found.has(key)) missed.push(`${set_key} ${key}`);
    for (const key of found) if (!expected.has(key)) surplus.push(`${set_key} ${key}`);
  }
  return [
    {
      what: "Differences between quotes",
      figure: "recall",
      found: planted - missed.length,
      of: planted,
      target: 0.95,
      missed,
    },
    {
      what: "Differences between quotes",
      figure: "precision",
      found: reported - surplus.length,
      of: reported,
      missed: surplus,
    },
  ];
}

/** Labelled submissions whose market is among the first three. */
export function measurePlacements({ intake, market }: Sample, count = Number.POSITIVE_INFINITY): Measurement[] {
  const engine = engineOf("matching");
  const offerings = datasetOf("offerings", market.offerings);
  const labelled = new Map(intake.labels.map((label) => [label.submission_key, label]));
  const placements = intake.placements.slice(0, count);
  const missed: string[] = [];
  for (const { submission_key, input } of placements) {
    const label = labelled.get(submission_key);
    const { solutions } = ask(engine, input, { datasets: [offerings] });
    const rank = rankOf(label?.offering_key ?? "", solutions);
    if (rank === 0 || rank > 3) missed.push(`${submission_key} ${label?.offering_key ?? ""} rank ${rank}`);
  }
  return [
    {
      what: "Labelled market among the first three",
      figure: "share",
      found: placements.length - missed.length,
      of: placements.length,
      target: 0.9,
      missed,
    },
  ];
}

/** The needs that an account review calls open, as the truth names them. What it only asks to look at does not count. */
export function gapsIn(output: JsonObject): string[] {
  return objectsAt(output, "gaps")
    .filter(({ status }) => status !== "review")
    .map((gap) => {
      const { line, coverage } = objectOf(gap.target);
      return needKey({ line: textOf(line), ...(typeof coverage === "string" ? { coverage } : {}) });
    });
}

/** Checks of a comparison that differences are planted for; the others follow from the program itself. */
const plantedChecks = [
  "one_sided_exclusion",
  "open_subjectivity",
  "minimum_earned",
  "rating_floor",
  "quote_expiry",
  "term_gap",
];

/** What a comparison calls a material difference or finds by a check, as `differenceKey` names it. */
export function differencesIn(output: JsonObject): ReadonlySet<string> {
  const cells = objectsAt(objectOf(output.matrix), "rows").flatMap((row) =>
    objectsAt(row, "cells")
      .filter(({ material }) => material === true)
      .map(({ key }) => `${textOf(key)} ${textOf(row.row_key)}`),
  );
  const checks = objectsAt(output, "findings")
    .map(({ finding_key }) => textOf(finding_key).split(":"))
    .flatMap(([check = "", item = ""]) => (plantedChecks.includes(check) ? [`${item} ${check}`] : []));
  return new Set([...cells, ...checks]);
}

export function differenceKey({ item_key, row_key, check }: DifferenceTruth): string {
  return `${item_key} ${row_key ?? check ?? ""}`;
}

/** Hits that somebody has to look at. */
export function hitsIn(output: JsonObject): readonly JsonObject[] {
  return objectsAt(output, "hits").filter(({ band }) => band === "possible" || band === "strong");
}

export function isListedFound({ entry_id, party }: ScreeningTruth, output: JsonObject): boolean {
  return hitsIn(output).some((hit) => hit.entry_id === entry_id && hit.party === party);
}

/** Whether the entry of the queue names the original of this copy. */
export function isCopyNamed({ original_key }: DuplicateTruth, entry: JsonObject): boolean {
  return objectsAt(entry, "duplicate_of").some(({ submission_key }) => submission_key === original_key);
}

/** The rank of the first solution with this offering; 0 = it is in none. */
export function rankOf(offeringKey: string, solutions: readonly JsonObject[]): number {
  return (
    1 +
    solutions.findIndex((solution) =>
      objectsAt(solution, "offerings").some(({ offering_key }) => offering_key === offeringKey),
    )
  );
}

/** Rows of opportunities name the line; rules about one coverage say it in their key. */
function coverageOfRule(rule: string): { coverage?: string } {
  const coverage = coverageRules[rule];
  return coverage === undefined ? {} : { coverage };
}
const coverageRules: { readonly [rule: string]: string } = {
  gap_umbrella_underlying: "umbrella_occurrence",
  gap_building_valuation: "building",
  gap_building_underinsured: "building",
  gap_business_income: "business_income",
  gap_ordinance_law: "ordinance_law",
  gap_equipment_breakdown: "equipment_breakdown",
  gap_hired_non_owned_auto: "non_owned_auto",
  gap_tenant_improvements: "tenant_improvements",
  gap_business_personal_property: "business_personal_property",
  gap_social_engineering: "social_engineering",
};

/** Every measurement of one sample. `reviewed` are the clients whose files are labelled. */
export function measureAll(sample: Sample, reviewed: readonly ClientFile[], sets: readonly QuoteSet[]): Measurement[] {
  return [
    ...measureAccountGaps(reviewed),
    ...measureBookGaps(reviewed),
    ...measureScreening(sample),
    ...measureIntake(sample),
    ...measureQuoteSets(sets, sample),
    ...measurePlacements(sample),
  ];
}
