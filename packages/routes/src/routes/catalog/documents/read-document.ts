import { fail, text } from "@service/contract";
import { contentUrl, documentLimits, readDocument, readDocumentPages } from "@service/domain/documents";
import { hiddenByLit } from "@service/domain/records";
import { redirect } from "@service/http";
import * as z from "zod";
import { route } from "../../../http/route.ts";
import { DocumentWithText, presentDocument, presentDocumentText, SourceBlobRef } from "./document-schemas.ts";

const lastPage = 100_000;

const Query = z.strictObject({
  include: z.enum(["text"]).optional().meta({ description: "`text`: the pages." }),
  pages: z
    .string()
    .regex(/^[1-9]\d{0,4}(?:-[1-9]\d{0,4})?$/, "must be a page or a range of pages, such as 1-5")
    .optional()
    .meta({ description: "With `include=text`: only these.", examples: ["1-5"] }),
  content: z.enum(["1"]).optional().meta({ description: "Redirects to the content." }),
  client_key: text(1, 128)
    .optional()
    .meta({
      description: "Of a file that several documents have: the document of this client.",
      examples: ["c_k3v5n2q7x4m6p8r2t4w6"],
    }),
});

export const readCatalogDocument = route({
  id: "catalog.documents.read",
  method: "GET",
  path: "/api/v1/catalog/documents/{source_blob_ref}",
  summary: "Read a document",
  description:
    "With `include=text` its text page by page; with `content=1` a redirect to its content, which can be downloaded for five minutes. Where the field policy withholds the text of a client's document, `text` is null and the content is `not_found`.",
  endsWithCaller: true,
  params: z.object({ source_blob_ref: SourceBlobRef }),
  query: Query,
  responses: { 200: DocumentWithText, 302: redirect({ validSeconds: documentLimits.contentSeconds }) },
  errors: ["not_found", "files_not_configured"],
  async handle({ deps, viewer, params, query, reply }) {
    const wanted = { ref: params.source_blob_ref, clientKey: query.client_key };
    const range = rangeOf(query);
    if (query.content !== undefined) return reply(302, await contentUrl(deps, viewer, wanted));
    const document = await readDocument(deps, viewer, wanted);
    const { book } = viewer;
    if (book?.posture === "shadow") {
      const hidden = hiddenByLit([{ family: "documents", isSeen: document.isSeen }]);
      deps.book.countShadow({ viewer: book, route: "catalog.documents.read", hidden });
    }
    if (range === undefined) return reply(200, presentDocument(document));
    return reply(200, presentDocumentText(document, await readDocumentPages(deps, viewer, document, range)));
  },
});

/** @throws `invalid_request` for a range that ends before it begins, and for pages of which no text is asked. */
function rangeOf({
  include,
  pages,
}: z.output<typeof Query>): { readonly first: number; readonly last: number } | undefined {
  if (include === undefined && pages === undefined) return undefined;
  if (include === undefined) throw refused("needs include=text");
  if (pages === undefined) return { first: 1, last: lastPage };
  const [first = 1, last = first] = pages.split("-").map(Number);
  if (first > last) throw refused("must end where it begins or later");
  return { first, last };
}

function refused(message: string) {
  return fail("invalid_request", { message: `pages ${message}.`, details: [{ field: "pages", message }] });
}
