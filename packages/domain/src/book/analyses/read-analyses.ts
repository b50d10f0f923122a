import { fail } from "@service/contract";
import { type Database, statement } from "@service/db";
import { type Json, parseJson } from "@service/json";
import { type FamilyName, familyNames } from "@service/record-families";
import * as z from "zod";
import type { Caller } from "../../identity/access/index.ts";
import type { Deps } from "../../deps.ts";
import type { TimedPlace } from "../../paging.ts";
import type { BookView } from "../seats/index.ts";
import { isSuppressedFor, ownerOf, rowsShownTo, unaskableFields } from "./ask-analysis.ts";

/** How long questions and answers are kept (ANA-20). */
export const analysisDays = 30;

/** A stored question with its answer. */
export interface StoredAnalysis {
  readonly analysisId: string;
  readonly createdAt: Date;
  readonly connectionId: string;
  readonly snapshotSeq: number;
  readonly family: FamilyName;
  readonly query: Json;
  /** Undefined in lists. */
  readonly rows: Json | undefined;
  readonly suppressedGroups: number;
  readonly isTruncated: boolean;
}

const columns = `a.id as "analysisId", a.created_at as "createdAt", a.connection_id as "connectionId",
  a.snapshot_seq as "snapshotSeq", a.family, a.query, a.suppressed_groups as "suppressedGroups",
  a.is_truncated as "isTruncated", a.fields`;

/**
 * Whether present rights are as wide as those that the answer was computed with (ANA-21): parameters are the entries that
 * the viewer holds now, whether they are all rows, and whether small groups are left out for the viewer.
 */
const isWithin = (grants: string, isWhole: string, isSuppressed: string): string =>
  `(${isWhole} or (not a.is_whole and a.grants <@ ${grants}::text[])) and (a.is_suppressed or not ${isSuppressed})`;

const isServed = `exists (select from record_connections c
  where c.id = a.connection_id and c.organization_id = a.organization_id and c.state = 'active')`;

const readOne = statement(
  "analyses_read",
  `select ${columns}, a.rows from analyses a where a.organization_id = @organization_id and a.id = @analysis_id
    and a.rows is not null
     and a.created_at > @oldest and ${isServed} and ${isWithin("@grants", "@is_whole", "@is_suppressed")}`,
).narrowed<{ readonly rows: string; readonly fields: readonly string[] }>();

const listOwn = statement(
  "analyses_list",
  `select ${columns} from analyses a where a.organization_id = @organization_id and a.owner = @owner
    and a.rows is not null
     and a.created_at > @oldest and ${isServed} and ${isWithin("@grants", "@is_whole", "@is_suppressed")}
     and (@after_created_at::timestamptz is null or (a.created_at, a.id) < (@after_created_at, @after_id::uuid))
     and not exists (select from unnest(a.fields) f where a.family || ' ' || f = any (@unaskable::text[]))
   order by a.created_at desc, a.id desc limit @limit`,
);

function rightsValues(viewer: BookView) {
  const grants = rowsShownTo(viewer);
  return {
    grants: grants === null ? [] : [...grants],
    isWhole: grants === null,
    isSuppressed: isSuppressedFor(viewer),
  };
}

function oldestOf({ clock }: Pick<Deps, "clock">): Date {
  return new Date(clock.nowMs() - analysisDays * 86_400_000);
}

const uuidForm = z.guid();
const familyForm = z.enum(familyNames);

/**
 * A stored answer, read through the rights of now.
 * @throws `not_found`, also for one that was computed with wider rights, or about what the viewer may not see.
 */
export async function readAnalysis(
  deps: Pick<Deps, "db" | "clock">,
  viewer: BookView,
  analysisId: string,
): Promise<StoredAnalysis> {
  if (!uuidForm.safeParse(analysisId).success) throw fail("not_found");
  const { rows } = await deps.db.pool.query(
    readOne({ organizationId: viewer.organizationId, analysisId, oldest: oldestOf(deps), ...rightsValues(viewer) }),
  );
  const [row] = rows;
  const family = row && familyForm.parse(row.family);
  if (row === undefined || family === undefined) throw fail("not_found");
  const unaskable = unaskableFields(viewer.policy, family);
  if (row.fields.some((field) => unaskable.has(field))) throw fail("not_found");
  return { ...row, family, query: parseJson(row.query), rows: parseJson(row.rows) };
}

/** The person's own answers that present rights still show, newest first; one more than `limit` says that there are more. */
export async function listAnalyses(
  deps: Pick<Deps, "db" | "clock">,
  { caller, viewer }: { readonly caller: Caller; readonly viewer: BookView },
  { after, limit }: { readonly after: z.output<typeof TimedPlace> | undefined; readonly limit: number },
): Promise<readonly StoredAnalysis[]> {
  const unaskable = familyNames.flatMap((family) =>
    [...unaskableFields(viewer.policy, family).keys()].map((field) => `${family} ${field}`),
  );
  const { rows } = await deps.db.pool.query(
    listOwn({
      organizationId: viewer.organizationId,
      owner: ownerOf(caller, viewer),
      oldest: oldestOf(deps),
      ...rightsValues(viewer),
      afterCreatedAt: after?.[0] ?? null,
      afterId: after?.[1] ?? null,
      unaskable,
      limit: limit + 1,
    }),
  );
  return rows.map((row) => ({
    ...row,
    family: familyForm.parse(row.family),
    query: parseJson(row.query),
    rows: undefined,
  }));
}

const removeSome = statement(
  "analyses_remove_old",
  `delete from analyses where id in (select id from analyses where created_at < now() - make_interval(days => $1)
   order by created_at limit $2)`,
);

/** Removes questions and answers after 30 days. @returns how many were removed. */
export async function removeOldAnalyses(db: Database, { rowsMax }: { readonly rowsMax: number }): Promise<number> {
  const { rowCount } = await db.pool.query(removeSome([analysisDays, rowsMax]));
  return rowCount ?? 0;
}
