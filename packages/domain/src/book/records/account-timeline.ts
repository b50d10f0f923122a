import type { Json, JsonObject } from "@service/json";
import { type FamilyName, rowTableOf } from "@service/record-families";
import * as z from "zod";
import type { Deps } from "../../deps.ts";
import type { BookDeps } from "./book-reads.ts";
import { carriersOfPolicies } from "./carriers-of-policies.ts";
import { hiddenFields } from "./field-standing.ts";
import { presentRow, type StoredRow } from "./present-row.ts";
import { copiesInTexts } from "./record-copies.ts";
import type { BookRead } from "./read-page.ts";
import { inSnapshot, SqlText } from "./sql-text.ts";
import { isVisible } from "./visibility.ts";

/** What a timeline is made of: the time of a row, and the fields that make its title. */
const sources = [
  { kind: "activity", family: "activities", time: "occurred_at", titles: ["subject", "code"] },
  { kind: "claim", family: "claims", time: "occurred_on", titles: ["claim_number", "cause"] },
  { kind: "policy_term", family: "policies", time: "effective_on", titles: ["policy_number", "line"] },
  { kind: "document", family: "documents", time: "dated_on", titles: ["title", "kind"] },
] as const satisfies readonly {
  readonly kind: string;
  readonly family: FamilyName;
  readonly time: string;
  readonly titles: readonly string[];
}[];

export const timelineKinds = [...sources.map(({ kind }) => kind), "task", "note"] as const;
export const timelineFamilies = sources.map(({ family }) => family);

/** One event of a client (REC-46). */
export interface TimelineEvent {
  /** A date or a time, as the row has it; null: the row has none, or the viewer may not see it. */
  readonly at: string | null;
  readonly kind: (typeof timelineKinds)[number];
  readonly key: string;
  readonly title: string | null;
  /** Of a policy term, where it is known. */
  readonly carrierName?: string | undefined;
  /** Of a task or a note of the ledger: where it is listed. */
  readonly family: FamilyName | "tasks" | "notes";
  readonly isSeen: boolean;
}

/** Where a page of a timeline ends. */
export const TimelinePlace = z.strictObject({ at: z.string(), kind: z.string(), key: z.string() });
export type TimelinePlace = z.infer<typeof TimelinePlace>;

/**
 * The events of a client, newest first, those without a time last.
 * @param parts adds what is kept elsewhere about the client: statements with kind, key, at, title and "isSeen".
 */
export async function readTimeline(
  deps: BookDeps & Pick<Deps, "db">,
  read: BookRead,
  clientKey: string,
  {
    limit,
    after,
    parts: partsOf,
  }: {
    readonly limit: number;
    readonly after: TimelinePlace | undefined;
    readonly parts: (values: SqlText) => readonly string[];
  },
): Promise<{ readonly events: readonly TimelineEvent[]; readonly next: TimelinePlace | undefined }> {
  const values = new SqlText();
  const { viewer } = read;
  const parts = sources.map(({ kind, family, time }) => {
    const visible = isVisible(values, family, "t", { ...read, grants: viewer.grants });
    // Rows without a time sort behind all others; those whose time the viewer may not see stand with them.
    const at = hiddenFields(viewer.policy, family).has(time)
      ? "'-infinity'::timestamptz"
      : `case when t.${time} = 'infinity' then '-infinity' else t.${time}::timestamp at time zone 'utc' end`;
    const stamp = family === "activities" ? at.replace("::timestamp at time zone 'utc'", "") : at;
    return `select '${kind}' as kind, t.row_key as key, t.from_seq as "changeSeq", ${stamp} as at,
        ${viewer.enforced ? "true" : visible} as "isSeen", t.fields, t.source_id as "sourceId", t.source_updated_at as "sourceUpdatedAt",
        null::text as title
      from (select * from ${rowTableOf(family)} t where t.connection_id = ${values.value(read.connectionId, "uuid")}
        and t.client_key = ${values.value(clientKey, "text")} offset 0) t
      where ${inSnapshot("t", values.value(read.seq, "int"))} ${viewer.enforced ? `and ${visible}` : ""}`;
  });
  const elsewhere = partsOf(values).map(
    (part) => `select p.kind, p.key, 0 as "changeSeq", p.at, p."isSeen", null::text as fields, null::text as "sourceId",
      null::timestamptz as "sourceUpdatedAt", p.title from (${part}) p`,
  );
  const behind =
    after === undefined
      ? ""
      : `where (e.at, e.kind collate "C", e.key) < (${values.value(after.at, "timestamptz")}, ${values.value(after.kind, "text")}, ${values.value(after.key, "text")})`;
  const text = `
    select e.*, e.at::text as place from (${[...parts, ...elsewhere].join(" union all ")}) e ${behind}
    order by e.at desc, e.kind collate "C" desc, e.key desc limit ${limit + 1}`;
  const found = await deps.book.query<Entry>({ text, values }, read.signal);
  const page = found.slice(0, limit);
  const last = found.length > limit ? page.at(-1) : undefined;
  const [records] = await copiesInTexts(deps, read.viewer.policy, [{ ...read, clientKey }]);
  const terms = page.flatMap(({ kind, key }) => (kind === "policy_term" ? [key] : []));
  const carriers = await carriersOfPolicies(deps, read, terms);
  return {
    events: page.map((entry) => {
      const isTerm = entry.kind === "policy_term";
      const event = { ...eventOf(entry, read), ...(isTerm && { carrierName: carriers.get(entry.key) }) };
      // A title is what somebody wrote: it may name the client.
      return event.title === null || records === undefined
        ? event
        : { ...event, title: records.shownText(event.title) };
    }),
    next: last && { at: last.place, kind: last.kind, key: last.key },
  };
}

interface Entry extends StoredRow {
  readonly kind: string;
  readonly at: Date | number | null;
  readonly title: string | null;
  readonly place: string;
  readonly isSeen: boolean;
}

function eventOf(entry: Entry, read: BookRead): TimelineEvent {
  if (entry.kind === "task" || entry.kind === "note") {
    const { kind, key, title, isSeen, at } = entry;
    const family = kind === "task" ? "tasks" : "notes";
    return { kind, key, title, family, isSeen, at: at instanceof Date ? at.toISOString() : null };
  }
  const source = sources.find(({ kind }) => kind === entry.kind);
  if (source === undefined) throw new Error(`no source of ${entry.kind}`);
  const { family, kind, time, titles } = source;
  const row: JsonObject = presentRow(family, entry, { ...read, policy: read.viewer.policy });
  const words = titles.flatMap((name) => textOf(row[name]) ?? []);
  return {
    at: hiddenFields(read.viewer.policy, family).has(time) ? null : textOf(row[time]),
    kind,
    key: entry.key,
    title: words[0] ?? null,
    family,
    isSeen: entry.isSeen,
  };
}

function textOf(value: Json | undefined): string | null {
  return typeof value === "string" && value !== "" ? value : null;
}
