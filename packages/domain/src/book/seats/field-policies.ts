import { type Transaction, statement } from "@service/db";
import { parseIssues } from "@service/json";
import { type FieldPolicy, fieldPolicyPresets, presetPolicy, sensitivities } from "@service/privacy";
import { families } from "@service/record-families";
import * as z from "zod";
import type { Actor } from "../../identity/access/index.ts";
import { recordChange } from "../../identity/audit/index.ts";
import type { Deps } from "../../deps.ts";
import { invalidFile } from "../../identity/operators/index.ts";
import { showOrganization } from "../../identity/organizations/index.ts";
import { masks, policyOf } from "./read-seats.ts";

const policiesMax = 100;
const isPreset = (key: string): boolean => presetPolicy(key) !== undefined;
const fieldNames: ReadonlySet<string> = new Set(Object.values(families).flatMap(({ fields }) => Object.keys(fields)));

const policySchema = z.strictObject({
  policy_key: z
    .string()
    .regex(/^[a-z0-9_-]{1,64}$/, "has 1 to 64 of a-z, 0-9, _ and -")
    .refine((key) => !isPreset(key), "is the name of a policy that every organization has"),
  denied: z.array(z.enum(sensitivities)).default([]),
  masks: z
    .record(
      z.string().refine((field) => fieldNames.has(field), "is not a field of any family"),
      z.enum(masks),
    )
    .default({}),
});
const listSchema = z.array(policySchema).min(1).max(policiesMax);
/** One policy and a list are distinguished before they are read: a union would not say what is wrong with either. */
const readFile = (file: unknown) =>
  Array.isArray(file) ? listSchema.safeParse(file) : policySchema.transform((policy) => [policy]).safeParse(file);

const listPolicies = statement(
  "field_policies_list",
  `select policy_key as "policyKey", denied, masks from field_policies where organization_id = $1
   order by policy_key collate "C" limit ${policiesMax}`,
).narrowed<{ readonly denied: readonly string[] }>();

const upsertPolicy = statement(
  "field_policies_upsert",
  `insert into field_policies (organization_id, policy_key, denied, masks) values ($1, $2, $3::text[], $4)
   on conflict (organization_id, policy_key) do update set denied = excluded.denied, masks = excluded.masks,
     updated_at = now()`,
);

/** The policies that every organization has, then its own (PRIV-3 to PRIV-6, SEAT-42). @throws `not_found` */
export async function listFieldPolicies(
  deps: Pick<Deps, "db">,
  organizationId: string,
): Promise<readonly FieldPolicy[]> {
  await showOrganization(deps, organizationId);
  const { rows } = await deps.db.pool.query(listPolicies([organizationId]));
  return [...Object.values<FieldPolicy>(fieldPolicyPresets), ...rows.map(policyOf)];
}

/**
 * Adds or replaces field policies of an organization, all or none; `file` is one policy or a list of them.
 * @throws `not_found`; `invalid_request` with the path of each problem.
 */
export async function setFieldPolicies(
  deps: Pick<Deps, "db">,
  actor: Actor,
  { organizationId, file }: { readonly organizationId: string; readonly file: unknown },
): Promise<readonly FieldPolicy[]> {
  const parsed = readFile(file);
  if (!parsed.success) throw invalidFile("No policy was set.", parseIssues(parsed.error));
  await showOrganization(deps, organizationId);
  await deps.db.inTransaction(async (tx) => {
    const { rows } = await tx.query(listPolicies([organizationId]));
    const before = new Map(rows.map((row) => [row.policyKey, policyOf(row)]));
    for (const policy of parsed.data) {
      const { policy_key: key } = policy;
      await tx.query(upsertPolicy([organizationId, key, policy.denied, JSON.stringify(policy.masks)]));
      await recordChange(tx, actor, {
        action: "fieldPolicies.set",
        kind: "field_policy",
        id: key,
        organizationId,
        before: before.get(key) ?? null,
        after: policy,
      });
    }
  });
  return parsed.data;
}

const namesOfPolicies = statement(
  "field_policies_names",
  "select policy_key as key from field_policies where organization_id = $1 and policy_key = any ($2::text[])",
);

/** Those of the keys that name no policy of the organization. */
export async function unknownPolicies(
  tx: Transaction,
  organizationId: string,
  keys: readonly string[],
): Promise<readonly string[]> {
  const own = keys.filter((key) => !isPreset(key));
  if (own.length === 0) return [];
  const { rows } = await tx.query(namesOfPolicies([organizationId, own]));
  return own.filter((name) => !rows.some(({ key }) => key === name));
}
