import {
  type EngineRequest,
  type LoadedDataset,
  numberInWords,
  recordAccountsMax,
  type Warning,
} from "@service/engine-kit";
import { dateOf, dayNumber, type JsonObject, isJsonArray, byText, objectsIn, text, textsIn } from "@service/json";
import { accountFamilies, type AccountFamily } from "../codes.ts";
import type { OpportunityInput, RecordsReference } from "../input.ts";
import type { Skipped } from "../output.ts";

/** One account with its rows; a family that no source gave is undefined, which differs from empty. */
export type AccountRows = {
  readonly clientKey: string;
  readonly account: JsonObject;
  readonly families: { readonly [Family in AccountFamily]?: readonly JsonObject[] };
};

/** The result of the stage `load`, before anything is computed (OPP-5). */
export type Book = {
  readonly asOf: string;
  /** The day of `asOf`, as a date and as days since 1970-01-01. */
  readonly today: string;
  readonly todayDay: number;
  /** Scanned accounts, by client key. */
  readonly accounts: readonly AccountRows[];
  /**
   * The accounts that peers count: the scanned accounts and, where the worker has loaded them, all of the connection.
   */
  readonly population: readonly AccountRows[];
  readonly skipped: readonly Skipped[];
  /** Opportunities of the previous run; undefined when there is none, and every opportunity is then new. */
  readonly previous: readonly JsonObject[] | undefined;
  readonly previousHead: { readonly version: string; readonly as_of: string } | undefined;
  readonly annotations: readonly JsonObject[];
  readonly tasks: readonly JsonObject[];
  readonly usedDatasets: readonly LoadedDataset[];
  readonly warnings: readonly Warning[];
  /** A named source is unavailable, stale or cut (OPP-82). */
  readonly isReduced: boolean;
};

/**
 * Datasets that a worker may load for this type. `records:*` are rows visible to the seat; `peers:*` are those of the
 * whole connection and leave as aggregates only; the others are the previous run and the annotations since then.
 */
export const bookDatasets = {
  previous: "opportunities:previous",
  annotations: "opportunities:annotations",
  tasks: "records:tasks",
} as const;

/** A connection older than this is stale (OPP-5: aging ends after 72 hours). */
const staleDays = 3;

/** Rows of a loaded dataset, which is then named in the provenance; undefined when it was not loaded. */
type ReadDataset = (key: string) => readonly JsonObject[] | undefined;

export function loadBook(input: OpportunityInput, { createdAt, datasets }: EngineRequest): Book {
  const asOf = input.as_of ?? createdAt;
  const today = dateOf(asOf) ?? dateOf(createdAt) ?? "1970-01-01";
  const todayDay = dayNumber(today) ?? 0;
  const used = new Map<string, LoadedDataset>();
  const rowsOf: ReadDataset = (key) => {
    const dataset = datasets.get(key);
    if (dataset === undefined) return undefined;
    used.set(key, dataset);
    return dataset.rows;
  };
  const gathered = gatherAccounts(input, rowsOf);
  const recordsDay = dayNumber(used.get("records:accounts")?.asOf ?? "");
  const warnings = [
    ...gathered.warnings,
    ...(recordsDay !== undefined && todayDay - recordsDay > staleDays ? [stale] : []),
  ];
  const previous = rowsOf(bookDatasets.previous);
  const previousSet = used.get(bookDatasets.previous);
  const annotations = rowsOf(bookDatasets.annotations) ?? [];
  const tasks = rowsOf(bookDatasets.tasks) ?? [];
  const { unreadable } = gathered;
  return {
    asOf,
    today,
    todayDay,
    accounts: inOrder(gathered.scanned),
    population: inOrder(gathered.population),
    skipped: unreadable === 0 ? [] : [{ reason: "not_readable", client_key: null, count: unreadable }],
    previous,
    previousHead: previousSet === undefined ? undefined : { version: previousSet.version, as_of: previousSet.asOf },
    annotations,
    tasks,
    usedDatasets: [...used.values()].sort((a, b) => byText(a.datasetKey, b.datasetKey)),
    warnings,
    isReduced: warnings.length > 0,
  };
}

type Gathered = {
  readonly scanned: ReadonlyMap<string, AccountRows>;
  readonly population: ReadonlyMap<string, AccountRows>;
  readonly unreadable: number;
  readonly warnings: readonly Warning[];
};

/** The accounts sent inline, then those of the records that the input refers to; the former win. */
function gatherAccounts(input: OpportunityInput, rowsOf: ReadDataset): Gathered {
  const scanned = new Map<string, AccountRows>();
  let unreadable = 0;
  for (const account of input.accounts ?? []) {
    const rows = inlineRows(account);
    if (rows === undefined) unreadable += 1;
    else scanned.set(rows.clientKey, rows);
  }
  const population = new Map(scanned);
  const reference = input.records_ref;
  if (reference === undefined) return { scanned, population, unreadable, warnings: [] };

  const warnings: Warning[] = [];
  const isPart = reference.partition !== undefined;
  const peers = joinRows("peers", rowsOf);
  // The peers of a part are those of the whole book and not of the part besides: every part then compares with the same.
  const arePeersOfBook = isPart && peers !== undefined;
  const loaded = joinRows("records", rowsOf);
  if (loaded === undefined) warnings.push(unavailable);
  else {
    unreadable += loaded.unreadable;
    if (loaded.isTruncated) warnings.push(truncated);
    for (const rows of loaded.accounts) {
      // The caller's members of a client precede those on file.
      if (scanned.has(rows.clientKey)) continue;
      if (!arePeersOfBook) population.set(rows.clientKey, rows);
      if (isWanted(rows, reference)) scanned.set(rows.clientKey, rows);
    }
  }
  // A book that is asked in parts is larger than its peers: nothing of the part was left out.
  if (peers?.isTruncated === true && warnings.length === 0 && !isPart) warnings.push(truncated);
  for (const rows of peers?.accounts ?? []) {
    if (!population.has(rows.clientKey)) population.set(rows.clientKey, rows);
  }
  return { scanned, population, unreadable, warnings };
}

function inlineRows(account: JsonObject): AccountRows | undefined {
  const clientKey = text(account, "client_key");
  if (clientKey === undefined || clientKey === "") return undefined;
  const families: { [Family in AccountFamily]?: readonly JsonObject[] } = {};
  for (const family of accountFamilies) {
    const rows = account[family];
    if (isJsonArray(rows)) families[family] = objectsIn(rows);
  }
  return { clientKey, account, families };
}

type Joined = {
  readonly accounts: readonly AccountRows[];
  readonly unreadable: number;
  readonly isTruncated: boolean;
};

/** Accounts and their rows from one source; undefined when the accounts themselves were not loaded. */
function joinRows(source: "records" | "peers", rowsOf: ReadDataset): Joined | undefined {
  const accountRows = rowsOf(`${source}:accounts`);
  if (accountRows === undefined) return undefined;
  const byClient = new Map<string, { [Family in AccountFamily]?: JsonObject[] }>();
  const accounts = new Map<string, JsonObject>();
  let unreadable = 0;
  let isTruncated = false;
  for (const account of accountRows) {
    const clientKey = text(account, "client_key");
    if (clientKey === undefined || clientKey === "") unreadable += 1;
    else if (accounts.size >= recordAccountsMax) isTruncated = true;
    else if (!accounts.has(clientKey)) {
      accounts.set(clientKey, account);
      byClient.set(clientKey, {});
    }
  }
  for (const family of accountFamilies) {
    const rows = rowsOf(`${source}:${family}`);
    if (rows === undefined) continue;
    // The family was read: a client without a row has none.
    for (const families of byClient.values()) families[family] = [];
    for (const row of rows) {
      const families = byClient.get(text(row, "client_key") ?? "");
      families?.[family]?.push(row);
    }
  }
  return {
    accounts: [...accounts].map(([clientKey, account]) => ({
      clientKey,
      account,
      families: byClient.get(clientKey) ?? {},
    })),
    unreadable,
    isTruncated,
  };
}

/** `client_keys` and `filter` of the reference; the worker also narrows its query by them. */
function isWanted(rows: AccountRows, { client_keys: keys = [], filter = {} }: RecordsReference): boolean {
  if (keys.length > 0 && !keys.includes(rows.clientKey)) return false;
  for (const name of ["segment", "office_key", "producer_seat"] as const) {
    const wanted = filter[name];
    if (wanted !== undefined && text(rows.account, name) !== wanted) return false;
  }
  const lines: readonly string[] = filter.lines ?? [];
  if (lines.length === 0) return true;
  return (rows.families.policies ?? []).some((policy) =>
    [text(policy, "line") ?? "", ...textsIn(policy.lines)].some((line) => lines.includes(line)),
  );
}

function inOrder(accounts: ReadonlyMap<string, AccountRows>): readonly AccountRows[] {
  return [...accounts.values()].sort((a, b) => byText(a.clientKey, b.clientKey));
}

const unavailable: Warning = {
  code: "dataset_missing",
  message: "The records that the input refers to could not be loaded; the answer rests on the inline accounts alone.",
  stage: "load",
  severity: "warning",
  path: "records_ref",
};

const stale: Warning = {
  code: "connection_stale",
  message: "The records were read from their system more than 72 hours before the date of this answer.",
  stage: "load",
  severity: "warning",
  path: "records_ref",
};

const truncated: Warning = {
  code: "input_truncated",
  message: `The records hold more than ${numberInWords(recordAccountsMax)} accounts; the rest was not read.`,
  stage: "load",
  severity: "warning",
  path: "records_ref",
};
