import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { JsonObject } from "@service/json";
import type { FamilyName } from "@service/record-families";
import type { Sample } from "../generate.ts";
import { asOf, nextAsOf } from "../plan.ts";
import { TextFile, type WrittenFile } from "../text-file.ts";
import { NextDelivery } from "./changes.ts";
import type { DeliveredClient } from "./delivered-client.ts";
import type { AgencyRows, Mode, OpenDelivery, Shape, ShapeName } from "./shape.ts";
import { shapes } from "./shapes.ts";

/** What the file that is written last says; a delivery without it is unfinished. */
export const manifestName = "manifest.json";

/** Folders of deliveries below the sample's own. */
export const deliveryFolders = { first: "book", nextFull: "changes/full", nextDelta: "changes/delta" } as const;

/** What is different in the following delivery. */
export const changesTruth = "truth/changes.ndjson";

/** A delivery: a folder with its files and the manifest that lists them. */
class Delivery {
  readonly #folder: string;
  readonly #place: string;
  readonly #shape: Shape;
  readonly #mode: Mode;
  readonly #asOf: string;
  readonly #open: OpenDelivery;

  constructor(
    { folder, place, shape, agency }: { folder: string; place: string; shape: Shape; agency: AgencyRows },
    mode: Mode,
    at: string,
  ) {
    this.#folder = folder;
    this.#place = place;
    this.#shape = shape;
    this.#mode = mode;
    this.#asOf = at;
    this.#open = shape.open(join(folder, place), mode, at, agency);
  }

  get add(): OpenDelivery["add"] {
    return this.#open.add;
  }

  get remove(): OpenDelivery["remove"] {
    return this.#open.remove;
  }

  /** Closes its files and writes the manifest (SAMPLE-3). */
  end(): WrittenFile[] {
    const files = this.#open.end();
    const manifest = {
      schema_version: 1,
      as_of: this.#asOf,
      mode: this.#mode,
      complete: this.#mode === "full" ? this.#shape.complete : [],
      files: files.map(({ path, rows, sha256 }) => ({ path, rows, sha256 })),
    };
    const place = join(this.#folder, this.#place);
    mkdirSync(place, { recursive: true });
    writeFileSync(join(place, manifestName), `${JSON.stringify(manifest, null, 2)}\n`);
    return files.map((file) => ({ ...file, path: `${this.#place}/${file.path}` }));
  }
}

/**
 * Writes the book of a sample as an agency system delivers it and, when changes are asked for, what it delivers the day after, whole
 * and as changes, with the truth about both. Clients are taken one by one, so that no more than one is in memory.
 */
export class DeliveryWriter {
  readonly #shape: Shape;
  readonly #first: Delivery;
  readonly #next:
    | {
        readonly full: Delivery;
        readonly delta: Delivery | undefined;
        readonly steps: NextDelivery;
        readonly truth: TextFile;
      }
    | undefined;

  /** @param changes rows of each kind of change; 0: no following delivery. */
  constructor(folder: string, sample: Sample, shapeName: ShapeName, changes: number) {
    const shape = shapes[shapeName];
    const agency = agencyRows(sample);
    const place = { folder, shape, agency };
    this.#shape = shape;
    this.#first = new Delivery({ ...place, place: deliveryFolders.first }, "full", asOf);
    if (changes === 0) return;
    this.#next = {
      full: new Delivery({ ...place, place: deliveryFolders.nextFull }, "full", nextAsOf),
      delta:
        shape.delta === undefined
          ? undefined
          : new Delivery({ ...place, place: deliveryFolders.nextDelta }, "delta", nextAsOf),
      steps: new NextDelivery(sample, shape, changes, sample.plan.accounts),
      truth: new TextFile(folder, changesTruth),
    };
  }

  add(client: DeliveredClient): void {
    const held = this.#shape.held(client);
    this.#first.add(held);
    if (this.#next === undefined) return;
    const { full, delta, steps, truth } = this.#next;
    const step = steps.step(held);
    for (const each of step.after) full.add(each);
    for (const each of step.truth) truth.add({ ...each });
    for (const each of this.#shape.delta === "rows" ? step.differing : step.touched) delta?.add(each);
    for (const each of step.removed) delta?.remove(each);
  }

  /** @throws when the book had no room for the changes. */
  end(): WrittenFile[] {
    const files = this.#first.end();
    if (this.#next === undefined) return files;
    const { full, delta, steps, truth } = this.#next;
    steps.end();
    return [...files, ...full.end(), ...(delta?.end() ?? []), truth.end()];
  }
}

function agencyRows({ organization, market }: Sample): AgencyRows {
  return new Map<FamilyName, readonly JsonObject[]>([
    ["carriers", market.carriers],
    ["lines", organization.lines],
    ["offices", organization.offices],
    ["teams", organization.teams],
    ["staff", organization.staff],
  ]);
}
