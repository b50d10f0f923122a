import { type Session, statement } from "@service/db";
import { removeDocumentsOfClient } from "../../book/documents/index.ts";
import { eraseCommands } from "../../book/ledger/index.ts";
import { blankJson } from "./blank-json.ts";
import type { ErasedClient, ErasedCounts } from "./erasure.ts";
import { blankPages, nilUuid } from "./pages.ts";

/** The client's commands without their contents, and what they amounted to gone. */
export async function eraseFromLedger(session: Session, client: ErasedClient): Promise<ErasedCounts> {
  const { organizationId, connectionId, clientKey, traces, isDryRun } = client;
  const { counts, hasForeign } = await eraseCommands(session, {
    organizationId,
    connectionId,
    clientKey,
    isNamedIn: (json) => blankJson(json, traces) !== undefined,
    isDryRun,
  });
  client.mustRebuild ||= hasForeign && !isDryRun;
  return counts;
}

const findOpportunities = statement(
  "erasure_count_opportunities",
  "select count(*) as rows from opportunities where organization_id = $1 and client_key = $2",
);
/** Annotations go with their opportunity. */
const removeOpportunities = statement(
  "erasure_remove_opportunities",
  "delete from opportunities where organization_id = $1 and client_key = $2",
);
const readOpportunities = statement(
  "erasure_read_opportunities",
  `select o.environment_id as "environmentId", o.engine_id as "engineId", o.opportunity_id as id, o.body, o.words, a.note
   from opportunities o left join opportunity_annotations a using (organization_id, environment_id, engine_id, opportunity_id)
   where o.organization_id = $1 and o.opportunity_id > $2 order by o.opportunity_id limit $3`,
);
const writeOpportunity = statement(
  "erasure_write_opportunity",
  `update opportunities set body = @body, words = case when @is_named then '' else words end
   where organization_id = @organization_id and environment_id = @environment_id and engine_id = @engine_id
     and opportunity_id = @opportunity_id`,
);
const removeNote = statement(
  "erasure_remove_note",
  `update opportunity_annotations set note = null
   where organization_id = @organization_id and environment_id = @environment_id and engine_id = @engine_id
     and opportunity_id = @opportunity_id`,
);
const rowsPerPage = 500;

/** The client's opportunities with their annotations, and its names in those of others. */
export async function eraseOpportunities(session: Session, client: ErasedClient): Promise<ErasedCounts> {
  const { organizationId, clientKey, traces, isDryRun } = client;
  const removed = isDryRun
    ? ((await session.query(findOpportunities([organizationId, clientKey]))).rows[0]?.rows ?? 0)
    : ((await session.query(removeOpportunities([organizationId, clientKey]))).rowCount ?? 0);
  const blanked = await blankPages({
    first: nilUuid,
    rowsPerPage,
    read: async (after) => (await session.query(readOpportunities([organizationId, after, rowsPerPage]))).rows,
    placeOf: ({ id }) => id,
    blank: async ({ environmentId, engineId, id, body, words, note }) => {
      const without = blankJson(body, traces);
      const isNamed = traces.isNamedIn(words);
      const hasNote = note !== null && traces.isNamedIn(note);
      if (body.includes(clientKey) || (without === undefined && !isNamed && !hasNote)) return false;
      if (isDryRun) return true;
      const place = { organizationId, environmentId, engineId, opportunityId: id };
      if (without !== undefined || isNamed)
        await session.query(writeOpportunity({ ...place, body: without ?? body, isNamed }));
      if (hasNote) await session.query(removeNote(place));
      return true;
    },
  });
  return { opportunities_removed: removed, opportunities_blanked: blanked };
}

const countDocuments = statement(
  "erasure_count_documents",
  `select count(*) as rows from record_documents where organization_id = $1 and connection_id = $2 and client_key = $3`,
);

/** Their files are due for removal, unless somebody else's document uses them. */
export async function removeDocuments(session: Session, client: ErasedClient): Promise<ErasedCounts> {
  const { organizationId, connectionId, clientKey, isDryRun } = client;
  if (!isDryRun) return { record_documents_removed: await removeDocumentsOfClient(session, client) };
  const { rows } = await session.query(countDocuments([organizationId, connectionId, clientKey]));
  return { record_documents_removed: rows[0]?.rows ?? 0 };
}
