/**
 * The action ledger: what people and agents do about the book, as commands in one gap-free, hash-chained order per
 * organization, and what the commands amount to (tasks, workflows, notes, flags).
 *
 * Guarantees: a request is appended whole or not at all; a repeat is recognised before anything else; seq has no gap;
 * nothing is changed or removed, an erasure blanks payloads only. Who acts is left to `seats`, the book to `records`.
 */
export { actionsOfRun } from "./actions-of-run.ts";
export { appendCommands, type Appended, type LedgerDeps, openLedger } from "./append-commands.ts";
export { appendErasure, eraseCommands } from "./erase-commands.ts";
export { callersCommandTypes } from "./command-types.ts";
export { entityKinds, isOfCatalog } from "./entity-kinds.ts";
export { type ActorType, actorTypes, type AppendRequest, type CommandResult } from "./judge-request.ts";
export { readCommands, type ReadCommand, type SentCommand } from "./read-commands.ts";
export { type LoadedTasks, loadOpenTasks } from "./load-open-tasks.ts";
export { type ActionRow, type LedgerListName, type LedgerQuery, listLedger, type ListedRows } from "./list-ledger.ts";
export {
  type NoteRow,
  stepStates,
  type TaskRow,
  taskStatuses,
  type WorkflowRow,
  workflowStatuses,
} from "./ledger-rows.ts";
export { hidesText, shownPayload, shownText } from "./shown-texts.ts";
export { taskTransitions } from "./task-commands.ts";
export { progressOf, stepsOf, workflowTransitions } from "./workflow-commands.ts";
export { type RebuiltLedger, rebuildLedger } from "./rebuild-ledger.ts";
export { readLedgerHead, type VerifiedLedger, verifyLedger } from "./verify-ledger.ts";
export { timelineParts } from "./timeline-parts.ts";
export { type ClientWork, workOfClients } from "./work-of-clients.ts";
