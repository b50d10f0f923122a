import { fail, type EngineTypeName, type RunStatus } from "@service/contract";
import { hotStatement, isUnavailable, statement } from "@service/db";
import type { EnvironmentScope } from "../../identity/access/index.ts";
import type { Deps } from "../../deps.ts";
import { readStringMember } from "./json-start.ts";
import {
  everyRun,
  headColumns,
  type HeadColumns,
  headJoins,
  headsOf,
  runViewValues,
  sawDocuments,
  seesRun,
} from "../../book/run-records/index.ts";
import type { RunView } from "../../book/seats/index.ts";
import { readPin, type Pin } from "./pins.ts";

/**
 * Needs `wanted` in scope. The index on engine, environment, subject and finish time stops at the first row.
 * @param isSeen SQL that a viewer sees the run `r`: others are passed over (REC-78, DOC-44).
 */
function newest(isSeen: string): string {
  return `select r.* from runs r
     where r.engine_id = @engine_id and r.environment_id = @environment_id and r.subject_key = wanted.subject_key
       and r.status in ('completed', 'degraded')
       and (@exact::text is null or r.engine_version = @exact)
       and (@prefix::text is null or starts_with(r.engine_version, @prefix)) and ${isSeen}
     order by r.completed_at desc, r.id desc limit 1`;
}

/**
 * Newest finished run of each subject, by the index on engine, environment, subject and finish time: one index probe
 * for each. Ties are broken by id.
 */
const foundLatest = (found: string): string => `select found.subject_key as "subjectKey", found.id
   from unnest(@subject_keys::text[]) as wanted (subject_key), lateral (${found}) found`;
/** Of whom sees every client: what is read of runs over documents stays out of the probe for runs over rows. */
const ofWhole = sawDocuments("r.id", {
  seesAll: "true",
  grants: "array[]::text[]",
  denied: "@denied::text[]",
  person: "@person::text",
});
const findLatest = hotStatement("runs_find_latest", foundLatest(newest(ofWhole)));
const findLatestSeen = statement("runs_find_latest_seen", foundLatest(newest(seesRun("r.id"))));

type LatestRequest = {
  readonly engineId: string;
  readonly subjectKeys: readonly string[];
  readonly pinText: string | undefined;
  /** Left out: every run. */
  readonly view?: RunView;
};

/**
 * The newest completed or degraded run of each subject (RUN-86).
 * @param request.pinText as in a submission; restricts the runs to those of that release line.
 * @returns run ids by subject key; subjects without a run are missing.
 * @throws `engine_version_invalid_format`.
 */
export async function findLatestRuns(
  deps: Pick<Deps, "db">,
  scope: EnvironmentScope,
  request: LatestRequest,
): Promise<Map<string, string>> {
  const { exact, prefix } = versionsOf(request.pinText);
  const values = {
    engineId: request.engineId,
    environmentId: scope.environmentId,
    subjectKeys: [...new Set(request.subjectKeys)],
    exact,
    prefix,
  };
  const { denied, person, ...seat } = runViewValues(request.view ?? everyRun);
  const { rows } = seat.seesAll
    ? await deps.db.hot.query(findLatest({ ...values, denied, person }))
    : await deps.db.pool.query(findLatestSeen({ ...values, denied, person, ...seat }));
  return new Map(rows.map((row) => [row.subjectKey, row.id]));
}

/** Start of an output that is enough for the headline, which comes before the output's lists. */
const startChars = 2_000;

/**
 * The same runs with the columns of a summary. Sizes come from the stored values' headers; only the starts of outputs
 * are read, unless `output_bytes_max` allows all of them together. `times`: how often each subject is wanted.
 */
const latestRead = (
  found: string,
): string => `select r.subject_key as "subjectKey", r.id, r.status, r.created_at as "createdAt",
     r.completed_at as "completedAt", r.engine_version as "engineVersion", r.engine_type as "engineType",
     left(p.output, ${startChars}) as "outputStart",
     octet_length(p.input) + coalesce(octet_length(p.output), 0) + coalesce(octet_length(p.solutions), 0) as "partsBytes",
     (sum(octet_length(p.output) * wanted.times) over ())::float8 as "outputsBytes",
     case when sum(octet_length(p.output) * wanted.times) over () <= @output_bytes_max then p.output end as output,
     ${headColumns}
   from unnest(@subject_keys::text[], @times::bigint[]) as wanted (subject_key, times), lateral (${found}) r
   join run_payloads p on p.run_id = r.id
   ${headJoins}
   where r.organization_id = @organization_id`;
// Of a finished run (CHECK).
const readLatest = hotStatement("runs_read_latest", latestRead(newest(ofWhole))).narrowed<{
  readonly completedAt: Date;
}>();
const readLatestSeen = statement("runs_read_latest_seen", latestRead(newest(seesRun("r.id")))).narrowed<{
  readonly completedAt: Date;
}>();

/** The newest run of a subject, as a summary shows it. */
export type LatestRun = {
  readonly id: string;
  readonly status: RunStatus;
  readonly createdAt: Date;
  readonly completedAt: Date;
  readonly engineVersion: string | null;
  readonly engineType: EngineTypeName;
  /** Of the stored output: null when it has none; undefined when it lies beyond the part that was read. */
  readonly headline: string | null | undefined;
  /** Approximate size of input and result together. */
  readonly partsBytes: number;
  /** JSON; null unless outputs were read. */
  readonly output: string | null;
  /** The records that it read have changed since (REC-77). */
  readonly isStale: boolean;
};

type LatestRow = Omit<LatestRun, "headline" | "isStale"> &
  HeadColumns & {
    readonly subjectKey: string;
    readonly outputsBytes: number | null;
    readonly outputStart: string | null;
  };

/**
 * The newest completed or degraded run of each subject with its headline, in one statement.
 * @param request.outputBytesMax bound on all outputs together, an output counted once per request for it; undefined for
 *   no bound.
 * @param request.readsOutputs whether to read the outputs themselves, when they are within the bound.
 * @returns runs by subject key; subjects without a run are missing. `too_large` gives the bytes of the outputs.
 * @throws `engine_version_invalid_format`, `load_run_failed`.
 */
export async function readLatestRuns(
  deps: Pick<Deps, "db">,
  scope: EnvironmentScope,
  request: LatestRequest & {
    readonly outputBytesMax: number | undefined;
    readonly readsOutputs: boolean;
  },
): Promise<
  | { readonly kind: "found"; readonly runs: ReadonlyMap<string, LatestRun> }
  | { readonly kind: "too_large"; readonly bytes: number }
> {
  const { engineId, outputBytesMax } = request;
  const { organizationId, environmentId } = scope;
  const { exact, prefix } = versionsOf(request.pinText);
  const times = new Map<string, number>();
  for (const key of request.subjectKeys) times.set(key, (times.get(key) ?? 0) + 1);
  const values = {
    engineId,
    environmentId,
    subjectKeys: [...times.keys()],
    exact,
    prefix,
    times: [...times.values()],
    outputBytesMax: request.readsOutputs ? (outputBytesMax ?? Number.MAX_SAFE_INTEGER) : -1,
    organizationId,
  };
  const { denied, person, ...seat } = runViewValues(request.view ?? everyRun);
  const { rows } = await loading(
    seat.seesAll
      ? deps.db.hot.query(readLatest({ ...values, denied, person }))
      : deps.db.pool.query(readLatestSeen({ ...values, denied, person, ...seat })),
  );
  const bytes = rows[0]?.outputsBytes ?? 0;
  if (outputBytesMax !== undefined && bytes > outputBytesMax) return { kind: "too_large", bytes };
  return { kind: "found", runs: new Map(rows.map((row) => [row.subjectKey, latestOf(row)])) };
}

async function loading<T>(read: Promise<T>): Promise<T> {
  try {
    return await read;
  } catch (error) {
    if (isUnavailable(error)) throw error;
    throw fail("load_run_failed", { cause: error });
  }
}

function latestOf({ subjectKey: _subject, outputsBytes: _bytes, outputStart, ...run }: LatestRow): LatestRun {
  return {
    ...run,
    isStale: headsOf(run).isStale,
    headline: outputStart === null ? null : readStringMember(outputStart, "headline"),
  };
}

/** @throws `engine_version_invalid_format`. */
function versionsOf(pinText: string | undefined): { exact: string | null; prefix: string | null } {
  const pin = readPin(pinText);
  if (!pin) throw fail("engine_version_invalid_format");
  return versionFilter(pin);
}

function versionFilter(pin: Pin): { exact: string | null; prefix: string | null } {
  switch (pin.kind) {
    case "latest":
      return { exact: null, prefix: null };
    case "draft":
      return { exact: "draft", prefix: null };
    case "exact":
      return { exact: `${pin.major}.${pin.minor}`, prefix: null };
    case "major":
      return { exact: null, prefix: `${pin.major}.` };
  }
}
