import { fail } from "@service/contract";
import type { RecordsWanted } from "@service/engine-kit";
import * as z from "zod";
import { assertAllowed, type Caller } from "../../identity/access/index.ts";
import type { Deps } from "../../deps.ts";
import { type ConnectionDeps, resolveConnection } from "../records/index.ts";
import type { RunRecords } from "./run-records.ts";

const connectionIdForm = z.uuid();

/**
 * Resolves who reads the book for a submission, and which one (REC-71): the key, the assertion and the person, then the
 * connection.
 *
 * @param request.bookView resolves the person of the request; left out for a submitter who can name nobody.
 * @throws `insufficient_capability`, `scoped_key_required`; `assertion_invalid`, `assertion_stale`; `identity_unmapped`,
 *   `lens_target_unknown`; `not_found`, `book_connection_ambiguous`.
 */
export async function resolveRunRecords(
  deps: Pick<Deps, "db"> & ConnectionDeps,
  request: {
    readonly caller: Caller;
    readonly bookView?: (() => Promise<RunRecords["viewer"]>) | undefined;
    readonly isOpportunityRun?: boolean;
  },
  wanted: RecordsWanted,
): Promise<RunRecords> {
  const { caller, bookView, isOpportunityRun = false } = request;
  assertAllowed(caller, isOpportunityRun ? "opportunities.runs.submit" : "runs.records");
  const { posture, seatKey, scope, lens } = bookView === undefined ? nobodyOf(caller) : await bookView();
  const { organizationId } = caller;
  const { connectionId } = wanted;
  if (connectionId !== null && !connectionIdForm.safeParse(connectionId).success) throw fail("not_found");
  const book = await resolveConnection(deps, caller, connectionId ?? undefined);
  return { organizationId, connectionId: book.connectionId, viewer: { posture, seatKey, scope, lens }, wanted };
}

/** A submitter without a person reads under posture off alone (SEAT-22). */
function nobodyOf({ organization: { recordsPosture } }: Caller): RunRecords["viewer"] {
  if (recordsPosture !== "off") throw fail("identity_unmapped");
  return { posture: "off", seatKey: null, scope: "All", lens: null };
}
