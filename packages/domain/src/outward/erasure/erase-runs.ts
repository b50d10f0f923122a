import { type Session, statement } from "@service/db";
import { blankJson, blankText } from "./blank-json.ts";
import type { ErasedClient, ErasedCounts } from "./erasure.ts";
import { blankPages, nilUuid } from "./pages.ts";

const runsPerPage = 100;

const findOwn = statement(
  "erasure_find_runs",
  `select r.id from runs r left join run_records k on k.run_id = r.id
   where r.organization_id = $1 and (r.subject_key = $2 or k.client_key = $2 or exists (
     select from run_documents d where d.organization_id = $1 and d.client_key = $2 and d.run_id = r.id)) order by r.id limit $3`,
);

const removeAttempts = statement(
  "erasure_remove_attempts",
  `delete from webhook_attempts a using webhook_deliveries d where a.delivery_id = d.id and d.run_id = any($1::uuid[])`,
);

/** Payload, events, bodies, deliveries, outcomes, annotations and corrections go with the run. */
const removeRuns = statement("erasure_remove_runs", "delete from runs where id = any($1::uuid[])");

/** Removes the runs whose subject is the client or that read its documents, finished or not: a worker that holds one can write nothing more. */
export async function removeRunsOfClient(session: Session, client: ErasedClient): Promise<ErasedCounts> {
  let removed = 0;
  for (;;) {
    const { rows } = await session.query(findOwn([client.organizationId, client.clientKey, runsPerPage]));
    if (rows.length === 0 || client.isDryRun) return { runs_removed: removed + rows.length };
    const ids = rows.map(({ id }) => id);
    await session.inTransaction(async (tx) => {
      await tx.query(removeAttempts([ids]));
      await tx.query(removeRuns([ids]));
    });
    removed += ids.length;
  }
}

const parts = ["input", "offerings", "output", "solutions", "warnings", "work_items", "trace"] as const;
type Part = (typeof parts)[number];

const readPayloads = statement(
  "erasure_read_payloads",
  `select r.id, r.error, r.error_details as "errorDetails", r.cancel_reason as "cancelReason", p.input, p.offerings,
     p.output, p.solutions, p.warnings, p.work_items, p.trace, p.erased_parts as "erasedParts"
   from runs r join run_payloads p on p.run_id = r.id
   where r.organization_id = $1 and r.id > $2 order by r.id limit $3`,
);

const writePayload = statement(
  "erasure_write_payload",
  `update run_payloads p set ${parts.map((part, at) => `${part} = v.parts[${at + 1}]`).join(", ")}, erased_parts = $3
   from (select $2::text[] as parts) v where p.run_id = $1`,
);

const writeErrors = statement(
  "erasure_write_errors",
  "update runs set error = $2, error_details = $3, cancel_reason = $4 where id = $1",
);

/** Blanks the client in runs over others: what was blanked stands in `erased_parts` of the run. */
export async function blankRuns(session: Session, client: ErasedClient): Promise<ErasedCounts> {
  const { organizationId, traces, isDryRun } = client;
  const blanked = await blankPages({
    first: nilUuid,
    rowsPerPage: runsPerPage,
    read: async (after) => (await session.query(readPayloads([organizationId, after, runsPerPage]))).rows,
    placeOf: ({ id }) => id,
    blank: async (row) => {
      const found = new Map<Part, string>();
      for (const part of parts) {
        const stored = row[part];
        const without = stored === null ? undefined : blankJson(stored, traces);
        if (without !== undefined) found.set(part, without);
      }
      const error = row.error === null ? undefined : blankText(row.error, traces);
      const errorDetails = row.errorDetails === null ? undefined : blankJson(row.errorDetails, traces);
      const cancelReason = row.cancelReason === null ? undefined : blankText(row.cancelReason, traces);
      const hasError = error !== undefined || errorDetails !== undefined || cancelReason !== undefined;
      if (found.size === 0 && !hasError) return false;
      if (isDryRun) return true;
      const erased = [...new Set([...(row.erasedParts ?? []), ...found.keys(), ...(hasError ? ["error"] : [])])];
      const values = [error ?? row.error, errorDetails ?? row.errorDetails, cancelReason ?? row.cancelReason] as const;
      await session.inTransaction(async (tx) => {
        await tx.query(writePayload([row.id, parts.map((part) => found.get(part) ?? row[part]), erased]));
        if (hasError) await tx.query(writeErrors([row.id, ...values]));
      });
      return true;
    },
  });
  return { runs_blanked: blanked };
}
