import { fail } from "@service/contract";
import {
  type BookRead,
  type ClientRow,
  listRows,
  presentRow,
  readBook,
  readRow,
  rowsOfClients,
  summarizeClients,
  withoutHiddenSubjects,
  withoutHiddenTexts,
  summaryFamilies,
  todayOf,
  type AccountSummary,
} from "@service/domain/records";
import type { Json, JsonObject } from "@service/json";
import type { FamilyName } from "@service/record-families";
import * as z from "zod";
import type { BookAction, BookCall, BookRouteRow, Found } from "./book-route.ts";
import { accountIncludes, BookQuery, fieldNames, listQuery, listRequestOf, namesOf, stringIn } from "./list-query.ts";
import { carriersOfSummaries, presentSummary, Summary } from "./present-account.ts";
import { RemovedRow, rowsOf } from "./row-schemas.ts";
import { type AccountWork, workOfAccounts } from "./work-of-accounts.ts";

/** Lists and single rows of a family: the routes that differ in nothing but their family and their owner. */

interface ListRow {
  readonly id: BookAction;
  readonly path: string;
  readonly family: FamilyName;
  readonly summary: string;
}

/** Rows of a family: of the whole book, or of the client or policy in the path. */
export function listRoute({ id, path, family, summary }: ListRow): BookRouteRow {
  const isUnderClient = path.includes("{client_key}");
  const isUnderPolicy = path.includes("{policy_key}");
  const row = family === "accounts" ? accountSchema() : rowsOf(family);
  return {
    id,
    path,
    summary,
    query: listQuery(family),
    data: z.array(z.union([row, RemovedRow])),
    errors: ["invalid_cursor"],
    async find(call) {
      const { deps, viewer, query, signal } = call;
      const request = listRequestOf({ route: id, family }, query, {
        clientKey: isUnderClient ? call.key("client_key") : undefined,
        policyKey: isUnderPolicy ? call.key("policy_key") : undefined,
      });
      const { book, rows, nextCursor, count } = await listRows(deps, { viewer, signal }, request);
      const kept = rows.flatMap((one) => ("isRemoved" in one ? [] : [one]));
      const includes = includesOf(query);
      const included =
        includes.length === 0
          ? undefined
          : await readIncludes(
              call,
              book,
              includes,
              kept.map(({ key }) => key),
            );
      const how = { ...book, policy: viewer.policy, only: onlyOf(request.fields) };
      return {
        book,
        families: [family, ...familiesOf(includes)],
        rows: [...rows.map(({ isSeen }) => ({ family, isSeen })), ...(included?.rows ?? [])],
        nextCursor,
        count,
        present: () =>
          rows.map((one): JsonObject =>
            "isRemoved" in one
              ? { key: one.key, removed: true, change_seq: one.changeSeq }
              : { ...presentRow(family, one, how), ...included?.of(one.key) },
          ),
      };
    },
  };
}

/** One row by the key at the end of the path. */
export function rowRoute({ id, path, family, summary }: ListRow): BookRouteRow {
  const keyName = /\{(\w+)\}$/.exec(path)?.[1] ?? "";
  const isUnderClient = path.includes("{client_key}/");
  const query = BookQuery.extend({
    fields: namesOf(fieldNames(family), "Only these fields; the key and where the row came from are always there."),
    ...(family === "accounts" ? { include: namesOf(accountIncludes, "What the account is shown with.") } : {}),
  });
  return {
    id,
    path,
    summary,
    query,
    data: family === "accounts" ? accountSchema() : rowsOf(family),
    async find(call) {
      const { deps, viewer, signal } = call;
      const includes = includesOf(call.query);
      const bookRequest = { viewer, signal, connectionId: stringIn(call.query, "connection_id") };
      const { book, result } = await readBook(deps, bookRequest, async (read) => {
        const row = await readRow(deps, read, family, call.key(keyName));
        if (isUnderClient && row.clientKey !== call.key("client_key")) throw fail("not_found");
        const included = includes.length === 0 ? undefined : await includesIn(call, read, includes, [row.key]);
        const [shown = row] = await withoutHiddenTexts(deps, read, family, [row]);
        return { row: shown, included };
      });
      const { row, included } = result;
      const only = onlyOf(stringIn(call.query, "fields")?.split(","));
      const how = { ...book, policy: viewer.policy, only };
      return {
        book,
        families: [family, ...familiesOf(includes)],
        rows: [{ family, isSeen: row.isSeen }, ...(included?.rows ?? [])],
        present: () => ({ ...presentRow(family, row, how), ...included?.of(row.key) }),
      };
    },
  };
}

/** An account with what it may be shown with. */
function accountSchema() {
  return rowsOf("accounts").extend({
    contacts: z
      .array(rowsOf("contacts"))
      .optional()
      .meta({ description: "With `include=contacts`; at most 200.", examples: [[]] }),
    policies: z
      .array(rowsOf("policies"))
      .optional()
      .meta({ description: "With `include=policies`; at most 200.", examples: [[]] }),
    summary: Summary.optional().meta({ description: "With `include=summary`." }),
  });
}

const includedRowsMax = 200;
type Include = (typeof accountIncludes)[number];

function includesOf(query: BookCall["query"]): readonly Include[] {
  const names = stringIn(query, "include")?.split(",") ?? [];
  return accountIncludes.filter((include) => names.includes(include));
}

function familiesOf(includes: readonly Include[]): readonly FamilyName[] {
  return includes.flatMap((include) => (include === "summary" ? summaryFamilies : [include]));
}

interface Included {
  readonly rows: Found["rows"];
  of(client: string): JsonObject;
}

/** At the snapshot of the page that the accounts are from. */
async function readIncludes(
  call: BookCall,
  { connectionId, seq }: { readonly connectionId: string; readonly seq: number },
  includes: readonly Include[],
  clients: readonly string[],
): Promise<Included> {
  const { deps, viewer, signal } = call;
  const bookRequest = { viewer, signal, connectionId, pinned: { connectionId, seq } };
  const { result } = await readBook(deps, bookRequest, (read) => includesIn(call, read, includes, clients));
  return result;
}

async function includesIn(
  call: BookCall,
  read: BookRead,
  includes: readonly Include[],
  clients: readonly string[],
): Promise<Included> {
  const { deps, viewer } = call;
  const byFamily = new Map<"contacts" | "policies", readonly ClientRow[]>();
  let summaries: ReadonlyMap<string, AccountSummary> | undefined;
  let works: ReadonlyMap<string, AccountWork> | undefined;
  let carriers: ReadonlyMap<string, string> = new Map();
  for (const include of includes)
    if (include === "summary") {
      const computed = await summarizeClients(deps, read, { clients, today: todayOf(deps) });
      summaries = await withoutHiddenSubjects(deps, read, computed);
      works = await workOfAccounts(call, read, clients);
      carriers = await carriersOfSummaries(deps, read, summaries.values());
    } else byFamily.set(include, await rowsOfClients(deps, read, include, { clients, perClient: includedRowsMax }));
  return {
    rows: [...byFamily].flatMap(([family, rows]) => rows.map(({ isSeen }) => ({ family, isSeen }))),
    of(client) {
      const shown: { [name: string]: Json } = {};
      for (const [family, rows] of byFamily)
        shown[family] = rows
          .filter(({ clientKey }) => clientKey === client)
          .map((row) => presentRow(family, row, { ...read, policy: viewer.policy }));
      const summary = summaries?.get(client);
      return summary === undefined
        ? shown
        : { ...shown, summary: presentSummary(summary, works?.get(client), carriers) };
    },
  };
}

function onlyOf(fields: readonly string[] | undefined): ReadonlySet<string> | undefined {
  return fields === undefined ? undefined : new Set(fields);
}
