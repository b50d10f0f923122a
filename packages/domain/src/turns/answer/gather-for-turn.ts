import { type Gathered, noEvidence, type Passage, type SourceNotice } from "../../grounding/index.ts";
import type { AnswerDeps } from "./answer-deps.ts";
import type { AnswerTask } from "./answer-turn.ts";
import { joinedEvidence } from "../../grounding/index.ts";
import { TurnEndedError } from "./not-answered.ts";

/**
 * What the configuration's sources give for the question; those that give nothing are told to the reader. The evidence
 * holds that of the history as well: an answer may repeat what an earlier one said.
 * @throws TurnEndedError when a source that is required cannot be read (TURN-43).
 */
export async function notedSources<Book extends object>(_deps: AnswerDeps, task: AnswerTask): Promise<Gathered<Book>> {
  const gathered = task.fixtures ? frozen<Book>(task) : knowledgeOf<Book>(task);
  for (const notice of gathered.notices) tell(task, notice);
  const evidence = (read: typeof gathered.evidence) => joinedEvidence(read, ...task.historyEvidence);
  return {
    ...gathered,
    evidence: evidence(gathered.evidence),
    evidenceSoFar: () => evidence(gathered.evidenceSoFar()),
  };
}

function tell({ onEvent }: AnswerTask, { source, reason, required }: SourceNotice): void {
  if (required && reason !== "empty")
    throw new TurnEndedError({ code: "source_error", reason: "required_source_unavailable", retryable: false });
  onEvent.notice({
    code: "source_unavailable",
    message: sentences[reason],
    detail: { source, reason },
  });
}

const sentences = {
  rights: "A source was left out: it may not be read for this request.",
  egress: "A source was left out: it may not leave for the model.",
  failed: "A source was left out: it could not be read.",
  empty: "A source has nothing on the question.",
} as const;

function frozen<Book extends object>({ fixtures, asker }: AnswerTask): Gathered<Book> {
  const evidence = fixtures?.evidence ?? noEvidence(asker.organizationId);
  return {
    passages: fixtures?.passages ?? [],
    book: null,
    runs: null,
    notices: [],
    evidence,
    evidenceSoFar: () => evidence,
  };
}

function knowledgeOf<Book extends object>({ config, asker }: AnswerTask): Gathered<Book> {
  const evidence = noEvidence(asker.organizationId);
  const passages = config.grounding.sources.flatMap((source): Passage[] => {
    if (source.kind !== "knowledge") return [];
    const { keys } = source.selector ?? {};
    return config.knowledge
      .filter(({ key }) => keys === undefined || keys.includes(key))
      .map(({ key, title, text }) => ({ kind: "knowledge", ref: { key, passage: 1 }, title, locator: null, text }));
  });
  return { passages, book: null, runs: null, notices: [], evidence, evidenceSoFar: () => evidence };
}
