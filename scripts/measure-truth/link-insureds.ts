import { engineTypes } from "@service/engine-types";
import { type JsonObject, isJsonObject, objects, text } from "@service/json";

/** One record of a labelled set; equal `truth` means one insured. `insured` as in a submission of triage. */
export type LabelledInsured = { readonly key: string; readonly truth: string; readonly insured: JsonObject };

const queueMax = 500;
const existingMax = 5000;
/** Mean Dice coefficient of letter triples from which the plain measure calls two records one. */
const tripleThreshold = 0.55;
const asOf = "2026-01-02T00:00:00Z";

/**
 * Links that triage finds on its preset, called as a worker calls it: each record stands once in a queue, the records before
 * it earlier in the queue or known. A link is whatever stands in `duplicate_of` or `possible_duplicates`.
 */
export function linksOf(rows: readonly LabelledInsured[]): {
  readonly all: ReadonlySet<string>;
  readonly duplicates: ReadonlySet<string>;
} {
  const { triage } = engineTypes;
  const engine = triage.compile(triage.effectiveConfig(triage.preset()));
  const all = new Set<string>();
  const duplicates = new Set<string>();
  for (let start = 0; start < rows.length; start += queueMax) {
    const input = queueOf(rows.slice(start, start + queueMax), rows.slice(Math.max(0, start - existingMax), start));
    const issues = engine.validateInput(input);
    if (issues.length > 0) throw new Error(`refused: ${JSON.stringify(issues.slice(0, 3))}`);
    const result = engine.run({
      input,
      offerings: undefined,
      runId: "00000000-0000-4000-8000-000000000000",
      createdAt: asOf,
      datasets: new Map(),
      onStage: () => undefined,
    });
    if (result.status === "failed") throw new Error(`${result.code}: ${result.error}`);
    for (const entry of objects(result.output, "queue")) {
      const own = text(entry, "submission_key") ?? "";
      for (const match of objects(entry, "duplicate_of")) duplicates.add(linkOf(own, text(match, "submission_key")));
      for (const match of objects(entry, "possible_duplicates")) all.add(linkOf(own, text(match, "submission_key")));
    }
  }
  for (const link of duplicates) all.add(link);
  return { all, duplicates };
}

/** The plain measure to compare with: the mean Dice coefficient of the letter triples of name (twice), street and city. */
export function lettersInCommon(rows: readonly LabelledInsured[]): ReadonlySet<string> {
  const fields = rows.map(({ insured }) => {
    const address = isJsonObject(insured.address) ? insured.address : {};
    const name = triplesIn(text(insured, "name"));
    return [name, name, triplesIn(text(address, "line1")), triplesIn(text(address, "city"))];
  });
  const links = new Set<string>();
  for (const [index, own] of fields.entries()) {
    for (const [position, other] of fields.slice(0, index).entries()) {
      const sum = own.reduce((total, triples, at) => total + dice(triples, other[at] ?? new Set()), 0);
      if (sum / own.length >= tripleThreshold) links.add(linkOf(rows[index]?.key ?? "", rows[position]?.key));
    }
  }
  return links;
}

/** The pair of two keys, whichever comes first. */
export function linkOf(a: string, b = ""): string {
  return [a, b].sort().join(" ");
}

function queueOf(queue: readonly LabelledInsured[], before: readonly LabelledInsured[]): JsonObject {
  return {
    queue_key: "labelled",
    as_of: asOf,
    offerings_dataset: false,
    submissions: queue.map(({ key, insured }, index) => ({
      submission_key: key,
      received_at: new Date(Date.parse("2026-01-01T00:00:00Z") + index * 1000).toISOString(),
      producer: { key: "p", name: "One Agency" },
      insured,
      kind: "new",
      lines: ["general_liability"],
      risk: {},
    })),
    known: before.map(({ key, insured }) => ({
      submission_key: key,
      insured,
      producer_key: "p",
      lines: ["general_liability"],
      effective_on: "2026-02-01",
      status: "open",
    })),
  };
}

function triplesIn(written = ""): ReadonlySet<string> {
  const plain = ` ${written.toLowerCase()} `;
  return new Set(Array.from({ length: Math.max(0, plain.length - 2) }, (_, at) => plain.slice(at, at + 3)));
}

function dice(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let shared = 0;
  for (const triple of a) if (b.has(triple)) shared += 1;
  return a.size + b.size === 0 ? 0 : (2 * shared) / (a.size + b.size);
}
