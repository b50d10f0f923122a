import { statement } from "@service/db";
import type { Deps } from "../../deps.ts";
import { type DocumentViewer, searchableKinds } from "./document-viewer.ts";
import { isSeen } from "./list-documents.ts";

/** Which documents are searched. */
export interface PageSearch {
  /** Words of which a page has one or more; the more, the better. */
  readonly words: readonly string[];
  /** Undefined: of every kind. */
  readonly kinds: readonly string[] | undefined;
  /** Undefined: all documents. */
  readonly refs: readonly string[] | undefined;
  /** Whose documents are searched besides those of no client. */
  readonly clients:
    | { readonly kind: "all"; readonly connectionId: string | undefined }
    | {
        readonly kind: "one";
        readonly connectionId: string | undefined;
        readonly clientKey: string;
        /** Documents of another policy are left out. */
        readonly policyKey: string | undefined;
      }
    | { readonly kind: "none" };
  readonly limit: number;
}

export interface FoundPage {
  readonly sourceBlobRef: string;
  readonly title: string;
  readonly clientKey: string | null;
  readonly page: number;
  readonly pageCount: number | null;
  readonly text: string;
}

/** Pages with a word of the question that are compared: a word that more pages have says little. */
const candidatesMax = 5_000;

/**
 * $2 whether clients' documents are read at all, $3 the grants, $4 whether they are enforced, $6 to $8 the kinds whose
 * text may be searched. A page that several documents have is shown once, as that of no client first.
 */
const findPages = statement(
  "document_pages_find",
  `
  select f."sourceBlobRef", f.title, f."clientKey", f.page, f."pageCount", f.text from (
    select distinct on (p.sha256, p.page) d.source_blob_ref as "sourceBlobRef", d.title, d.client_key as "clientKey",
      p.page, b.page_count as "pageCount", p.text, ts_rank(p.words, q.query) as rank
    from (select replace(plainto_tsquery('english', $5)::text, '&', '|')::tsquery as query) q
      cross join lateral (
        select p.* from document_pages p where p.organization_id = $1 and p.words @@ q.query limit ${candidatesMax}) p
      join blobs b on b.organization_id = p.organization_id and b.sha256 = p.sha256
        and b.scan in ('clean', 'not_configured')
      join record_documents d on d.organization_id = p.organization_id and d.sha256 = p.sha256
      join record_connections c on c.id = d.connection_id and c.organization_id = d.organization_id
    where (d.client_key is null or ($2::boolean and c.state = 'active'
        and case when d.kind = any($6::text[]) then d.kind = any($7::text[]) else $8 end
        and ($11::text is null or d.client_key = $11) and ($12::uuid is null or d.connection_id = $12)
        and ($13::text is null or d.policy_key is null or d.policy_key = $13)))
      and ($9::text[] is null or d.kind = any($9)) and ($10::text[] is null or d.source_blob_ref = any($10))
      and (not $4 or ${isSeen("$3")})
    order by p.sha256, p.page, d.client_key is not null, d.created_at, d.id) f
  order by f.rank desc, f."sourceBlobRef", f.page limit $14`,
);

/**
 * The pages that match best among the documents whose text the viewer may read (DOC-30, DOC-31): what the search of the
 * public list finds, page by page.
 */
export async function searchDocumentPages(
  deps: Pick<Deps, "db">,
  viewer: DocumentViewer,
  { words, kinds, refs, clients, limit }: PageSearch,
): Promise<readonly FoundPage[]> {
  const { known, shown, areOthersShown } = searchableKinds(viewer);
  const { book } = viewer;
  const { rows } = await deps.db.pool.query(
    findPages([
      viewer.organizationId,
      book !== null && clients.kind !== "none",
      book?.grants === null ? null : [...(book?.grants ?? [])],
      book?.enforced ?? true,
      words.join(" "),
      [...known],
      [...shown],
      areOthersShown,
      kinds === undefined ? null : [...kinds],
      refs === undefined ? null : [...refs],
      clients.kind === "one" ? clients.clientKey : null,
      clients.kind === "none" ? null : (clients.connectionId ?? null),
      clients.kind === "one" ? (clients.policyKey ?? null) : null,
      limit,
    ]),
  );
  return rows;
}
