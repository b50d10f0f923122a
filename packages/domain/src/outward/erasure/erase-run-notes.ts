import { type Session, statement } from "@service/db";
import { blankJson, blankText } from "./blank-json.ts";
import type { ErasedClient, ErasedCounts } from "./erasure.ts";
import { blankPages, nilUuid } from "./pages.ts";

const rowsPerPage = 500;

const readOutcomes = statement(
  "erasure_read_outcomes",
  `select event_id as id, target, payload, reason_text as "reasonText" from run_outcomes
   where organization_id = $1 and event_id > $2 order by event_id limit $3`,
);
const writeOutcome = statement(
  "erasure_write_outcome",
  "update run_outcomes set target = $3, payload = $4, reason_text = $5 where organization_id = $1 and event_id = $2",
);

const readAnnotations = statement(
  "erasure_read_annotations",
  `select event_id as id, comment from run_annotations
   where organization_id = $1 and event_id > $2 and comment is not null order by event_id limit $3`,
);
const writeAnnotation = statement(
  "erasure_write_annotation",
  "update run_annotations set comment = $3 where organization_id = $1 and event_id = $2",
);

const readCorrections = statement(
  "erasure_read_corrections",
  `select c.id, c.output, c.solutions, c.reason from run_corrections c join runs r on r.id = c.run_id
   where r.organization_id = $1 and c.id > $2 order by c.id limit $3`,
);
const writeCorrection = statement(
  "erasure_write_correction",
  "update run_corrections set output = $2, solutions = $3, reason = $4 where id = $1",
);

/** Blanks the client in what people added to runs: outcomes, annotations and corrections. */
export async function blankRunNotes(session: Session, client: ErasedClient): Promise<ErasedCounts> {
  return {
    outcomes_blanked: await blankOutcomes(session, client),
    annotations_blanked: await blankAnnotations(session, client),
    corrections_blanked: await blankCorrections(session, client),
  };
}

async function blankOutcomes(session: Session, { organizationId, traces, isDryRun }: ErasedClient): Promise<number> {
  return blankPages({
    first: nilUuid,
    rowsPerPage,
    read: async (after) => (await session.query(readOutcomes([organizationId, after, rowsPerPage]))).rows,
    placeOf: ({ id }) => id,
    blank: async ({ id, target, payload, reasonText }) => {
      const newTarget = target === null ? undefined : blankJson(target, traces);
      const newPayload = payload === null ? undefined : blankJson(payload, traces);
      const newReason = reasonText === null ? undefined : blankText(reasonText, traces);
      if (newTarget === undefined && newPayload === undefined && newReason === undefined) return false;
      if (isDryRun) return true;
      await session.query(
        writeOutcome([organizationId, id, newTarget ?? target, newPayload ?? payload, newReason ?? reasonText]),
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
    blank: async ({ id, comment }) => {
      const without = comment === null ? undefined : blankText(comment, traces);
      if (without === undefined) return false;
      if (!isDryRun) await session.query(writeAnnotation([organizationId, id, without]));
      return true;
    },
  });
}

async function blankCorrections(session: Session, { organizationId, traces, isDryRun }: ErasedClient): Promise<number> {
  return blankPages({
    first: nilUuid,
    rowsPerPage,
    read: async (after) => (await session.query(readCorrections([organizationId, after, rowsPerPage]))).rows,
    placeOf: ({ id }) => id,
    blank: async ({ id, output, solutions, reason }) => {
      const newOutput = blankJson(output, traces);
      const newSolutions = solutions === null ? undefined : blankJson(solutions, traces);
      const newReason = blankText(reason, traces);
      if (newOutput === undefined && newSolutions === undefined && newReason === undefined) return false;
      if (isDryRun) return true;
      await session.query(writeCorrection([id, newOutput ?? output, newSolutions ?? solutions, newReason ?? reason]));
      return true;
    },
  });
}
