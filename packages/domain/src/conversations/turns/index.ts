/**
 * Turns: questions to a configured assistant and their answers, from submission to the last frame of their streams. The row
 * is the queue; wake-ups and announcements only save polls.
 *
 * Guarantees: one active turn per conversation, with gap-free indexes; a committed turn reaches an end; every write of a worker
 * is conditional on attempt and lease, so one that lost its lease writes neither rows nor frames; the end of a turn is committed
 * before a viewer sees it; an answer is withheld from whoever may not read what it was made from. Not here: what may be read
 * (module "grounding"), how the embedded answerer answers (`@service/embedded-answers`), and how frames reach a connection.
 */
export type { AnswerTask } from "./answer/answer-task.ts";
export { answerTurn, type TurnAnswer } from "./answer/answer-turn.ts";
export type { AnswerDeps } from "./answer/answer-deps.ts";
export { turnAborts } from "./answer/not-answered.ts";
export type {
  AnswerError,
  AnswerEvents,
  AnswerOutcome,
  AnswerUsage,
  AnswerVariables,
  HistoryMessage,
} from "./answer-outcome.ts";
export { cancelActiveTurn, type CancelTurnOutcome, cancelTurnOnLeave } from "./cancel-turn.ts";
export { cancelTurn } from "./cancel-turn-of.ts";
export { keepFrameHours } from "./frame-hours.ts";
export { listTurns, readPathTo } from "./list-turns.ts";
export { type ConversationWork, measureConversations } from "./measure-conversations.ts";
export { noteWaiting } from "./note-waiting.ts";
export { embeddedModel, isTurnShownTo, presentTurn, shownModel } from "./present-turn.ts";
export {
  createFrameLoader,
  type FrameLoader,
  type FramesFound,
  framesPerRead,
  type FramesWanted,
} from "./read-frames.ts";
export { createTurnLoader, findTurn, type TurnLoader } from "./read-turn.ts";
export { resumeTurn } from "./resume-turn.ts";
export { type RunningTurns, startTurns, type TurnsOptions } from "./runner/start-turns.ts";
export type { RunTurnDeps } from "./runner/run-turn.ts";
export type { TurnEnded, TurnObserver } from "./runner/turn-observer.ts";
export { type SubmittedTurn, submitTurn, type TurnRequest } from "./submit-turn.ts";
export { type ShownError, shownError } from "./turn-errors.ts";
export type { TurnRow } from "./turn-row.ts";
export { isEnded, shownStatus, type TurnAction, type TurnState, turnTransitions } from "./turn-states.ts";
export { firstSeq, frameId, framePlace, type FramePlace, shownAttempt } from "./turn.ts";
