import { fail } from "@service/contract";
import {
  hiddenFields,
  placesFound,
  presentRow,
  readBook,
  readSearchWords,
  searchClients,
  todayOf,
  withoutHiddenTexts,
} from "@service/domain/records";
import type { BookView } from "@service/domain/seats";
import type { Json } from "@service/json";
import { familyNames, type FamilyName, familyOf, planes } from "@service/record-families";
import * as z from "zod";
import type { BookRouteRow } from "./book-route.ts";
import { BookQuery, limitOf, PagedQuery, SearchQuery, sortNames, stringIn } from "./list-query.ts";
import { rowsOf } from "./row-schemas.ts";

/** Reads that are about the whole book. */

const Family = z
  .object({
    family: z.enum(familyNames),
    key_name: z.string().meta({ examples: ["policy_key"] }),
    fields: z.array(
      z.object({
        name: z.string().meta({ examples: ["premium"] }),
        type: z.string().meta({ examples: ["number"] }),
        sensitivity: z
          .string()
          .nullable()
          .meta({ examples: ["commission"] }),
        visibility: z.enum(["visible", "masked", "denied"]),
      }),
    ),
    filters: z.array(z.string().meta({ examples: ["status"] })).meta({ description: "Query parameters of its lists." }),
    sorts: z.array(z.string().meta({ examples: ["expires_on"] })).meta({ description: "Values of `sort`." }),
    default_sort: z.string().meta({ examples: ["expires_on"] }),
  })
  .meta({ id: "RecordsFamily" });

export const listPlanes: BookRouteRow = {
  id: "records.planes",
  path: "/planes",
  summary: "List the planes, families and fields of the book",
  description: "With what this reader may see, filter by and sort by.",
  query: BookQuery,
  data: z.array(z.object({ plane: z.enum(planes), families: z.array(Family) })),
  async find({ deps, viewer, query, signal }) {
    const bookRequest = { viewer, signal, connectionId: stringIn(query, "connection_id") };
    const { book } = await readBook(deps, bookRequest, async () => undefined);
    return {
      book,
      families: familyNames,
      rows: [],
      present: () =>
        planes.map((plane) => ({
          plane,
          families: familyNames
            .filter((family) => familyOf(family).plane === plane)
            .map((family) => presentFamily(family, viewer.policy)),
        })),
    };
  },
};

function presentFamily(family: FamilyName, policy: BookView["policy"]): { [name: string]: Json } {
  const { keyName, fields, filters, defaultSort } = familyOf(family);
  const hidden = hiddenFields(policy, family);
  const isVisible = (field: string): boolean => !hidden.has(field);
  const isDefault = defaultSort !== undefined && isVisible(defaultSort.field);
  return {
    family,
    key_name: keyName,
    fields: Object.entries(fields).map(([name, { schema, sensitivity }]) => {
      const standing = hidden.get(name);
      return {
        name,
        type: typeof schema["type"] === "string" ? schema["type"] : "string",
        sensitivity: sensitivity ?? null,
        visibility: standing === undefined ? "visible" : standing === "denied" ? "denied" : "masked",
      };
    }),
    filters: Object.entries(filters)
      .filter(([, { fields: decisive }]) => decisive.every(isVisible))
      .map(([name]) => name),
    sorts: sortNames(family).filter((sort) => isVisible(sort.replace(/^-/, ""))),
    default_sort: isDefault ? `${defaultSort.direction === "desc" ? "-" : ""}${defaultSort.field}` : "key",
  };
}

export const searchBook: BookRouteRow = {
  id: "records.search",
  path: "/search",
  summary: "Search clients by name, policy number or phone",
  description: "Accounts, best first, each with the fields in which it was found.",
  query: SearchQuery,
  data: z.array(
    rowsOf("accounts").extend({
      matched: z.array(
        z.object({
          family: z.enum(familyNames),
          field: z.string().meta({ examples: ["policy_number"] }),
          key: z.string().meta({ examples: ["p_k3v5n2q7x4m6p8r2t4w6"] }),
        }),
      ),
    }),
  ),
  async find({ deps, viewer, query, signal }) {
    const q = stringIn(query, "q") ?? "";
    const words = readSearchWords(q, viewer);
    const bookRequest = { viewer, signal, connectionId: stringIn(query, "connection_id") };
    const { book, result } = await readBook(deps, bookRequest, async (read) => {
      const found = await searchClients(deps, read, { q, words, limit: limitOf(query), today: todayOf(deps) });
      const rows = await withoutHiddenTexts(deps, read, "accounts", found);
      const keys = rows.map(({ key }) => key);
      return { rows, places: await placesFound(deps, read, words, keys) };
    });
    const { rows, places } = result;
    const how = { ...book, policy: viewer.policy };
    return {
      book,
      families: ["accounts"],
      rows: rows.map(({ isSeen }) => ({ family: "accounts", isSeen })),
      nextCursor: null,
      present: () =>
        rows.map((row) => ({
          ...presentRow("accounts", row, how),
          matched: places
            .filter(({ client }) => client === row.key)
            .map(({ family, field, key }) => ({ family, field, key })),
        })),
    };
  },
};

/** Edits of the overlay do not exist in this version: the list is empty and no id is found. */
export const listEditIntents: BookRouteRow = {
  id: "records.editIntents.list",
  path: "/edit-intents",
  summary: "List intended edits of the coverage record",
  description: "Always empty: the overlay is read-only.",
  query: PagedQuery,
  data: z
    .array(z.unknown())
    .max(0)
    .meta({ examples: [[]] }),
  errors: ["invalid_cursor"],
  async find({ deps, viewer, query, signal }) {
    if (stringIn(query, "cursor") !== undefined) throw fail("invalid_cursor");
    const bookRequest = { viewer, signal, connectionId: stringIn(query, "connection_id") };
    const { book } = await readBook(deps, bookRequest, async () => undefined);
    return { book, families: [], rows: [], nextCursor: null, present: () => [] };
  },
};

export const readEditIntent: BookRouteRow = {
  id: "records.editIntents.read",
  path: "/edit-intents/{id}",
  summary: "Read an intended edit of the coverage record",
  description: "None exists: the overlay is read-only.",
  query: BookQuery,
  data: z.object({}),
  async find({ deps, viewer, query, signal }) {
    const bookRequest = { viewer, signal, connectionId: stringIn(query, "connection_id") };
    await readBook(deps, bookRequest, async () => {
      throw fail("not_found");
    });
    throw fail("not_found");
  },
};
