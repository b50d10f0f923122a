import type { RecordsWanted } from "@service/engine-kit";
import { familyNames } from "@service/record-families";
import * as z from "zod";
import type { BookView } from "../seats/index.ts";

/** What a run reads of the book (REC-71). */
export interface RunRecords {
  readonly organizationId: string;
  readonly connectionId: string;
  /** For whom the book is read, resolved when the run was submitted. */
  readonly viewer: Pick<BookView, "posture" | "seatKey" | "scope" | "lens">;
  readonly wanted: RecordsWanted;
}

/** A moment of the book (REC-76). */
export interface RecordsHead {
  readonly connectionId: string;
  readonly snapshotSeq: number;
  /** The last change of the subject's rows up to that snapshot. */
  readonly subjectSeq: number;
}

const familyList = z.array(z.enum(familyNames));
const wantedSchema = z.object({
  connectionId: z.string().nullable(),
  clientKeys: z.array(z.string()).nullable(),
  policyKeys: z.array(z.string()).nullable(),
  filter: z.object({
    segment: z.string().exactOptional(),
    office_key: z.string().exactOptional(),
    producer_seat: z.string().exactOptional(),
    lines: z.array(z.string()).exactOptional(),
  }),
  partition: z.object({ index: z.int(), of: z.int() }).exactOptional(),
  families: familyList,
  peers: familyList,
});

/** What was stored with the run. */
export function readWanted(text: string): RecordsWanted {
  return wantedSchema.parse(JSON.parse(text));
}
