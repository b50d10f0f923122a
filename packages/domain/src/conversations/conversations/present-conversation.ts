import type { Conversation } from "@service/contract";
import { isJsonObject, type JsonObject, parseJsonObject } from "@service/json";
import type * as z from "zod";
import type { ConversationRow } from "./conversation.ts";
import type { VariableValues } from "./variables.ts";

type Presented = z.output<typeof Conversation>;

/** CONV-21. */
export function presentConversation(row: ConversationRow): Presented {
  return {
    conversation_id: row.id,
    instance_slug: row.instanceSlug,
    environment: row.environmentSlug,
    title: row.title,
    status: row.status,
    owner_principal: row.ownerPrincipal,
    subject: subjectOf(row),
    variables: { ...variablesOf(row) },
    metadata: isJsonObject(row.metadata) ? stringsOf(row.metadata) : {},
    turn_count: row.turnCount,
    head_turn_id: row.headTurnId,
    active_turn_id: row.activeTurnId,
    last_turn_at: row.lastTurnAt?.toISOString() ?? null,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  };
}

/** What a conversation is about; null for one about nothing in particular. */
export function subjectOf({
  connectionId,
  clientKey,
  policyKey,
  runIds,
}: Pick<ConversationRow, "connectionId" | "clientKey" | "policyKey" | "runIds">): Presented["subject"] {
  if (connectionId === null && clientKey === null && policyKey === null && runIds.length === 0) return null;
  return {
    ...(connectionId !== null && { connection_id: connectionId }),
    ...(clientKey !== null && { client_key: clientKey }),
    ...(policyKey !== null && { policy_key: policyKey }),
    ...(runIds.length > 0 && { run_ids: [...runIds] }),
  };
}

/** The variables of a conversation. */
export function variablesOf({ variables }: Pick<ConversationRow, "variables">): VariableValues {
  const values: Record<string, string | number | boolean> = {};
  for (const [key, value] of Object.entries(parseJsonObject(variables)))
    if (typeof value === "string" || typeof value === "number" || typeof value === "boolean") values[key] = value;
  return values;
}

function stringsOf(object: JsonObject): Record<string, string> {
  const strings: Record<string, string> = {};
  for (const [key, value] of Object.entries(object)) if (typeof value === "string") strings[key] = value;
  return strings;
}
