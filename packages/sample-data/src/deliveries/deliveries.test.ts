import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, jest, test } from "@jest/globals";
import { canonicalJson, compileSchema, isJsonObject, type Json, type JsonObject, parseJson } from "@service/json";
import { type FamilyName, familyNames, familyOf, inlineRowSchema, recordKey } from "@service/record-families";
import { z } from "zod";
import { objectOf, objectsAt, textOf } from "../fields.ts";
import { keepersOf, makeOrganization } from "../organization.ts";
import { planOf, plans } from "../plan.ts";
import { Random } from "../random.ts";
import { NameMaker } from "../words.ts";
import { idOf } from "./delivered-client.ts";
import { type ShapeName, shapeNames } from "./shape.ts";
import { shapes } from "./shapes.ts";

jest.setTimeout(600_000);

const program = join(import.meta.dirname, "../../../../scripts/sample-data.ts");
/** A third of the demo's clients have every kind of row and change. */
const demoBook = ["--size", "demo", "--accounts", "400"];
const changes = 20;
const truthShape = z.strictObject({
  change: z.enum(["new", "changed", "removed", "quarantined"]),
  family: z.enum(familyNames),
  id: z.string(),
  because: z.enum(["parent_new", "parent_removed", "parent_quarantined"]).optional(),
});
const manifestShape = z.object({
  mode: z.string(),
  complete: z.array(z.enum(familyNames)),
  files: z.array(z.object({ path: z.string(), rows: z.number(), sha256: z.string() })),
});

let scratch = "";

/** In a separate process: the module loader of the tests is many times slower. */
async function sampleData(words: readonly string[], nodeWords: readonly string[] = []): Promise<void> {
  await promisify(execFile)(process.execPath, [...nodeWords, program, ...words], { maxBuffer: 1 << 24 });
}

beforeAll(async () => {
  scratch = await mkdtemp(join(tmpdir(), "deliveries-"));
  await Promise.all(
    shapeNames.map((shape) =>
      sampleData([...demoBook, "--shape", shape, "--changes", String(changes), "--out", join(scratch, shape)]),
    ),
  );
});
afterAll(() => rm(scratch, { recursive: true, force: true }));

async function linesOf(...path: readonly string[]): Promise<JsonObject[]> {
  const text = await readFile(join(scratch, ...path), "utf8");
  return text.split("\n").flatMap((line) => (line === "" ? [] : [objectOf(parseJson(line))]));
}

/** Rows by family and id, in the fields of the families. */
type Book = ReadonlyMap<FamilyName, ReadonlyMap<string, JsonObject>>;

const read = new Map<string, Promise<Book>>();

/** A delivery read back into families by hand, without the service's mappings; once for all tests. */
async function bookOf(shape: ShapeName, place: string): Promise<Book> {
  const key = `${shape}/${place}`;
  const cached = read.get(key) ?? readers[shape](place);
  read.set(key, cached);
  return cached;
}

const readers: Readonly<Record<ShapeName, (place: string) => Promise<Book>>> = {
  native: async (place) => {
    const names = await readdir(join(scratch, "native", place));
    const families = familyNames.filter((family) => names.includes(`${family}.ndjson`));
    const rows = await Promise.all(families.map((family) => linesOf("native", place, `${family}.ndjson`)));
    return new Map(families.map((family, at) => [family, byId(family, rows[at] ?? [])]));
  },
  wide_policy_csv: async (place) => {
    const bytes = await readFile(join(scratch, "wide_policy_csv", place, "policies.csv"));
    const records = recordsOf(new TextDecoder("windows-1252", { fatal: true }).decode(bytes));
    return new Map<FamilyName, ReadonlyMap<string, JsonObject>>([
      ["accounts", byId("accounts", records.map(accountOf))],
      ["policies", byId("policies", records.map(policyOf))],
      [
        "carriers",
        byId(
          "carriers",
          records.map((row) => present({ carrier_key: row("Carrier Code"), name: row("Carrier") })),
        ),
      ],
    ]);
  },
  nested_clients_json: async (place) => {
    const text = await readFile(join(scratch, "nested_clients_json", place, "clients.json"), "utf8");
    const found = new Map<FamilyName, Map<string, JsonObject>>(familyNames.map((family) => [family, new Map()]));
    const put = (family: FamilyName, { id, ...row }: JsonObject, owner: JsonObject): void => {
      found.get(family)?.set(textOf(id), { [familyOf(family).keyName]: id ?? "", ...owner, ...row });
    };
    for (const client of objectsAt(objectOf(parseJson(text)), "clients")) {
      const { address, contacts: _c, policies: _p, locations: _l, activities: _a, ...account } = client;
      put("accounts", { ...account, ...(address === undefined ? {} : { mailing_address: address }) }, {});
      const owner = { client_key: textOf(client.id) };
      for (const family of ["contacts", "locations", "activities"] as const)
        for (const row of objectsAt(client, family)) put(family, row, owner);
      for (const policy of objectsAt(client, "policies")) {
        const { number, carrier, coverages: _co, claims: _cl, vehicles: _ve, invoices: _in, ...fields } = policy;
        const { id, name } = objectOf(carrier);
        put(
          "policies",
          { ...fields, policy_number: number ?? "", carrier_key: id ?? "", carrier_name: name ?? "" },
          owner,
        );
        put("carriers", { id: id ?? "", name: name ?? "" }, {});
        const policyKey = textOf(policy.id);
        for (const family of ["coverages", "claims", "invoices"] as const)
          for (const row of objectsAt(policy, family)) put(family, row, { ...owner, policy_key: policyKey });
        for (const row of objectsAt(policy, "vehicles")) put("vehicles", row, { ...owner, policy_keys: [policyKey] });
      }
    }
    return found;
  },
};

function isSame(one: JsonObject, other: JsonObject): boolean {
  // Most have their fields in one order, and writing that is many times faster.
  return JSON.stringify(one) === JSON.stringify(other) || canonicalJson(one) === canonicalJson(other);
}

function byId(family: FamilyName, rows: readonly JsonObject[]): Map<string, JsonObject> {
  return new Map(rows.map((row) => [idOf(family, row), row]));
}

type Cells = (title: string) => string;

/** RFC 4180 with `;`; records end in CRLF, so that a line break alone belongs to its cell. */
function recordsOf(text: string): Cells[] {
  const table = [...text.matchAll(/(?:"(?:[^"]|"")*"|[^;"\r\n]*)(?:;|\r\n)/g)];
  const rows: string[][] = [[]];
  for (const [cell] of table) {
    const isLast = cell.endsWith("\r\n");
    const written = cell.slice(0, isLast ? -2 : -1);
    rows.at(-1)?.push(written.startsWith('"') ? written.slice(1, -1).replaceAll('""', '"') : written);
    if (isLast) rows.push([]);
  }
  expect(table.map(([cell]) => cell).join("")).toBe(text);
  const [titles = [], ...records] = rows.slice(0, -1);
  expect(titles).toHaveLength(36);
  return records.map((record) => {
    expect(record).toHaveLength(titles.length);
    return (title) => record[titles.indexOf(title)] ?? "";
  });
}

function accountOf(row: Cells): JsonObject {
  return present({
    client_key: row("Client Code"),
    name: row("Client Name"),
    dba: row("DBA"),
    kind: row("Client Type").toLowerCase(),
    segment: row("Segment").toLowerCase(),
    status: row("Account Status"),
    entity_type: row("Entity Type"),
    fein: row("FEIN"),
    naics: row("NAICS"),
    mailing_address: present({
      line1: row("Address 1"),
      line2: row("Address 2"),
      city: row("City"),
      state: row("State"),
      zip: row("Zip"),
    }),
    phone: row("Phone"),
    email: row("Email"),
    since: isoDate(row("Client Since")),
    office_key: row("Office"),
    producer_seat: row("Producer"),
    servicer_seats: [row("CSR")],
  });
}

function policyOf(row: Cells): JsonObject {
  const code = (title: string): string => row(title).toLowerCase().replace(/[ -]/g, "_");
  const money = (title: string): Json => (row(title) === "" ? "" : Number(row(title).replace(/[$,]/g, "")));
  return present({
    policy_key: `${row("Policy Number")}|${row("Effective Date")}`,
    client_key: row("Client Code"),
    policy_number: row("Policy Number"),
    line: code("Line of Business"),
    carrier_key: row("Carrier Code"),
    carrier_name: row("Carrier"),
    status: code("Policy Status"),
    kind: code("Transaction"),
    effective_on: isoDate(row("Effective Date")),
    expires_on: isoDate(row("Expiration Date")),
    cancelled_on: isoDate(row("Cancel Date")),
    term_months: Number(row("Term")),
    premium: money("Premium"),
    annualized_premium: money("Annual Premium"),
    billing: code("Billing"),
    commission_rate: row("Commission %") === "" ? "" : Number(row("Commission %").replace("%", "")) / 100,
    commission_amount: money("Commission Amount"),
    producer_seat: row("Producer"),
    servicer_seat: row("CSR"),
    market: row("Market"),
  });
}

function isoDate(cell: string): string {
  return cell.replace(/^(\d\d)\/(\d\d)\/(\d{4})$/, "$3-$1-$2");
}

/** The row without what is empty. */
function present(row: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(row).filter(([, value]) => value !== ""));
}

/** The fields of `row` that `like` has too. */
function sharedWith(like: JsonObject, row: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(row).filter(([name]) => Object.hasOwn(like, name)));
}

const rowsBy = (book: Book, family: FamilyName): ReadonlyMap<string, JsonObject> => book.get(family) ?? new Map();

describe("the native shape", () => {
  test("has valid rows of every family, but for dirty dates of contacts, activities and invoices (SAMPLE-19)", async () => {
    const book = await bookOf("native", "book");
    const dirty = new Map<string, number>();
    const missing: string[] = [];
    for (const family of familyNames) {
      const rows = [...rowsBy(book, family).values()];
      expect([family, rows.length > 0]).toEqual([family, true]);
      const check = compileSchema(inlineRowSchema(family));
      for (const row of rows) {
        missing.push(...familyOf(family).required.filter((name) => row[name] === undefined));
        for (const { field } of check(withKeys(family, row))) {
          const place = `${family} ${field}`;
          dirty.set(place, (dirty.get(place) ?? 0) + 1);
        }
      }
    }
    expect(missing).toEqual([]);
    expect([...dirty.keys()].sort()).toEqual(["activities occurred_at", "contacts birth_date", "invoices due_on"]);
    expect(dirty.get("activities occurred_at")).toBeLessThan(0.06 * rowsBy(book, "activities").size);
  });

  test("names no row that is not there (SAMPLE-19)", async () => {
    const book = await bookOf("native", "book");
    for (const family of familyNames)
      for (const [name, { refersTo }] of Object.entries(familyOf(family).fields)) {
        if (refersTo === undefined) continue;
        const rowsReferredTo = rowsBy(book, refersTo);
        const named = [...rowsBy(book, family).values()].flatMap((row) => namesIn(row[name]));
        expect([family, name, named.filter((id) => !rowsReferredTo.has(id))]).toEqual([family, name, []]);
      }
    for (const family of familyNames)
      if (familyOf(family).owner === "row of a client")
        expect([...rowsBy(book, family).values()].filter(({ client_key }) => client_key === undefined)).toEqual([]);
  });

  test("has renewals with their day, drivers of insured vehicles and payments of paid bills", async () => {
    const book = await bookOf("native", "book");
    for (const row of rowsBy(book, "renewals").values())
      expect(row.expires_on).toBe(rowsBy(book, "policies").get(textOf(row.policy_key))?.expires_on);
    for (const row of rowsBy(book, "drivers").values())
      for (const id of namesIn(row.policy_keys))
        expect(["commercial_auto", "personal_auto"]).toContain(rowsBy(book, "policies").get(id)?.line);
    for (const row of rowsBy(book, "payments").values()) {
      const invoice = rowsBy(book, "invoices").get(textOf(row.invoice_key)) ?? {};
      expect([row.amount, row.paid_on, invoice.status]).toEqual([invoice.amount, invoice.paid_on, "paid"]);
      expect(rowsBy(book, "policies").get(textOf(row.policy_key))?.billing).toBe("agency");
    }
  });

  test("no two policies have one number and day", async () => {
    const rows = await linesOf("native", "book", "policies.ndjson");
    expect(new Set(rows.map((row) => textOf(row.policy_key))).size).toBe(rows.length);
  });
});

/** The row as an import keeps it: ids are keys. */
function withKeys(family: FamilyName, row: JsonObject): JsonObject {
  const { keyName, fields } = familyOf(family);
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => {
      const names = name === keyName ? family : fields[name]?.refersTo;
      if (names === undefined) return [name, value];
      const keyOf = (id: Json): string => recordKey("demo", names, textOf(id));
      return [name, Array.isArray(value) ? value.map(keyOf) : keyOf(value)];
    }),
  );
}

function namesIn(value: Json | undefined): string[] {
  return value === undefined ? [] : Array.isArray(value) ? value.map(textOf) : [textOf(value)];
}

describe("the three shapes are one book", () => {
  test.each(["wide_policy_csv", "nested_clients_json"] as const)(
    "%s has the clients and policies of the native book, and nothing it holds differs (SAMPLE-20, SAMPLE-22, SAMPLE-23)",
    async (shape) => {
      const [native, other] = [await bookOf("native", "book"), await bookOf(shape, "book")];
      for (const family of shapes[shape].complete) {
        const [theirs, ours] = [rowsBy(other, family), rowsBy(native, family)];
        const held = family === "vehicles" ? [...ours].filter(([, row]) => row.policy_keys !== undefined) : [...ours];
        expect([family, [...theirs.keys()].sort()]).toEqual([family, held.map(([id]) => id).sort()]);
        expect([...theirs].filter(([id, row]) => !isSame(row, sharedWith(row, ours.get(id) ?? {})))).toEqual([]);
      }
      for (const [id, { name }] of rowsBy(other, "carriers"))
        expect(name).toBe(rowsBy(native, "carriers").get(id)?.name);
    },
  );

  test("the wide report leaves out what it has no column for, and nothing else (SAMPLE-22)", async () => {
    const [native, wide] = [await bookOf("native", "book"), await bookOf("wide_policy_csv", "book")];
    const missing = (family: FamilyName): string[] => {
      const names = [...rowsBy(wide, family)].flatMap(([id, row]) =>
        Object.keys(rowsBy(native, family).get(id) ?? {}).filter((name) => !Object.hasOwn(row, name)),
      );
      return [...new Set(names)].sort();
    };
    expect(missing("policies")).toEqual(["lines", "prior_policy_key", "writing_company"]);
    expect(missing("accounts")).not.toContain("naics");
    const statuses = new Set([...rowsBy(wide, "policies").values()].map(({ status }) => textOf(status)));
    expect([...statuses].sort()).toEqual(["", "active", "cancelled", "expired", "future", "non_renewed", "quoted"]);
  });

  test("its cells hold separators, quotes, line breaks and letters outside ASCII (SAMPLE-22)", async () => {
    const rows = [...rowsBy(await bookOf("wide_policy_csv", "book"), "accounts").values()];
    const cells = rows.flatMap(({ name, dba, mailing_address }) =>
      [name, dba, objectOf(mailing_address).line1].map(textOf),
    );
    for (const sign of [";", '"', "\n", "é", "ñ", "ü"])
      expect([sign, cells.some((cell) => cell.includes(sign))]).toEqual([sign, true]);
  });

  test("deletes nothing in a first delivery (SAMPLE-23)", async () => {
    const text = await readFile(join(scratch, "nested_clients_json", "book", "deleted.json"), "utf8");
    expect(parseJson(text)).toEqual({ deleted: [] });
  });
});

describe.each(shapeNames)("the following delivery, %s", (shape) => {
  const complete = shapes[shape].complete;

  test("has manifests that list every file with its rows and hash (SAMPLE-3)", async () => {
    const places = ["book", "changes/full", ...(shapes[shape].delta === undefined ? [] : ["changes/delta"])];
    expect((await readdir(join(scratch, shape, "changes"))).length).toBe(places.length - 1);
    for (const place of places) {
      const folder = join(scratch, shape, place);
      const manifest = manifestShape.parse(parseJson(await readFile(join(folder, "manifest.json"), "utf8")));
      const isDelta = place === "changes/delta";
      expect([manifest.mode, manifest.complete]).toEqual(isDelta ? ["delta", []] : ["full", complete]);
      expect(manifest.files.map(({ path }) => path).sort()).toEqual(
        (await readdir(folder)).filter((name) => name !== "manifest.json").sort(),
      );
      for (const { path, sha256 } of manifest.files)
        expect(
          createHash("sha256")
            .update(await readFile(join(folder, path)))
            .digest("hex"),
        ).toBe(sha256);
    }
  });

  test("differs from the first exactly as the truth says (SAMPLE-26, SAMPLE-27)", async () => {
    const [before, after] = [await bookOf(shape, "book"), await bookOf(shape, "changes/full")];
    const truth = (await linesOf(shape, "truth", "changes.ndjson")).map((row) => truthShape.parse(row));
    const truths = new Map(truth.map((row) => [`${row.family} ${row.id}`, row]));
    expect(truths.size).toBe(truth.length);
    const found: string[] = [];
    for (const family of complete) {
      const [old, now] = [rowsBy(before, family), rowsBy(after, family)];
      for (const [id, row] of old) {
        const next = now.get(id);
        if (next === undefined || !isSame(next, row))
          found.push(`${family} ${id} ${next === undefined ? "removed" : "changed"}`);
      }
      for (const id of now.keys())
        if (!old.has(id))
          found.push(
            `${family} ${id} ${truths.get(`${family} ${id}`)?.change === "quarantined" ? "quarantined" : "new"}`,
          );
    }
    expect(found.sort()).toEqual(truth.map(({ family, id, change }) => `${family} ${id} ${change}`).sort());

    // So many of each kind were asked for; the rest follows its client.
    const counted = (change: string): number =>
      truth.filter((row) => row.change === change && row.because === undefined).length;
    expect(["new", "changed", "removed", "quarantined"].map(counted)).toEqual(Array.from({ length: 4 }, () => changes));
    const spread = complete.filter((family) => familyOf(family).owner !== "agency");
    expect(new Set(truth.map(({ family }) => family))).toEqual(new Set(spread));
    for (const { family, id, because } of truth) {
      const row = rowsBy(before, family).get(id) ?? rowsBy(after, family).get(id) ?? {};
      const client = family === "accounts" ? undefined : truths.get(`accounts ${textOf(row.client_key)}`);
      if (because !== undefined) expect(client?.change).toBe(because.replace("parent_", ""));
    }
    // What is quarantined cannot be kept by its family's rules.
    for (const { family, id } of truth.filter(({ change }) => change === "quarantined")) {
      const row = rowsBy(after, family).get(id) ?? {};
      const owner = rowsBy(after, "accounts").get(textOf(row.client_key));
      expect(textOf(row.effective_on) === "2027-02-30" || owner?.name === undefined).toBe(true);
    }
  });

  test("follows from the first and its delta alone (SAMPLE-26)", async () => {
    if (shapes[shape].delta === undefined) return;
    const [before, after] = [await bookOf(shape, "book"), await bookOf(shape, "changes/full")];
    const delta = await bookOf(shape, "changes/delta");
    const gone = await removedRows(shape, delta);
    const goneClients = new Set(gone.flatMap(({ family, id }) => (family === "accounts" ? [id] : [])));
    expect(goneClients.size).toBeGreaterThan(0);
    for (const family of complete) {
      const merged = new Map([...rowsBy(before, family)].filter(([, row]) => !goneClients.has(textOf(row.client_key))));
      for (const [id, row] of rowsBy(delta, family)) if (row.removed !== true) merged.set(id, row);
      for (const row of gone) if (row.family === family) merged.delete(row.id);
      expect([...merged.keys()].sort()).toEqual([...rowsBy(after, family).keys()].sort());
      expect([...merged].filter(([id, row]) => !isSame(row, rowsBy(after, family).get(id) ?? {}))).toEqual([]);
    }
    const sizeOf = (book: Book): number => complete.reduce((sum, family) => sum + rowsBy(book, family).size, 0);
    expect(sizeOf(delta)).toBeLessThan(sizeOf(after) / 4);
  });
});

async function removedRows(shape: ShapeName, delta: Book): Promise<{ family: FamilyName; id: string }[]> {
  if (shape === "native")
    return familyNames.flatMap((family) =>
      [...rowsBy(delta, family)].flatMap(([id, row]) => (row.removed === true ? [{ family, id }] : [])),
    );
  const list = parseJson(await readFile(join(scratch, shape, "changes", "delta", "deleted.json"), "utf8"));
  return objectsAt(isJsonObject(list) ? list : {}, "deleted").map(({ type, id }) => {
    const keyName = `${textOf(type)}_key`;
    const family = familyNames.find((name) => familyOf(name).keyName === keyName);
    if (family === undefined) throw new Error(`no family has rows of the type ${textOf(type)}`);
    return { family, id: textOf(id) };
  });
}

describe("sizes", () => {
  test("the same shape and changes are the same bytes (SAMPLE-1)", async () => {
    const words = ["--size", "tiny", "--changes", "5"];
    for (const shape of shapeNames) {
      const folders = [join(scratch, `once-${shape}`), join(scratch, `again-${shape}`)];
      await Promise.all(folders.map((folder) => sampleData([...words, "--shape", shape, "--out", folder])));
      const [once, again] = await Promise.all(folders.map(hashesIn));
      expect(again).toEqual(once);
    }
  });

  test("a folder takes another shape after the first, without files of the first (SAMPLE-2)", async () => {
    const folder = join(scratch, "in-turn");
    await sampleData(["--size", "tiny", "--changes", "3", "--out", folder]);
    await sampleData(["--size", "tiny", "--shape", "wide_policy_csv", "--out", folder]);
    expect(await readdir(join(folder, "book"))).toEqual(["manifest.json", "policies.csv"]);
    expect(await readdir(join(folder, "truth"))).not.toContain("changes.ndjson");
  });

  test("a book is written in less memory than its text has (SAMPLE-24)", async () => {
    const folder = join(scratch, "memory");
    // Half of it is the program's own; the text does not fit into the whole.
    const heapMiB = 80;
    const words = ["--size", "large", "--accounts", "12000", "--shape", "nested_clients_json", "--out", folder];
    await sampleData(words, [`--max-old-space-size=${heapMiB}`]);
    let bytes = 0;
    let largest = 0;
    for await (const line of createInterface(createReadStream(join(folder, "book", "clients.json")))) {
      bytes += line.length;
      largest = Math.max(largest, line.length);
    }
    expect(bytes).toBeGreaterThan(heapMiB * 1024 * 1024);
    // No document of a client is larger than a row may be.
    expect(largest).toBeLessThan(250_000);
    await rm(folder, { recursive: true });
  });

  test("another number of clients is the book of its size in proportion, with the same lists (SAMPLE-24)", () => {
    const half = planOf("large", plans.large.accounts / 2);
    expect([half.accounts, half.contacts, half.activities]).toEqual([150_000, 237_000, 1_000_000]);
    expect([half.carriers, half.producerShares]).toEqual([plans.large.carriers, plans.large.producerShares]);
  });

  test("large spreads its clients over seats, teams and offices of 200, 5,000 and 60,000 (SAMPLE-24)", () => {
    const organization = makeOrganization(1, new NameMaker(1, 300, 300));
    const random = new Random(1, "keepers");
    const counts = { seat: 0, team: 0, office: 0, apart: 0 };
    for (let at = 0; at < plans.large.accounts; at += 1) {
      const { producer, servicer } = keepersOf(random, organization, plans.large.producerShares);
      if (servicer.team_key !== producer.team_key) counts.apart += 1;
      if (producer.seat_key === "seat-01") counts.seat += 1;
      if (producer.team_key === "team-1") counts.team += 1;
      if (producer.office_key === "office-1") counts.office += 1;
    }
    expect(counts.apart).toBe(0);
    expect(Math.abs(counts.seat / 200 - 1)).toBeLessThan(0.3);
    expect(Math.abs(counts.team / 5_000 - 1)).toBeLessThan(0.1);
    expect(Math.abs(counts.office / 60_000 - 1)).toBeLessThan(0.05);
  });
});

async function hashesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const hashes = await Promise.all(
    paths.map(
      async (path) =>
        `${path.slice(folder.length)} ${createHash("sha256")
          .update(await readFile(path))
          .digest("hex")}`,
    ),
  );
  return hashes.sort();
}
