import { type EngineRequest, lineCodes, toCents } from "@service/engine-kit";
import {
  coveragesOf,
  leftUnread,
  linesNamedIn,
  placed,
  type PlacedCoverage,
  placeInPages,
  type ReadCoverage,
  type ReadDocument,
} from "@service/engine-policy-documents";
import { asWritten, byText, canonicalJson, type JsonObject, sha256Hex } from "@service/json";
import type { AcceptedLine, EnrichmentNeeds } from "@service/models";
import { currencyOf, inputSchema, type WrittenCoverage } from "../../input.ts";
import { pairKey } from "../item.ts";
import type { LabelIndex } from "../label-index.ts";
import { folded } from "./folded.ts";
import type { ModelLine } from "./item-documents.ts";
import { readTexts } from "./read-texts.ts";

/** Documents that one run may ask about. */
const documentsMax = 50;
/** Rows above a coverage that may name its line of business. */
const headingRowsMax = 200;
const headingCharsMax = 600;

/** Names the type of an input, which is the same under every input contract. */
const anyInput = inputSchema({});

/** The same in both runs and for any order of the input; a model learns no key from it. */
function documentId(itemKey: string, documentKey: string): string {
  return sha256Hex(canonicalJson([itemKey, documentKey])).slice(0, 16);
}

/** The documents of items that rules did not read to the end, to be asked about (CMP-117). Amounts are read in US dollars. */
export function documentQuestions(
  input: JsonObject,
  datasets: EngineRequest["datasets"],
): Pick<EnrichmentNeeds, "documents" | "lines"> {
  const written = asWritten(anyInput, input);
  const currency = currencyOf(written);
  const documents = [...(currency === "USD" ? written.items : [])]
    .sort((a, b) => byText(a.key, b.key))
    .flatMap((item) =>
      readTexts(item, datasets, currency).read.flatMap((read) => {
        const text = leftUnread(read);
        const id = documentId(item.key, read.document.documentKey);
        return text === undefined ? [] : [{ id, kind: read.reading.kind, text }];
      }),
    )
    .slice(0, documentsMax);
  return documents.length === 0 ? { documents } : { documents, lines: lineCodes };
}

/** Coverages that a model's answers add to those of the rules. */
export type ModelCoverage = { readonly coverages: readonly PlacedCoverage[]; readonly lines: readonly ModelLine[] };

/** The coverages of a document that a model added (CMP-118), each figure of a label on one line of business. */
export function modelCoverages(
  itemKey: string,
  read: ReadDocument,
  accepted: readonly AcceptedLine[],
): readonly ModelCoverage[] {
  const { document } = read;
  const id = documentId(itemKey, document.documentKey);
  const own = accepted.filter((line) => line.document_id === id);
  const text = own.length === 0 ? undefined : leftUnread(read);
  if (text === undefined) return [];
  const groups = new Map<string, ModelLine[]>();
  for (const line of own) {
    const at = placeInPages(document.pages, line.start, line.end);
    if (at === undefined || !isNamedAbove(line, text)) continue;
    const key = `${line.line}|${folded(line.label)}`;
    groups.set(key, [...(groups.get(key) ?? []), { ...line, at, place: placed(document, line.value, at) }]);
  }
  return [...groups.values()].flatMap((lines) => {
    const [first] = lines;
    const coverage = coverageOf(lines);
    if (first === undefined || coverage === undefined) return [];
    const whole = { line: first.line, at: first.at, coverages: [coverage] };
    return [{ lines, coverages: coveragesOf({ lines: [whole] }, document, undefined).coverages }];
  });
}

/** The nearest words at or above the label that name a line of business must name the proposed one. */
function isNamedAbove({ line, label, start, end }: AcceptedLine, text: string): boolean {
  const rows = text.split("\n");
  const rowOf = (at: number): number => text.slice(0, at).split("\n").length - 1;
  const [first, last] = [rowOf(start), rowOf(end)];
  const own = rows.slice(first, last + 1).join(" ");
  const above = rows.slice(Math.max(0, first - headingRowsMax), first).toReversed();
  const nearest = [label, own, ...above.filter((row) => row.length <= headingCharsMax)]
    .map(linesNamedIn)
    .find((named) => named.length > 0);
  return nearest?.includes(line) === true;
}

/** None of a premium alone, which says of no coverage what it is, nor of one that is said to be left out and has figures. */
function coverageOf(lines: readonly ModelLine[]): ReadCoverage | undefined {
  const [first] = lines;
  const valueOf = (field: AcceptedLine["field"]) => lines.find((line) => line.field === field);
  const centsOf = (field: AcceptedLine["field"]) => {
    const line = valueOf(field);
    const value = typeof line?.value === "number" ? toCents(line.value) : undefined;
    return line === undefined || value === undefined ? undefined : { value, at: line.at };
  };
  const isExcluded = valueOf("status")?.value === "excluded";
  if (first === undefined || lines.every(({ field }) => field === "premium") || (isExcluded && lines.length > 1))
    return undefined;
  const retention = centsOf("retention");
  const borne = centsOf("deductible") ?? retention;
  return {
    label: first.label,
    status: isExcluded ? "excluded" : "covered",
    at: first.at,
    limit: centsOf("limit"),
    aggregate: centsOf("aggregate"),
    premium: centsOf("premium"),
    deductible:
      borne === undefined
        ? undefined
        : {
            at: borne.at,
            value: { amount: { cents: borne.value }, kind: borne === retention ? "retention" : "deductible" },
          },
  };
}

/** Rules and caller win: what they state of the same coverage, or state to be left out, stays as it is. */
export function besideStated(
  added: readonly ModelCoverage[],
  stated: readonly WrittenCoverage[],
  labels: LabelIndex,
): readonly ModelCoverage[] {
  if (added.length === 0) return added;
  const namesOf = ({ line, coverage, label }: WrittenCoverage): readonly string[] => [
    ...labels.resolve(line, coverage, label).coverages.map((code) => pairKey(line, code)),
    `${line}|${folded(coverage)}`,
  ];
  const byName = Map.groupBy(
    stated.flatMap((each) => namesOf(each).map((name) => ({ name, each }))),
    ({ name }) => name,
  );
  const isTaken = (own: WrittenCoverage): boolean =>
    namesOf(own).some((name) => {
      const same = byName.get(name) ?? [];
      return same.length > 1 || same.some(({ each }) => !each.included || !own.included || isSameMember(each, own));
    });
  return added.filter(({ coverages }) => !coverages.some(({ written }) => isTaken(written)));
}

function isSameMember(theirs: WrittenCoverage, own: WrittenCoverage): boolean {
  const members = ["limit", "deductible", "premium"] as const;
  return (
    members.some((name) => theirs[name] !== undefined && own[name] !== undefined) ||
    members.every((name) => own[name] === undefined)
  );
}

/** A reading without the places that were read after all. */
export function withoutRead(read: ReadDocument, added: readonly ModelCoverage[]): ReadDocument {
  const places = linesOfDocument(read.document.documentKey, added).map(({ at }) => at);
  const unread = read.reading.unread.filter(({ at }) =>
    places.every(({ page, start, end }) => page !== at.page || at.end <= start || at.start >= end),
  );
  return { ...read, reading: { ...read.reading, unread } };
}

export function linesOfDocument(documentKey: string, added: readonly ModelCoverage[]): readonly ModelLine[] {
  return added.flatMap(({ lines }) => lines.filter(({ place }) => place.source.document_key === documentKey));
}
