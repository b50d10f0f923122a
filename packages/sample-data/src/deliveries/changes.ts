import { addDays, type Json, type JsonObject } from "@service/json";
import { type FamilyName, familyOf } from "@service/record-families";
import { type BookFamily, bookFamilies } from "../book.ts";
import { cents } from "../facts.ts";
import { textOf } from "../fields.ts";
import { today } from "../plan.ts";
import { Random } from "../random.ts";
import { mailOf, type NameMaker, phoneIn, taxNumber } from "../words.ts";
import { type DeliveredClient, idOf, policyId, rowsOf } from "./delivered-client.ts";
import type { RemovedRow, Shape } from "./shape.ts";

/** One row that differs between two deliveries, or of which the second cannot be kept (SAMPLE-26). */
type ChangeTruth = {
  readonly change: "new" | "changed" | "removed" | "quarantined";
  readonly family: FamilyName;
  readonly id: string;
  /** The row follows its client: it came with it, went with it, or names one that cannot be kept. */
  readonly because?: "parent_new" | "parent_removed" | "parent_quarantined";
};

/** What a client of one delivery is in the next one. */
export type Step = {
  /** Clients of the next delivery: the client as it is then, and others that came. */
  readonly after: readonly DeliveredClient[];
  /** Those of `after` in which something differs. */
  readonly touched: readonly DeliveredClient[];
  /** Only the rows that differ. */
  readonly differing: readonly DeliveredClient[];
  /** A client that is no longer there goes with its rows, which are not named. */
  readonly removed: readonly RemovedRow[];
  readonly truth: readonly ChangeTruth[];
};

type Kind = ChangeTruth["change"];
type Wish = { readonly kind: Kind; readonly family: BookFamily; readonly number: number };

const kinds: readonly Kind[] = ["new", "changed", "removed", "quarantined"];
/** Of the book that changes are spread over; the rest has room for what did not fit before. */
const shareOfBook = 0.75;
/** A client of nobody's book. */
const strangerId = "hg-stranger";

/**
 * The next delivery of a book, client by client: so many rows are new, so many changed, so many gone and so many dirty, spread over
 * the families that the shape holds. Equal seed and book give equal changes.
 */
export class NextDelivery {
  readonly #seed: number;
  readonly #names: NameMaker;
  readonly #wishes: readonly Wish[];
  readonly #clients: number;
  readonly #held: readonly BookFamily[];
  readonly #soiled: readonly BookFamily[];
  #due: Wish[] = [];
  #given = 0;
  #seen = 0;

  /** @param count rows of each kind. @param clients how many clients the book has. */
  constructor(
    { seed, names }: { readonly seed: number; readonly names: NameMaker },
    shape: Shape,
    count: number,
    clients: number,
  ) {
    this.#seed = seed;
    this.#names = names;
    this.#clients = clients;
    this.#held = bookFamilies.filter((family) => shape.complete.includes(family));
    // Below a client's document or in a report's row nothing can name a client that is not there.
    this.#soiled =
      shape.delta === "rows" ? this.#held : this.#held.filter((name) => name === "accounts" || name === "policies");
    this.#wishes = Array.from({ length: count }, (_, number) =>
      kinds.map((kind, at): Wish => {
        const families = kind === "quarantined" ? this.#soiled : this.#held;
        return { kind, family: families[(number + at) % families.length] ?? "accounts", number };
      }),
    ).flat();
  }

  /** The client in the next delivery; clients come in the order of the book, each once. */
  step(client: DeliveredClient): Step {
    this.#seen += 1;
    const share = Math.ceil((this.#wishes.length * this.#seen) / (this.#clients * shareOfBook));
    this.#due.push(...this.#wishes.slice(this.#given, share));
    // A client goes only untouched.
    this.#due.sort((one, other) => Number(isLeaving(other)) - Number(isLeaving(one)));
    this.#given = Math.max(this.#given, share);
    if (this.#due.length === 0) return { after: [client], touched: [], differing: [], removed: [], truth: [] };
    const change = new ClientChange(client, new Random(this.#seed, "changes", this.#seen), this.#names);
    // What does not fit this client is done to one of the next.
    this.#due = this.#due.filter(
      (wish) => !this.#familiesFor(wish).some((family) => change.grant({ ...wish, family })),
    );
    return change.step();
  }

  /** The family that was meant; towards the end of the book any other, because not every family has rows enough in a small one. */
  #familiesFor({ kind, family }: Wish): readonly BookFamily[] {
    if (this.#seen <= this.#clients * shareOfBook) return [family];
    const others = kind === "quarantined" ? this.#soiled : this.#held;
    return [family, ...others.filter((name) => name !== "accounts")];
  }

  /** @throws when the book was too small for so many changes. */
  end(): void {
    const [left] = this.#due;
    if (left !== undefined)
      throw new Error(`the book has no row of ${left.family} that could be ${left.kind} still; ask for fewer changes`);
  }
}

function isLeaving({ kind, family }: Wish): boolean {
  return kind === "removed" && family === "accounts";
}

class ClientChange {
  readonly #before: DeliveredClient;
  readonly #random: Random;
  readonly #names: NameMaker;
  readonly #touched = new Set<string>();
  readonly #rows: { [Name in FamilyName]?: JsonObject[] };
  readonly #differing: { [Name in FamilyName]?: JsonObject[] } = {};
  readonly #others: DeliveredClient[] = [];
  readonly #removed: RemovedRow[] = [];
  readonly #truth: ChangeTruth[] = [];
  #isGone = false;

  constructor(before: DeliveredClient, random: Random, names: NameMaker) {
    this.#before = before;
    this.#random = random;
    this.#names = names;
    this.#rows = Object.fromEntries(bookFamilies.map((family) => [family, [...rowsOf(before.rows, family)]]));
  }

  /** Whether the wish could be fulfilled with this client. */
  grant(wish: Wish): boolean {
    // A client that goes takes no other change along.
    if (this.#isGone) return false;
    switch (wish.kind) {
      case "new":
        return wish.family === "accounts" ? this.#addClient(wish, true) : this.#addRow(wish);
      case "changed":
        return this.#changeRow(wish.family);
      case "removed":
        return wish.family === "accounts" ? this.#removeClient() : this.#removeRow(wish.family);
      case "quarantined":
        return wish.family === "accounts" ? this.#addClient(wish, false) : this.#addDirtyRow(wish);
    }
  }

  step(): Step {
    const { id } = this.#before;
    const after = { id, rows: this.#rows };
    const isTouched = this.#touched.size > 0;
    return {
      after: [...(this.#isGone ? [] : [after]), ...this.#others],
      touched: [...(isTouched ? [after] : []), ...this.#others],
      differing: [...(isTouched ? [{ id, rows: this.#differing }] : []), ...this.#others],
      removed: this.#removed,
      truth: this.#truth,
    };
  }

  /** A row like one that is there. A policy is the client's next one, which has not begun. */
  #addRow(wish: Wish): boolean {
    const { family, number } = wish;
    const like = this.#pick(family, (row) => family !== "policies" || row.status === "active");
    if (like === undefined) return false;
    const row =
      family === "policies"
        ? futurePolicy(like, newPolicyNumber("N", number), begins(number))
        : { ...like, [familyOf(family).keyName]: `${this.#before.id}-new-${family}-${number}` };
    this.#put(family, row);
    this.#tell("new", family, row);
    return true;
  }

  #changeRow(family: BookFamily): boolean {
    const row = this.#pick(family, () => true);
    if (row === undefined) return false;
    const next = { ...row, ...changed(family, row) };
    this.#rows[family] = rowsOf(this.#rows, family).map((each) => (each === row ? next : each));
    (this.#differing[family] ??= []).push(next);
    this.#tell("changed", family, next);
    return true;
  }

  #removeRow(family: BookFamily): boolean {
    const row = this.#pick(family, (each) => this.#isRemovable(family, each));
    if (row === undefined) return false;
    this.#rows[family] = rowsOf(this.#rows, family).filter((each) => each !== row);
    this.#removed.push({ family, id: idOf(family, row) });
    this.#tell("removed", family, row);
    return true;
  }

  #removeClient(): boolean {
    if (this.#touched.size > 0 || this.#others.length > 0) return false;
    this.#isGone = true;
    this.#removed.push({ family: "accounts", id: this.#before.id });
    for (const family of bookFamilies)
      for (const row of rowsOf(this.#before.rows, family))
        this.#truth.push({
          change: "removed",
          family,
          id: idOf(family, row),
          ...(family === "accounts" ? {} : { because: "parent_removed" }),
        });
    return true;
  }

  /** A client with its first policy; a dirty one has no name, so that neither can be kept. */
  #addClient({ number }: Wish, isClean: boolean): boolean {
    const random = this.#random;
    const [like] = rowsOf(this.#before.rows, "accounts");
    const policy = rowsOf(this.#before.rows, "policies").find(({ status }) => status === "active");
    if (like === undefined || policy === undefined) return false;
    const id = `hg-${isClean ? "new" : "nameless"}-${number}`;
    const owner = this.#names.person(random);
    const { name: _name, dba: _dba, fein, ...rest } = like;
    const account: JsonObject = {
      ...rest,
      client_key: id,
      ...(isClean ? { name: `${this.#names.business(random)} ${owner.family} Company` } : {}),
      ...(fein === undefined ? {} : { fein: taxNumber(random) }),
      phone: phoneIn(random, "OH"),
      email: mailOf(random, owner),
      since: today,
      total_premium: 0,
      policy_count: 0,
    };
    const first = futurePolicy(
      { ...policy, client_key: id },
      newPolicyNumber(isClean ? "C" : "D", number),
      begins(number),
    );
    this.#others.push({ id, rows: { accounts: [account], policies: [first] } });
    const change = isClean ? "new" : "quarantined";
    this.#truth.push(
      { change, family: "accounts", id },
      {
        change,
        family: "policies",
        id: idOf("policies", first),
        because: isClean ? "parent_new" : "parent_quarantined",
      },
    );
    return true;
  }

  /** A policy that begins on a day which no calendar has, or a row of a client that is not there. */
  #addDirtyRow({ family, number }: Wish): boolean {
    const like = this.#pick(family, (row) => family !== "policies" || row.status === "active");
    if (like === undefined) return false;
    if (family === "policies") {
      const row = futurePolicy(like, newPolicyNumber("X", number), "2027-02-30");
      this.#put(family, row);
      this.#tell("quarantined", family, row);
      return true;
    }
    const id = `${strangerId}-${family}-${number}`;
    const row = { ...like, [familyOf(family).keyName]: id, client_key: strangerId };
    this.#others.push({ id: strangerId, rows: { [family]: [row] } });
    this.#truth.push({ change: "quarantined", family, id });
    return true;
  }

  #pick(family: BookFamily, isFit: (row: JsonObject) => boolean): JsonObject | undefined {
    const fit = rowsOf(this.#rows, family).filter(
      (row) => !this.#touched.has(`${family} ${idOf(family, row)}`) && isFit(row),
    );
    return fit.length === 0 ? undefined : this.#random.pick(fit);
  }

  #put(family: BookFamily, row: JsonObject): void {
    (this.#rows[family] ??= []).push(row);
    (this.#differing[family] ??= []).push(row);
  }

  #tell(change: Kind, family: BookFamily, row: JsonObject): void {
    const id = idOf(family, row);
    this.#touched.add(`${family} ${id}`);
    this.#truth.push({ change, family, id });
  }

  /** Rows that others stand below stay: only a client takes rows with it. */
  #isRemovable(family: BookFamily, row: JsonObject): boolean {
    if (family === "contacts") return row.is_primary !== true;
    if (family === "policies")
      return (
        row.status !== "active" &&
        !this.#isNamed("policy_key", row.policy_key) &&
        rowsOf(this.#rows, "policies").length > 1
      );
    if (family === "invoices") return !this.#isNamed("invoice_key", row.invoice_key);
    return true;
  }

  #isNamed(field: string, key: Json | undefined): boolean {
    return bookFamilies.some(
      (family) => familyOf(family).keyName !== field && rowsOf(this.#rows, family).some((row) => row[field] === key),
    );
  }
}

/** What is different in a row the day after. */
function changed(family: BookFamily, row: JsonObject): JsonObject {
  switch (family) {
    case "accounts":
      return { phone: textOf(row.phone).replace(/\d$/, (last) => String((Number(last) + 1) % 10)) };
    case "contacts":
      return { role: "controller" };
    case "policies":
      return { billing: row.billing === "direct" ? "agency" : "direct" };
    case "coverages":
      return { form: "SYN 00 26" };
    case "contracts":
      return { notice_days: Number(row.notice_days) + 30 };
    case "locations":
      return { square_feet: Number(row.square_feet) + 10 };
    case "vehicles":
      return { status: "sold" };
    case "drivers":
      return { status: "excluded" };
    case "claims":
      return { reserved: cents(Number(row.reserved) + 500), incurred: cents(Number(row.incurred) + 500) };
    case "activities":
      return { subject: `${textOf(row.subject)}, corrected` };
    case "documents":
      return { title: `${textOf(row.title)}, revised` };
    case "submissions":
    case "quotes":
      return { stage: "withdrawn" };
    case "renewals":
      return { target_on: addDays(textOf(row.target_on), -7) ?? today };
    case "invoices":
      return { status: "void" };
    case "payments":
      return { status: "returned" };
  }
}

/** Numbers that no policy of the book has, which are of digits only. */
function newPolicyNumber(letter: string, number: number): string {
  return `SYN-${letter}${String(number).padStart(7, "0")}`;
}

function begins(number: number): string {
  return addDays(today, 30 + (number % 60)) ?? today;
}

function futurePolicy(like: JsonObject, policyNumber: string, effectiveOn: string): JsonObject {
  const { prior_policy_key: _prior, ...rest } = like;
  const row = {
    ...rest,
    policy_number: policyNumber,
    status: "future",
    kind: "new",
    effective_on: effectiveOn,
    expires_on: `${Number(effectiveOn.slice(0, 4)) + 1}${effectiveOn.slice(4)}`,
  };
  return { ...row, policy_key: policyId(row) };
}
