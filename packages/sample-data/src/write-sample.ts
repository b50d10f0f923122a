import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { JsonObject } from "@service/json";
import { familyNames } from "@service/record-families";
import { needKey } from "./agency-standard.ts";
import type { ClientFile } from "./book.ts";
import { deliveredClient } from "./deliveries/delivered-client.ts";
import type { ShapeName } from "./deliveries/shape.ts";
import { changesTruth, DeliveryWriter, deliveryFolders, manifestName } from "./deliveries/write-deliveries.ts";
import { accountReview, bookAccount, bookReview, desk, intakeQueue, screening } from "./engine-inputs.ts";
import { makeSample, QuoteSetMaker, type Sample } from "./generate.ts";
import { labelledSets } from "./labelled-sets.ts";
import type { Size } from "./plan.ts";
import { TextFile, type WrittenFile } from "./text-file.ts";

/** The datasets, and their files, that the inputs ask for on the presets: import them before submitting (SAMPLE-18). */
export const presetDatasets = {
  offerings: "datasets/offerings.ndjson",
  "watchlist:demo": "datasets/watchlist-demo.ndjson",
  coverage_terms: "datasets/coverage-terms.ndjson",
} as const;
/** A run's input is at most 8 MiB (RUN-32); a book that is larger is asked through its connection. */
const bookInputBytesMax = 6_000_000;
const seatsName = "seats.json";

export type SampleWish = {
  readonly size: Size;
  readonly seed: number;
  /** Clients of the book; those of the size when absent. */
  readonly accounts?: number;
  /** How the book is written; native when absent. */
  readonly shape?: ShapeName;
  /** Rows of each kind of change in a following delivery; 0, none, when absent. */
  readonly changes?: number;
};

/**
 * Writes the sample of a size under `folder`: the book as an agency system delivers it, the seats of its people, datasets for
 * `svc dataset import`, bodies of run submissions, and the planted truth. Equal wishes write equal bytes; nothing is in memory
 * that grows with the book.
 *
 * @param onProgress clients written so far, of all.
 * @throws when the folder holds something else than an earlier sample, or the book has no room for the changes.
 */
export function writeSample(
  folder: string,
  { size, seed, accounts, shape = "native", changes = 0 }: SampleWish,
  onProgress: (done: number, of: number) => void = () => undefined,
): WrittenFile[] {
  requireOwnFolder(folder);
  const sample = makeSample(size, seed, accounts);
  const { plan } = sample;
  const book = new DeliveryWriter(folder, sample, shape, changes);
  const engines = plan.isBookOnly ? undefined : new EngineFiles(folder, sample);
  let done = 0;
  for (const client of sample.book()) {
    book.add(deliveredClient(client));
    engines?.see(client);
    done += 1;
    onProgress(done, plan.accounts);
  }
  const files = [...book.end(), ...(engines?.end() ?? [])];
  writeFileSync(join(folder, seatsName), `${JSON.stringify(sample.organization.seats, null, 2)}\n`);
  return files;
}

/** What engines are asked and measured with, made while the book passes. */
class EngineFiles {
  readonly #folder: string;
  readonly #sample: Sample;
  readonly #reviews: TextFile;
  readonly #gaps: TextFile;
  readonly #quoteSets: QuoteSetMaker;
  readonly #accounts: JsonObject[] = [];
  #accountBytes = 0;

  constructor(folder: string, sample: Sample) {
    this.#folder = folder;
    this.#sample = sample;
    this.#reviews = new TextFile(folder, "inputs/entity-analysis.ndjson");
    this.#gaps = new TextFile(folder, "truth/coverage-gaps.ndjson");
    this.#quoteSets = new QuoteSetMaker(sample);
  }

  see(client: ClientFile): void {
    this.#quoteSets.see(client);
    if (client.isReviewed) {
      this.#reviews.add({ input: accountReview(client) });
      this.#gaps.add({
        client_key: client.clientKey,
        gaps: client.openNeeds.map((need) => ({ ...need })),
        keys: client.openNeeds.map(needKey),
      });
    }
    if (this.#accountBytes >= bookInputBytesMax) return;
    const account = bookAccount(client);
    this.#accountBytes += JSON.stringify(account).length;
    if (this.#accountBytes < bookInputBytesMax) this.#accounts.push(account);
  }

  end(): WrittenFile[] {
    const { organization, market, screening: screened, intake } = this.#sample;
    const { sets } = this.#quoteSets;
    const datasets: readonly (readonly [path: string, rows: readonly JsonObject[]])[] = [
      [presetDatasets.offerings, market.offerings],
      [presetDatasets["watchlist:demo"], screened.entries],
      [presetDatasets.coverage_terms, organization.coverageTerms],
      ["datasets/naics.ndjson", organization.naics],
      ...Object.entries(labelledSets(this.#sample)).map(
        ([name, rows]) => [`datasets/labelled-${name}.ndjson`, rows] as const,
      ),
    ];
    const inputs: readonly (readonly [path: string, inputs: readonly JsonObject[]])[] = [
      ["inputs/comparison.ndjson", sets.map(({ input }) => input)],
      ["inputs/matching.ndjson", intake.placements.map(({ input }) => input)],
      ["inputs/diligence.ndjson", screened.subjects.map(screening)],
      ["inputs/triage.ndjson", [intakeQueue(intake.submissions, desk(organization.servicers))]],
      ["inputs/opportunity.ndjson", [bookReview(this.#accounts)]],
    ];
    const truths: readonly (readonly [path: string, rows: readonly object[]])[] = [
      ["truth/quote-differences.ndjson", sets.flatMap(({ differences }) => differences)],
      ["truth/screening.ndjson", screened.truth],
      ["truth/submissions.ndjson", intake.labels],
      ["truth/duplicates.ndjson", intake.duplicates],
    ];
    return [
      this.#reviews.end(),
      this.#gaps.end(),
      ...datasets.map(([path, rows]) => this.#write(path, rows)),
      ...inputs.map(([path, rows]) =>
        this.#write(
          path,
          rows.map((input) => ({ input })),
        ),
      ),
      ...truths.map(([path, rows]) =>
        this.#write(
          path,
          rows.map((row) => ({ ...row })),
        ),
      ),
    ];
  }

  #write(path: string, rows: readonly JsonObject[]): WrittenFile {
    const file = new TextFile(this.#folder, path);
    for (const row of rows) file.add(row);
    return file.end();
  }
}

/**
 * Something of somebody else's must not be written over: the folder is new, empty, or held a sample before. Of that the book goes, so
 * that no file of another shape or another day stays beside the new ones.
 */
function requireOwnFolder(folder: string): void {
  mkdirSync(folder, { recursive: true });
  const own = ["book", "changes", "datasets", "inputs", "truth", seatsName];
  if (!readdirSync(folder).every((name) => own.includes(name)))
    throw new Error(`${folder} holds other files; name an empty folder`);
  const names = [
    ...familyNames.map((name) => `${name}.ndjson`),
    "policies.csv",
    "clients.json",
    "deleted.json",
    manifestName,
  ];
  rmSync(join(folder, changesTruth), { force: true });
  for (const place of Object.values(deliveryFolders)) {
    const found = existsSync(join(folder, place)) ? readdirSync(join(folder, place)) : [];
    if (!found.every((name) => names.includes(name)))
      throw new Error(`${join(folder, place)} holds other files; name an empty folder`);
    for (const name of found) rmSync(join(folder, place, name));
  }
}
