import { type Database, statement } from "@service/db";
import {
  documentDatasetKey,
  documentLines,
  documentTextLimits,
  type SharedDataset,
  type StoredText,
} from "@service/engine-kit";
import { parseJson } from "@service/json";
import { datasetLimits, datasetOfLines } from "../../engines/datasets/index.ts";
import type { Deps } from "../../deps.ts";
import { classesOfClientDocument } from "../catalog/index.ts";
import { type BlobScan, isSeen, isTextShown, type TextStatus } from "../documents/index.ts";
import { type BookView, resolveStoredView, type SeatDeps } from "../seats/index.ts";
import { DocumentReader } from "./run-document.ts";

/** The documents of a run as datasets, or why it cannot be computed. */
export type LoadedDocuments =
  | { readonly kind: "loaded"; readonly datasets: readonly SharedDataset[] }
  /** More than fits in a thread. */
  | { readonly kind: "too_large" };

const findDocuments = statement(
  "run_documents_find",
  `select rd.ref, rd.document_id as "documentId", rd.attachment_id as "attachmentId", rd.reader,
     o.records_posture as "recordsPosture", o.default_field_policy as "defaultFieldPolicy"
   from run_documents rd join organizations o on o.id = rd.organization_id
   where rd.run_id = $1 order by rd.ref`,
);

/** A file that the person of the run may read now. */
interface Readable {
  readonly ref: string;
  readonly sha256: string;
  /** Of a client's document. */
  readonly clientKey: string | null;
  readonly documentKind: string;
  readonly textStatus: TextStatus;
  readonly scan: BlobScan;
  readonly createdAt: Date;
}

/**
 * Reads the text of the documents that a run refers to, as its person sees them now (DOC-42), and stores the classes of what
 * was read (DOC-44). A document without text has a dataset that says why (DOC-43).
 *
 * @throws the signal's reason when it aborts; the driver's errors.
 */
export async function loadRunDocuments(
  deps: Pick<Deps, "db"> & SeatDeps,
  { id, organizationId }: { readonly id: string; readonly organizationId: string },
  signal: AbortSignal,
): Promise<LoadedDocuments> {
  const { rows } = await deps.db.pool.query(findDocuments([id]));
  const [first] = rows;
  if (first === undefined) return { kind: "loaded", datasets: [] };
  const reader = DocumentReader.parse(parseJson(first.reader));
  const { recordsPosture, defaultFieldPolicy } = first;
  const organization = { recordsPosture, defaultFieldPolicy };
  const { book } = await resolveStoredView(deps, { organizationId, organization }, reader);
  const files = new Map(
    [...(await readableUses(deps.db, id, book)), ...(await readableAttachments(deps.db, id, reader.person))].map(
      (file) => [file.ref, file],
    ),
  );
  const datasets: SharedDataset[] = [];
  let bytes = 0;
  for (const { ref } of rows) {
    signal.throwIfAborted();
    const file = files.get(ref);
    const text = await textOf(deps.db, { organizationId, book }, file);
    if (text.kind === "text" && file !== undefined && file.clientKey !== null)
      await deps.db.pool.query(storeClasses([id, ref, [...classesOfClientDocument(file.documentKind)]]));
    const asOf = (file?.createdAt ?? new Date(0)).toISOString();
    const dataset = datasetOfLines(documentDatasetKey(ref), documentLines(text), {
      version: file?.sha256 ?? "none",
      asOf,
    });
    bytes += dataset.text.byteLength;
    if (bytes > datasetLimits.bytes) return { kind: "too_large" };
    datasets.push(dataset);
  }
  return { kind: "loaded", datasets };
}

/** Before the text leaves the database: an attempt that dies must not leave a run that more people see. */
const storeClasses = statement(
  "run_documents_store_classes",
  "update run_documents set classes = $3::text[] where run_id = $1 and ref = $2",
);

/** The uses of the submission, unless they became another client's since. */
const readUses = statement(
  "run_documents_read_uses",
  `select f.* from (
     select rd.ref, d.sha256, d.client_key as "clientKey", d.kind as "documentKind", b.text_status as "textStatus", b.scan,
       d.created_at as "createdAt", ${isSeen("@grants")} as "isSeen"
     from run_documents rd
       join record_documents d on d.id = rd.document_id and d.organization_id = rd.organization_id
         and d.client_key is not distinct from rd.client_key and d.policy_key is not distinct from rd.policy_key
       join blobs b on b.organization_id = d.organization_id and b.sha256 = d.sha256
       join record_connections c on c.id = d.connection_id and c.organization_id = d.organization_id
     where rd.run_id = @run_id and d.source_blob_ref = rd.ref
       and (d.client_key is null or (@has_book::boolean and c.state = 'active'))) f
   where f."isSeen" or not @is_enforced`,
).narrowed<{ readonly scan: BlobScan; readonly textStatus: TextStatus; readonly isSeen: boolean }>();

async function readableUses(db: Database, runId: string, book: BookView | null): Promise<readonly Readable[]> {
  const { rows } = await db.pool.query(
    readUses({
      runId,
      hasBook: book !== null,
      grants: book?.grants === null ? null : [...(book?.grants ?? [])],
      isEnforced: book?.enforced ?? true,
    }),
  );
  return rows;
}

const readAttachments = statement(
  "run_documents_read_attachments",
  `select rd.ref, a.sha256, b.text_status as "textStatus", b.scan, a.created_at as "createdAt"
   from run_documents rd
     join conversation_attachments a on a.id = rd.attachment_id and a.organization_id = rd.organization_id
     join conversations c on c.id = a.conversation_id and c.deleted_at is null
       and c.owner_principal is not distinct from rd.owner_principal
     join blobs b on b.organization_id = a.organization_id and b.sha256 = a.sha256
   where rd.run_id = @run_id and (@person::text is null or c.owner_principal = @person)`,
).narrowed<{ readonly scan: BlobScan; readonly textStatus: TextStatus }>();

async function readableAttachments(db: Database, runId: string, person: string | null): Promise<readonly Readable[]> {
  const { rows } = await db.pool.query(readAttachments({ runId, person }));
  return rows.map((row) => ({ ...row, clientKey: null, documentKind: "attachment" }));
}

const readPages = statement(
  "run_documents_read_pages",
  `select p.page, p.text from document_pages p
   where p.organization_id = $1 and p.sha256 = $2 and p.page <= $3 order by p.page`,
);

async function textOf(
  db: Database,
  viewer: { readonly organizationId: string; readonly book: BookView | null },
  file: Readable | undefined,
): Promise<StoredText> {
  if (file === undefined) return { kind: "unread", reason: "not_available" };
  const { clientKey, documentKind: kind, sha256, textStatus, scan } = file;
  if (!isTextShown(viewer, { clientKey, kind })) return { kind: "unread", reason: "withheld" };
  if (scan === "malware" || textStatus === "failed") return { kind: "unread", reason: "failed" };
  // A scan that is set up comes before any text (DOC-14).
  if (textStatus === "pending" || (scan !== "clean" && scan !== "not_configured"))
    return { kind: "unread", reason: "not_ready" };
  if (textStatus === "none") return { kind: "unread", reason: "no_text" };
  const { pages: pagesMax, chars: charsMax } = documentTextLimits;
  const { rows } = await db.pool.query(readPages([viewer.organizationId, sha256, pagesMax + 1]));
  return cutPages(rows, { pagesMax, charsMax });
}

/** Whole pages from the first, as many as one document may have (TYPE-28); a page without text has no row. */
function cutPages(
  rows: readonly { readonly page: number; readonly text: string }[],
  { pagesMax, charsMax }: { readonly pagesMax: number; readonly charsMax: number },
): StoredText {
  const pages: string[] = [];
  let chars = 0;
  for (const { page, text } of rows) {
    chars += text.length;
    if (page > pagesMax || chars > charsMax) return { kind: "text", pages, isCut: true };
    while (pages.length < page - 1) pages.push("");
    pages.push(text);
  }
  return { kind: "text", pages, isCut: false };
}
