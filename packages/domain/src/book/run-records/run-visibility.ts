import { fail } from "@service/contract";
import { type Database, statement } from "@service/db";
import { fieldPolicyPresets } from "@service/privacy";
import type { RunView } from "../seats/index.ts";
import { sawDocuments } from "./document-visibility.ts";

/**
 * The condition that a person sees what the run `rr` (of `run_records`) read (REC-78): the client whole, or in part what
 * the person's own run read; of several clients the person's own run. `grants` and `seat` are placeholders. True or false,
 * also where the run or the viewer has no seat: unknown would pass a `not`.
 */
export function sawRecords({ grants, seat }: { readonly grants: string; readonly seat: string }): string {
  return `((rr.client_key is null and rr.seat_key = ${seat}) is true or exists (
      select from record_connections c
      join book.grants g on g.connection_id = c.id and g.client_key = rr.client_key and g.grant_key = any(${grants})
        and (g.policy_key = '' or rr.seat_key = ${seat})
        and g.from_seq <= c.served_seq and (g.to_seq is null or g.to_seq > c.served_seq)
      where c.id = rr.connection_id))`;
}

/**
 * The condition that a viewer sees a run: what it read of the book (REC-78) and its documents (DOC-44). Its values are
 * `runViewValues`. A run that read neither is seen by everybody whom its key lets.
 * @param run SQL of the run's id.
 */
export function seesRun(run: string): string {
  const grants = "@grants::text[]";
  return `(@sees_all::boolean or not exists (select from run_records rr
      where rr.run_id = ${run} and not ${sawRecords({ grants, seat: "@seat_key::text" })}))
    and ${sawDocuments(run, { seesAll: "@sees_all::boolean", grants, denied: "@denied::text[]", person: "@person::text" })}`;
}

/** The values of `seesRun`. */
export function runViewValues({ overBook, policy, person }: RunView) {
  return {
    seesAll: overBook.kind === "all",
    grants: overBook.kind === "all" ? [] : [...overBook.grants],
    seatKey: overBook.kind === "all" ? null : overBook.seatKey,
    denied: [...policy.denied],
    person,
  };
}

/** Whoever sees every run: for what the service itself reads. */
export const everyRun: RunView = { policy: fieldPolicyPresets.full, overBook: { kind: "all" }, person: null };

const hiddenRun = statement("run_records_find_hidden", `select 1 as one where not (${seesRun("@run_id::uuid")})`);

type VisibilityDeps = { readonly db: Pick<Database, "pool"> };

/** Whether a viewer may see a run (REC-78, DOC-44). */
export async function isRunVisible({ db }: VisibilityDeps, runId: string, view: RunView): Promise<boolean> {
  const { rows } = await db.pool.query(hiddenRun({ runId, ...runViewValues(view) }));
  return rows.length === 0;
}

/** @throws `run_not_found` for a run that the viewer may not see (REC-78, DOC-44). */
export async function assertRunVisible(deps: VisibilityDeps, runId: string, view: RunView): Promise<void> {
  if (!(await isRunVisible(deps, runId, view))) throw fail("run_not_found");
}
