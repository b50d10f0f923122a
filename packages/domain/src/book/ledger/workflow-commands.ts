import { parseJson } from "@service/json";
import * as z from "zod";
import { AdvanceWorkflow, CompleteWorkflow, StartWorkflow, WithReason } from "./command-payloads.ts";
import { commandType, done, type Performed, type PlacedCommand, refused } from "./command-type.ts";
import { keyOfCreated } from "./entity-key.ts";
import { type StepState, stepStates, type WorkflowRow, type WorkflowStatus } from "./ledger-rows.ts";
import type { LedgerStates } from "./ledger-states.ts";
import { createdRow } from "./task-commands.ts";

/** What can be done with a workflow (LEDGER-31). */
export const workflowTransitions = {
  advance: { from: ["open"], to: "open" },
  complete: { from: ["open"], to: "completed" },
  cancel: { from: ["open"], to: "cancelled" },
} as const satisfies Record<string, { readonly from: readonly WorkflowStatus[]; readonly to: WorkflowStatus }>;

/** The states that a step can go to from each (LEDGER-31): one that is done or skipped is over. */
const stepTransitions: Readonly<Record<StepState, readonly StepState[]>> = {
  pending: ["in_progress", "done", "skipped"],
  in_progress: ["done", "skipped"],
  done: [],
  skipped: [],
};

const Steps = z.array(
  z.strictObject({
    step_key: z.string(),
    title: z.string(),
    state: z.enum(stepStates),
    due_on: z.string().nullable(),
    assignee_seat: z.string().nullable(),
    note: z.string().nullable(),
  }),
);
export type WorkflowStep = z.infer<typeof Steps>[number];

/** The steps of a stored workflow. */
export function stepsOf({ steps }: Pick<WorkflowRow, "steps">): readonly WorkflowStep[] {
  return Steps.parse(parseJson(steps));
}

/** Skipped counts as done. */
export function progressOf(steps: readonly WorkflowStep[]): { readonly done: number; readonly total: number } {
  return { done: steps.filter(({ state }) => state === "done" || state === "skipped").length, total: steps.length };
}

function onWorkflow(
  command: PlacedCommand,
  states: LedgerStates,
  action: keyof typeof workflowTransitions,
  patch: (workflow: WorkflowRow) => Partial<WorkflowRow> | Performed,
): Performed {
  const workflow = states.workflow(command.entity.key);
  if (workflow === undefined) return refused("/entity", "names no workflow");
  const { from, to } = workflowTransitions[action];
  if (!from.some((status) => status === workflow.status))
    return refused("/type", `is not possible on a workflow that is ${workflow.status}`);
  const patched = patch(workflow);
  if ("kind" in patched) return patched;
  const completedAt = to === "open" ? null : command.recordedAt;
  return done({
    changes: {
      workflows: [{ ...workflow, ...patched, status: to, completed_at: completedAt, last_seq: command.seq }],
    },
  });
}

export const workflowCommands = [
  commandType({
    name: "start_workflow",
    summary: "Start a workflow with its steps",
    entityKinds: ["account", "policy", "claim", "opportunity", "run"],
    payload: StartWorkflow,
    creates: "workflow",
    perform(command, payload) {
      const key = keyOfCreated("workflow", command.commandId);
      const steps: WorkflowStep[] = (payload.steps ?? []).map(({ step_key, title, due_on, assignee_seat }) => ({
        step_key,
        title,
        state: "pending",
        due_on: due_on ?? null,
        assignee_seat: assignee_seat ?? null,
        note: null,
      }));
      const workflow: WorkflowRow = {
        ...createdRow(command),
        workflow_key: key,
        workflow_type: payload.workflow_type,
        title: payload.title,
        status: "open",
        steps: JSON.stringify(steps),
        due_on: payload.due_on ?? null,
        outcome: null,
        reason: null,
        created_by: command.actorPrincipal,
        completed_at: null,
      };
      return done({ changes: { workflows: [workflow] } });
    },
  }),
  commandType({
    name: "advance_workflow",
    summary: "Move a step of an open workflow",
    entityKinds: ["workflow"],
    payload: AdvanceWorkflow,
    perform: (command, { step_key, state, note }, states) =>
      onWorkflow(command, states, "advance", (workflow) => {
        const steps = stepsOf(workflow);
        const step = steps.find((one) => one.step_key === step_key);
        if (step === undefined) return refused("/payload/step_key", "names no step of the workflow");
        if (!stepTransitions[step.state].includes(state))
          return refused("/payload/state", `is not possible for a step that is ${step.state}`);
        const moved = steps.map((one) => (one === step ? { ...one, state, note: note ?? one.note } : one));
        return { steps: JSON.stringify(moved) };
      }),
  }),
  commandType({
    name: "complete_workflow",
    summary: "Complete an open workflow, whatever its steps are",
    entityKinds: ["workflow"],
    payload: CompleteWorkflow,
    perform: (command, { outcome }, states) => onWorkflow(command, states, "complete", () => ({ outcome })),
  }),
  commandType({
    name: "cancel_workflow",
    summary: "Cancel an open workflow",
    entityKinds: ["workflow"],
    payload: WithReason,
    forAgents: false,
    perform: (command, { reason }, states) => onWorkflow(command, states, "cancel", () => ({ reason })),
  }),
];
