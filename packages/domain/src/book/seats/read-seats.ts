import { type Database, statement } from "@service/db";
import { isJsonObject, type Json, parseJson } from "@service/json";
import { type FieldPolicy, type Sensitivity, sensitivities } from "@service/privacy";
import { LRUCache } from "lru-cache";
import type { Seat } from "./seat.ts";
import { SeatDirectory } from "./seat-directory.ts";

/** SEAT-4: a seat that is switched off reads nothing two seconds later; the rest is for the read itself. */
const recalledMs = 1_800;
const organizationsMax = 1_000;

export interface SeatLoader {
  /** The seats and field policies of an organization, at most two seconds old; concurrent callers share the read. */
  directoryOf(organizationId: string): Promise<SeatDirectory>;
}

export interface SeatDeps {
  readonly seats: SeatLoader;
}

/** Columns of a stored seat. */
export const seatColumns = `seat_key as "seatKey", emails, principal_ids as "principalIds", name, role,
  office_key as "officeKey", team_keys as "teamKeys", scope, field_policy_key as "fieldPolicyKey", active`;

const readSeats = statement(
  "seats_read",
  `select ${seatColumns} from seats where organization_id = $1 order by seat_key collate "C"`,
  // The columns are arrays of strings that no statement writes nulls into.
).narrowed<Pick<Seat, "emails" | "principalIds" | "teamKeys">>();

const readPolicies = statement(
  "field_policies_read",
  `select policy_key as "policyKey", denied, masks from field_policies where organization_id = $1
   order by policy_key collate "C"`,
  // Written by `setFieldPolicies` alone, which checks it.
).narrowed<{ readonly denied: readonly string[] }>();

/** Opens it once per process; no connection is made before the first use. */
export function openSeatLoader(db: Database): SeatLoader {
  const directories = new LRUCache<string, SeatDirectory>({
    max: organizationsMax,
    ttl: recalledMs,
    fetchMethod: (organizationId) => readDirectory(db, organizationId),
  });
  return {
    async directoryOf(organizationId) {
      const directory = await directories.fetch(organizationId);
      if (directory === undefined) throw new Error("a read of seats was dropped");
      return directory;
    },
  };
}

async function readDirectory(db: Database, organizationId: string): Promise<SeatDirectory> {
  const [seats, policies] = await Promise.all([
    db.pool.query(readSeats([organizationId])),
    db.pool.query(readPolicies([organizationId])),
  ]);
  return new SeatDirectory(seats.rows, policies.rows.map(policyOf));
}

/** A stored policy; members that are not what they should be deny nothing and mask nothing more. */
export function policyOf(row: {
  readonly policyKey: string;
  readonly denied: readonly string[];
  readonly masks: string;
}): FieldPolicy {
  const masks = parseJson(row.masks);
  return {
    policy_key: row.policyKey,
    denied: row.denied.filter((name): name is Sensitivity => sensitivities.some((each) => each === name)),
    masks: isJsonObject(masks)
      ? Object.fromEntries(Object.entries(masks).flatMap(([name, mask]) => (isMask(mask) ? [[name, mask]] : [])))
      : {},
  };
}

export const masks = ["last4", "year", "initials", "domain", "null"] as const;

function isMask(value: Json): value is (typeof masks)[number] {
  return masks.some((mask) => mask === value);
}
