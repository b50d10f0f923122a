import { searchDocumentPages } from "../../../book/documents/index.ts";
import { dividePage } from "../divide-page.ts";
import { type Evidence, noEvidence } from "../evidence.ts";
import { rankTexts } from "../rank-texts.ts";
import { selectedAll } from "../selected.ts";
import { type FromSource, type GroundingDeps, opens, type SourceOf, type SourceQuestion } from "./source-question.ts";
import { bookNeeds } from "./book-needs.ts";

/** Pages that are divided and compared more closely. */
const pagesMax = 24;

/**
 * Pages of the catalog's documents that have words of the question, for the seat and the field policy of the viewer, as the
 * public search finds them (DOC-10, DOC-30, DOC-31).
 * @returns undefined without the right.
 */
export async function fromDocuments(
  deps: GroundingDeps,
  question: SourceQuestion,
  { selector, top_k }: SourceOf<"catalog_documents">,
): Promise<FromSource | undefined> {
  const { viewer, query, reach, variables } = question;
  if (!opens(viewer, "catalog:documents:read")) return undefined;
  const { organizationId } = viewer;
  const pages = await searchDocumentPages(deps, viewer, {
    words: query.words,
    kinds: selectedAll(selector?.kinds, variables),
    refs: selectedAll(selector?.document_keys, variables),
    clients:
      reach.kind === "client"
        ? { kind: "one", connectionId: reach.connectionId, clientKey: reach.clientKey, policyKey: reach.policyKey }
        : reach,
    limit: pagesMax,
  });
  const parts = pages.flatMap((page) => dividePage(page.text).map((text) => ({ ...page, text })));
  const best = rankTexts(query, parts)
    .filter(({ score }) => score > 0)
    .slice(0, top_k)
    .map(({ item }) => item);
  const isOfClients = best.some(({ clientKey }) => clientKey !== null);
  const needs: Evidence = {
    ...noEvidence(organizationId),
    capabilities: ["catalog:documents:read"],
    isLiveOnly: true,
    book: isOfClients && viewer.book !== null ? [bookNeeds(viewer.book)] : [],
  };
  return {
    passages: best.map(({ sourceBlobRef, title, page, pageCount, text }) => ({
      kind: "catalog_documents",
      ref: pageCount === 1 ? { document_key: sourceBlobRef } : { document_key: sourceBlobRef, page },
      title,
      locator: pageCount === 1 ? null : `page ${page}`,
      text,
    })),
    needs,
  };
}
