import type { BookFamily, BookRow, BookSource } from "../book-source.ts";
import type { Reading } from "./reading.ts";

/** A question about the book, with whom it is about. */
export interface Ask {
  readonly book: BookSource;
  readonly reading: Reading;
  /** Undefined: the whole book. */
  readonly client: BookRow | undefined;
  /** The policy that the conversation is about, or that the question names by its number. */
  readonly policy: BookRow | undefined;
  /** Another row that the question names by its number. */
  readonly numbered: { readonly family: BookFamily; readonly row: BookRow } | undefined;
  readonly carrier: BookRow | undefined;
  /** A contact of the client whom the question names. */
  readonly person?: BookRow | undefined;
  /** Somebody of the agency whom the question names. */
  readonly colleague: BookRow | undefined;
  /** A team or an office of the agency that the question names. */
  readonly unit?: { readonly family: "teams" | "offices"; readonly row: BookRow } | undefined;
}

/** The client's name in a sentence; undefined about the whole book. */
export function nameOf({ client }: Pick<Ask, "client">): string | undefined {
  const name = client?.fields["name"];
  return typeof name === "string" ? name.replaceAll(/\s+/gu, " ").trim().toWellFormed() : undefined;
}

/** ` of Blue Harbor Cafe`, or nothing. */
export function ofClient(ask: Pick<Ask, "client">): string {
  const name = nameOf(ask);
  return name === undefined ? "" : ` of ${name}`;
}
