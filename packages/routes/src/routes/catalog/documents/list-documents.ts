import { day, text, wholeNumber } from "@service/contract";
import { documentLimits, listDocuments } from "@service/domain/documents";
import { hiddenByLit } from "@service/domain/records";
import * as z from "zod";
import { route } from "../../../http/route.ts";
import { Cursor } from "../../../http/page-query.ts";
import { CatalogDocumentSchema, presentDocument } from "./document-schemas.ts";

export const listCatalogDocuments = route({
  id: "catalog.documents.list",
  method: "GET",
  path: "/api/v1/catalog/documents",
  summary: "List documents",
  description:
    "Newest first. Documents of carriers and for reference are shown to every key; those of clients to the acting person's seat, as the rows of the client are. Under shadow and lit a caller without a mappable person sees none of clients.",
  endsWithCaller: true,
  query: z.strictObject({
    kind: text(1, 64)
      .optional()
      .meta({ examples: ["appetite_guide"] }),
    carrier_key: text(1, 128)
      .optional()
      .meta({ examples: ["harborstone"] }),
    line: text(1, 64)
      .optional()
      .meta({ examples: ["commercial_property"] }),
    client_key: text(1, 128)
      .optional()
      .meta({ examples: ["c_k3v5n2q7x4m6p8r2t4w6"] }),
    q: text(1, 200)
      .optional()
      .meta({
        description:
          'Words of the title or of one page, in their English stems; "quoted words" stand together, `or` and `-word` as in a web search. Texts that the field policy withholds are not searched.',
        examples: ["liquor liability"],
      }),
    dated_from: day()
      .optional()
      .meta({ description: "Of this day or later.", examples: ["2026-01-01"] }),
    limit: wholeNumber(1, documentLimits.pageRows)
      .optional()
      .meta({ description: "Documents of a page; 50 unless given.", examples: [25] }),
    cursor: Cursor,
  }),
  responses: {
    200: z.object({
      documents: z.array(CatalogDocumentSchema),
      next_cursor: z
        .string()
        .nullable()
        .meta({ description: "Null at the end.", examples: ["v1.0a1b2c3d.k3v5n2q7x4m6"] }),
    }),
  },
  errors: ["invalid_cursor"],
  async handle({ deps, viewer, query, reply }) {
    const { kind, carrier_key, line, client_key, q, dated_from, limit, cursor } = query;
    const { rows, nextCursor } = await listDocuments(deps, viewer, {
      filters: { kind, carrierKey: carrier_key, line, clientKey: client_key, q, datedFrom: dated_from },
      limit: limit ?? documentLimits.pageRowsDefault,
      cursor,
    });
    const { book } = viewer;
    if (book?.posture === "shadow") {
      const hidden = hiddenByLit(rows.map(({ isSeen }) => ({ family: "documents", isSeen })));
      deps.book.countShadow({ viewer: book, route: "catalog.documents.list", hidden });
    }
    return reply(200, { documents: rows.map(presentDocument), next_cursor: nextCursor });
  },
});
