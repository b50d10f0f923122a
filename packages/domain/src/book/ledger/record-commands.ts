import {
  AcknowledgeDocument,
  EraseRecord,
  FlagCatalogItem,
  LogActivity,
  NoteCatalogItem,
  SetFlag,
  SetOpportunityStatus,
  WithReason,
} from "./command-payloads.ts";
import { commandType, done, type PlacedCommand, refused } from "./command-type.ts";
import type { FlagRow } from "./ledger-rows.ts";

function flagRow(command: PlacedCommand, flag: string, state: Pick<FlagRow, "is_set" | "note">): FlagRow {
  return {
    organization_id: command.organizationId,
    environment_id: command.environmentId,
    connection_id: command.connectionId,
    entity_kind: command.entity.kind,
    entity_key: command.entity.key,
    client_key: command.clientKey,
    policy_key: command.policyKey,
    flag,
    ...state,
    changed_by: command.actorPrincipal,
    changed_at: command.recordedAt,
    last_seq: command.seq,
  };
}

export const recordCommands = [
  commandType({
    name: "log_activity",
    summary: "Record a contact with a client",
    entityKinds: ["account", "policy", "claim", "task", "workflow", "opportunity"],
    payload: LogActivity,
    perform: (_command, { occurred_at }) => done({ occurredAt: occurred_at }),
  }),
  commandType({
    name: "flag_record",
    summary: "Set a flag on a record",
    entityKinds: ["account", "policy", "claim"],
    payload: SetFlag,
    perform: (command, { flag, note }) =>
      done({ changes: { flags: [flagRow(command, flag, { is_set: true, note: note ?? null })] } }),
  }),
  commandType({
    name: "clear_flag",
    summary: "Clear a flag that is set",
    entityKinds: ["account", "policy", "claim"],
    payload: SetFlag,
    perform(command, { flag, note }, states) {
      const { environmentId, entity } = command;
      if (states.flag({ environmentId, kind: entity.kind, key: entity.key, flag })?.is_set !== true)
        return refused("/payload/flag", "is not set");
      return done({ changes: { flags: [flagRow(command, flag, { is_set: false, note: note ?? null })] } });
    },
  }),
  commandType({
    name: "set_opportunity_status",
    summary: "Set the status of an opportunity, as its annotation does",
    entityKinds: ["opportunity"],
    payload: SetOpportunityStatus,
    perform: (command, { status, reason }) =>
      done({
        changes: {
          opportunityRequests: [
            {
              organization_id: command.organizationId,
              environment_id: command.environmentId,
              opportunity_id: command.entity.key,
              client_key: command.clientKey,
              status,
              reason: reason ?? null,
              requested_by: command.actorPrincipal,
              requested_at: command.recordedAt,
              last_seq: command.seq,
            },
          ],
        },
      }),
  }),
  commandType({
    name: "catalog.flag_item",
    summary: "Say that something is wrong with an item or document of the Catalog",
    entityKinds: ["catalog_item", "catalog_document"],
    payload: FlagCatalogItem,
    perform: () => done(),
  }),
  commandType({
    name: "catalog.note_item",
    summary: "Write a note on an item or document of the Catalog",
    entityKinds: ["catalog_item", "catalog_document"],
    payload: NoteCatalogItem,
    perform: () => done(),
  }),
  commandType({
    name: "catalog.request_refresh",
    summary: "Ask for newer data",
    entityKinds: ["catalog_item", "catalog_document"],
    payload: WithReason,
    perform: () => done(),
  }),
  commandType({
    name: "catalog.acknowledge_document",
    summary: "Say that a document was read",
    entityKinds: ["catalog_document"],
    payload: AcknowledgeDocument,
    perform: (_command, { read_at }) => done({ occurredAt: read_at }),
  }),
  commandType({
    name: "record_erased",
    summary: "The client was erased by the operator",
    entityKinds: ["account"],
    payload: EraseRecord,
    forAgents: false,
    byService: true,
    perform: () => done(),
  }),
];
