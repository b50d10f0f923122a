import { catalogLimits, listDatasetRows } from "@service/domain/catalog";
import { freeQuery } from "@service/http";
import * as z from "zod";
import { route } from "../../http/route.ts";
import { Cursor } from "../../http/page-query.ts";
import {
  datasetEnvelope,
  DatasetParams,
  DatasetRow,
  Limit,
  presentDatasetRow,
  scopeOfDataset,
  servingOfDataset,
  Version,
  Words,
} from "./dataset-schemas.ts";

const filterPrefix = "filter.";
const named = {
  q: Words.optional(),
  fields: z
    .string()
    .regex(/^[^,]+(?:,[^,]+)*$/, "must be names of fields, separated by commas")
    .optional()
    .meta({ description: "Only these fields; the key is always there.", examples: ["label"] }),
  limit: Limit,
  cursor: Cursor,
  version: Version,
};

/** `filter.<field>` is named after the fields of the dataset, so the names are checked by their form. */
const RowsQuery = freeQuery(named, z.string().min(1).max(500), {
  name: "filters",
  prefix: filterPrefix,
  countMax: catalogLimits.filters,
  description:
    "`filter.<field>=<value>`, each a parameter of its own: rows whose field equals the value as text. The fields are those of the dataset's `schema` that hold a single value.",
  example: { "filter.state": "OH" },
});

export const listRows = route({
  id: "catalog.rows",
  method: "GET",
  path: "/api/v1/catalog/datasets/{dataset_key}/rows",
  summary: "List the rows of a dataset",
  description:
    "In the order of their keys. `filter.<field>=<value>` keeps rows whose field equals the value: at most five, on fields with a single value in the dataset's `schema`. A chain of pages shows one version: when it is no longer kept, the cursor is `invalid_cursor` with `details.reason` `expired`. A `version` that is not kept is `not_found`.",
  params: DatasetParams,
  query: RowsQuery,
  responses: { 200: datasetEnvelope(z.array(DatasetRow)) },
  errors: ["dataset_not_found", "not_found", "invalid_cursor"],
  async handle({ deps, caller, params, query, startedAtMs, reply }) {
    const filters = new Map<string, string>();
    for (const [name, value] of Object.entries(query))
      if (name.startsWith(filterPrefix) && typeof value === "string")
        filters.set(name.slice(filterPrefix.length), value);
    const { dataset, rows, nextCursor } = await listDatasetRows(deps, {
      organizationId: caller.organizationId,
      datasetKey: params.dataset_key,
      filters,
      q: query.q,
      fields: query.fields?.split(","),
      version: query.version,
      limit: query.limit ?? catalogLimits.pageRowsDefault,
      cursor: query.cursor,
    });
    const now = deps.clock.now();
    return reply(200, {
      duration_ms: Math.round(performance.now() - startedAtMs),
      data: rows.map(presentDatasetRow),
      next_cursor: nextCursor,
      computed_at: now.toISOString(),
      serving: servingOfDataset(dataset, now),
      scope: scopeOfDataset(caller),
    });
  },
});
