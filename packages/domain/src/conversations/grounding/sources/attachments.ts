import { findAttachedFiles } from "../../attachments/index.ts";
import { readBestPages } from "../../../book/documents/index.ts";
import { dividePage } from "../divide-page.ts";
import { noEvidence } from "../evidence.ts";
import { rankTexts } from "../rank-texts.ts";
import type { FromSource, GroundingDeps, SourceOf, SourceQuestion } from "./source-question.ts";

/** Pages that are divided and compared more closely. */
const pagesMax = 32;

/**
 * Pages of the files that the person attached. They are read whoever asks: they are the conversation's own. Where no page
 * has a word of the question, the first ones are given: "what is this?" is about the file.
 */
export async function fromAttachments(
  deps: GroundingDeps,
  { viewer, query, conversationId, attachmentIds }: SourceQuestion,
  { top_k }: SourceOf<"attachments">,
): Promise<FromSource & { readonly skipped: readonly string[] }> {
  const needs = noEvidence(viewer.organizationId);
  if (conversationId === undefined || attachmentIds.length === 0) return { passages: [], needs, skipped: [] };
  const files = await findAttachedFiles(deps, viewer, { conversationId, attachmentIds });
  const readable = new Map(files.filter(({ isReadable }) => isReadable).map((file) => [file.sha256, file]));
  const pages = await readBestPages(deps, viewer.organizationId, {
    sha256s: [...readable.keys()],
    words: query.words,
    limit: pagesMax,
  });
  const parts = pages.flatMap(({ sha256, page, text: whole }) => {
    const file = readable.get(sha256);
    return file === undefined ? [] : dividePage(whole).map((text) => ({ file, page, title: file.fileName, text }));
  });
  return {
    passages: rankTexts(query, parts)
      .slice(0, top_k)
      .map(({ item: { file, page, title, text } }) => ({
        kind: "attachments",
        ref: file.pageCount === 1 ? { attachment_id: file.attachmentId } : { attachment_id: file.attachmentId, page },
        title,
        locator: file.pageCount === 1 ? null : `page ${page}`,
        text,
      })),
    needs,
    skipped: attachmentIds.filter((id) => !files.some((file) => file.attachmentId === id && file.isReadable)),
  };
}
