import * as z from "zod";
import { uuidOf } from "../fingerprint.ts";
import { type Answer, common, tool, type ToolCall } from "../tool.ts";

const { connectionId, callId, day } = common;
const about = z
  .strictObject({
    kind: z.enum(["account", "policy", "claim", "opportunity", "run", "workflow"]),
    key: z.string().min(1).max(512).describe("client_key, policy_key, claim key, opportunity_id, run_id …"),
  })
  .describe("What it is about; account is a client.");

interface Command {
  readonly type: string;
  readonly entity: { readonly kind: string; readonly key: string };
  readonly payload: object;
  readonly connectionId: string | undefined;
}

/** Appends a command for the person as an agent. Its key is made of the call: the same call again adds nothing (LEDGER-12). */
export async function append(call: ToolCall, command: Command): Promise<Answer> {
  const { client, actingPrincipal, options, fingerprint } = call;
  const { connectionId: connection_id, type, entity, payload } = command;
  const { results } = await client.call(
    "records.actions.append",
    {
      connection_id,
      body: {
        actor_principal: actingPrincipal,
        actor_type: "agent",
        commands: [{ idempotency_key: uuidOf(fingerprint), type, entity, payload }],
      },
    },
    options,
  );
  const [result] = results;
  if (result === undefined) throw new Error("the ledger answered without a result");
  const { seq, command_id, created, idempotent_replay } = result;
  return {
    data: {
      cite: `command:${command_id}`,
      recorded: type,
      entity: result.entity,
      created,
      seq,
      already_recorded: idempotent_replay === true,
    },
  };
}

const writes = "Writes into the ledger for the person as an agent; the same call again adds nothing.";

/** What agents write. Which types are open to them is the organization's list (LEDGER-14). */
export const ledgerTools = [
  tool({
    name: "append_task",
    title: "Create a task",
    description: `Creates a task about a client, policy, claim, opportunity or run. ${writes}`,
    needs: ["actions:write"],
    effect: "write",
    input: {
      about,
      title: z.string().min(1).max(200),
      body: z.string().max(4_000).exactOptional(),
      due_on: day.exactOptional(),
      priority: z.enum(["low", "normal", "high", "urgent"]).exactOptional(),
      assignee_seat: z.string().min(1).max(200).exactOptional(),
      category: z.string().min(1).max(64).exactOptional(),
      source: z
        .strictObject({
          run_id: z.string().max(64).exactOptional(),
          opportunity_id: z.string().max(200).exactOptional(),
        })
        .exactOptional()
        .describe("The run or opportunity that it comes from."),
      connection_id: connectionId,
      call_id: callId,
    },
    answer: (call, { about, connection_id, call_id: _call, ...payload }) =>
      append(call, { type: "create_task", entity: about, payload, connectionId: connection_id }),
  }),
  tool({
    name: "complete_task",
    title: "Complete a task",
    description: `Completes an open task. ${writes} For a task that was opened again, give a new call_id.`,
    needs: ["actions:write"],
    effect: "write",
    input: {
      task_key: z.string().min(1).max(512),
      outcome: z.enum(["done", "no_answer", "not_needed"]).exactOptional(),
      note: z.string().min(1).max(2_000).exactOptional(),
      connection_id: connectionId,
      call_id: callId,
    },
    answer: (call, { task_key, connection_id, call_id: _call, ...payload }) =>
      append(call, {
        type: "complete_task",
        entity: { kind: "task", key: task_key },
        payload,
        connectionId: connection_id,
      }),
  }),
  tool({
    name: "append_note",
    title: "Add a note",
    description: `Adds a note about a client, policy, claim, opportunity or run. ${writes}`,
    needs: ["actions:write"],
    effect: "write",
    input: {
      about,
      body: z.string().min(1).max(10_000),
      visibility: z.enum(["team", "private"]).exactOptional().describe("A private note is shown to the person alone."),
      pinned: z.boolean().exactOptional(),
      connection_id: connectionId,
      call_id: callId,
    },
    answer: (call, { about, connection_id, call_id: _call, ...payload }) =>
      append(call, { type: "add_note", entity: about, payload, connectionId: connection_id }),
  }),
  tool({
    name: "log_activity",
    title: "Log an activity",
    description: `Logs a call, e-mail, meeting, letter or text message with a client. ${writes}`,
    needs: ["actions:write"],
    effect: "write",
    input: {
      about,
      channel: z.enum(["call", "email", "meeting", "letter", "text"]),
      direction: z.enum(["in", "out", "internal"]),
      summary: z.string().min(1).max(2_000),
      occurred_at: z.string().max(40).describe("RFC 3339, with its zone: 2026-11-20T09:30:00Z"),
      connection_id: connectionId,
      call_id: callId,
    },
    answer: (call, { about, connection_id, call_id: _call, ...payload }) =>
      append(call, { type: "log_activity", entity: about, payload, connectionId: connection_id }),
  }),
];
