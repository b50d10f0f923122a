import type { Client } from "@service/client";
import { type McpServer, ResourceTemplate } from "@modelcontextprotocol/sdk/server/mcp.js";
import { fit } from "./bounded.ts";
import type { Capability } from "./reach.ts";
import { documentRow, readPages } from "./tools/documents.ts";

/** Of a list of resources; search_documents finds the others. */
const listedMax = 50;
const pagesMax = 10;

/**
 * Engines and documents as resources, where the key may read them. Their names are slugs and references, because titles
 * are data.
 */
export function registerResources(
  server: McpServer,
  { client, reach }: { readonly client: Client; readonly reach: ReadonlySet<Capability> },
): void {
  if (reach.has("engines:read"))
    server.registerResource(
      "engine",
      new ResourceTemplate("service://engines/{slug}", {
        list: async ({ signal }) => {
          const { engines } = await client.engines.list({}, { signal });
          return {
            resources: engines.slice(0, listedMax).map(({ slug, engine_type }) => ({
              uri: `service://engines/${slug}`,
              name: slug,
              description: `Engine of the type ${engine_type}.`,
              mimeType: json,
            })),
          };
        },
      }),
      { title: "Engine", description: "An engine and its releases.", mimeType: json },
      async (uri, { slug }, { signal }) => {
        const engine_slug = String(slug);
        const [engine, releases] = await Promise.all([
          client.engines.read({ engine_slug }, { signal }),
          client.call("engines.versions.list", { engine_slug }, { signal }),
        ]);
        return contents(uri, { cite: `engine:${engine_slug}`, engine, releases });
      },
    );
  if (reach.has("catalog:documents:read"))
    server.registerResource(
      "document",
      new ResourceTemplate("service://documents/{document}", {
        list: async ({ signal }) => {
          const { documents } = await client.catalog.documents.list({ limit: listedMax }, { signal });
          return {
            resources: documents.map(({ source_blob_ref: ref, page_count, dated_on }) => ({
              uri: `service://documents/${ref}`,
              name: ref,
              mimeType: json,
              description: [page_count && `${page_count} pages`, dated_on].filter(Boolean).join(", ") || "A document.",
            })),
          };
        },
      }),
      { title: "Document", description: "The first pages of a document; read_document goes on.", mimeType: json },
      async (uri, given, { signal }) => {
        const document = String(given["document"]);
        const { read, pieces } = await readPages(
          { client, options: { signal } },
          { document, first: 1, last: pagesMax },
        );
        return contents(uri, { ...documentRow(read), pages: pieces });
      },
    );
}

const json = "application/json";

function contents(uri: URL, data: object) {
  return { contents: [{ uri: uri.href, mimeType: json, text: JSON.stringify({ data: fit(data) }) }] };
}
