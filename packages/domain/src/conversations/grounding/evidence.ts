import { capabilities, type Capability } from "@service/contract";
import { canonicalJson, isJsonObject, parseJson } from "@service/json";
import type { FieldPolicy } from "@service/privacy";
import * as z from "zod";
import { StoredPolicy } from "./viewer-json.ts";

/** Rows of the book, or documents of clients, that were read: for whom, and under which policy. */
export interface BookEvidence {
  readonly seatKey: string | null;
  /** Entries of grants that decided; null: every row was seen. */
  readonly grants: readonly string[] | null;
  readonly policy: FieldPolicy;
}

/** Results of runs that were read. */
export interface RunEvidence {
  readonly environmentId: string;
  /** Ids of the engines. */
  readonly engines: readonly string[];
  readonly policy: FieldPolicy;
  /** Of the runs that had read the book; null where none had. */
  readonly overBook: {
    readonly seatKey: string | null;
    /** Null: the viewer saw every run. */
    readonly grants: readonly string[] | null;
    /** A run is among them that is shown to its own person alone, such as one over many clients. */
    readonly isOfOneSeat: boolean;
  } | null;
}

/**
 * What whoever reads an answer must be allowed to read (GROUND-30): stored with the turn, the sum of everything that was
 * read for it, its history included.
 */
export interface Evidence {
  readonly organizationId: string;
  readonly capabilities: readonly Capability[];
  /** A live-only family was read. */
  readonly isLiveOnly: boolean;
  readonly book: readonly BookEvidence[];
  readonly runs: readonly RunEvidence[];
}

/** The evidence of an answer for which nothing was read that is not the conversation's own. */
export function noEvidence(organizationId: string): Evidence {
  return { organizationId, capabilities: [], isLiveOnly: false, book: [], runs: [] };
}

/** What a viewer needs for both: of an answer, and of the earlier answers that were its history (GROUND-31). */
export function joinedEvidence(first: Evidence, ...more: readonly (Evidence | null)[]): Evidence {
  const all = [first, ...more.filter((each) => each !== null)];
  return {
    organizationId: first.organizationId,
    capabilities: capabilities.filter((each) => all.some((one) => one.capabilities.includes(each))),
    isLiveOnly: all.some((one) => one.isLiveOnly),
    book: distinct(all.flatMap((one) => one.book)),
    runs: distinct(all.flatMap((one) => one.runs)),
  };
}

function distinct<T extends BookEvidence | RunEvidence>(each: readonly T[]): readonly T[] {
  const byText = new Map(each.map((one) => [canonicalJson(parseJson(JSON.stringify(one))), one]));
  return [...byText.values()];
}

const StoredEvidence = z.object({
  organizationId: z.string(),
  capabilities: z.array(z.enum(capabilities)),
  isLiveOnly: z.boolean(),
  book: z.array(
    z.object({ seatKey: z.string().nullable(), grants: z.array(z.string()).nullable(), policy: StoredPolicy }),
  ),
  runs: z.array(
    z.object({
      environmentId: z.string(),
      engines: z.array(z.string()),
      policy: StoredPolicy,
      overBook: z
        .object({
          seatKey: z.string().nullable(),
          grants: z.array(z.string()).nullable(),
          isOfOneSeat: z.boolean(),
        })
        .nullable(),
    }),
  ),
});

/**
 * Stored evidence (`JSON.stringify(evidence)`), null where none was stored.
 * @throws when the text is something else: an answer without known evidence is shown to nobody.
 */
export function readEvidence(text: string | null): Evidence | null {
  if (text === null) return null;
  const value = parseJson(text);
  return isJsonObject(value) ? StoredEvidence.parse(value) : StoredEvidence.parse(undefined);
}
