import { asDescribed } from "./as-described.ts";
import type { CallOptions } from "./call.ts";
import type { OperationId } from "./operations.ts";
import { Refusal } from "./refusal.ts";
import { factsOf } from "./send.ts";

// What pages and rows are is in the types of the operations (call.ts).

type ReadPage = (input: object, options: CallOptions) => Promise<unknown>;

/** Every page of a list; the next one is read when the caller asks for it. */
export async function* pagesOf(read: ReadPage, input: object, options: CallOptions): AsyncGenerator<unknown, void> {
  let cursor: string | null | undefined;
  do {
    const page = await read({ ...input, ...(cursor !== undefined && { cursor }) }, options);
    yield page;
    cursor = cursorOf(page);
  } while (cursor !== null);
}

export async function* rowsOf(
  id: OperationId,
  read: ReadPage,
  input: object,
  options: CallOptions,
): AsyncGenerator<unknown, void> {
  for await (const page of pagesOf(read, input, options)) yield* rowsIn(id, page);
}

/** What is read of a row of the book, or of one that is gone. */
interface Dated {
  readonly key: string;
  readonly change_seq: number;
  readonly removed?: boolean;
}
interface Changed {
  readonly rows: Dated[];
  readonly removed: string[];
  readonly since: number;
}

/**
 * What has changed since a copy was read (CLIENT-31). Rows of one snapshot may be on two pages, so `since` counts a snapshot
 * only when all its rows were given; a chain whose snapshot is no longer kept is begun again from there.
 */
export async function* changesOf(
  id: OperationId,
  read: ReadPage,
  { since: first = 0, ...input }: { readonly since?: number },
  options: CallOptions,
): AsyncGenerator<Changed, void> {
  let since = first;
  /** Where the chain of pages began: its filters must stay. */
  let began = first;
  let cursor: string | null | undefined;
  while (cursor !== null) {
    let page: unknown;
    try {
      page = await read({ ...input, updated_since: String(began), ...(cursor !== undefined && { cursor }) }, options);
    } catch (error) {
      if (since === began || !(error instanceof Refusal) || error.code !== "invalid_cursor") throw error;
      began = since;
      cursor = undefined;
      continue;
    }
    cursor = cursorOf(page);
    const rows = rowsIn(id, page);
    const newest = rows.at(-1)?.change_seq ?? since;
    since = Math.max(since, cursor === null ? newest : newest - 1);
    yield {
      rows: rows.filter(({ removed }) => removed !== true),
      removed: rows.flatMap(({ key, removed }) => (removed === true ? [key] : [])),
      since,
    };
  }
}

function cursorOf(page: unknown): string | null {
  return asDescribed<{ readonly next_cursor?: string | null }>(page).next_cursor ?? null;
}

function rowsIn(id: OperationId, page: unknown): Dated[] {
  return asDescribed<Readonly<Record<string, Dated[]>>>(page)[factsOf(id).rows ?? ""] ?? [];
}
