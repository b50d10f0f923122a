import { anyUuid, day, text, Timestamp, wholeNumber } from "@service/contract";
import type { ListOrder, ListRequest } from "@service/domain/records";
import { isJsonArray, isJsonObject, type JsonSchema } from "@service/json";
import { type FamilyName, type Filter, familyOf } from "@service/record-families";
import * as z from "zod";
import { Cursor, Limit } from "../../http/page-query.ts";

/** Parameters of a read that is about one row or one client. */
export const BookQuery = z.strictObject({
  connection_id: anyUuid()
    .optional()
    .meta({ description: "Needed where the organization has several active connections." }),
});

const flag = () => z.enum(["true", "false"]).optional();

/** Parameters of a list without filters. */
export const PagedQuery = BookQuery.extend({ limit: Limit, cursor: Cursor });

export const SearchQuery = BookQuery.extend({
  q: text(1, 200).meta({ description: "Words that begin words of the client.", examples: ["blue harb"] }),
  limit: Limit,
});

/** Names in one parameter, separated by commas. */
export function namesOf(allowed: readonly string[], description: string) {
  return z
    .string()
    .refine(
      (given) => given.split(",").every((name) => allowed.includes(name)),
      `must be names of ${allowed.join(", ")}, separated by commas`,
    )
    .optional()
    .meta({ description, examples: [allowed.slice(0, 2).join(",")] });
}

/** Names that `fields` may hold: the fields, and what every row has anyway, so that a caller may list what it reads. */
export function fieldNames(family: FamilyName): readonly string[] {
  const { fields, keyName } = familyOf(family);
  const always = ["key", keyName, "connection_id", "source_id", "change_seq", "source_updated_at"];
  return [...Object.keys(fields), "attributes", ...always];
}

/** Values of `sort`: the fields of the family that lists are sorted by, and its key. */
export function sortNames(family: FamilyName): readonly [string, ...string[]] {
  return ["key", "-key", ...familyOf(family).sorts.flatMap((field) => [field, `-${field}`])];
}

const withWords: ReadonlySet<FamilyName> = new Set(["accounts", "contacts", "policies"]);

/** The parameters of a family's lists (REC-25), made of its declaration. */
export function listQuery(family: FamilyName) {
  const { filters } = familyOf(family);
  const shape: Record<string, z.ZodType> = {
    limit: Limit,
    cursor: Cursor,
    sort: z
      .enum(sortNames(family))
      .optional()
      .meta({ description: "`-` descends; rows without the value stand last." }),
    fields: namesOf(fieldNames(family), "Only these fields; the key and where the row came from are always there."),
    updated_since: z
      .string()
      .refine(
        (given) => /^(?:0|[1-9]\d{0,8})$/.test(given) || Timestamp.safeParse(given).success,
        "must be a change_seq, in digits alone, or an RFC 3339 timestamp",
      )
      .optional()
      .meta({
        description: "Exclusive. A `change_seq`, which lists removed rows too, or a time.",
        examples: ["41"],
      }),
    include_count: flag(),
    ...(withWords.has(family)
      ? {
          q: text(1, 200)
            .optional()
            .meta({ description: "Words that begin words of the client.", examples: ["blue harb"] }),
        }
      : {}),
    ...(family === "accounts" ? { include: namesOf(accountIncludes, "What each account is shown with.") } : {}),
    ...Object.fromEntries(
      Object.entries(filters).map(([parameter, filter]) => [parameter, filterSchema(family, filter).optional()]),
    ),
  };
  return BookQuery.extend(shape);
}

/** What an account can be shown with. */
export const accountIncludes = ["contacts", "policies", "summary"] as const;

function filterSchema(family: FamilyName, { test, fields }: Filter): z.ZodType {
  switch (test) {
    case "from":
      return day().meta({ description: "This day or later.", examples: ["2026-12-01"] });
    case "to":
      return day().meta({ description: "This day or earlier.", examples: ["2026-12-31"] });
    case "withinDays":
      return wholeNumber(0, 3_650).meta({ description: "From today to so many days ahead.", examples: [90] });
    case "begins":
      return z
        .string()
        .regex(/^[0-9]{1,6}$/, "must be 1 to 6 digits")
        .meta({ description: "The first digits.", examples: ["7225"] });
    case "isEmpty":
    case "isOverdue":
      return z.enum(["true", "false"]);
    case "equals":
    case "holds": {
      const [name] = fields;
      const declared = familyOf(family).fields;
      return valueSchema(name, declared[name]?.schema ?? {});
    }
  }
}

function valueSchema(name: string, schema: JsonSchema): z.ZodType {
  const item = isJsonObject(schema["items"]) ? schema["items"] : schema;
  const [first, ...others] = isJsonArray(item["enum"]) ? item["enum"].filter((word) => typeof word === "string") : [];
  if (first !== undefined) return z.enum([first, ...others]);
  if (name === "states")
    return z
      .string()
      .regex(/^[A-Z]{2}$/, "must be two capital letters")
      .meta({ examples: ["OH"] });
  return text(1, 200).meta({ examples: [name.replaceAll("_", " ")] });
}

type Given = Readonly<Record<string, unknown>>;

/** What a list is asked for, from its parsed parameters. */
export function listRequestOf(
  { route, family }: { readonly route: string; readonly family: FamilyName },
  query: Given,
  owner: { readonly clientKey?: string | undefined; readonly policyKey?: string | undefined },
): ListRequest {
  const { filters } = familyOf(family);
  const values: { [parameter: string]: string | number | boolean } = {};
  for (const [parameter, { test }] of Object.entries(filters)) {
    const value = query[parameter];
    if (typeof value === "number") values[parameter] = value;
    if (typeof value === "string")
      values[parameter] = test === "isEmpty" || test === "isOverdue" ? value === "true" : value;
  }
  return {
    route,
    family,
    ...owner,
    connectionId: stringIn(query, "connection_id"),
    filters: values,
    order: orderOf(stringIn(query, "sort")),
    q: stringIn(query, "q"),
    updatedSince: sinceOf(stringIn(query, "updated_since")),
    fields: stringIn(query, "fields")?.split(","),
    limit: limitOf(query),
    cursor: stringIn(query, "cursor"),
    hasCount: query["include_count"] === "true",
  };
}

const limitDefault = 50;

export function limitOf(query: Given): number {
  const { limit } = query;
  return typeof limit === "number" ? limit : limitDefault;
}

export function stringIn(given: Given, name: string): string | undefined {
  const value = given[name];
  return typeof value === "string" ? value : undefined;
}

function orderOf(sort: string | undefined): ListOrder | undefined {
  if (sort === undefined) return undefined;
  const direction = sort.startsWith("-") ? "desc" : "asc";
  const field = sort.replace(/^-/, "");
  return { field: field === "key" ? undefined : field, direction };
}

function sinceOf(since: string | undefined): number | Date | undefined {
  if (since === undefined) return undefined;
  return /^\d{1,9}$/.test(since) ? Number(since) : new Date(since);
}
