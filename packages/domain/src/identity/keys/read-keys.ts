import { timingSafeEqual } from "node:crypto";
import { aliases, capabilities as capabilityNames, type Capability } from "@service/contract";
import { hotStatement, type Database } from "@service/db";
import { createBatcher, type Batcher } from "@service/runtime";
import type { OrganizationSettings, Principal } from "../access/index.ts";

/** The two lookups of authentication, each batched over concurrent requests. */
export interface KeyLoader {
  readonly organizationKey: Batcher<Buffer, Principal<"organization_key"> | null>;
  readonly scopedKey: Batcher<{ readonly id: string; readonly secretHash: Buffer }, Principal<"scoped_key"> | null>;
}

interface OwnerRow {
  readonly id: string;
  readonly organizationId: string;
  readonly environmentId: string;
  readonly environmentSlug: string;
  readonly requestsPerMinute: number;
  readonly monthlyRunCap: number | null;
  readonly recordsPosture: OrganizationSettings["recordsPosture"];
  readonly analysesEnabled: boolean;
  readonly defaultFieldPolicy: string;
  readonly assertionSecret: string | null;
}

const ownerColumns = `
  k.id, k.organization_id as "organizationId", k.environment_id as "environmentId",
  e.slug as "environmentSlug", o.requests_per_minute as "requestsPerMinute", o.monthly_run_cap as "monthlyRunCap",
  o.records_posture as "recordsPosture", o.analyses_enabled as "analysesEnabled",
  o.default_field_policy as "defaultFieldPolicy", o.assertion_secret as "assertionSecret"`;
const ownerTables = `
  join environments e on e.id = k.environment_id
  join organizations o on o.id = k.organization_id`;

const readOrganizationKeys = hotStatement(
  "keys_read_organization_keys",
  `select ${ownerColumns}, k.key_hash as "keyHash"
   from organization_keys k ${ownerTables}
   where k.key_hash = any($1::bytea[]) and k.revoked_at is null`,
);

const readScopedKeys = hotStatement(
  "keys_read_scoped_keys",
  `select ${ownerColumns}, k.secret_hash as "secretHash", k.capabilities,
     array(select b.engine_id::text from scoped_key_engines b where b.key_id = k.id) as "engineIds"
   from scoped_keys k ${ownerTables}
   where k.id = any($1::text[]) and k.revoked_at is null`,
  // Written with every key; Prisma makes no list column NOT NULL.
).narrowed<{ readonly capabilities: readonly string[] }>();

const batchMax = 256;
const inFlightMax = 2;
const waitingMax = 10_000;

/** Opens the lookups on one database. They reject with the database's errors or `OverloadedError`. */
export function createKeyLoader(db: Database): KeyLoader {
  return {
    organizationKey: createBatcher({
      name: "organization keys",
      maxBatch: batchMax,
      maxInFlight: inFlightMax,
      maxWaiting: waitingMax,
      run: async (hashes) => {
        const { rows } = await db.hot.query(readOrganizationKeys([hashes]));
        return hashes.map((hash) => {
          const row = rows.find((candidate) => sameBytes(candidate.keyHash, hash));
          return row ? { kind: "organization_key", ...ownerOf(row) } : null;
        });
      },
    }),
    scopedKey: createBatcher({
      name: "scoped keys",
      maxBatch: batchMax,
      maxInFlight: inFlightMax,
      maxWaiting: waitingMax,
      run: async (presented) => {
        const ids = [...new Set(presented.map(({ id }) => id))];
        const { rows } = await db.hot.query(readScopedKeys([ids]));
        const byId = new Map(rows.map((row) => [row.id, row]));
        return presented.map(({ id, secretHash }) => {
          const row = byId.get(id);
          if (!row || !sameBytes(row.secretHash, secretHash)) return null;
          return {
            kind: "scoped_key",
            ...ownerOf(row),
            capabilities: recognizedCapabilities(row.capabilities),
            engineIds: new Set(row.engineIds),
          };
        });
      },
    }),
  };
}

function ownerOf(row: OwnerRow): Omit<Principal<"organization_key">, "kind"> {
  return {
    id: row.id,
    organizationId: row.organizationId,
    environmentId: row.environmentId,
    environmentSlug: row.environmentSlug,
    isLive: row.environmentSlug === "live",
    organization: {
      requestsPerMinute: row.requestsPerMinute,
      monthlyRunCap: row.monthlyRunCap,
      recordsPosture: row.recordsPosture,
      analysesEnabled: row.analysesEnabled,
      defaultFieldPolicy: row.defaultFieldPolicy,
      assertionSecret: row.assertionSecret,
    },
  };
}

/** Constant time, so that the duration does not reveal how much of a hash matches. */
function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && timingSafeEqual(a, b);
}

const capabilityByName: ReadonlyMap<string, Capability> = new Map<string, Capability>([
  ...capabilityNames.map((name) => [name, name] as const),
  ...Object.entries(aliases.capabilities),
]);

/** The capability of this current or former name (KEY-20, KEY-22); undefined for any other name. */
export function capabilityNamed(name: string): Capability | undefined {
  return capabilityByName.get(name);
}

function recognizedCapabilities(names: readonly string[]): ReadonlySet<Capability> {
  const recognized = new Set<Capability>();
  for (const name of names) {
    const capability = capabilityNamed(name);
    if (capability) recognized.add(capability);
  }
  return recognized;
}
