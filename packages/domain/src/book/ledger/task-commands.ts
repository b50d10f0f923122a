import { AssignTask, CompleteTask, CreateTask, UpdateTask, WithReason } from "./command-payloads.ts";
import { commandType, done, type Performed, type PlacedCommand, refused } from "./command-type.ts";
import { keyOfCreated } from "./entity-key.ts";
import type { TaskRow, TaskStatus } from "./ledger-rows.ts";
import type { LedgerStates } from "./ledger-states.ts";

/** What can be done with a task, from which status, and what it is then (LEDGER-30). */
export const taskTransitions = {
  update: { from: ["open"], to: "open" },
  assign: { from: ["open"], to: "open" },
  complete: { from: ["open"], to: "done" },
  cancel: { from: ["open"], to: "cancelled" },
  reopen: { from: ["done", "cancelled"], to: "open" },
} as const satisfies Record<string, { readonly from: readonly TaskStatus[]; readonly to: TaskStatus }>;

type TaskAction = keyof typeof taskTransitions;

/** What a command gives every row that it creates. */
export function createdRow(command: PlacedCommand) {
  return {
    organization_id: command.organizationId,
    environment_id: command.environmentId,
    connection_id: command.connectionId,
    entity_kind: command.entity.kind,
    entity_key: command.entity.key,
    client_key: command.clientKey,
    policy_key: command.policyKey,
    is_open: command.isOpen,
    created_at: command.recordedAt,
    created_seq: command.seq,
    last_seq: command.seq,
  };
}

/** Does what the table allows; `patch` says what changes besides the status. */
function onTask(command: PlacedCommand, states: LedgerStates, action: TaskAction, patch: Partial<TaskRow>): Performed {
  const task = states.task(command.entity.key);
  if (task === undefined) return refused("/entity", "names no task");
  const { from, to } = taskTransitions[action];
  if (!from.some((status) => status === task.status))
    return refused("/type", `is not possible on a task that is ${task.status}`);
  const completedAt = to === "open" ? null : command.recordedAt;
  return done({
    changes: { tasks: [{ ...task, ...patch, status: to, completed_at: completedAt, last_seq: command.seq }] },
  });
}

export const taskCommands = [
  commandType({
    name: "create_task",
    summary: "Create a task",
    entityKinds: ["account", "policy", "claim", "workflow", "opportunity", "run"],
    payload: CreateTask,
    creates: "task",
    perform(command, payload) {
      const key = keyOfCreated("task", command.commandId);
      const { title, body, due_on, priority, assignee_seat, category, source } = payload;
      const task: TaskRow = {
        ...createdRow(command),
        task_key: key,
        title,
        body: body ?? null,
        status: "open",
        priority,
        due_on: due_on ?? null,
        assignee_seat: assignee_seat ?? null,
        category: category ?? null,
        source: source === undefined ? null : JSON.stringify(source),
        outcome: null,
        created_by: command.actorPrincipal,
        completed_at: null,
      };
      const runId = source?.run_id?.toLowerCase();
      return done({ changes: { tasks: [task] }, ...(runId === undefined ? {} : { runId }) });
    },
  }),
  commandType({
    name: "update_task",
    summary: "Change title, body, due date, priority or category of an open task",
    entityKinds: ["task"],
    payload: UpdateTask,
    perform: (command, payload, states) => onTask(command, states, "update", definedMembers(payload)),
  }),
  commandType({
    name: "assign_task",
    summary: "Give an open task to a seat",
    entityKinds: ["task"],
    payload: AssignTask,
    perform: (command, payload, states) => onTask(command, states, "assign", payload),
  }),
  commandType({
    name: "complete_task",
    summary: "Complete an open task",
    entityKinds: ["task"],
    payload: CompleteTask,
    perform: (command, { outcome }, states) => onTask(command, states, "complete", { outcome: outcome ?? "done" }),
  }),
  commandType({
    name: "reopen_task",
    summary: "Open a task that is done or cancelled again",
    entityKinds: ["task"],
    payload: WithReason,
    perform: (command, _payload, states) => onTask(command, states, "reopen", { outcome: null }),
  }),
  commandType({
    name: "cancel_task",
    summary: "Cancel an open task",
    entityKinds: ["task"],
    payload: WithReason,
    forAgents: false,
    perform: (command, _payload, states) => onTask(command, states, "cancel", { outcome: null }),
  }),
];

type Defined<T> = { [Name in keyof T]?: Exclude<T[Name], undefined> };

/** The members that were given: null clears one, and one that is left out stays. */
function definedMembers(given: {
  readonly title?: string | undefined;
  readonly body?: string | null | undefined;
  readonly due_on?: string | null | undefined;
  readonly priority?: string | undefined;
  readonly category?: string | null | undefined;
}): Defined<typeof given> {
  const { title, body, due_on, priority, category } = given;
  return {
    ...(title === undefined ? {} : { title }),
    ...(body === undefined ? {} : { body }),
    ...(due_on === undefined ? {} : { due_on }),
    ...(priority === undefined ? {} : { priority }),
    ...(category === undefined ? {} : { category }),
  };
}
