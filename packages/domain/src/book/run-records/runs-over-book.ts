import { statement } from "@service/db";
import type { Deps } from "../../deps.ts";
import type { RunVisibility } from "../seats/index.ts";
import { sawRecords } from "./run-visibility.ts";

/** $2 the grants; a run that they show needs no seat of its own. */
const readOverBook = statement(
  "run_records_read_over_book",
  `select rr.run_id as "runId", ${sawRecords({ grants: "$2::text[]", seat: "null::text" })} as "isShownByGrants"
   from run_records rr where rr.run_id = any($1::uuid[])
   union all
   select rd.run_id, true from run_documents rd where rd.run_id = any($1::uuid[]) and rd.client_key is not null`,
).narrowed<{ readonly runId: string; readonly isShownByGrants: boolean }>();

/** What the runs that read the book are shown by. */
export interface RunsOverBook {
  /** One of them is shown to the seat only because it is the seat's own (REC-78). */
  readonly isOfOneSeat: boolean;
}

/** Whether some of the runs, all of which the viewer sees, read the book or a client's document; undefined where none did. */
export async function runsOverBook(
  deps: Pick<Deps, "db">,
  runIds: readonly string[],
  overBook: RunVisibility,
): Promise<RunsOverBook | undefined> {
  if (runIds.length === 0) return undefined;
  const grants = overBook.kind === "all" ? [] : [...overBook.grants];
  const { rows } = await deps.db.pool.query(readOverBook([[...runIds], grants]));
  if (rows.length === 0) return undefined;
  return { isOfOneSeat: overBook.kind === "seat" && rows.some(({ isShownByGrants }) => !isShownByGrants) };
}
