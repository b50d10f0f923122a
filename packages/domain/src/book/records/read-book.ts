import { fail } from "@service/contract";
import type { Deps } from "../../deps.ts";
import type { BookView } from "../seats/index.ts";
import type { BookDeps } from "./book-reads.ts";
import { pinSnapshot, resolveConnection, type ServedBook } from "./connection.ts";
import type { BookRead } from "./read-page.ts";

/** What reads of the book use of a process. */
export type ReadDeps = Pick<Deps, "db" | "clock" | "secrets"> & BookDeps;

/** Who reads which book. */
export interface BookRequest {
  readonly viewer: BookView;
  /** Undefined: the organization's only active connection. */
  readonly connectionId: string | undefined;
  /** Aborts when the caller goes away or its time is over. */
  readonly signal: AbortSignal;
  /** The snapshot of a chain of pages; undefined: the one that serves now. */
  readonly pinned?: { readonly connectionId: string; readonly seq: number } | undefined;
}

/**
 * Finds the connection, waits for a place among the organization's reads, and reads one snapshot, in this order (REC-50).
 * @throws `not_found`, `book_connection_ambiguous`, `invalid_cursor` (expired), `book_unavailable`.
 */
export async function readBook<T>(
  deps: ReadDeps,
  { viewer, connectionId, signal, pinned }: BookRequest,
  work: (read: BookRead, book: ServedBook) => Promise<T>,
): Promise<{ readonly book: ServedBook; readonly result: T }> {
  if (pinned !== undefined && connectionId !== undefined && connectionId !== pinned.connectionId)
    throw fail("invalid_cursor");
  const served = await resolveConnection(deps, viewer, pinned?.connectionId ?? connectionId);
  const book = pinned === undefined ? served : await pinSnapshot(deps, served, pinned.seq);
  const leave = await deps.book.enter(viewer.organizationId, signal);
  try {
    const result = await work({ ...readOf(book), viewer, signal }, book);
    // A snapshot that no longer serves may have been removed while it was read.
    if (!book.isCurrent) await pinSnapshot(deps, { ...book, seq: -1 }, book.seq);
    return { book, result };
  } finally {
    leave();
  }
}

function readOf({ connectionId, seq, attributeClasses }: ServedBook) {
  return { connectionId, seq, attributeClasses };
}

/** The day of the process's clock, UTC. */
export function todayOf({ clock }: Pick<Deps, "clock">): string {
  return clock.now().toISOString().slice(0, 10);
}
