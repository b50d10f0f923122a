import { type Session, statement } from "@service/db";
import { purgeConversations } from "../../conversations/conversations/index.ts";
import { blankJson, blankText } from "./blank-json.ts";
import type { ErasedClient, ErasedCounts } from "./erasure.ts";
import { blankPages, nilUuid } from "./pages.ts";

const rowsPerPage = 100;
const purgedAtOnce = 20;
/** What stands where an answer was. */
const erasedAnswer = "[erased]";

const countOwn = statement(
  "erasure_count_conversations",
  "select count(*) as rows from conversations where organization_id = $1 and client_key = $2",
);
const endOwn = statement(
  "erasure_end_conversations",
  `update conversations set deleted_at = coalesce(deleted_at, now()), erases_derived = true, idem_hash = null
   where organization_id = $1 and client_key = $2 and connection_id = $3`,
);

/**
 * Removes conversations about the client with everything that hangs on them, and blanks scenarios that were promoted from them
 * (ERA-11). A worker that still answers one finds no row to write to.
 */
export async function removeConversationsOfClient(session: Session, client: ErasedClient): Promise<ErasedCounts> {
  const { organizationId, clientKey, connectionId, isDryRun } = client;
  const { rows } = await session.query(countOwn([organizationId, clientKey]));
  if (!isDryRun) {
    await session.query(endOwn([organizationId, clientKey, connectionId]));
    while ((await purgeConversations(session, { rowsMax: purgedAtOnce })) > 0);
  }
  return { conversations_removed: rows[0]?.rows ?? 0 };
}

const readConversations = statement(
  "erasure_read_conversations",
  `select id, title, variables, metadata::text as metadata, seed from conversations
   where organization_id = $1 and id > $2 order by id limit $3`,
);
const writeConversation = statement(
  "erasure_write_conversation",
  "update conversations set title = $2, variables = $3, metadata = $4::text::jsonb, seed = $5 where id = $1",
);
const readTurns = statement(
  "erasure_read_turns",
  `select id, input_text as "inputText", input_metadata as "inputMetadata", passages, citations,
     output_text as "outputText", output_json as "outputJson"
   from turns where organization_id = $1 and id > $2 order by id limit $3`,
);
const writeTurn = statement(
  "erasure_write_turn",
  `with frames as (
     delete from turn_frames f using turns t
     where t.id = $1 and f.turn_id = t.id
       and f.turn_hour = date_trunc('hour', t.created_at at time zone 'UTC') at time zone 'UTC'
   ), said_of_it as (
     update conversation_annotations set revision = revision + 1,
       corrected_output = case when corrected_output is not null then $6 end, comment = case when comment is not null then $6 end
     where $8::boolean and turn_id = $1 and (corrected_output is not null or comment is not null)
   )
   update turns set input_text = $2, input_metadata = $3, passages = $4, citations = $5, output_text = $6, output_json = $7
   where id = $1`,
);
const readAnnotations = statement(
  "erasure_read_conversation_annotations",
  `select id, corrected_output as "correctedOutput", comment, labels from conversation_annotations
   where organization_id = $1 and id > $2 order by id limit $3`,
);
const writeAnnotation = statement(
  "erasure_write_conversation_annotation",
  `update conversation_annotations set corrected_output = $2, comment = $3, labels = $4::text[], revision = revision + 1
   where id = $1`,
);
const readRevisions = statement(
  "erasure_read_scenario_revisions",
  `select r.scenario_id as id, r.revision, r.body from eval_scenario_revisions r join eval_scenarios s on s.id = r.scenario_id
   where s.organization_id = $1 and (r.scenario_id, r.revision) > ($2::uuid, $3::int)
   order by r.scenario_id, r.revision limit $4`,
);
const writeRevision = statement(
  "erasure_write_scenario_revision",
  "update eval_scenario_revisions set body = $3 where scenario_id = $1 and revision = $2",
);
const readResults = statement(
  "erasure_read_eval_results",
  `select r.eval_run_id as id, r.scenario_key as key, r.trial, r.body
   from eval_results r join eval_runs e on e.id = r.eval_run_id
   where e.organization_id = $1 and r.body is not null
     and (r.eval_run_id, r.scenario_key, r.trial) > ($2::uuid, $3::text, $4::smallint)
   order by r.eval_run_id, r.scenario_key, r.trial limit $5`,
);
const writeResult = statement(
  "erasure_write_eval_result",
  "update eval_results set body = $4 where eval_run_id = $1 and scenario_key = $2 and trial = $3",
);

/**
 * Blanks the client in conversations about others: what names it, and every answer that was made from its rows, with its
 * citations, the frames of its stream and what people wrote about it (ERA-11).
 */
export async function blankConversations(session: Session, client: ErasedClient): Promise<ErasedCounts> {
  return {
    conversations_blanked: await blankHeads(session, client),
    turns_blanked: await blankTurns(session, client),
    conversation_annotations_blanked: await blankAnnotations(session, client),
    eval_scenarios_blanked: await blankScenarios(session, client),
    eval_results_blanked: await blankResults(session, client),
  };
}

async function blankHeads(session: Session, { organizationId, traces, isDryRun }: ErasedClient): Promise<number> {
  return blankPages({
    first: nilUuid,
    rowsPerPage,
    read: async (after) => (await session.query(readConversations([organizationId, after, rowsPerPage]))).rows,
    placeOf: ({ id }) => id,
    blank: async ({ id, title, variables, metadata, seed }) => {
      const newTitle = blankText(title, traces);
      const [newVariables, newMetadata, newSeed] = [variables, metadata ?? "{}", seed].map((json) =>
        blankJson(json, traces),
      );
      if ([newTitle, newVariables, newMetadata, newSeed].every((each) => each === undefined)) return false;
      if (isDryRun) return true;
      const values = [newTitle ?? title, newVariables ?? variables, newMetadata ?? metadata, newSeed ?? seed] as const;
      await session.query(writeConversation([id, ...values]));
      return true;
    },
  });
}

async function blankTurns(session: Session, { organizationId, traces, isDryRun }: ErasedClient): Promise<number> {
  return blankPages({
    first: nilUuid,
    rowsPerPage,
    read: async (after) => (await session.query(readTurns([organizationId, after, rowsPerPage]))).rows,
    placeOf: ({ id }) => id,
    blank: async (turn) => {
      const input = blankText(turn.inputText, traces);
      const metadata = blankJson(turn.inputMetadata, traces);
      const citations = blankJson(turn.citations, traces);
      const passages = turn.passages === null ? undefined : blankJson(turn.passages, traces);
      const isNamed = turn.outputText !== null && blankText(turn.outputText, traces) !== undefined;
      const isNamedInJson = turn.outputJson !== null && blankJson(turn.outputJson, traces) !== undefined;
      // An answer that was made from the client's rows tells of it, whether or not it has the name.
      const isAbout = citations !== undefined || passages !== undefined || isNamed || isNamedInJson;
      const isErased = isAbout && turn.outputText !== null && turn.outputText !== erasedAnswer;
      if ([input, metadata, citations, passages].every((each) => each === undefined) && !isErased) return false;
      if (isDryRun) return true;
      await session.query(
        writeTurn([
          turn.id,
          input ?? turn.inputText,
          metadata ?? turn.inputMetadata,
          passages ?? turn.passages,
          isErased ? "[]" : (citations ?? turn.citations),
          isErased ? erasedAnswer : turn.outputText,
          isAbout ? null : turn.outputJson,
          isErased,
        ]),
      );
      return true;
    },
  });
}

async function blankAnnotations(session: Session, { organizationId, traces, isDryRun }: ErasedClient): Promise<number> {
  return blankPages({
    first: nilUuid,
    rowsPerPage,
    read: async (after) => (await session.query(readAnnotations([organizationId, after, rowsPerPage]))).rows,
    placeOf: ({ id }) => id,
    blank: async ({ id, correctedOutput, comment, labels }) => {
      const output = correctedOutput === null ? undefined : blankText(correctedOutput, traces);
      const words = comment === null ? undefined : blankText(comment, traces);
      const kept = (labels ?? []).filter((label) => label !== null && !traces.isNamedIn(label));
      if (output === undefined && words === undefined && kept.length === (labels ?? []).length) return false;
      if (!isDryRun) await session.query(writeAnnotation([id, output ?? correctedOutput, words ?? comment, kept]));
      return true;
    },
  });
}

async function blankScenarios(session: Session, { organizationId, traces, isDryRun }: ErasedClient): Promise<number> {
  return blankPages({
    first: { id: nilUuid, revision: 0 },
    rowsPerPage,
    read: async (after) =>
      (await session.query(readRevisions([organizationId, after.id, after.revision, rowsPerPage]))).rows,
    placeOf: (row) => row,
    blank: async ({ id, revision, body }) => {
      const without = blankJson(body, traces);
      if (without === undefined) return false;
      if (!isDryRun) await session.query(writeRevision([id, revision, without]));
      return true;
    },
  });
}

async function blankResults(session: Session, { organizationId, traces, isDryRun }: ErasedClient): Promise<number> {
  return blankPages({
    first: { id: nilUuid, key: "", trial: 0 },
    rowsPerPage,
    read: async (after) =>
      (await session.query(readResults([organizationId, after.id, after.key, after.trial, rowsPerPage]))).rows,
    placeOf: (row) => row,
    blank: async ({ id, key, trial, body }) => {
      const without = body === null ? undefined : blankJson(body, traces);
      if (without === undefined) return false;
      if (!isDryRun) await session.query(writeResult([id, key, trial, without]));
      return true;
    },
  });
}
