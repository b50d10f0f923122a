import { statement } from "@service/db";
import { carrierOfPolicy } from "@service/engine-kit";
import { parseJsonObject } from "@service/json";
import type { Deps } from "../../deps.ts";
import { hiddenFields } from "./field-standing.ts";
import type { BookRead } from "./read-page.ts";
import { inSnapshot } from "./sql-text.ts";

/** The fields of the carrier that policy `of` names by key, as JSON text; null without one. */
export function carrierFields(of: string, seq: string): string {
  return `(select k.fields from book.carriers k where k.connection_id = ${of}.connection_id
    and k.row_key = ${of}.carrier_key and ${inSnapshot("k", seq)} limit 1)`;
}

/** The name in the fields of a carrier. */
export function carrierNameIn(fields: string | null | undefined): string | undefined {
  const name = fields ? parseJsonObject(fields)["name"] : undefined;
  return typeof name === "string" ? name : undefined;
}

const readCarriers = statement(
  "book_policies_read_carriers",
  `select p.row_key as key, p.fields, ${carrierFields("p", "$2::int")} as "carrierFields" from book.policies p
   where p.connection_id = $1 and p.row_key = any ($3::text[]) and ${inSnapshot("p", "$2::int")}`,
);

/**
 * The carriers of policies that the viewer sees, by policy key (REC-139): of fields that the field policy shows alone, and
 * of nobody for who may not see `carrier_name`.
 */
export async function carriersOfPolicies(
  { db }: Pick<Deps, "db">,
  { connectionId, seq, viewer: { policy } }: BookRead,
  policyKeys: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const hidden = hiddenFields(policy, "policies");
  if (policyKeys.length === 0 || hidden.has("carrier_name")) return new Map();
  const areNamed = !hiddenFields(policy, "carriers").has("name");
  const { rows } = await db.pool.query(readCarriers([connectionId, seq, [...new Set(policyKeys)]]));
  return new Map(
    rows.flatMap(({ key, fields, carrierFields: carrier }) => {
      const stated = Object.entries(parseJsonObject(fields)).filter(([field]) => !hidden.has(field));
      const found = carrierOfPolicy(Object.fromEntries(stated), () => (areNamed ? carrierNameIn(carrier) : undefined));
      return found === undefined ? [] : [[key, found.name] as const];
    }),
  );
}
