import { canonicalHash } from "@service/json";
import * as z from "zod";
import type { SqlSource } from "./sql-config.ts";

const Stored = z.strictObject({ sources: z.string(), values: z.record(z.string(), z.string().nullable()) });

/** The greatest values of each source; null: it had no rows. */
export type SqlWatermarks = Readonly<Record<string, string | null>>;

/** The text to store. It names the sources: after a change of a query it is of no use. */
export function writeWatermarks(sources: readonly SqlSource[], values: SqlWatermarks): string {
  return JSON.stringify({ sources: hashOf(sources), values });
}

/** Undefined: there is none for these sources, so everything is fetched. */
export function readWatermarks(sources: readonly SqlSource[], text: string | undefined): SqlWatermarks | undefined {
  if (text === undefined || sources.some(({ watermark_column: column }) => column === undefined)) return undefined;
  try {
    const stored = Stored.safeParse(JSON.parse(text));
    return stored.success && stored.data.sources === hashOf(sources) ? stored.data.values : undefined;
  } catch {
    return undefined;
  }
}

function hashOf(sources: readonly SqlSource[]): string {
  return canonicalHash(sources.map(({ name, query, watermark_column: column }) => [name, query, column ?? null]));
}
