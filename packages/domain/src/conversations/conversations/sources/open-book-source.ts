import type { BookFamily, BookRow, BookSource, RowsFound, RowsWanted } from "@service/embedded-answers";
import { byText } from "@service/json";
import { familyOf, type FamilyName, ownerColumnTypes } from "@service/record-families";
import {
  type BookRead,
  findRow,
  hiddenByLit,
  hiddenFields,
  isSearchable,
  presentRow,
  readBook,
  type ReadDeps,
  readPage,
  readSearchWords,
  resolveConnection,
  searchClients,
  type ServedBook,
  withoutHiddenTexts,
} from "../../../book/records/index.ts";
import type { BookView } from "../../../book/seats/index.ts";
import { countRowsOf } from "./count-rows.ts";
import { type OpportunityReach, opportunityRows, type OpportunitySourceDeps } from "./opportunity-rows.ts";
import { isTitleHidden, taskRows } from "./task-rows.ts";

export type BookSourceDeps = ReadDeps & OpportunitySourceDeps;

/** Whose book is read, for which conversation. */
export interface BookSourceRequest {
  readonly viewer: BookView;
  /** Undefined: the organization's only active connection. */
  readonly connectionId: string | undefined;
  readonly signal: AbortSignal;
  /** The conversation's client: rows of other clients are not read. */
  readonly clientKey?: string | undefined;
  /** Left out unless the caller holds `actions:read` and names a person: then there are no tasks. */
  readonly tasks?: { readonly environmentId: string } | undefined;
  /** Left out unless the caller may read opportunities: then there are none. */
  readonly opportunities?: OpportunityReach | undefined;
}

/** The route of what shadow counts. */
const route = "conversations.turns";
const pageRows = 2_000;
/** A question that needs more rows is not answered: none of them may be left out of a count. */
const rowsMax = 20_000;

/**
 * The book at the snapshot that serves now, as the viewer sees it; undefined where nothing was imported yet.
 * @throws `not_found`, `book_connection_ambiguous`; the methods of the source also `book_unavailable`, and the signal's
 *   reason when it aborts.
 */
export async function openBookSource(
  deps: BookSourceDeps,
  request: BookSourceRequest,
): Promise<BookSource | undefined> {
  const book = await resolveConnection(deps, request.viewer, request.connectionId);
  return book.asOf === null || book.seq === 0 ? undefined : new ServedSource(deps, request, book, book.asOf);
}

class ServedSource implements BookSource {
  readonly connectionId: string;
  readonly asOf: string;
  readonly #deps: BookSourceDeps;
  readonly #request: BookSourceRequest;
  readonly #book: ServedBook;
  /** Rows that were read for this question: several patterns ask for the same ones. */
  readonly #read = new Map<string, Promise<RowsFound>>();
  readonly #seen = new Map<string, Promise<boolean>>();

  constructor(deps: BookSourceDeps, request: BookSourceRequest, book: ServedBook, asOf: Date) {
    this.#deps = deps;
    this.#request = request;
    this.#book = book;
    this.connectionId = book.connectionId;
    this.asOf = asOf.toISOString().slice(0, 10);
  }

  hidden(family: BookFamily): ReadonlyMap<string, "denied" | "masked"> {
    const { policy } = this.#request.viewer;
    if (family === "tasks") return isTitleHidden(policy) ? new Map([["title", "denied"]]) : new Map();
    // Members of opportunities are withheld row by row, by the schema of the release that wrote them.
    if (family === "opportunities") return new Map();
    return new Map(
      [...hiddenFields(policy, family)].map(([field, standing]) => [
        field,
        standing === "denied" ? "denied" : "masked",
      ]),
    );
  }

  isReadable(family: BookFamily): boolean {
    if (family === "tasks") return this.#request.tasks !== undefined;
    return family !== "opportunities" || this.#request.opportunities !== undefined;
  }

  async accountsNamed(wordStarts: readonly string[], limit: number): Promise<readonly BookRow[]> {
    const { viewer } = this.#request;
    const q = wordStarts.join(" ");
    if (!isSearchable(q)) return [];
    return this.#reading(async (read) => {
      const words = readSearchWords(q, viewer);
      const found = await searchClients(this.#deps, read, { q, words, limit, today: this.asOf });
      this.#shadow("accounts", found);
      const shown = await withoutHiddenTexts(this.#deps, read, "accounts", found);
      return shown
        .map((row) => this.#shown("accounts", row))
        .filter(({ key }) => this.#isMeant(key))
        .toSorted(byKey);
    });
  }

  async row(family: BookFamily, key: string): Promise<BookRow | undefined> {
    if (!isFamily(family)) return undefined;
    return this.#reading(async (read) => {
      const row = await findRow(this.#deps, read, family, key);
      if (row === undefined || (row.clientKey !== null && !this.#isMeant(row.clientKey))) return undefined;
      this.#shadow(family, [row]);
      const [shown = row] = await withoutHiddenTexts(this.#deps, read, family, [row]);
      return this.#shown(family, shown);
    });
  }

  rows(family: BookFamily, wanted: RowsWanted): Promise<RowsFound> {
    const id = JSON.stringify([family, wanted]);
    const read = this.#read.get(id) ?? this.#rowsOf(family, wanted);
    this.#read.set(id, read);
    return read;
  }

  async #rowsOf(
    family: BookFamily,
    { clientKey = this.#request.clientKey, policyKey, where = {} }: RowsWanted,
  ): Promise<RowsFound> {
    if (!this.isReadable(family) || (clientKey !== undefined && !this.#isMeant(clientKey))) return nothing;
    // Which of its rows belong to the policy is not known: neither all of them nor none may be said to.
    if (policyKey !== undefined && !namesPolicies(family)) return { rows: [], isComplete: false };
    if (family === "tasks") return taskRows(this.#deps, this.#request, { connectionId: this.connectionId, clientKey });
    if (family === "opportunities")
      return opportunityRows(this.#deps, this.#request, { connectionId: this.connectionId, clientKey });
    const hidden = hiddenFields(this.#request.viewer.policy, family);
    const compared = Object.keys(where).flatMap((parameter) => familyOf(family).filters[parameter]?.fields ?? []);
    if (compared.some((field) => hidden.has(field))) return { rows: [], isComplete: false };
    return this.#reading(async (read) => {
      const isOwned = familyOf(family).owner !== "agency";
      if (isOwned && clientKey !== undefined && !(await this.#isClientSeen(read, clientKey))) return nothing;
      const rows: Awaited<ReturnType<typeof readPage>>["rows"][number][] = [];
      let after: Parameters<typeof readPage>[3]["after"];
      do {
        const page = await readPage(
          this.#deps,
          read,
          {
            family,
            order: { field: undefined, direction: "asc" },
            filters: where,
            today: this.asOf,
            clients: isOwned && clientKey !== undefined ? [clientKey] : undefined,
            policyKey,
          },
          { limit: pageRows, after },
        );
        this.#shadow(family, page.rows);
        rows.push(...page.rows);
        after = page.next;
      } while (after !== undefined && rows.length < rowsMax);
      const extent = clientKey === undefined ? "book" : "clients";
      const shown = await withoutHiddenTexts(this.#deps, read, family, rows, extent);
      return { rows: shown.map((row) => this.#shown(family, row)).toSorted(byKey), isComplete: after === undefined };
    });
  }

  #isClientSeen(read: BookRead, clientKey: string): Promise<boolean> {
    const isReadable =
      this.#seen.get(clientKey) ?? findRow(this.#deps, read, "accounts", clientKey).then((row) => row !== undefined);
    this.#seen.set(clientKey, isReadable);
    return isReadable;
  }

  async countAll(family: BookFamily): Promise<number> {
    if (!isFamily(family) || this.#request.clientKey !== undefined) return (await this.rows(family, {})).rows.length;
    return this.#reading((read) => countRowsOf(this.#deps, read, family));
  }

  /** Reads the snapshot of the source, also after a newer one serves. */
  async #reading<T>(work: (read: BookRead) => Promise<T>): Promise<T> {
    const { viewer, signal } = this.#request;
    const { connectionId, seq } = this.#book;
    const { result } = await readBook(
      this.#deps,
      { viewer, connectionId, signal, pinned: { connectionId, seq } },
      work,
    );
    return result;
  }

  #isMeant(clientKey: string): boolean {
    return this.#request.clientKey === undefined || this.#request.clientKey === clientKey;
  }

  #shown(family: FamilyName, row: Parameters<typeof presentRow>[1]): BookRow {
    const { policy } = this.#request.viewer;
    const { connectionId, attributeClasses } = this.#book;
    return { key: row.key, fields: presentRow(family, row, { connectionId, policy, attributeClasses }) };
  }

  #shadow(family: FamilyName, rows: readonly { readonly isSeen: boolean }[]): void {
    const { viewer } = this.#request;
    if (viewer.posture !== "shadow") return;
    const hidden = hiddenByLit(rows.map(({ isSeen }) => ({ family, isSeen })));
    this.#deps.book.countShadow({ viewer, route, hidden });
  }
}

const nothing: RowsFound = { rows: [], isComplete: true };

function byKey(left: BookRow, right: BookRow): number {
  return byText(left.key, right.key);
}

/** Whether rows of the family name the policies to which they belong. */
function namesPolicies(family: BookFamily): boolean {
  return isFamily(family) && ownerColumnTypes(family).some(([name]) => name === "policy_key" || name === "policy_keys");
}

function isFamily(family: BookFamily): family is FamilyName {
  return family !== "tasks" && family !== "opportunities";
}
