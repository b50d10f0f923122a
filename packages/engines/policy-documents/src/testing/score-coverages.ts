import { flag, type JsonObject, number, objects, part, text, texts } from "@service/json";
import { lineCodes } from "@service/record-families";
import type { DocumentReading, Place, PolicyDocument, ReadCoverage, ReadLine, Stated } from "../document-reading.ts";
import { sameName, sameOption, squeezed, type Tally, wordsShared } from "./tally.ts";

type Wanted = { readonly line: JsonObject; readonly row: JsonObject };
type Read = { readonly line: ReadLine; readonly coverage: ReadCoverage };
type Pair = { readonly wanted: Wanted; readonly read: Read; readonly rank: number; readonly isInPlace: boolean };

/** Scores the lines and their coverages: a value under another coverage, line, location or option is wrong. */
export function scoreCoverages(
  truth: JsonObject,
  document: PolicyDocument,
  reading: DocumentReading,
  tally: Tally,
): void {
  const lines = objects(truth, "lines");
  const wanted = lines.flatMap((line) => objects(line, "coverages").map((row) => ({ line, row })));
  const read = reading.lines.flatMap((line) => line.coverages.map((coverage) => ({ line, coverage })));
  const pairs = pairsOf(wanted, read, document, lines);
  for (const each of wanted) {
    const pair = pairs.find((other) => other.wanted === each);
    const name = `${text(each.line, "line") ?? ""}/${text(each.row, "label") ?? ""}`;
    scoreRow(name, each.row, pair?.isInPlace === true ? pair.read.coverage : undefined, pair?.read.coverage, tally);
  }
  const used = new Set(pairs.map((pair) => pair.read));
  for (const each of read) {
    if (used.has(each) || !statesFigure(each.coverage)) continue;
    tally.add("coverages", "wrong", `${each.line.line}/${each.coverage.label} is no coverage of the document`);
  }
  scoreLinePremiums(lines, reading, tally);
}

function statesFigure({ limit, aggregate, split, deductible, limitRatio }: ReadCoverage): boolean {
  return [limit, aggregate, split, deductible, limitRatio].some((value) => value !== undefined);
}

function pairsOf(
  wanted: readonly Wanted[],
  read: readonly Read[],
  document: PolicyDocument,
  lines: readonly JsonObject[],
): readonly Pair[] {
  const possible = wanted.flatMap((one) =>
    read.flatMap((other) => {
      const pair = pairOf(one, other, document, lines);
      return pair === undefined ? [] : [pair];
    }),
  );
  const [usedWanted, usedRead] = [new Set<Wanted>(), new Set<Read>()];
  return possible
    .sort((a, b) => b.rank - a.rank)
    .filter((pair) => {
      if (usedWanted.has(pair.wanted) || usedRead.has(pair.read)) return false;
      usedWanted.add(pair.wanted);
      usedRead.add(pair.read);
      return true;
    });
}

function pairOf(wanted: Wanted, read: Read, document: PolicyDocument, lines: readonly JsonObject[]): Pair | undefined {
  const { coverage, line } = read;
  const labels = [text(wanted.row, "label"), text(wanted.row, "label_clean")];
  const isLabel = labels.some((label) => label !== undefined && squeezed(label) === squeezed(coverage.label));
  const isNear = labels.some((label) => label !== undefined && wordsShared(label, coverage.label) >= 0.5);
  const isOverlapping = overlaps(wanted.row, coverage.at, document);
  if (!isLabel && !isOverlapping) return undefined;
  const isLine = lineCodeOf(text(wanted.line, "line") ?? "") === line.line;
  const isOption = sameOption(line.option, optionOf(wanted.line));
  const isLocation = sameLocation(wanted.line, line, lines);
  const same = number(wanted.row, "limit") ?? number(wanted.row, "aggregate");
  const isFigure = same !== undefined && same * 100 === (coverage.limit ?? coverage.aggregate)?.value;
  const parts = [isLabel && 8, isNear && 3, isOverlapping && 8, isLine && 4, isOption && 6, isLocation && 6];
  const rank = [...parts, isFigure && 2].reduce<number>((sum, each) => sum + (each === false ? 0 : each), 0);
  return { wanted, read, rank, isInPlace: isLine && isOption && isLocation };
}

/** Words of the reading set that are no line codes. */
const otherLineWords: ReadonlyMap<string, string> = new Map([["businessowners", "business_owners"]]);

function lineCodeOf(word: string): string {
  const code = otherLineWords.get(word) ?? word;
  return lineCodes.some((other) => other === code) ? code : "other";
}

function optionOf(line: JsonObject): string | undefined {
  const option = text(line, "option");
  return option === "offer" ? undefined : option;
}

/** Where the truth has one location, the reading need not repeat it. */
function sameLocation(wanted: JsonObject, { location = "" }: ReadLine, lines: readonly JsonObject[]): boolean {
  const place = text(wanted, "location");
  const rivals = new Set(
    lines.filter((line) => text(line, "line") === text(wanted, "line")).map((line) => text(line, "location")),
  );
  if (rivals.size < 2 || place === undefined) return true;
  const ids = (words: string) => (/^[^:]*/.exec(words)?.[0] ?? "").match(/\d+/g)?.map(Number).join("/") ?? "";
  return ids(place) === ids(location) || (location !== "" && squeezed(place).includes(squeezed(location)));
}

function overlaps(row: JsonObject, at: Place, document: PolicyDocument): boolean {
  const quote = text(row, "quote") ?? "";
  if (quote === "" || number(row, "page") !== at.page) return false;
  const start = document.pages[at.page - 1]?.indexOf(quote) ?? -1;
  return start >= 0 && start < at.end && start + quote.length > at.start;
}

function scoreRow(
  name: string,
  row: JsonObject,
  read: ReadCoverage | undefined,
  misplaced: ReadCoverage | undefined,
  tally: Tally,
): void {
  const status = text(row, "status") ?? "";
  if (read === undefined && misplaced !== undefined) {
    tally.add("coverages", "wrong", `${name} is under another line, location or option`);
    return;
  }
  const outside = new Set(texts(row, "outside_quote"));
  scoreLimits(name, row, read, outside, tally);
  const isOpen = status === "excluded" || status === "not_stated";
  if (!isOpen) {
    scoreDeductible(name, row, read, outside, tally);
    scoreText(name, "valuation", row, read?.valuation, outside, tally);
    scoreFigure(name, "coinsurance", number(row, "coinsurance"), read?.coinsurance?.value, outside, tally);
  }
  scoreText(name, "trigger", row, read?.trigger, outside, tally);
  if (!isOpen) scoreRetroDate(name, row, read, outside, tally);
  const accepted = [status, ...texts(row, "status_also")];
  if (read === undefined) tally.add("status", "unread", name);
  else tally.add("status", accepted.includes(read.status) ? "right" : "wrong", `${name}: ${read.status} for ${status}`);
  const premium = number(row, "premium");
  if (premium !== undefined) scoreFigure(name, "coverage premium", premium * 100, read?.premium?.value, outside, tally);
}

function scoreLimits(
  name: string,
  row: JsonObject,
  read: ReadCoverage | undefined,
  outside: ReadonlySet<string>,
  tally: Tally,
): void {
  // The limit of a policy may be read as an aggregate.
  const isOfPolicy = row.policy_limit === true;
  const [limit, aggregate] = isOfPolicy
    ? [undefined, cents(row, "limit") ?? cents(row, "aggregate")]
    : [cents(row, "limit"), cents(row, "aggregate")];
  if (row.limit_candidates !== undefined) {
    tally.add("limit", read?.limit === undefined && read?.aggregate === undefined ? "right" : "wrong", name);
    return;
  }
  const wantedSplit = Array.isArray(row.split) ? row.split.map((each) => Number(each) * 100).join("/") : undefined;
  if (wantedSplit !== undefined || read?.split !== undefined) {
    tally.compare("split", wantedSplit, read?.split?.value.join("/"), (a, b) => a === b);
    return;
  }
  const ratio = number(row, "limit_ratio");
  scoreFigure(name, "limit ratio", ratio, read?.limitRatio?.value, outside, tally);
  const isOnlyAggregate = limit === undefined && aggregate !== undefined;
  if (isOnlyAggregate) {
    const figures = [read?.limit?.value, read?.aggregate?.value].filter((value) => value !== undefined);
    const outcome = figures.length === 0 ? "unread" : figures.every((value) => value === aggregate) ? "right" : "wrong";
    tally.add("aggregate", outcome, `${name}: ${figures.join(" and ")} for ${aggregate}`);
    return;
  }
  scoreFigure(name, "limit", limit, read?.limit?.value, outside, tally);
  scoreFigure(name, "aggregate", aggregate, read?.aggregate?.value, outside, tally);
}

function cents(row: JsonObject, field: string): number | undefined {
  const dollars = number(row, field);
  return dollars === undefined ? undefined : Math.round(dollars * 100);
}

function scoreFigure(
  name: string,
  field: string,
  wanted: number | undefined,
  value: number | undefined,
  outside: ReadonlySet<string>,
  tally: Tally,
): void {
  if (value === undefined && (wanted === undefined || outside.has(field))) return;
  const detail = `${name}: ${value ?? "nothing"} for ${wanted ?? "nothing"}`;
  if (value === undefined) tally.add(field, "unread", detail);
  else tally.add(field, wanted !== undefined && Math.abs(wanted - value) < 1e-6 ? "right" : "wrong", detail);
}

function scoreText(
  name: string,
  field: "valuation" | "trigger",
  row: JsonObject,
  read: Stated<string> | undefined,
  outside: ReadonlySet<string>,
  tally: Tally,
): void {
  const wanted = text(row, field);
  if (wanted === undefined || (read === undefined && outside.has(field))) return;
  const isSame = read !== undefined && sameName(read.value, wanted);
  const outcome = read === undefined ? "unread" : isSame ? "right" : "wrong";
  tally.add(field, outcome, `${name}: ${read?.value ?? "nothing"} for ${wanted}`);
}

function scoreRetroDate(
  name: string,
  row: JsonObject,
  read: ReadCoverage | undefined,
  outside: ReadonlySet<string>,
  tally: Tally,
): void {
  const wanted = text(row, "retro_date");
  const value = read?.retroDate?.value;
  if (value === undefined && (wanted === undefined || outside.has("retro_date"))) return;
  const accepted = [wanted, text(row, "retro_text")].flatMap((each) => (each === undefined ? [] : [squeezed(each)]));
  const outcome = value === undefined ? "unread" : accepted.includes(squeezed(value)) ? "right" : "wrong";
  tally.add("retro date", outcome, `${name}: ${value ?? "nothing"} for ${wanted ?? "nothing"}`);
}

function scoreDeductible(
  name: string,
  row: JsonObject,
  read: ReadCoverage | undefined,
  outside: ReadonlySet<string>,
  tally: Tally,
): void {
  const value = read?.deductible?.value;
  if (row.deductible_candidates !== undefined) {
    tally.add("deductible", value === undefined ? "right" : "wrong", `${name} contradicts itself`);
    return;
  }
  const given = part(row, "deductible");
  const wanted = Object.keys(given).length === 0 ? undefined : given;
  if (value === undefined && (wanted === undefined || outside.has("deductible"))) return;
  const detail = `${name}: ${JSON.stringify(value) ?? "nothing"} for ${JSON.stringify(wanted) ?? "nothing"}`;
  if (value === undefined || wanted === undefined) {
    tally.add("deductible", value === undefined ? "unread" : "wrong", detail);
    return;
  }
  const { amount, kind } = value;
  const isSame =
    ("cents" in amount && amount.cents === cents(wanted, "amount")) ||
    ("ratio" in amount &&
      amount.ratio === number(wanted, "ratio") &&
      (amount.minimumCents ?? 0) === (cents(wanted, "minimum") ?? 0)) ||
    ("hours" in amount && amount.hours === number(wanted, "hours"));
  const isKind = "hours" in amount || (text(wanted, "kind") ?? "deductible") === kind;
  tally.add("deductible", isSame && isKind ? "right" : "wrong", detail);
}

/** The premium of a line; a premium of a part that is not split by location may stand there or not. */
function scoreLinePremiums(lines: readonly JsonObject[], reading: DocumentReading, tally: Tally): void {
  for (const line of lines) {
    if (flag(line, "offered_only") || number(line, "optional_premium") !== undefined) continue;
    const code = lineCodeOf(text(line, "line") ?? "");
    const same = reading.lines.filter(
      (other) => other.line === code && sameOption(other.option, optionOf(line)) && sameLocation(line, other, lines),
    );
    const wanted = cents(line, "premium");
    const value = same.find((other) => code !== "other" || other.premium?.value === wanted)?.premium?.value;
    if (wanted === undefined && (value === undefined || value === cents(line, "part_premium"))) continue;
    tally.compare("line premium", wanted, value, (a, b) => a === b);
  }
}
