import { statement } from "@service/db";
import { cut } from "@service/json";
import type { Deps } from "../../deps.ts";
import type { Caller } from "../access/index.ts";
import { readKey } from "../keys/index.ts";

/** A request that was refused, as the console shows it: nothing of its body. */
export interface RefusedRequest {
  readonly method: string;
  /** As declared, with `{names}`. */
  readonly path: string;
  readonly status: number;
  readonly code: string;
  /** The first field that the answer names. */
  readonly field: string | null;
  readonly requestId: string;
}

/** Gathers uses of keys and refusals in memory, and writes them every 10 s. Nothing waits for it (CON-70). */
export interface KeyUses {
  /** A request was authenticated. */
  called(caller: Pick<Caller, "id" | "organizationId" | "environmentId">): void;
  /** The request of this caller was refused; it was counted by `called`. */
  refused(caller: Pick<Caller, "id" | "organizationId" | "environmentId">, request: RefusedRequest): void;
  /** A request without a valid key was refused: counts for the key that it presents, if there is one. */
  refusedKey(bearer: string | undefined, request: RefusedRequest): void;
  /** Writes what is gathered; call it before the process ends. */
  flush(): Promise<void>;
  /** Calls and refusals that are not written: too many at a time, or the database was away. */
  readonly dropped: number;
}

/** Distinct keys between two writes; the calls of more are dropped. */
const keysMax = 10_000;
/** Refusals kept between two writes, of all keys and of one: one noisy caller must not hide the others. */
const refusalsMax = 500;
const refusalsPerKeyMax = 50;
const flushMs = 10_000;
const fieldCharsMax = 200;

/** How the key of a call is found: by itself, or by what a caller presented. */
interface Subject {
  readonly organizationId: string | null;
  readonly environmentId: string | null;
  readonly keyId: string | null;
  readonly keyHash: Buffer | null;
  readonly scopedKeyId: string | null;
}

interface Gathered extends Subject {
  readonly place: number;
  calls: number;
  refusals: number;
  kept: number;
  usedAt: Date;
}

type Kept = RefusedRequest & { readonly subject: number; readonly refusedAt: Date };

/** A key that was presented and is unknown, or is no key of this installation any more, is dropped here. */
const recordUses = statement(
  "key_uses_record",
  `with subjects as materialized (
     select g.place, coalesce(g.organization_id, k.organization_id, s.organization_id) as organization_id,
       coalesce(g.environment_id, k.environment_id, s.environment_id) as environment_id,
       coalesce(g.key_id, k.id::text, s.id) as key_id, g.calls, g.refusals, g.used_at
     from unnest(@organization_ids::uuid[], @environment_ids::uuid[], @key_ids::text[], @key_hashes::bytea[],
       @scoped_key_ids::text[], @calls::int[], @refusals::int[], @used_at::timestamptz[]) with ordinality
       as g (organization_id, environment_id, key_id, key_hash, scoped_key_id, calls, refusals, used_at, place)
     left join organization_keys k on k.key_hash = g.key_hash
     left join scoped_keys s on s.id = g.scoped_key_id
     where coalesce(g.key_id, k.id::text, s.id) is not null
   ), counted as (
     insert into key_uses as u (organization_id, key_id, hour, calls, refusals, used_at)
     select organization_id, key_id, date_trunc('hour', used_at, 'UTC'), sum(calls), sum(refusals), max(used_at)
     from subjects group by 1, 2, 3
     -- In one order, so that two processes wait for each other and never in a circle.
     order by 1, 2, 3
     on conflict (organization_id, key_id, hour) do update set
       calls = u.calls + excluded.calls, refusals = u.refusals + excluded.refusals,
       used_at = greatest(u.used_at, excluded.used_at)
   )
   insert into refused_calls (organization_id, environment_id, key_id, refused_at, method, path, status, code, field,
     request_id)
   select s.organization_id, s.environment_id, s.key_id, r.refused_at, r.method, r.path, r.status, r.code, r.field,
     r.request_id
   from unnest(@subjects::int[], @refused_at::timestamptz[], @methods::text[], @paths::text[], @statuses::smallint[],
     @codes::text[], @fields::text[], @request_ids::text[])
     as r (subject, refused_at, method, path, status, code, field, request_id)
   join subjects s on s.place = r.subject order by r.refused_at`,
);

/** Opened once per process. */
export function openKeyUses({ db, log, clock }: Pick<Deps, "db" | "log" | "clock">): KeyUses {
  let subjects = new Map<string, Gathered>();
  let refusals: Kept[] = [];
  let dropped = 0;
  let timer: NodeJS.Timeout | undefined;

  function gather(key: string, subject: Subject): Gathered | undefined {
    const found = subjects.get(key);
    if (found) return found;
    if (subjects.size >= keysMax) {
      dropped += 1;
      return undefined;
    }
    timer ??= setTimeout(() => void flush(), flushMs).unref();
    const made = { ...subject, place: subjects.size + 1, calls: 0, refusals: 0, kept: 0, usedAt: clock.now() };
    subjects.set(key, made);
    return made;
  }

  function refuse(gathered: Gathered | undefined, request: RefusedRequest): void {
    if (!gathered) return;
    gathered.refusals += 1;
    if (gathered.kept >= refusalsPerKeyMax || refusals.length >= refusalsMax) {
      dropped += 1;
      return;
    }
    gathered.kept += 1;
    refusals.push({ ...request, subject: gathered.place, refusedAt: clock.now() });
  }

  async function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const [taken, refused] = [[...subjects.values()], refusals];
    if (taken.length === 0) return;
    subjects = new Map();
    refusals = [];
    try {
      await db.pool.query(recordUses({ ...valuesOfSubjects(taken), ...valuesOfRefusals(refused) }));
    } catch (error) {
      dropped += taken.reduce((sum, { calls }) => sum + calls, 0) + refused.length;
      log.warn({ err: error, keys: taken.length, refusals: refused.length }, "uses of keys were not recorded");
    }
  }

  return {
    called(caller) {
      const gathered = gather(caller.id, ofCaller(caller));
      if (!gathered) return;
      gathered.calls += 1;
      gathered.usedAt = clock.now();
    },
    refused: (caller, request) => refuse(gather(caller.id, ofCaller(caller)), request),
    refusedKey(bearer, request) {
      const presented = bearer === undefined ? undefined : readKey(bearer);
      if (!presented) return;
      const [name, found] =
        presented.kind === "scoped"
          ? [`scoped ${presented.id}`, { keyHash: null, scopedKeyId: presented.id }]
          : [`hash ${presented.hash.toString("base64")}`, { keyHash: presented.hash, scopedKeyId: null }];
      const gathered = gather(name, { organizationId: null, environmentId: null, keyId: null, ...found });
      if (gathered) gathered.calls += 1;
      refuse(gathered, request);
    },
    flush,
    get dropped() {
      return dropped;
    },
  };
}

function ofCaller({ id, organizationId, environmentId }: Pick<Caller, "id" | "organizationId" | "environmentId">) {
  return { organizationId, environmentId, keyId: id, keyHash: null, scopedKeyId: null };
}

function valuesOfSubjects(taken: readonly Gathered[]) {
  return {
    organizationIds: taken.map(({ organizationId }) => organizationId),
    environmentIds: taken.map(({ environmentId }) => environmentId),
    keyIds: taken.map(({ keyId }) => keyId),
    keyHashes: taken.map(({ keyHash }) => keyHash),
    scopedKeyIds: taken.map(({ scopedKeyId }) => scopedKeyId),
    calls: taken.map(({ calls }) => calls),
    refusals: taken.map((each) => each.refusals),
    usedAt: taken.map(({ usedAt }) => usedAt),
  };
}

function valuesOfRefusals(refused: readonly Kept[]) {
  return {
    subjects: refused.map(({ subject }) => subject),
    refusedAt: refused.map(({ refusedAt }) => refusedAt),
    methods: refused.map(({ method }) => method),
    paths: refused.map(({ path }) => path),
    statuses: refused.map(({ status }) => status),
    codes: refused.map(({ code }) => code),
    fields: refused.map(({ field }) => (field === null ? null : storable(field))),
    requestIds: refused.map(({ requestId }) => requestId),
  };
}

/** A field may be named by the caller. */
function storable(field: string): string {
  return cut(field.toWellFormed().replaceAll("\0", "\uFFFD"), fieldCharsMax);
}
