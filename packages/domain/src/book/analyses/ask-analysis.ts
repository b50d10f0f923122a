import { fail, ServiceError } from "@service/contract";
import { statement } from "@service/db";
import type { FieldPolicy } from "@service/privacy";
import type { FamilyName } from "@service/record-families";
import { endingAfter, inTurns } from "@service/runtime";
import { randomUUID } from "node:crypto";
import type { Caller } from "../../identity/access/index.ts";
import type { Deps } from "../../deps.ts";
import {
  hiddenFields,
  readBook,
  type ReadDeps,
  resolveConnection,
  type ServedBook,
  textsThatMayRepeat,
  todayOf,
} from "../records/index.ts";
import type { BookView } from "../seats/index.ts";
import { type AnalysisQuery, type Cell, type Group, smallestGroup } from "./analysis.ts";
import { analysisSql, type AnalysisStatement, groupsMax } from "./analysis-sql.ts";
import { UnaskableCondition } from "./condition-sql.ts";
import { shownGroups } from "./suppress.ts";

/** Who asks: the acting person's own seat, or the key where nobody is named. */
export function ownerOf(caller: Pick<Caller, "id">, { actor }: BookView): string {
  return actor === null ? `key:${caller.id}` : `seat:${actor}`;
}

/** @throws `analyses_not_enabled` unless the organization's switch is on. */
export function refuseSwitchedOff({ organization }: Pick<Caller, "organization">): void {
  if (!organization.analysesEnabled) throw fail("analyses_not_enabled");
}

/** A question and who asks it. */
export interface AnalysisRequest {
  readonly caller: Caller;
  readonly viewer: BookView;
  readonly connectionId: string | undefined;
  readonly query: AnalysisQuery;
  readonly signal: AbortSignal;
  /** How long the statement may take. */
  readonly timeoutMs?: number;
}

/** An answer, as it is stored. */
export interface Answered {
  readonly analysisId: string;
  readonly createdAt: Date;
  readonly book: ServedBook;
  readonly rows: readonly { readonly [name: string]: Cell }[];
  readonly suppressedGroups: number;
  readonly isTruncated: boolean;
}

const analysisMs = 10_000;
const perHour = 60;

/**
 * Answers a question about the book from one statement at one snapshot, over the rows that the viewer sees, and keeps the
 * answer (ANA-1 to ANA-12).
 *
 * @throws `invalid_request` (a field that is not there, or that the viewer may not see); `not_found`,
 *   `book_connection_ambiguous`; `analyses_not_enabled`; `rate_limited`; `book_unavailable`; `request_timeout`.
 */
export async function askAnalysis(deps: ReadDeps, request: AnalysisRequest): Promise<Answered> {
  const { caller, viewer, query, connectionId, signal, timeoutMs = analysisMs } = request;
  // What is asked is judged before the connection is looked for.
  const read = { today: todayOf(deps), grants: rowsShownTo(viewer), isSuppressed: isSuppressedFor(viewer) };
  refuseHidden(viewer, query, built(query, { ...read, connectionId: randomUUID(), seq: 0 }));
  const found = await resolveConnection(deps, viewer, connectionId);
  refuseSwitchedOff(caller);
  const analysisId = randomUUID();
  const { book, result } = await readBook(deps, { viewer, signal, connectionId: found.connectionId }, async (at) => {
    const sql = built(query, { ...read, ...at });
    const createdAt = await reserve(deps, { analysisId, owner: ownerOf(caller, viewer), viewer, at, query, sql });
    try {
      const groups = await groupsIn(deps, sql, { signal, timeoutMs });
      const answer = await answerOf(query, groups, read.isSuppressed);
      await deps.db.pool.query(
        storeAnswer([analysisId, JSON.stringify(answer.rows), answer.suppressedGroups, answer.isTruncated]),
      );
      return { createdAt, answer };
    } catch (error) {
      if (!signal.aborted && isOwnFault(error)) await giveBack(deps, analysisId);
      throw error;
    }
  });
  const { createdAt, answer } = result;
  return { analysisId, createdAt, book, ...answer };
}

/** Entries of the rows that an answer may be computed of; null: every row, as under shadow and off. */
export function rowsShownTo({ enforced, grants }: BookView): readonly string[] | null {
  return enforced ? grants : null;
}

/** Small groups are left out for everybody whose rows are withheld by a scope other than All (ANA-10). */
export function isSuppressedFor({ enforced, scope }: BookView): boolean {
  return enforced && scope !== "All";
}

function built(query: AnalysisQuery, read: Parameters<typeof analysisSql>[1]): AnalysisStatement {
  try {
    return analysisSql(query, read);
  } catch (error) {
    if (error instanceof UnaskableCondition) throw refused(error.path, error.message);
    throw error;
  }
}

function refused(path: string, message: string) {
  const field = path
    .slice(1)
    .replace(/\/(\d+)/g, "[$1]")
    .replaceAll("/", ".");
  return fail("invalid_request", { message: `${field} ${message}.`, details: [{ field, message }] });
}

/** Fields that a viewer under the policy may not ask about, each with the reason (ANA-13). */
export function unaskableFields(policy: FieldPolicy, family: FamilyName): ReadonlyMap<string, string> {
  return new Map([
    ...textsThatMayRepeat(policy, family).map(
      (field) => [field, "may repeat a value that the field policy hides"] as const,
    ),
    ...[...hiddenFields(policy, family).keys()].map((field) => [field, "is hidden by the field policy"] as const),
  ]);
}

/** Order, presence and totals would tell a hidden value; a group or a search shows one that somebody wrote (ANA-13). */
function refuseHidden(viewer: BookView, { family }: AnalysisQuery, { fields }: AnalysisStatement): void {
  const unaskable = unaskableFields(viewer.policy, family);
  const details = [...fields].flatMap((field) => {
    const message = unaskable.get(field);
    return message === undefined ? [] : [{ field, message }];
  });
  if (details.length === 0) return;
  const message = details.map(({ field, message: reason }) => `${family}.${field} ${reason}`).join("; ");
  throw fail("invalid_request", { message: `${message}.`, details });
}

const lockOwner = statement(
  "analyses_lock_owner",
  "select pg_advisory_xact_lock(hashtextextended('analyses ' || $1 || ' ' || $2, 0))::text as locked",
);

const reserveOne = statement(
  "analyses_reserve",
  `insert into analyses (id, organization_id, owner, connection_id, snapshot_seq, family, query, fields, grants, is_whole,
     is_suppressed, created_at)
   select @analysis_id, @organization_id, @owner, @connection_id, @snapshot_seq, @family, @query, @fields::text[],
     @grants::text[], @is_whole, @is_suppressed, @created_at
   where (select count(*) from analyses a where a.organization_id = @organization_id and a.owner = @owner
     and a.created_at > @hour_ago) < @per_hour
   returning id`,
);

const oldestCounted = statement(
  "analyses_oldest_counted",
  `select a.created_at as "createdAt" from analyses a where a.organization_id = $1 and a.owner = $2
   order by a.created_at desc offset $3 limit 1`,
);

const hourMs = 3_600_000;

/** Takes one of the person's 60 questions an hour, answered or not (ANA-14). @throws `rate_limited` with the wait. */
async function reserve(
  { db, clock }: Pick<Deps, "db" | "clock">,
  given: {
    readonly analysisId: string;
    readonly owner: string;
    readonly viewer: BookView;
    readonly at: { readonly connectionId: string; readonly seq: number };
    readonly query: AnalysisQuery;
    readonly sql: AnalysisStatement;
  },
): Promise<Date> {
  const { analysisId, owner, viewer, at, query, sql } = given;
  const { organizationId } = viewer;
  const grants = rowsShownTo(viewer);
  const now = clock.now();
  const hourAgo = new Date(now.getTime() - hourMs);
  await db.inTransaction(async (tx) => {
    await tx.query(lockOwner([organizationId, owner]));
    const { rowCount } = await tx.query(
      reserveOne({
        analysisId,
        organizationId,
        owner,
        connectionId: at.connectionId,
        snapshotSeq: at.seq,
        family: query.family,
        query: JSON.stringify(query),
        fields: [...sql.fields],
        grants: grants === null ? [] : [...grants],
        isWhole: grants === null,
        isSuppressed: isSuppressedFor(viewer),
        createdAt: now,
        hourAgo,
        perHour,
      }),
    );
    if (rowCount === 1) return;
    const { rows } = await tx.query(oldestCounted([organizationId, owner, perHour - 1]));
    const waitMs = (rows[0]?.createdAt ?? now).getTime() + hourMs - now.getTime();
    throw fail("rate_limited", { retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1_000)) });
  });
  return now;
}

/** A question that takes too long is the caller's, like one with too many groups. */
function isOwnFault(error: unknown): boolean {
  return !(error instanceof ServiceError && (error.status < 500 || error.code === "request_timeout"));
}

const giveBackOne = statement("analyses_give_back", "delete from analyses where id = $1 and rows is null");

/** A question that failed by the service's fault does not count (ANA-14); where that fails too, the first fault is reported. */
async function giveBack({ db }: Pick<Deps, "db">, analysisId: string): Promise<void> {
  await db.pool.query(giveBackOne([analysisId])).catch(() => undefined);
}

const storeAnswer = statement(
  "analyses_store_answer",
  "update analyses set rows = $2, suppressed_groups = $3, is_truncated = $4 where id = $1",
);

/** @throws `request_timeout` when the statement takes longer, `invalid_request` for too many groups. */
async function groupsIn(
  deps: ReadDeps,
  sql: AnalysisStatement,
  { signal, timeoutMs }: { readonly signal: AbortSignal; readonly timeoutMs: number },
): Promise<readonly Group[]> {
  const late = endingAfter(timeoutMs, fail("request_timeout")).signal;
  try {
    const groups = await deps.book.query<Group>(sql, AbortSignal.any([signal, late]));
    if (groups.length <= groupsMax) return groups;
    throw refused("/group_by", `makes more than ${groupsMax} groups: name fields with fewer values`);
  } catch (error) {
    if (late.aborted && !signal.aborted) throw fail("request_timeout", { cause: error });
    throw error;
  }
}

async function answerOf(
  query: AnalysisQuery,
  groups: readonly Group[],
  isSuppressed: boolean,
): Promise<Pick<Answered, "rows" | "suppressedGroups" | "isTruncated">> {
  const shown = isSuppressed ? await inTurns(shownGroups(groups, query.groupBy.length)) : groups;
  return {
    rows: shown.slice(0, query.limit).map((group) => rowOf(query, group, isSuppressed)),
    suppressedGroups: groups.length - shown.length,
    isTruncated: shown.length > query.limit,
  };
}

/** A measure of fewer than five values would tell of single rows, like a group of fewer. */
function rowOf({ groupBy, measures }: AnalysisQuery, group: Group, isSuppressed: boolean) {
  const isShownMeasure = (index: number): boolean => !isSuppressed || (group.counts[index] ?? 0) >= smallestGroup;
  return Object.fromEntries([
    ...groupBy.map((name, index) => [name, group.values[index] ?? null] as const),
    ...measures.map(({ key }, index) => [key, isShownMeasure(index) ? (group.measures[index] ?? null) : null] as const),
  ]);
}
