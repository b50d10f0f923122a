import { addAbortSignal } from "node:stream";
import { arrayBuffer } from "node:stream/consumers";
import { type Database, statement } from "@service/db";
import { type FileText, openTextReader, type TextReader } from "@service/file-text";
import { type ObjectStore, type Scanner, scanFile } from "@service/files";
import type { Logger } from "@service/runtime";
import {
  type Claim,
  halfOf,
  type LeasedWork,
  organizationsAtShare,
  type Outcome,
  roomsWithin,
  startLeasedWork,
} from "@service/work";
import { appendPlatformEvents } from "../../events/events/index.ts";
import { type BlobScan, sourceBlobRef, type TextReason } from "./blob.ts";

interface ClaimedBlob {
  readonly organizationId: string;
  readonly sha256: string;
  readonly mediaType: string;
  readonly scan: BlobScan;
  readonly attempts: number;
  readonly leaseToken: string;
  /** The scanner has given no verdict for its ten minutes. */
  readonly isUnscannable: boolean;
}

/** What became of a file; `retry` leaves it pending. */
type Read =
  | { readonly kind: "read"; readonly text: FileText; readonly scan: BlobScan }
  | { readonly kind: "refused"; readonly reason: TextReason; readonly scan: BlobScan }
  | { readonly kind: "unscanned" };

/** A file that ends its process three times is not read again. */
const attemptsMax = 3;
const leaseSeconds = 30;
const pauseAfterSeconds = 15;

/**
 * ATT-25: the first files that wait, each organization's next one behind the first of every other: by its place among the
 * files of its organization, then by how long ago a file of that organization was claimed, by whatever worker. Of one
 * organization no more than its share leaves: $3 for those in $2, which have files in this process, else $4. Locks the first
 * files of each organization, so that processes that claim at once take different ones.
 */
const claimBlobs = statement(
  "blobs_claim",
  `
  with recursive waiting as (
    (select organization_id from blobs where text_status = 'pending' order by organization_id limit 1)
    union all
    select (select b.organization_id from blobs b where b.text_status = 'pending' and b.organization_id > w.organization_id
            order by b.organization_id limit 1)
    from waiting w where w.organization_id is not null
  ), organization as (
    select w.organization_id, greatest(0, least($1, coalesce(h.room, $4))) as room,
      (select l.claimed_at from blobs l where l.organization_id = w.organization_id and l.claimed_at is not null
       order by l.claimed_at desc limit 1) as last_claimed
    from waiting w
    left join unnest($2::uuid[], $3::int[]) h (organization_id, room) on h.organization_id = w.organization_id
    where w.organization_id is not null
  ), next as materialized (
    select o.organization_id, f.sha256
    from organization o cross join lateral (
      select first.sha256, first.due_at, row_number() over (order by first.due_at, first.sha256) as place
      from (
        select sha256, due_at from blobs
        where organization_id = o.organization_id and text_status = 'pending' and due_at <= now()
          and (lease_until is null or lease_until < now()) and removing_at is null
          and blob_is_used(organization_id, sha256)
        order by due_at limit o.room for update skip locked) first
    ) f
    order by f.place, o.last_claimed nulls first, f.due_at limit $1
  )
  update blobs b set attempts = b.attempts + 1, lease_token = gen_random_uuid(),
    lease_until = now() + make_interval(secs => ${leaseSeconds}), claimed_at = now()
  from next
  where b.organization_id = next.organization_id and b.sha256 = next.sha256
  returning b.organization_id as "organizationId", b.sha256, b.media_type as "mediaType", b.scan, b.attempts,
    b.lease_token as "leaseToken", coalesce(b.unscanned_since < now() - interval '10 minutes', false) as "isUnscannable"`,
).narrowed<{ readonly leaseToken: string; readonly isUnscannable: boolean }>();

const extendBlobs = statement(
  "blobs_extend",
  `update blobs b set lease_until = now() + make_interval(secs => ${leaseSeconds})
   from unnest($1::uuid[], $2::text[], $3::uuid[]) h (organization_id, sha256, lease_token)
   where b.organization_id = h.organization_id and b.sha256 = h.sha256 and b.lease_token = h.lease_token
   returning b.lease_token as "leaseToken"`,
);

/** The attempt does not count where its process gave it back. */
const releaseBlob = statement(
  "blobs_release",
  `update blobs set lease_token = null, lease_until = null, attempts = greatest(0, attempts - @uncounted_attempts::int),
     due_at = now() + make_interval(secs => @pause_seconds),
       unscanned_since = case when @is_unscanned then coalesce(unscanned_since, now()) end
   where organization_id = @organization_id and sha256 = @sha256 and lease_token = @lease_token`,
);

const settleBlob = statement(
  "blobs_settle",
  `update blobs set text_status = @text_status::blob_text_status, text_reason = @text_reason, page_count = @page_count,
    is_cut = @is_cut,
     scan = @scan::blob_scan, text_chars = @text_chars, lease_token = null, lease_until = null
   where organization_id = @organization_id and sha256 = @sha256 and lease_token = @lease_token
     and text_status = 'pending'`,
);

const insertPages = statement(
  "document_pages_insert",
  `insert into document_pages (organization_id, sha256, page, text, words)
   select $1, $2, p.page, p.text, to_tsvector('english', p.text)
   from unnest($3::text[]) with ordinality p (text, page)`,
);

/** What reading files needs of a process. */
export interface ExtractionDeps {
  readonly db: Database;
  readonly files: ObjectStore;
  readonly log: Logger;
  /** Undefined: files are not scanned, and their rows say so. */
  readonly scanner: Scanner | undefined;
}

/**
 * Starts reading the text of files that documents use, as rows of `blobs` that are claimed under a lease (DOC-20): a process
 * that dies leaves its file to another.
 * @param options.slots files read at one time, each in a thread of up to 256 MiB; at most half of them for one organization.
 */
export function startExtraction(
  deps: ExtractionDeps,
  options: { readonly slots: number; readonly pollMs?: { readonly least: number; readonly most: number } },
): Pick<LeasedWork, "stop"> {
  const reader = openTextReader();
  const work = startLeasedWork<ClaimedBlob, Read>({
    name: "document text",
    log: deps.log,
    slots: options.slots,
    pollMs: options.pollMs ?? { least: 500, most: 2_000 },
    // Half of the places for one organization, at least one (ATT-25).
    claim: (itemsMax, held) => claim(deps, itemsMax, held, halfOf(options.slots)),
    perform: (blob, signal) => readBlob({ ...deps, reader }, blob, signal),
    settle: (blob, outcome) => settle(deps, blob, outcome),
    heartbeat: {
      everyMs: (leaseSeconds * 1_000) / 6,
      leaseMs: leaseSeconds * 1_000,
      async extend(blobs) {
        const { rows } = await deps.db.pool.query(
          extendBlobs([
            blobs.map(({ organizationId }) => organizationId),
            blobs.map(({ sha256 }) => sha256),
            blobs.map(({ leaseToken }) => leaseToken),
          ]),
        );
        const held = new Set(rows.map(({ leaseToken }) => leaseToken));
        return new Map(blobs.filter(({ leaseToken }) => held.has(leaseToken)).map((blob) => [blob, "held" as const]));
      },
    },
    async release(blobs) {
      for (const { organizationId, sha256, leaseToken } of blobs)
        await deps.db.pool.query(
          releaseBlob({
            organizationId,
            sha256,
            leaseToken,
            pauseSeconds: 0,
            uncountedAttempts: 1,
            isUnscanned: false,
          }),
        );
    },
  });
  return {
    async stop(graceMs) {
      await work.stop(graceMs);
      await reader.close();
    },
  };
}

async function claim(
  { db }: Pick<ExtractionDeps, "db">,
  itemsMax: number,
  held: readonly ClaimedBlob[],
  perOrganization: number,
): Promise<Claim<ClaimedBlob>> {
  const { organizationIds, rooms } = roomsWithin(perOrganization, held);
  const { rows } = await db.pool.query(claimBlobs([itemsMax, organizationIds, rooms, perOrganization]));
  // Further files of an organization at its share wait for a place of its own.
  const isAtShare = organizationsAtShare([...held, ...rows], perOrganization).length > 0;
  return {
    items: rows,
    isMore: isAtShare || rows.length === itemsMax,
    nextDueInMs: rows.length > 0 ? 0 : undefined,
  };
}

async function readBlob(
  deps: ExtractionDeps & { readonly reader: TextReader },
  blob: ClaimedBlob,
  signal: AbortSignal,
): Promise<Read> {
  if (blob.attempts > attemptsMax) return { kind: "refused", reason: "unreadable", scan: blob.scan };
  const object = await deps.files.get(blob);
  if (object === undefined) return { kind: "refused", reason: "missing", scan: blob.scan };
  // Held in memory, where nothing of it outlives the process: a file is small beside what its thread may take.
  const bytes = new Uint8Array(await arrayBuffer(addAbortSignal(signal, object.content)));
  const scan = await scanned(deps, blob, bytes);
  if (scan === "unavailable" && !blob.isUnscannable) return { kind: "unscanned" };
  if (scan === "unavailable") return { kind: "refused", reason: "scan_unavailable", scan };
  if (scan === "malware") return { kind: "refused", reason: "malware", scan };
  return { kind: "read", text: await deps.reader.extract(bytes, blob.mediaType, signal), scan };
}

/** A file that came while no scanner was set up is scanned too, once there is one. */
async function scanned(
  { scanner, log }: ExtractionDeps,
  { scan, sha256 }: ClaimedBlob,
  bytes: Uint8Array,
): Promise<BlobScan> {
  if (scan === "clean") return scan;
  if (scanner === undefined) return scan === "pending" ? "unavailable" : "not_configured";
  try {
    const { kind } = await scanFile(scanner, bytes);
    return kind;
  } catch (error) {
    log.warn({ err: error, sha256 }, "the malware scanner gave no verdict");
    return "unavailable";
  }
}

async function settle(deps: ExtractionDeps, blob: ClaimedBlob, outcome: Outcome<Read>): Promise<boolean> {
  const { organizationId, sha256, leaseToken } = blob;
  if (outcome.kind !== "done" || outcome.result.kind === "unscanned") {
    const isUnscanned = outcome.kind === "done";
    if (outcome.kind === "failed")
      deps.log.error({ err: outcome.error, sha256 }, "a file could not be read; it is tried again");
    const { rowCount } = await deps.db.pool.query(
      releaseBlob({
        organizationId,
        sha256,
        leaseToken,
        pauseSeconds: pauseAfterSeconds,
        uncountedAttempts: isUnscanned ? 1 : 0,
        isUnscanned,
      }),
    );
    return rowCount === 1;
  }
  const read = outcome.result;
  const text = read.kind === "read" ? read.text : undefined;
  const pages = text?.status === "ready" ? text.pages : [];
  return deps.db.inTransaction(async (tx) => {
    const { rowCount } = await tx.query(
      settleBlob({
        organizationId,
        sha256,
        leaseToken,
        textStatus: text?.status ?? "failed",
        textReason:
          text === undefined
            ? read.kind === "refused"
              ? read.reason
              : null
            : text.status === "ready"
              ? null
              : text.reason,
        pageCount: text?.pageCount ?? null,
        isCut: text?.status === "ready" && text.isCut,
        scan: read.scan,
        // As PostgreSQL counts: whole characters.
        textChars: pages.reduce((sum, page) => sum + [...page].length, 0),
      }),
    );
    if (rowCount !== 1) return false;
    if (pages.length > 0) await tx.query(insertPages([organizationId, sha256, [...pages]]));
    if (pages.some((page) => page !== "")) {
      const ref = sourceBlobRef(sha256);
      await appendPlatformEvents(tx, [
        {
          organizationId,
          type: "documents.indexed",
          dedupeKey: sha256,
          subject: { kind: "document", key: ref },
          data: { source_blob_ref: ref, pages: pages.length, truncated: text?.status === "ready" && text.isCut },
        },
      ]);
    }
    return true;
  });
}
