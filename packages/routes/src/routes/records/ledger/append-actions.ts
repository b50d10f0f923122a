import { anyUuid, fail, limits, text, Timestamp } from "@service/contract";
import { actorTypes, appendCommands, isOfCatalog, readCommands } from "@service/domain/ledger";
import { resolveConnection } from "@service/domain/records";
import * as z from "zod";
import { route } from "../../../http/route.ts";
import { ReadScope } from "../envelope.ts";
import { BookQuery } from "../list-query.ts";
import { commandExample, commandVariants, createTaskExample } from "./command-variants.ts";
import { ActionSeq, LedgerServing, ledgerScope, ledgerServing } from "./ledger-envelope.ts";

const EntityKey = () => text(1, 512).refine((key) => key.isWellFormed(), "must not hold half of a surrogate pair");

/** The envelope of a command; its type decides what `entity.kind` and `payload` may be (LEDGER-10). */
const LedgerCommand = z
  .strictObject({
    idempotency_key: anyUuid().meta({
      description: "Unique in the organization's ledger. A repeat of the same command returns what was recorded.",
      examples: ["0b8e6c52-5a3e-4b8e-8f0e-1f6d0c6b7a11"],
    }),
    type: z
      .string()
      .max(100)
      .meta({ examples: ["create_task"] }),
    entity: z.strictObject({
      kind: z
        .string()
        .max(100)
        .meta({ examples: ["account"] }),
      key: EntityKey().meta({ examples: ["c_k3v5n2q7x4m6p8r2t4w6"] }),
      client_key: EntityKey()
        .optional()
        .meta({ examples: ["c_k3v5n2q7x4m6p8r2t4w6"], description: "The client that it belongs to; checked." }),
      policy_key: EntityKey()
        .optional()
        .meta({ examples: ["p_k3v5n2q7x4m6p8r2t4w6"], description: "The policy that it belongs to; checked." }),
    }),
    occurred_at: Timestamp.optional(),
    expected_last_seq: z
      .int()
      .min(0)
      .optional()
      .meta({
        description:
          "Refuses the command unless this is the `last_seq` of the task, workflow or note, or the seq of the last command about the record (0: none yet).",
        examples: [117],
      }),
    payload: z.record(z.string(), z.unknown()).meta({ examples: [createTaskExample] }),
  })
  .meta({ id: "LedgerCommand", oneOf: commandVariants(), examples: [commandExample] });

const LedgerAppend = z
  .strictObject({
    actor_principal: text(1, limits.actingPrincipalCharsMax).meta({
      description:
        "The person who acts, or for whom an agent acts. Equal to the acting-principal header when that is sent.",
      examples: ["pat.moreno"],
    }),
    actor_type: z
      .enum(actorTypes)
      .meta({ description: "`producer`: the person. `agent`: an AI agent that acts for the person." }),
    commands: z.array(LedgerCommand).min(1).max(limits.ledgerCommandsPerAppend),
  })
  .meta({ id: "LedgerAppend" });

const CommandResult = z
  .object({
    idempotency_key: z.guid(),
    command_id: z.uuid(),
    seq: z.int().meta({ examples: [118] }),
    type: z.string().meta({ examples: ["create_task"] }),
    entity: z.object({
      kind: z.string().meta({ examples: ["account"] }),
      key: z.string().meta({ examples: ["c_k3v5n2q7x4m6p8r2t4w6"] }),
      client_key: z
        .string()
        .optional()
        .meta({ examples: ["c_k3v5n2q7x4m6p8r2t4w6"] }),
      policy_key: z
        .string()
        .optional()
        .meta({ examples: ["p_k3v5n2q7x4m6p8r2t4w6"] }),
    }),
    created: z
      .object({
        kind: z.enum(["task", "workflow", "note"]),
        key: z.string().meta({ examples: ["t_k3v5n2q7x4m6p8r2t4w6y2b3c4"] }),
      })
      .optional()
      .meta({ description: "What the command made; name it in later commands." }),
    status: z.literal("recorded"),
    idempotent_replay: z.literal(true).optional().meta({ description: "The command had been recorded before." }),
  })
  .meta({ id: "LedgerCommandResult" });

export const appendActions = route({
  id: "records.actions.append",
  method: "POST",
  path: "/api/v1/records/actions",
  summary: "Append commands to the action ledger",
  description:
    "All commands of a request are recorded, or none. The person acts by the headers, or by `actor_principal` when no acting principal is in the headers. Repeat a request with the same idempotency keys when its answer was lost: what was recorded comes back. `serving` is absent when every command is about the Catalog.",
  query: BookQuery,
  body: { schema: LedgerAppend, limitBytes: limits.ledgerBodyBytes, tooLarge: "request_bound_exceeded" },
  responses: {
    200: z.object({
      duration_ms: z.int(),
      results: z.array(CommandResult).meta({ description: "In the order of the commands." }),
      action_seq: ActionSeq,
      scope: ReadScope,
      serving: LedgerServing.optional(),
    }),
  },
  errors: ["invalid_request", "action_payload_invalid", "request_bound_exceeded"],
  async handle({ deps, caller, viewer: viewFor, principal, query, body, traceId, startedAtMs, reply }) {
    const actorPrincipal = body.actor_principal.trim();
    if (actorPrincipal === "") throw fail("invalid_request", { message: "actor_principal must not be blank." });
    if (principal !== undefined && principal !== actorPrincipal)
      throw fail("invalid_request", { message: "actor_principal must equal the acting-principal header." });
    const viewer = await viewFor(actorPrincipal);
    const commands = readCommands(body.commands);
    const isCatalogOnly = commands.every(({ entity }) => isOfCatalog(entity.kind));
    const connectionId = isCatalogOnly
      ? undefined
      : (await resolveConnection(deps, caller, query.connection_id)).connectionId;
    const { organizationId, environmentId, id: keyId } = caller;
    const actor = { principal: actorPrincipal, type: body.actor_type };
    const request = { organizationId, environmentId, keyId, traceId, viewer, actor, connectionId, commands };
    const { results, head, unseen } = await appendCommands(deps, request);
    if (viewer.posture === "shadow")
      deps.shadow.count({ viewer, route: "records.actions.append", hidden: new Map([["actions", unseen]]) });
    return reply(200, {
      duration_ms: Math.round(performance.now() - startedAtMs),
      results: results.map((result) => ({
        idempotency_key: result.idempotencyKey,
        command_id: result.commandId,
        seq: result.seq,
        type: result.type,
        entity: result.entity,
        ...(result.created === undefined ? {} : { created: result.created }),
        status: "recorded" as const,
        ...(result.isReplay ? { idempotent_replay: true as const } : {}),
      })),
      action_seq: head.seq,
      scope: ledgerScope(viewer, { list: "actions", texts: ["payload"], unseen }),
      ...(connectionId === undefined ? {} : { serving: ledgerServing(connectionId) }),
    });
  },
});
