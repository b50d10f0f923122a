import {
  type Gathered,
  gatherSources,
  joinedEvidence,
  noEvidence,
  type OpenBook,
  type SourceKind,
  type SourceNotice,
  type VariableValues,
} from "../../grounding/index.ts";
import type { BookSource } from "@service/embedded-answers";
import { bookFor } from "./open-book.ts";
import type { AnswerDeps } from "./answer-deps.ts";
import type { AnswerTask } from "./answer-task.ts";
import { TurnEndedError } from "./not-answered.ts";

/**
 * What the configuration's sources give for the question; those that give nothing are named to the viewer. The evidence
 * holds that of the history as well: an answer may repeat what an earlier one said.
 * @param given.egress whether a kind may be read for the model.
 * @param given.looksUp whether the answerer looks values up, and needs no passages of records without a selector.
 * @param given.shownAttachmentIds pictures that the model is shown.
 * @throws TurnEndedError when a source that is required cannot be read (TURN-43).
 */
export async function notedSources(
  deps: AnswerDeps,
  task: AnswerTask,
  {
    egress,
    looksUp,
    shownAttachmentIds,
  }: {
    readonly egress: (kind: SourceKind) => boolean;
    readonly looksUp: boolean;
    readonly shownAttachmentIds: readonly string[];
  },
): Promise<Gathered<BookSource>> {
  const secrets = deps.openSecrets();
  const book = bookFor({ ...deps, secrets }, task.viewer);
  const { fixtures } = task;
  const gathered =
    fixtures === undefined
      ? await gatherFor(deps, task, { openBook: book.open, egress, looksUp })
      : fixtures.keepsLookUps
        ? withPassages(await gatherFor(deps, task, { openBook: book.open, egress, looksUp }), fixtures)
        : frozen(task);
  for (const notice of gathered.notices) tell(task, notice);
  // A configuration that reads no attachments skips them all.
  const isRead = task.config.grounding.sources.some(({ kind }) => kind === "attachments");
  const skippedAttachmentIds = (isRead ? gathered.skippedAttachmentIds : task.attachmentIds).filter(
    (id) => !shownAttachmentIds.includes(id),
  );
  if (skippedAttachmentIds.length > 0)
    task.onEvent.notice({
      code: "attachment_skipped",
      message: "Attachments that cannot be read for this answer were left out.",
      detail: { attachment_ids: [...skippedAttachmentIds] },
    });
  const evidence = (read: typeof gathered.evidence) => joinedEvidence(read, ...task.historyEvidence);
  return {
    ...gathered,
    evidence: evidence(book.evidenceWith(gathered.evidence, "all")),
    evidenceSoFar: () => evidence(book.evidenceWith(gathered.evidenceSoFar(), "read")),
  };
}

async function gatherFor(
  deps: AnswerDeps,
  task: AnswerTask,
  {
    openBook,
    egress,
    looksUp,
  }: {
    readonly openBook: OpenBook<BookSource>;
    readonly egress: (kind: SourceKind) => boolean;
    readonly looksUp: boolean;
  },
): Promise<Gathered<BookSource>> {
  const { viewer, config, subject, conversationId, attachmentIds, input: question, history, signal } = task;
  return gatherSources<BookSource>(
    { ...deps, secrets: deps.openSecrets() },
    {
      viewer,
      config,
      variables: valuesOf(task),
      subject,
      conversationId,
      attachmentIds,
      question,
      history,
      egress,
      openBook,
      looksUp,
      signal,
    },
  );
}

/** Values of variables that selectors and instructions may name. */
export function valuesOf({ variables }: AnswerTask): VariableValues {
  return Object.fromEntries(
    Object.entries(variables).flatMap(([key, value]) =>
      typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? [[key, value]] : [],
    ),
  );
}

function tell({ onEvent }: AnswerTask, { source, reason, required, remedy }: SourceNotice): void {
  if (required && reason !== "empty")
    throw new TurnEndedError({ code: "source_error", reason: "required_source_unavailable", retryable: false });
  onEvent.notice({
    code: "source_unavailable",
    message: [sentences[reason], remedy].filter((each) => each !== undefined).join(" "),
    detail: { source, reason },
  });
}

const sentences = {
  rights: "A source was left out: it may not be read for this request.",
  egress: "A source was left out: it may not leave for the model.",
  failed: "A source was left out: it could not be read.",
  empty: "A source has nothing on the question.",
} as const;

/** The passages of the attempt before; look-ups are made anew, as whoever asks now. */
function withPassages(
  gathered: Gathered<BookSource>,
  { passages, evidence }: NonNullable<AnswerTask["fixtures"]>,
): Gathered<BookSource> {
  return {
    ...gathered,
    passages,
    evidence: joinedEvidence(gathered.evidence, evidence),
    evidenceSoFar: () => joinedEvidence(gathered.evidenceSoFar(), evidence),
  };
}

/** What a scenario holds: nothing is looked up beyond it. */
function frozen({ fixtures, viewer }: AnswerTask): Gathered<BookSource> {
  const evidence = fixtures?.evidence ?? noEvidence(viewer.organizationId);
  return {
    passages: fixtures?.passages ?? [],
    book: null,
    runs: null,
    notices: [],
    skippedAttachmentIds: [],
    evidence,
    evidenceSoFar: () => evidence,
  };
}
