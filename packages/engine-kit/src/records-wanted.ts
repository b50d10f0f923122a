import type { FamilyName } from "@service/record-families";

/** Accounts that one run reads of a book (OPP-5); a larger book is asked in parts. */
export const recordAccountsMax = 25_000;

/** Fields of an account, and lines of its policies, by which clients are chosen; absent members choose all. */
export interface RecordsFilter {
  readonly segment?: string;
  readonly office_key?: string;
  readonly producer_seat?: string;
  /** A client with a policy of one of them. */
  readonly lines?: readonly string[];
}

/** Part `index` of `of`, from 0; a client belongs to the part that the hash of its key names. */
export interface RecordsPartition {
  readonly index: number;
  readonly of: number;
}

/** Parts into which a book may be divided. */
export const recordPartsMax = 100;

/**
 * What a run reads of the broker's book, as far as its reader sees it (REC-70). All conditions hold together; without
 * any the whole book is read, up to `recordAccountsMax` clients.
 */
export interface RecordsWanted {
  /** As the input names it; null: the organization's only active connection. */
  readonly connectionId: string | null;
  /** Only these clients. */
  readonly clientKeys: readonly string[] | null;
  /** Only these policies, with what hangs on them. */
  readonly policyKeys: readonly string[] | null;
  readonly filter: RecordsFilter;
  /** Only the clients of one part of the book: a book of more than `recordAccountsMax` clients is asked in parts. */
  readonly partition?: RecordsPartition;
  /** Handed over as `records:<family>`. */
  readonly families: readonly FamilyName[];
  /**
   * Handed over as `peers:<family>`, of the whole connection, when the reader does not read all of it: for aggregates
   * only, which name nobody.
   */
  readonly peers: readonly FamilyName[];
}
