import { statement } from "@service/db";
import { parseJson } from "@service/json";
import * as z from "zod";
import type { Deps } from "../../deps.ts";
import {
  type AccountSummary,
  type BookRead,
  hiddenFields,
  seesWhole,
  summaryFamilies,
} from "../../book/records/index.ts";

const summaryForm = z.object({
  linesHeld: z.array(z.string()),
  premiumByLine: z.record(z.string(), z.number()),
  nextExpirations: z.array(
    z.object({
      policyKey: z.string(),
      policyNumber: z.string().nullable(),
      line: z.string().nullable(),
      expiresOn: z.string(),
      premium: z.number().nullable(),
    }),
  ),
  lossFacts: z.object({
    claims: z.number(),
    openClaims: z.number(),
    paid: z.number(),
    reserved: z.number(),
    incurred: z.number(),
    lastOccurredOn: z.string().nullable(),
  }),
  lastTouch: z.object({ at: z.string(), activityKey: z.string(), subject: z.string().nullable() }).nullable(),
});

const readOne = statement(
  "derived_rows_read_summary",
  `select r.body, o.computed_at as "computedAt" from book.derived_outputs o
   join book.derived_rows r on r.connection_id = o.connection_id and r.derivation_key = o.derivation_key
     and r.from_version <= o.version and (r.to_version is null or r.to_version > o.version)
   where o.connection_id = $1 and o.derivation_key = 'account_summary' and r.row_key = $2 and o.computed_at is not null`,
);

/** A field that the summary is made of. */
const summaryFields: { readonly [Family in (typeof summaryFamilies)[number]]: readonly string[] } = {
  policies: ["line", "lines", "status", "effective_on", "expires_on", "premium", "policy_number"],
  claims: ["status", "paid", "reserved", "incurred", "occurred_on"],
  activities: ["occurred_at", "subject"],
};

/**
 * The summary of a client as the derivation computed it last (DERIV-10). Undefined where it has not, and for a viewer who
 * sees only a part of the client or not every field that it is made of: what that viewer sees is computed from the rows.
 */
export async function readDerivedSummary(
  deps: Pick<Deps, "db"> & Parameters<typeof seesWhole>[0],
  read: BookRead,
  { clientKey, today }: { readonly clientKey: string; readonly today: string },
): Promise<{ readonly summary: AccountSummary; readonly computedAt: Date } | undefined> {
  const { viewer } = read;
  const isHidden = summaryFamilies.some((family) => {
    const hidden = hiddenFields(viewer.policy, family);
    return summaryFields[family].some((field) => hidden.has(field));
  });
  if (isHidden || !(await seesWhole(deps, { ...read, grants: viewer.enforced ? viewer.grants : null }, [clientKey])))
    return undefined;
  const { rows } = await deps.db.pool.query(readOne([read.connectionId, clientKey]));
  const [row] = rows;
  if (row === undefined || row.computedAt === null) return undefined;
  const summary = summaryForm.parse(parseJson(row.body));
  // Computed on an earlier day: what has ended since is no longer next.
  const nextExpirations = summary.nextExpirations.filter(({ expiresOn }) => expiresOn >= today);
  return { summary: { ...summary, nextExpirations }, computedAt: row.computedAt };
}
