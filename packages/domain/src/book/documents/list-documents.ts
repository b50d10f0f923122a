import { statement } from "@service/db";
import { hidesAnything } from "@service/privacy";
import type { Deps } from "../../deps.ts";
import { openPlace, type Page, timedPageOf, TimedPlace } from "../../paging.ts";
import { copiesInTexts } from "../records/index.ts";
import { rightsOf } from "../seats/index.ts";
import type { CatalogDocument } from "./document.ts";
import { type DocumentViewer, searchableKinds } from "./document-viewer.ts";
import type { BlobScan, TextStatus } from "./blob.ts";

export interface DocumentFilters {
  readonly kind?: string | undefined;
  readonly carrierKey?: string | undefined;
  readonly line?: string | undefined;
  readonly clientKey?: string | undefined;
  /** Words of the title or of one page. */
  readonly q?: string | undefined;
  /** `YYYY-MM-DD`; documents of that day and later. */
  readonly datedFrom?: string | undefined;
}

/** Columns of a document `d` and its blob `b`. */
export const documentColumns = `d.id, d.organization_id as "organizationId", d.connection_id as "connectionId", d.sha256,
  d.source_blob_ref as "sourceBlobRef", d.title, d.kind, d.dated_on::text as "datedOn", d.client_key as "clientKey",
  d.policy_key as "policyKey", d.carrier_key as "carrierKey", d.line, d.created_at as "createdAt", b.bytes,
  coalesce(d.media_type, b.media_type) as "mediaType", b.text_status as "textStatus", b.text_reason as "textReason", b.page_count as "pageCount",
  b.is_cut as "isCut", b.scan`;

/**
 * Whether the viewer's grants show the document of a client, at the snapshot that its connection serves: the rule of the
 * family `documents` (SEAT-12). `grants` null shows all; a connection that is disabled shows nothing of its clients.
 */
export const isSeen = (grants: string): string => `(d.client_key is null or (
    ${grants}::text[] is null or exists (
      select from book.grants g where g.connection_id = d.connection_id and g.client_key = d.client_key
        and (g.policy_key = '' or g.policy_key = d.policy_key) and g.grant_key = any(${grants}::text[])
        and g.from_seq <= c.served_seq and (g.to_seq is null or g.to_seq > c.served_seq))))`;

/** `has_book`: whether clients' documents are read at all. */
const listNewest = statement(
  "record_documents_list",
  `
  select f.* from (
    select ${documentColumns}, ${isSeen("@grants")} as "isSeen"
    from record_documents d
      join blobs b on b.organization_id = d.organization_id and b.sha256 = d.sha256
      join record_connections c on c.id = d.connection_id and c.organization_id = d.organization_id
    where d.organization_id = @organization_id
      and (d.client_key is null or (@has_book::boolean and c.state = 'active'))
      and (@kind::text is null or d.kind = @kind) and (@carrier_key::text is null or d.carrier_key = @carrier_key)
      and (@line::text is null or d.line = @line) and (@client_key::text is null or d.client_key = @client_key)
      and (@dated_from::date is null or d.dated_on >= @dated_from::date)
      and (@q::text is null
        or ((d.client_key is null or @may_search_hidden::boolean)
          and to_tsvector('english', d.title) @@ websearch_to_tsquery('english', @q))
        or ((d.client_key is null
          or case when d.kind = any(@named_kinds::text[]) then d.kind = any(@shown_kinds::text[]) else @are_others_shown end)
          and exists (select from document_pages p where p.organization_id = d.organization_id and p.sha256 = d.sha256
            and p.words @@ websearch_to_tsquery('english', @q))))
      and (@after_created_at::timestamptz is null or (d.created_at, d.id) < (@after_created_at, @after_id::uuid))) f
  where f."isSeen" or not @is_enforced
  order by f."createdAt" desc, f.id desc limit @limit`,
).narrowed<{
  readonly scan: BlobScan;
  readonly textStatus: TextStatus;
  readonly isSeen: boolean;
  readonly bytes: number;
}>();

/** Whether finding a client's title by these words may tell a number, a day or a phone that the policy hides (PRIV-25). */
function mayTellHidden({ book }: DocumentViewer, words: string): boolean {
  return book !== null && hidesAnything(book.policy) && /\p{N}/u.test(words);
}

/** Documents whose titles repeat no value of their client that the viewer does not see in the book (PRIV-25). */
export async function withoutHiddenTitles<Row extends Pick<CatalogDocument, "title" | "clientKey" | "connectionId">>(
  deps: Pick<Deps, "db">,
  { book }: DocumentViewer,
  rows: readonly Row[],
): Promise<readonly Row[]> {
  if (book === null || !hidesAnything(book.policy)) return rows;
  const copies = await copiesInTexts(deps, book.policy, rows);
  return rows.map((row, index) => {
    const records = copies[index];
    if (records === undefined || row.clientKey === null) return row;
    return { ...row, title: records.shownText(row.title) ?? withheldTitle };
  });
}

/** A title is never null in the contract. */
const withheldTitle = "Withheld by the field policy";

/**
 * A page of the documents that the viewer sees, newest first (DOC-10).
 * @throws `invalid_cursor` for one of another list, of other filters or of other rights.
 */
export async function listDocuments(
  deps: Pick<Deps, "db" | "secrets">,
  viewer: DocumentViewer,
  request: { readonly filters: DocumentFilters; readonly limit: number; readonly cursor: string | undefined },
): Promise<Page<CatalogDocument>> {
  const { filters, limit, cursor } = request;
  const { organizationId, book } = viewer;
  const rights = book === null ? undefined : rightsOf(book);
  const list = { ...filters, list: "catalog_documents", organizationId, rights };
  const [createdAt, id] = cursor === undefined ? [] : openPlace(deps.secrets, list, cursor, TimedPlace);
  const { kind, carrierKey, line, clientKey, q, datedFrom } = filters;
  const { declared, shown, areOthersShown } = searchableKinds(viewer);
  const { rows } = await deps.db.pool.query(
    listNewest({
      organizationId,
      hasBook: book !== null,
      grants: book?.grants === null ? null : [...(book?.grants ?? [])],
      isEnforced: book?.enforced ?? true,
      kind: kind ?? null,
      carrierKey: carrierKey ?? null,
      line: line ?? null,
      clientKey: clientKey ?? null,
      datedFrom: datedFrom ?? null,
      q: q ?? null,
      namedKinds: [...declared],
      shownKinds: [...shown],
      areOthersShown,
      afterCreatedAt: createdAt ?? null,
      afterId: id ?? null,
      limit: limit + 1,
      maySearchHidden: !mayTellHidden(viewer, q ?? ""),
    }),
  );
  const { rows: page, ...rest } = timedPageOf(deps.secrets, list, rows, limit);
  return { rows: await withoutHiddenTitles(deps, viewer, page), ...rest };
}
