import { type Output, UnexpectedAnswer } from "@service/client";
import * as z from "zod";
import { type At, BadCursor, charactersMax, clipText, pageOf, pageWithin } from "../bounded.ts";
import { common, listed, tool, type ToolCall } from "../tool.ts";

const { cursor, limit, day } = common;
/** Of one answer; a document has more. */
const pagesMax = 10;
const pieceMax = 3_500;

type Document = Output<"catalog.documents.list">["documents"][number];

export function documentRow(row: Document) {
  const { source_blob_ref, title, kind, page_count, dated_on, carrier_key, line, client_key, policy_key, text_status } =
    row;
  const cite = `document:${source_blob_ref}`;
  return {
    cite,
    document: source_blob_ref,
    title,
    kind,
    page_count,
    dated_on,
    carrier_key,
    line,
    client_key,
    policy_key,
    text_status,
    text_reason: row.text_reason,
  };
}

/** Pages of a document, from `first` on, in pieces that are cited by their page. */
export async function readPages(
  { client, options }: Pick<ToolCall, "client" | "options">,
  given: { readonly document: string; readonly client_key?: string; readonly first: number; readonly last: number },
) {
  const { document: source_blob_ref, first, last, ...of } = given;
  const read = await client.catalog.documents.read(
    { ...of, source_blob_ref, include: "text", pages: `${first}-${last}` },
    options,
  );
  if (!("title" in read)) throw new UnexpectedAnswer("catalog.documents.read", 302);
  const pieces = (read.pages ?? []).flatMap(({ page, text }) =>
    piecesOf(text).map((piece) => ({ cite: `document:${given.document}#page=${page}`, page, text: piece })),
  );
  return { read, pieces };
}

function piecesOf(text: string): string[] {
  const characters = [...text];
  const pieces: string[] = [];
  for (let at = 0; at < characters.length; at += pieceMax) pieces.push(characters.slice(at, at + pieceMax).join(""));
  return pieces;
}

/** Documents that the person may see. */
export const documentTools = [
  tool({
    name: "search_documents",
    title: "Search documents",
    description:
      'Documents whose title or a page has the words of the query ("quoted words" stand together, -word leaves out), or all of a client. Cite document.',
    needs: ["catalog:documents:read"],
    effect: "read",
    input: {
      q: z.string().min(1).max(200).exactOptional(),
      client_key: z.string().max(128).exactOptional(),
      kind: z.string().max(60).exactOptional(),
      line: z.string().max(60).exactOptional(),
      carrier_key: z.string().max(128).exactOptional(),
      dated_from: day.exactOptional(),
      limit,
      cursor,
    },
    async answer({ client, options }, { cursor, limit, ...filters }) {
      const read = async (at: At) => {
        const page = await client.catalog.documents.list({ ...filters, ...at }, options);
        return { rows: page.documents, next: page.next_cursor };
      };
      return listed(await pageWithin({ cursor, limit }, read, documentRow));
    },
  }),
  tool({
    name: "read_document",
    title: "Read a document",
    description: "The text of a document, page by page. Cite document and page.",
    needs: ["catalog:documents:read"],
    effect: "read",
    input: {
      document: z.string().min(1).max(200).describe("As search_documents gave it."),
      client_key: z
        .string()
        .max(128)
        .exactOptional()
        .describe("Of a file that several clients have: whose document it is."),
      from_page: z.int().min(1).max(99_999).default(1),
      cursor,
    },
    async answer(call, { from_page, cursor, ...of }) {
      const { first, within } = cursor === undefined ? { first: from_page, within: undefined } : placeIn(cursor);
      const last = Math.min(first + pagesMax - 1, 99_999);
      const { read, pieces } = await readPages(call, { ...of, first, last });
      const given = { limit: 50, max: charactersMax - 2_000, ...(within !== undefined && { cursor: within }) };
      const shown = await pageOf(given, pieces, ({ text, ...piece }) => ({ ...piece, text: clipText(text, pieceMax) }));
      const isMore = last < (read.page_count ?? 0);
      const following = isMore ? `${last + 1}.` : undefined;
      return {
        data: { ...documentRow(read), masked_fields: read.masked_fields, pages: shown.items },
        nextCursor: shown.nextCursor === undefined ? following : `${first}.${shown.nextCursor}`,
      };
    },
  }),
];

/** The first page that was read, and where its pieces go on. */
function placeIn(cursor: string): { readonly first: number; readonly within: string | undefined } {
  const [, first, within = ""] = /^([1-9]\d{0,4})[.]([\w-]*)$/.exec(cursor) ?? [];
  if (first === undefined) throw new BadCursor();
  return { first: Number(first), within: within === "" ? undefined : within };
}
