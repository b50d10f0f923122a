import { fail, limits } from "@service/contract";
import { type Transaction, statement } from "@service/db";
import { parseIssues } from "@service/json";
import * as z from "zod";
import type { Actor } from "../../identity/access/index.ts";
import { recordChange } from "../../identity/audit/index.ts";
import type { Deps } from "../../deps.ts";
import { invalidFile } from "../../identity/operators/index.ts";
import { showOrganization } from "../../identity/organizations/index.ts";
import { unknownPolicies } from "./field-policies.ts";
import { seatColumns } from "./read-seats.ts";
import { presentSeat, type Seat, seatScopes } from "./seat.ts";

const seatsMax = 20_000;
const word = z.string().trim().min(1).max(128);

/** One seat of an operator's file (SEAT-1). */
const seatSchema = z.strictObject({
  seat_key: word,
  emails: z.array(z.string().trim().toLowerCase().min(3).max(limits.actingEmailCharsMax)).max(20).default([]),
  principal_ids: z.array(z.string().trim().min(1).max(limits.actingPrincipalCharsMax)).max(20).default([]),
  name: z.string().trim().max(200).nullish(),
  role: z.string().trim().max(60).nullish(),
  office_key: word.nullish(),
  team_keys: z.array(word).max(50).default([]),
  scope: z.enum(seatScopes).default("Own"),
  field_policy_key: z.string().trim().min(1).max(64).nullish(),
  active: z.boolean().default(true),
});
const fileSchema = z
  .array(seatSchema)
  .max(seatsMax)
  .superRefine((seats, context) => {
    const seen = new Set<string>();
    for (const [index, { seat_key: key }] of seats.entries()) {
      if (seen.has(key))
        context.addIssue({ code: "custom", path: [index, "seat_key"], message: "stands twice in the file" });
      seen.add(key);
    }
  });

/** Counts of an import; addresses and ids that map to nobody because two active seats have them (SEAT-22). */
export interface ImportedSeats {
  readonly created: number;
  readonly changed: number;
  readonly unchanged: number;
  readonly ambiguous: readonly string[];
}

const readSeatsForUpdate = statement(
  "seats_read_for_update",
  `select ${seatColumns}, origin from seats where organization_id = $1 order by seat_key collate "C" for update`,
).narrowed<Pick<Seat, "emails" | "principalIds" | "teamKeys">>();

const upsertSeat = statement(
  "seats_upsert",
  `insert into seats (organization_id, seat_key, origin, emails, principal_ids, name, role, office_key, team_keys, scope,
     field_policy_key, active)
   values (@organization_id, @seat_key, 'file', @emails::text[], @principal_ids::text[], @name, @role, @office_key,
     @team_keys::text[], @scope::seat_scope, @field_policy_key, @active)
   on conflict (organization_id, seat_key) do update set origin = 'file', connection_id = null, emails = excluded.emails,
     principal_ids = excluded.principal_ids, name = excluded.name, role = excluded.role,
     office_key = excluded.office_key, team_keys = excluded.team_keys, scope = excluded.scope,
     field_policy_key = excluded.field_policy_key, active = excluded.active, updated_at = now()`,
);

/**
 * Adds the seats of an operator's file or replaces those of the same key, all or none; a seat that came from the system
 * of record is the file's from then on (SEAT-2). Seats that the file does not name stay as they are.
 * @throws `not_found`; `invalid_request` with the path of each problem.
 */
export async function importSeats(
  deps: Pick<Deps, "db">,
  actor: Actor,
  { organizationId, file }: { readonly organizationId: string; readonly file: unknown },
): Promise<ImportedSeats> {
  const parsed = fileSchema.safeParse(file);
  if (!parsed.success) throw invalidFile("No seat was imported.", parseIssues(parsed.error));
  await showOrganization(deps, organizationId);
  const seats = parsed.data.map((row): Seat => ({
    seatKey: row.seat_key,
    emails: row.emails,
    principalIds: row.principal_ids,
    name: row.name ?? null,
    role: row.role ?? null,
    officeKey: row.office_key ?? null,
    teamKeys: row.team_keys,
    scope: row.scope,
    fieldPolicyKey: row.field_policy_key ?? null,
    active: row.active,
  }));
  return deps.db.inTransaction(async (tx) => {
    await refuseUnknownPolicies(tx, organizationId, seats);
    const { rows } = await tx.query(readSeatsForUpdate([organizationId]));
    const before = new Map(rows.map(({ origin, ...seat }) => [seat.seatKey, { seat, origin }]));
    let created = 0;
    let unchanged = 0;
    for (const seat of seats) {
      const existing = before.get(seat.seatKey);
      if (
        existing?.origin === "file" &&
        JSON.stringify(presentSeat(existing.seat)) === JSON.stringify(presentSeat(seat))
      ) {
        unchanged += 1;
        continue;
      }
      if (existing === undefined) created += 1;
      await storeSeat(tx, organizationId, seat);
      await recordChange(tx, actor, {
        action: "seats.import",
        kind: "seat",
        id: seat.seatKey,
        organizationId,
        before: existing === undefined ? null : presentSeat(existing.seat),
        after: presentSeat(seat),
      });
    }
    const all = new Map([...before].map(([key, { seat }]) => [key, seat]));
    for (const seat of seats) all.set(seat.seatKey, seat);
    return {
      created,
      unchanged,
      changed: seats.length - created - unchanged,
      ambiguous: ambiguousNames([...all.values()]),
    };
  });
}

/** Writes a seat as the operator's own. */
export async function storeSeat(tx: Transaction, organizationId: string, seat: Seat): Promise<void> {
  await tx.query(
    upsertSeat({
      organizationId,
      seatKey: seat.seatKey,
      emails: seat.emails,
      principalIds: seat.principalIds,
      name: seat.name,
      role: seat.role,
      officeKey: seat.officeKey,
      teamKeys: seat.teamKeys,
      scope: seat.scope,
      fieldPolicyKey: seat.fieldPolicyKey,
      active: seat.active,
    }),
  );
}

/** @throws `invalid_request` naming the policies that do not exist. */
export async function refuseUnknownPolicies(
  tx: Transaction,
  organizationId: string,
  seats: readonly Seat[],
): Promise<void> {
  const named = [...new Set(seats.flatMap(({ fieldPolicyKey }) => fieldPolicyKey ?? []))];
  const unknown = await unknownPolicies(tx, organizationId, named);
  if (unknown.length === 0) return;
  throw fail("invalid_request", {
    message: `No field policy has the name ${unknown.slice(0, 5).join(", ")}. See svc field-policy list.`,
  });
}

/** Addresses and ids of more than one active seat, in order. */
function ambiguousNames(seats: readonly Seat[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const { active, emails, principalIds } of seats)
    if (active) for (const name of new Set([...emails, ...principalIds])) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].flatMap(([name, count]) => (count > 1 ? [name] : [])).toSorted();
}
