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
 * `has_book`: whether clients' documents are read at all; `named_kinds`, `shown_kinds` and `are_others_shown`: the kinds
 * whose text may be searched. A page that several documents have is shown once, as that of no client first.
 */
const findPages = statement(
  "document_pages_find",
  `
  select f."sourceBlobRef", f.title, f."clientKey", f.page, f."pageCount", f.text from (
    select distinct on (p.sha256, p.page) d.source_blob_ref as "sourceBlobRef", d.title, d.client_key as "clientKey",
      p.page, b.page_count as "pageCount", p.text, ts_rank(p.words, q.query) as rank
    from (select replace(plainto_tsquery('english', @words)::text, '&', '|')::tsquery as query) q
      cross join lateral (
        select p.* from document_pages p where p.organization_id = @organization_id and p.words @@ q.query
          limit ${candidatesMax}) p
      join blobs b on b.organization_id = p.organization_id and b.sha256 = p.sha256
        and b.scan in ('clean', 'not_configured')
      join record_documents d on d.organization_id = p.organization_id and d.sha256 = p.sha256
      join record_connections c on c.id = d.connection_id and c.organization_id = d.organization_id
    where (d.client_key is null or (@has_book::boolean and c.state = 'active'
        and case when d.kind = any(@named_kinds::text[]) then d.kind = any(@shown_kinds::text[]) else @are_others_shown end
        and (@client_key::text is null or d.client_key = @client_key) and (@connection_id::uuid is null
          or d.connection_id = @connection_id)
        and (@policy_key::text is null or d.policy_key is null or d.policy_key = @policy_key)))
      and (@kinds::text[] is null or d.kind = any(@kinds)) and (@refs::text[] is null or d.source_blob_ref = any(@refs))
      and (not @is_enforced or ${isSeen("@grants")})
    order by p.sha256, p.page, d.client_key is not null, d.created_at, d.id) f
  order by f.rank desc, f."sourceBlobRef", f.page limit @limit`,
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
  const { declared, shown, areOthersShown } = searchableKinds(viewer);
  const { book } = viewer;
  const { rows } = await deps.db.pool.query(
    findPages({
      organizationId: viewer.organizationId,
      hasBook: book !== null && clients.kind !== "none",
      grants: book?.grants === null ? null : [...(book?.grants ?? [])],
      isEnforced: book?.enforced ?? true,
      words: words.join(" "),
      namedKinds: [...declared],
      shownKinds: [...shown],
      areOthersShown,
      kinds: kinds === undefined ? null : [...kinds],
      refs: refs === undefined ? null : [...refs],
      clientKey: clients.kind === "one" ? clients.clientKey : null,
      connectionId: clients.kind === "none" ? null : (clients.connectionId ?? null),
      policyKey: clients.kind === "one" ? (clients.policyKey ?? null) : null,
      limit,
    }),
  );
  return rows;
}
