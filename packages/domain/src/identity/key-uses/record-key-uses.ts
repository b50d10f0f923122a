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
  called(caller: KeyOwner): void;
  /** The request of this caller was refused; it was counted by `called`. */
  refused(caller: KeyOwner, request: RefusedRequest): void;
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

type KeyOwner = Pick<Caller, "id" | "organizationId" | "environmentId">;
type UsesDeps = Pick<Deps, "db" | "log" | "clock">;

/** Opened once per process. */
export function openKeyUses(deps: UsesDeps): KeyUses {
  return new GatheredUses(deps);
}

class GatheredUses implements KeyUses {
  readonly #deps: UsesDeps;
  #subjects = new Map<string, Gathered>();
  #refusals: Kept[] = [];
  #timer: NodeJS.Timeout | undefined;
  dropped = 0;

  constructor(deps: UsesDeps) {
    this.#deps = deps;
  }

  called(caller: KeyOwner): void {
    const gathered = this.#gather(caller.id, ofCaller(caller));
    if (!gathered) return;
    gathered.calls += 1;
    gathered.usedAt = this.#deps.clock.now();
  }

  refused(caller: KeyOwner, request: RefusedRequest): void {
    this.#refuse(this.#gather(caller.id, ofCaller(caller)), request);
  }

  refusedKey(bearer: string | undefined, request: RefusedRequest): void {
    const presented = bearer === undefined ? undefined : readKey(bearer);
    if (!presented) return;
    const [name, found] =
      presented.kind === "scoped"
        ? [`scoped ${presented.id}`, { keyHash: null, scopedKeyId: presented.id }]
        : [`hash ${presented.hash.toString("base64")}`, { keyHash: presented.hash, scopedKeyId: null }];
    const gathered = this.#gather(name, { organizationId: null, environmentId: null, keyId: null, ...found });
    if (gathered) gathered.calls += 1;
    this.#refuse(gathered, request);
  }

  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const [taken, refused] = [[...this.#subjects.values()], this.#refusals];
    if (taken.length === 0) return;
    this.#subjects = new Map();
    this.#refusals = [];
    const { db, log } = this.#deps;
    try {
      await db.pool.query(recordUses({ ...valuesOfSubjects(taken), ...valuesOfRefusals(refused) }));
    } catch (error) {
      this.dropped += taken.reduce((sum, { calls }) => sum + calls, 0) + refused.length;
      log.warn({ err: error, keys: taken.length, refusals: refused.length }, "uses of keys were not recorded");
    }
  }

  #gather(key: string, subject: Subject): Gathered | undefined {
    const found = this.#subjects.get(key);
    if (found) return found;
    if (this.#subjects.size >= keysMax) {
      this.dropped += 1;
      return undefined;
    }
    this.#timer ??= setTimeout(() => void this.flush(), flushMs).unref();
    const counts = { calls: 0, refusals: 0, kept: 0 };
    const made = { ...subject, ...counts, place: this.#subjects.size + 1, usedAt: this.#deps.clock.now() };
    this.#subjects.set(key, made);
    return made;
  }

  #refuse(gathered: Gathered | undefined, request: RefusedRequest): void {
    if (!gathered) return;
    gathered.refusals += 1;
    if (gathered.kept >= refusalsPerKeyMax || this.#refusals.length >= refusalsMax) {
      this.dropped += 1;
      return;
    }
    gathered.kept += 1;
    this.#refusals.push({ ...request, subject: gathered.place, refusedAt: this.#deps.clock.now() });
  }
}

function ofCaller({ id, organizationId, environmentId }: KeyOwner) {
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
