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
     where t.id = @id and f.turn_id = t.id
       and f.turn_hour = date_trunc('hour', t.created_at at time zone 'UTC') at time zone 'UTC'
   ), said_of_it as (
     update conversation_annotations set revision = revision + 1,
       corrected_output = case when corrected_output is not null then @output_text end,
         comment = case when comment is not null then @output_text end
     where @is_erased::boolean and turn_id = @id and (corrected_output is not null or comment is not null)
   )
   update turns set input_text = @input_text, input_metadata = @input_metadata, passages = @passages,
     citations = @citations, output_text = @output_text, output_json = @output_json
   where id = @id`,
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
/**
 * Blanks the client in turns about others: what names it, and every answer that was made from its rows, with its
 * citations, the frames of its stream and what people wrote about it (ERA-11).
 */
export async function blankConversations(session: Session, client: ErasedClient): Promise<ErasedCounts> {
  return {
    turns_blanked: await blankTurns(session, client),
    conversation_annotations_blanked: await blankAnnotations(session, client),
  };
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
        writeTurn({
          id: turn.id,
          inputText: input ?? turn.inputText,
          inputMetadata: metadata ?? turn.inputMetadata,
          passages: passages ?? turn.passages,
          citations: isErased ? "[]" : (citations ?? turn.citations),
          outputText: isErased ? erasedAnswer : turn.outputText,
          outputJson: isAbout ? null : turn.outputJson,
          isErased,
        }),
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
