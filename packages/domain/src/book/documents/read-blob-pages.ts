import { statement } from "@service/db";
import type { Deps } from "../../deps.ts";

/** A page of a file. */
export interface BlobPage {
  readonly sha256: string;
  readonly page: number;
  readonly text: string;
}

/** The pages that match best first; where fewer match than are wanted, the first pages of each file. */
const readBest = statement(
  "document_pages_best",
  `
  select p.sha256, p.page, p.text
  from (select replace(plainto_tsquery('english', $3)::text, '&', '|')::tsquery as query) q
    cross join unnest($2::text[]) with ordinality w (sha256, at)
    join document_pages p on p.organization_id = $1 and p.sha256 = w.sha256
    join blobs b on b.organization_id = p.organization_id and b.sha256 = p.sha256
      and b.scan in ('clean', 'not_configured') and b.text_status = 'ready'
  order by ts_rank(p.words, q.query) desc, p.page, w.at limit $4`,
);

/**
 * The pages of some files of an organization that match one of the words best. Who may read the files is decided by the
 * caller, who names them.
 */
export async function readBestPages(
  deps: Pick<Deps, "db">,
  organizationId: string,
  request: { readonly sha256s: readonly string[]; readonly words: readonly string[]; readonly limit: number },
): Promise<readonly BlobPage[]> {
  if (request.sha256s.length === 0) return [];
  const { rows } = await deps.db.pool.query(
    readBest([organizationId, [...request.sha256s], request.words.join(" "), request.limit]),
  );
  return rows;
}
