import { createHash, type Hash } from "node:crypto";
import { closeSync, mkdirSync, openSync, readdirSync, writeFileSync, writeSync } from "node:fs";
import { dirname, join } from "node:path";
import type { JsonObject } from "@service/json";
import { needKey } from "./agency-standard.ts";
import { bookFamilies } from "./book.ts";
import { accountReview, bookAccount, bookReview, desk, intakeQueue, screening } from "./engine-inputs.ts";
import { makeSample, QuoteSetMaker } from "./generate.ts";
import { labelledSets } from "./labelled-sets.ts";
import { organizationName } from "./organization.ts";
import { asOf, connectionId, footer, type Size } from "./plan.ts";

export type WrittenFile = {
  readonly path: string;
  readonly rows: number;
  readonly bytes: number;
  readonly sha256: string;
};

/** What the file that is written last says; a folder without it is unfinished. */
const manifestName = "manifest.json";
/** The datasets, and their files, that the inputs ask for on the presets: import them before submitting (SAMPLE-18). */
export const presetDatasets = {
  offerings: "datasets/offerings.ndjson",
  "watchlist:demo": "datasets/watchlist-demo.ndjson",
  coverage_terms: "datasets/coverage-terms.ndjson",
} as const;
/** A run's input is at most 8 MiB (RUN-32); a book that is larger is asked through its connection. */
const bookInputBytesMax = 6_000_000;

/**
 * Writes the sample of a size as NDJSON under `folder`: the book as a connection delivers it, datasets for `svc dataset import`,
 * bodies of run submissions, and the planted truth. Equal size and seed write equal bytes.
 *
 * @param onProgress clients written so far, of all.
 * @throws when the folder holds something else than an earlier sample.
 */
export function writeSample(
  folder: string,
  size: Size,
  seed: number,
  onProgress: (done: number, of: number) => void = () => undefined,
): WrittenFile[] {
  requireOwnFolder(folder);
  const sample = makeSample(size, seed);
  const { organization, market, screening: screened, intake, plan } = sample;
  const files: WrittenFile[] = [];
  const write = (path: string, rows: Iterable<JsonObject>): void => {
    const file = new RowFile(folder, path);
    for (const row of rows) file.add(row);
    files.push(file.end());
  };

  const families = new Map(bookFamilies.map((family) => [family, new RowFile(folder, `book/${family}.ndjson`)]));
  const reviews = new RowFile(folder, "inputs/entity-analysis.ndjson");
  const gaps = new RowFile(folder, "truth/coverage-gaps.ndjson");
  const quoteSets = new QuoteSetMaker(sample);
  const accounts: JsonObject[] = [];
  let accountBytes = 0;
  let done = 0;
  for (const client of sample.book()) {
    for (const family of bookFamilies) for (const row of client.rows[family]) families.get(family)?.add(row);
    quoteSets.see(client);
    if (client.isReviewed) {
      reviews.add({ input: accountReview(client) });
      gaps.add({
        client_key: client.clientKey,
        gaps: client.openNeeds.map((need) => ({ ...need })),
        keys: client.openNeeds.map(needKey),
      });
    }
    if (accountBytes < bookInputBytesMax) {
      const account = bookAccount(client);
      accountBytes += JSON.stringify(account).length;
      if (accountBytes < bookInputBytesMax) accounts.push(account);
    }
    done += 1;
    onProgress(done, plan.accounts);
  }
  files.push(...[...families.values()].map((file) => file.end()), reviews.end(), gaps.end());

  write("book/offices.ndjson", organization.offices);
  write("book/teams.ndjson", organization.teams);
  write("book/staff.ndjson", organization.staff);
  write("book/carriers.ndjson", market.carriers);
  write("book/lines.ndjson", organization.lines);
  const submission = (row: JsonObject): JsonObject => ({
    submission_key: row.submission_key ?? "",
    lines: row.lines ?? [],
    stage: "received",
    received_at: row.received_at ?? "",
    insured: row.insured ?? {},
  });
  write("book/submissions.ndjson", intake.submissions.map(submission));

  write(presetDatasets.offerings, market.offerings);
  write(presetDatasets["watchlist:demo"], screened.entries);
  write(presetDatasets.coverage_terms, organization.coverageTerms);
  write("datasets/naics.ndjson", organization.naics);
  for (const [name, rows] of Object.entries(labelledSets(sample))) write(`datasets/labelled-${name}.ndjson`, rows);

  write(
    "inputs/comparison.ndjson",
    quoteSets.sets.map(({ input }) => ({ input })),
  );
  write(
    "inputs/matching.ndjson",
    intake.placements.map(({ input }) => ({ input })),
  );
  write(
    "inputs/diligence.ndjson",
    screened.subjects.map((subject) => ({ input: screening(subject) })),
  );
  write("inputs/triage.ndjson", [{ input: intakeQueue(intake.submissions, desk(organization.servicers)) }]);
  write("inputs/opportunity.ndjson", [{ input: bookReview(accounts) }]);

  write(
    "truth/quote-differences.ndjson",
    quoteSets.sets.flatMap(({ differences }) => differences.map((difference) => ({ ...difference }))),
  );
  write(
    "truth/screening.ndjson",
    screened.truth.map((row) => ({ ...row })),
  );
  write(
    "truth/submissions.ndjson",
    intake.labels.map((row) => ({ ...row })),
  );
  write(
    "truth/duplicates.ndjson",
    intake.duplicates.map((row) => ({ ...row })),
  );

  const book = files.filter(({ path }) => path.startsWith("book/"));
  const manifest = {
    schema_version: 1,
    note: footer,
    organization: organizationName,
    connection_id: connectionId,
    as_of: asOf,
    mode: "full",
    size,
    seed,
    files: book.map(({ path, rows, sha256 }) => ({
      family: path.slice("book/".length, -".ndjson".length),
      path,
      format: "ndjson",
      rows,
      sha256,
    })),
  };
  writeFileSync(join(folder, manifestName), `${JSON.stringify(manifest, null, 2)}\n`);
  return files;
}

/** Something of somebody else's must not be written over: the folder is new, empty, or held a sample before. */
function requireOwnFolder(folder: string): void {
  mkdirSync(folder, { recursive: true });
  const found = readdirSync(folder);
  const own = ["book", "datasets", "inputs", "truth", manifestName];
  if (!found.every((name) => own.includes(name))) throw new Error(`${folder} holds other files; name an empty folder`);
}

const chunkChars = 1 << 20;

/** Rows to a file in pieces of a megabyte, counted and hashed on the way. */
class RowFile {
  readonly #path: string;
  readonly #handle: number;
  readonly #hash: Hash = createHash("sha256");
  #text = "";
  #rows = 0;
  #bytes = 0;

  constructor(folder: string, path: string) {
    this.#path = path;
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    this.#handle = openSync(join(folder, path), "w");
  }

  add(row: JsonObject): void {
    this.#text += `${JSON.stringify(row)}\n`;
    this.#rows += 1;
    if (this.#text.length >= chunkChars) this.#flush();
  }

  end(): WrittenFile {
    this.#flush();
    closeSync(this.#handle);
    return { path: this.#path, rows: this.#rows, bytes: this.#bytes, sha256: this.#hash.digest("hex") };
  }

  #flush(): void {
    const bytes = Buffer.from(this.#text);
    // One call may write less than it is given.
    for (let written = 0; written < bytes.length;) written += writeSync(this.#handle, bytes, written);
    this.#hash.update(bytes);
    this.#bytes += bytes.length;
    this.#text = "";
  }
}
