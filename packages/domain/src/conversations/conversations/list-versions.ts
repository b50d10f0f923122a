import { statement } from "@service/db";
import * as z from "zod";
import type { OrganizationScope } from "../../identity/access/index.ts";
import type { Deps } from "../../deps.ts";
import { requireInstance } from "./instance.ts";
import { openPlace, type Page, pageOf, sealPlace } from "../../paging.ts";
import { requireVersion, type Version, versionColumns } from "./version.ts";

const readPage = statement(
  "conversation_instance_versions_list",
  `select ${versionColumns}, octet_length(c.config) as "configBytes"
   from conversation_instance_versions join conversation_configurations c on c.hash = config_hash
   where instance_id = $1 and ($2::int is null or version < $2::int) order by version desc limit $3`,
).narrowed<{ readonly configBytes: number }>();

/** Configurations of one page together; one alone always fits. */
const pageBytesMax = 4 * 1_048_576;

const Place = z.tuple([z.int()]);

/**
 * The releases of an instance, newest first. A page of large configurations is shorter than asked.
 * @throws `conversation_instance_not_found`, `invalid_cursor`
 */
export async function listVersions(
  deps: Pick<Deps, "db" | "secrets">,
  caller: OrganizationScope,
  slug: string,
  { limit, cursor }: { readonly limit: number; readonly cursor: string | undefined },
): Promise<Page<Version>> {
  const { id } = await requireInstance(deps, caller, slug);
  const list = { list: "instance versions", id };
  const [below] = cursor === undefined ? [] : openPlace(deps.secrets, list, cursor, Place);
  const { rows } = await deps.db.pool.query(readPage([id, below ?? null, limit + 1]));
  return pageOf(rows, Math.min(limit, fitting(rows)), (last) => sealPlace(deps.secrets, list, [last.version]));
}

/** How many of the first releases fit into one answer. */
function fitting(rows: readonly { readonly configBytes: number }[]): number {
  let bytes = 0;
  for (const [index, { configBytes }] of rows.entries()) {
    bytes += configBytes;
    if (index > 0 && bytes > pageBytesMax) return index;
  }
  return rows.length;
}

/**
 * One release of an instance. @param version as in the path.
 * @throws `conversation_instance_not_found`, `conversation_instance_version_not_found`
 */
export async function readVersion(
  deps: Pick<Deps, "db">,
  caller: OrganizationScope,
  slug: string,
  version: string,
): Promise<Version> {
  const { id } = await requireInstance(deps, caller, slug);
  return requireVersion(deps.db.pool, id, /^[1-9]\d{0,9}$/.test(version) ? Number(version) : Number.NaN);
}
