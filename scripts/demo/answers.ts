import { setTimeout as wait } from "node:timers/promises";

/** An answer of the API, before anything is known of it. */
export type Fields = { readonly [name: string]: unknown };

/** Generous: a slow machine is slow, not broken. */
const deadlineMs = 600_000;

/** Looks until something is there. */
export async function until<Found>(what: string, look: () => Promise<Found | undefined>): Promise<Found> {
  const startedAt = performance.now();
  for (;;) {
    const found = await look();
    if (found !== undefined) return found;
    if (performance.now() - startedAt > deadlineMs)
      throw new Error(`${what} did not come within ${deadlineMs / 60_000} minutes`);
    await wait(100);
  }
}

export function fieldsOf(value: unknown): Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : {};
}

export function rowsOf(value: unknown): Fields[] {
  return Array.isArray(value) ? value.map(fieldsOf) : [];
}

/** A value as a cell of a table. */
export function text(value: unknown): string {
  if (value === undefined || value === null) return "";
  return typeof value === "string" ? value : JSON.stringify(value);
}
