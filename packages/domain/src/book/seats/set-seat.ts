import { fail } from "@service/contract";
import { statement } from "@service/db";
import type { Actor } from "../../identity/access/index.ts";
import { recordChange } from "../../identity/audit/index.ts";
import type { Deps } from "../../deps.ts";
import { showOrganization } from "../../identity/organizations/index.ts";
import { refuseUnknownPolicies, storeSeat } from "./import-seats.ts";
import { seatColumns } from "./read-seats.ts";
import { presentSeat, type Seat, type SeatScope } from "./seat.ts";

/** Options of `svc seat set`; what is left out stays, a policy of null is the organization's default. */
export interface SeatChanges {
  readonly scope?: SeatScope | undefined;
  readonly fieldPolicyKey?: string | null | undefined;
  readonly active?: boolean | undefined;
}

const lockSeat = statement(
  "seats_lock",
  `select ${seatColumns} from seats where organization_id = $1 and seat_key = $2 for update`,
).narrowed<Pick<Seat, "emails" | "principalIds" | "teamKeys">>();

const listed = statement(
  "seats_list",
  `select ${seatColumns}, origin from seats where organization_id = $1 order by seat_key collate "C" limit 20000`,
).narrowed<Pick<Seat, "emails" | "principalIds" | "teamKeys">>();

/** The seats of an organization in order of their keys, with where each came from. @throws `not_found` */
export async function listSeats(
  deps: Pick<Deps, "db">,
  organizationId: string,
): Promise<readonly (Seat & { readonly origin: "staff" | "file" })[]> {
  await showOrganization(deps, organizationId);
  const { rows } = await deps.db.pool.query(listed([organizationId]));
  return rows;
}

/**
 * Changes a seat; from then on it is the operator's, and imports leave it alone (SEAT-2).
 * @throws `not_found`; `invalid_request` for a policy that does not exist.
 */
export async function setSeat(
  deps: Pick<Deps, "db">,
  actor: Actor,
  { organizationId, seatKey, changes }: { organizationId: string; seatKey: string; changes: SeatChanges },
): Promise<Seat> {
  await showOrganization(deps, organizationId);
  return deps.db.inTransaction(async (tx) => {
    const { rows } = await tx.query(lockSeat([organizationId, seatKey]));
    const [before] = rows;
    if (before === undefined) throw fail("not_found", { message: "No seat of the organization has this key." });
    const after: Seat = {
      ...before,
      scope: changes.scope ?? before.scope,
      fieldPolicyKey: changes.fieldPolicyKey === undefined ? before.fieldPolicyKey : changes.fieldPolicyKey,
      active: changes.active ?? before.active,
    };
    if (JSON.stringify(before) === JSON.stringify(after)) return before;
    await refuseUnknownPolicies(tx, organizationId, [after]);
    await storeSeat(tx, organizationId, after);
    await recordChange(tx, actor, {
      action: "seats.set",
      kind: "seat",
      id: seatKey,
      organizationId,
      before: presentSeat(before),
      after: presentSeat(after),
    });
    return after;
  });
}
