import { fail } from "@service/contract";
import { statement } from "@service/db";
import type { Deps } from "../../deps.ts";
import { type BlobScan, documentLimits, type FileDeps, type TextStatus } from "./blob.ts";
import type { CatalogDocument } from "./document.ts";
import { type DocumentViewer, isTextShown } from "./document-viewer.ts";
import { documentColumns, isSeen, withoutHiddenTitles } from "./list-documents.ts";

/** A use of each file that the viewer sees; those of no client first, then the oldest. */
const readSeen = statement(
  "record_documents_read",
  `
  select distinct on (f."sourceBlobRef") f.* from (
    select ${documentColumns}, ${isSeen("@grants")} as "isSeen"
    from record_documents d
      join blobs b on b.organization_id = d.organization_id and b.sha256 = d.sha256
      join record_connections c on c.id = d.connection_id and c.organization_id = d.organization_id
    where d.organization_id = @organization_id and d.source_blob_ref = any(@refs::text[]) and (@client_key::text is null
      or d.client_key = @client_key)
      and (d.client_key is null or (@has_book::boolean and c.state = 'active'))) f
  where f."isSeen" or not @is_enforced
  order by f."sourceBlobRef", f."clientKey" is not null, f."createdAt", f.id`,
).narrowed<{
  readonly scan: BlobScan;
  readonly textStatus: TextStatus;
  readonly isSeen: boolean;
  readonly bytes: number;
}>();

/** Documents by the references of their files: of each one that the viewer sees, in no order (DOC-11). */
export async function findDocuments(
  deps: Pick<Deps, "db">,
  viewer: DocumentViewer,
  { refs, clientKey }: { readonly refs: readonly string[]; readonly clientKey: string | undefined },
): Promise<readonly CatalogDocument[]> {
  const { organizationId, book } = viewer;
  const { rows } = await deps.db.pool.query(
    readSeen({
      organizationId,
      hasBook: book !== null,
      grants: book?.grants === null ? null : [...(book?.grants ?? [])],
      isEnforced: book?.enforced ?? true,
      refs: [...refs],
      clientKey: clientKey ?? null,
    }),
  );
  return withoutHiddenTitles(deps, viewer, rows);
}

/** One document by the reference of its file. @throws `not_found`, also for one that the viewer may not see (DOC-11). */
export async function readDocument(
  deps: Pick<Deps, "db">,
  viewer: DocumentViewer,
  { ref, clientKey }: { readonly ref: string; readonly clientKey: string | undefined },
): Promise<CatalogDocument> {
  const [document] = await findDocuments(deps, viewer, { refs: [ref], clientKey });
  if (document === undefined) throw fail("not_found");
  return document;
}

export interface DocumentPage {
  readonly page: number;
  readonly text: string;
}

const readPages = statement(
  "document_pages_read",
  `select p.page, p.text from document_pages p
   where p.organization_id = $1 and p.sha256 = $2 and p.page between $3 and $4 order by p.page`,
);

/**
 * The text of a document's pages (DOC-12). Empty while it is pending and where the file has no text.
 * @returns undefined where the field policy withholds the text.
 */
export async function readDocumentPages(
  deps: Pick<Deps, "db">,
  viewer: DocumentViewer,
  document: CatalogDocument,
  range: { readonly first: number; readonly last: number },
): Promise<readonly DocumentPage[] | undefined> {
  if (!isTextShown(viewer, document)) return undefined;
  const { organizationId, sha256 } = document;
  const { rows } = await deps.db.pool.query(readPages([organizationId, sha256, range.first, range.last]));
  return rows;
}

const extensions: Readonly<Record<string, string>> = {
  "application/pdf": "pdf",
  "application/vnd.openxmlformats-officedocument.wordprocessingml.document": "docx",
  "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": "xlsx",
  "text/csv": "csv",
  "text/plain": "txt",
  "text/markdown": "md",
  "text/html": "html",
  "message/rfc822": "eml",
  "image/png": "png",
  "image/jpeg": "jpg",
};

/**
 * A URL of the content, valid for five minutes (DOC-13).
 * @throws `files_not_configured` before the document is looked for; `not_found` where the viewer may not see the content, and
 *   for a file that is not scanned yet or did not pass.
 */
export async function contentUrl(
  deps: Pick<Deps, "db"> & FileDeps,
  viewer: DocumentViewer,
  request: { readonly ref: string; readonly clientKey: string | undefined },
): Promise<URL> {
  const { files } = deps;
  if (files === undefined) throw fail("files_not_configured");
  const document = await readDocument(deps, viewer, request);
  if (!isTextShown(viewer, document)) throw fail("not_found");
  if (document.scan === "pending")
    throw fail("not_found", { message: "The file is not scanned for malware yet. Try again in a minute." });
  if (document.scan !== "clean" && document.scan !== "not_configured")
    throw fail("not_found", { message: "The file did not pass the malware scan: its content is not handed out." });
  const { organizationId, sha256, title, mediaType } = document;
  const extension = extensions[mediaType];
  const isNamed = extension === undefined || title.toLowerCase().endsWith(`.${extension}`);
  return files.signGet(
    { organizationId, sha256 },
    {
      fileName: isNamed ? title : `${title}.${extension}`,
      mediaType,
      validSeconds: documentLimits.contentSeconds,
    },
  );
}
