import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";

import { z } from "zod";

const program = join(import.meta.dirname, "../../scripts/sample-data.ts");
const sizes = ["tiny", "demo", "load", "large"];
/** Rows of each of the four kinds of change by client: about one row in a hundred of the book differs in the next delivery. */
const changesPerClient = 0.06;

const seatShape = z.object({
  seat_key: z.string(),
  emails: z.array(z.string()),
  scope: z.string(),
  office_key: z.string(),
  team_keys: z.array(z.string()),
});
export type SampleSeat = z.output<typeof seatShape>;

const manifestShape = z.object({ files: z.array(z.object({ path: z.string(), rows: z.number() })) });

/** A delivery: its manifest, which names its files, and how many rows they have. */
export interface SampleDelivery {
  readonly manifest: string;
  readonly rows: number;
}

/** A book as an agency system delivers it, and its delivery of the day after. */
export interface SampleBook {
  readonly folder: string;
  readonly first: SampleDelivery;
  readonly next: SampleDelivery;
  /** Rows in which the two differ, or that cannot be kept. */
  readonly changes: number;
  readonly seatsFile: string;
  readonly seats: readonly SampleSeat[];
}

/** Clients of the book of a size: `large`, or their number. */
function wishOf(size: string): { readonly words: readonly string[]; readonly clients: number } {
  if (sizes.includes(size)) {
    const clients = { tiny: 20, demo: 1_200, load: 50_000, large: 300_000 }[size] ?? 0;
    return { words: ["--size", size], clients };
  }
  const clients = Number(size);
  if (!Number.isSafeInteger(clients) || clients < 1)
    throw new Error(`BENCH_SIZE must be one of ${sizes.join(", ")}, or a number of clients`);
  return { words: ["--size", "large", "--accounts", size], clients };
}

/** Writes the book of a size below `folder`, unless it is there. */
export async function openSampleBook(folder: string, size: string): Promise<SampleBook> {
  const { words, clients } = wishOf(size);
  const place = join(folder, size);
  const manifest = join(place, "changes/full/manifest.json");
  if (!existsSync(manifest)) {
    const changes = String(Math.max(1, Math.round(clients * changesPerClient)));
    await promisify(execFile)(
      process.execPath,
      ["--max-old-space-size=256", program, ...words, "--changes", changes, "--out", place],
      { maxBuffer: 1 << 24 },
    );
  }
  const seatsFile = join(place, "seats.json");
  const truth = await readFile(join(place, "truth/changes.ndjson"), "utf8");
  return {
    folder: place,
    first: await deliveryAt(join(place, "book/manifest.json")),
    next: await deliveryAt(manifest),
    changes: truth.split("\n").length - 1,
    seatsFile,
    seats: z.array(seatShape).parse(JSON.parse(await readFile(seatsFile, "utf8"))),
  };
}

async function deliveryAt(manifest: string): Promise<SampleDelivery> {
  const { files } = manifestShape.parse(JSON.parse(await readFile(manifest, "utf8")));
  return { manifest, rows: files.reduce((sum, { rows }) => sum + rows, 0) };
}
