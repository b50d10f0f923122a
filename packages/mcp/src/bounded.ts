import * as z from "zod";

/** How many characters of JSON one answer has at most: about 4,000 tokens. */
export const charactersMax = 16_000;
/** Of one string among others; the rest is counted. */
const textMax = 600;
const itemsMax = 50;

/** Tags and overrides of direction: a reader does not see them, and a model does. */
const unseen = /[\u{E0000}-\u{E007F}\u{202A}-\u{202E}\u{2066}-\u{2069}]/gu;

/** A string of a record as it goes out: whole characters, at most so many, with the number of those left out. */
export function clipText(text: string, max = textMax): string {
  const characters = [...text.replace(unseen, "")];
  if (characters.length <= max) return characters.join("");
  return `${characters.slice(0, max).join("")}… [${characters.length - max} more characters]`;
}

interface Bounds {
  readonly text: number;
  readonly items: number;
  readonly depth: number;
}

/** A value with long texts, long lists and deep members cut; each cut says how much is left out. */
export function clip(value: unknown, bounds: Bounds = { text: textMax, items: itemsMax, depth: 12 }): unknown {
  if (typeof value === "string") return clipText(value, bounds.text);
  if (typeof value !== "object" || value === null) return value;
  const inner = { ...bounds, depth: bounds.depth - 1 };
  if (Array.isArray(value)) {
    if (bounds.depth === 0) return `[${value.length} more items]`;
    const kept: unknown[] = value.slice(0, bounds.items).map((item: unknown) => clip(item, inner));
    if (value.length > kept.length) kept.push(`[${value.length - kept.length} more items]`);
    return kept;
  }
  const entries = Object.entries(value).filter(([, member]) => member !== null && member !== undefined);
  if (bounds.depth === 0) return `[${entries.length} more members]`;
  return Object.fromEntries(
    entries.slice(0, 200).map(([name, member]) => [clipText(name, 200), clip(member, inner)] as const),
  );
}

const tighter: readonly Bounds[] = [
  { text: 4_000, items: 200, depth: 12 },
  { text: 600, items: 50, depth: 8 },
  { text: 300, items: 20, depth: 6 },
  { text: 200, items: 8, depth: 4 },
  { text: 100, items: 4, depth: 3 },
  { text: 60, items: 2, depth: 1 },
];

/** As much of a value as so many characters of JSON hold. */
export function fit(value: unknown, max = charactersMax): unknown {
  for (const bounds of tighter) {
    const clipped = clip(value, bounds);
    if (sizeOf(clipped) <= max) return clipped;
  }
  return clipText(JSON.stringify(value), Math.floor(max / 4));
}

function sizeOf(value: unknown): number {
  return JSON.stringify(value ?? null).length;
}

/** What is shown of a list, and where it goes on. */
export interface Page {
  readonly items: readonly unknown[];
  readonly nextCursor: string | undefined;
}

/** A page of the service: its rows, and the service's cursor of the next one. */
export interface ServicePage<Row> {
  readonly rows: readonly Row[];
  readonly next: string | null | undefined;
}

/** Where a page of the service begins, and its rows at most. */
export interface At {
  readonly cursor?: string;
  readonly limit: number;
}

/**
 * One page within the bound. Where the rows of a page of the service do not fit, the cursor names that page and how many
 * of its rows were shown, so that none is skipped.
 *
 * @throws `BadCursor`
 */
export async function pageWithin<Row>(
  given: { readonly cursor?: string | undefined; readonly limit: number; readonly max?: number },
  read: (at: At) => Promise<ServicePage<Row>>,
  shape: (row: Row) => unknown,
): Promise<Page> {
  const from = given.cursor === undefined ? { limit: given.limit, skipped: 0, at: undefined } : placeIn(given.cursor);
  const { rows, next } = await read({ limit: from.limit, ...(from.at !== undefined && { cursor: from.at }) });
  const rest = rows.slice(from.skipped);
  const items: unknown[] = [];
  let left = given.max ?? charactersMax;
  for (const row of rest) {
    const item = fit(shape(row), Math.floor(charactersMax / 4));
    left -= sizeOf(item) + 1;
    if (left < 0 && items.length > 0) break;
    items.push(item);
  }
  if (items.length < rest.length)
    return { items, nextCursor: cursorOf(from.limit, from.skipped + items.length, from.at) };
  return { items, nextCursor: next === null || next === undefined ? undefined : cursorOf(from.limit, 0, next) };
}

/** A page of what is at hand whole. */
export function pageOf<Row>(
  given: { readonly cursor?: string | undefined; readonly limit: number; readonly max?: number },
  rows: readonly Row[],
  shape: (row: Row) => unknown,
): Promise<Page> {
  return pageWithin(
    given,
    ({ cursor = "0", limit }) => {
      const start = Number(cursor);
      const end = start + limit;
      return Promise.resolve({ rows: rows.slice(start, end), next: end < rows.length ? String(end) : null });
    },
    shape,
  );
}

/** The cursor is not one that the tool returned. */
export class BadCursor extends Error {
  override readonly name = "BadCursor";
  constructor() {
    super("cursor must be the next_cursor of an earlier answer of this tool with the same arguments");
  }
}

function cursorOf(limit: number, skipped: number, at: string | undefined): string {
  return Buffer.from(JSON.stringify([limit, skipped, ...(at === undefined ? [] : [at])])).toString("base64url");
}

const Place = z.tuple([z.int().min(1).max(200), z.int().min(0)], z.string());

function placeIn(cursor: string): {
  readonly limit: number;
  readonly skipped: number;
  readonly at: string | undefined;
} {
  try {
    const [limit, skipped, at] = Place.parse(JSON.parse(Buffer.from(cursor, "base64url").toString()));
    return { limit, skipped, at };
  } catch {
    throw new BadCursor();
  }
}
