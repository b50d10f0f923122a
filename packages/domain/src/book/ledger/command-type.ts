import type { Json } from "@service/json";
import type * as z from "zod";
import type { CreatedKind } from "./entity-key.ts";
import type { EntityKind, NamedEntity } from "./entity-kinds.ts";
import type { Changes, LedgerStates } from "./ledger-states.ts";

/** A command with its place in the ledger, as its type takes it. */
export interface PlacedCommand {
  readonly organizationId: string;
  readonly environmentId: string;
  readonly connectionId: string | null;
  readonly commandId: string;
  readonly seq: number;
  readonly entity: NamedEntity;
  readonly clientKey: string | null;
  readonly policyKey: string | null;
  readonly isOpen: boolean;
  readonly actorPrincipal: string;
  /** RFC 3339. */
  readonly recordedAt: string;
}

/** Why a command cannot be done; `path` lies in the command. */
interface Problem {
  readonly path: string;
  readonly message: string;
}

/** What a command does to the projections. */
export interface Effect {
  readonly changes?: Changes;
  /** The author of the private note that the command is about. */
  readonly privateTo?: string;
  readonly runId?: string;
  readonly occurredAt?: string;
}

export type Performed =
  { readonly kind: "done"; readonly effect: Effect } | { readonly kind: "refused"; readonly problem: Problem };

/** One type of command, declared once: its check, its place in the OpenAPI document and its projection derive from it. */
export interface CommandType {
  readonly name: string;
  readonly summary: string;
  readonly entityKinds: readonly EntityKind[];
  readonly payload: z.ZodType;
  /** The kind of what a command of this type makes. */
  readonly creates?: CreatedKind;
  /** Whether agents may append it unless the organization says otherwise (LEDGER-14). */
  readonly forAgents: boolean;
  /** Appended by the service, never by a caller. */
  readonly byService?: true;
  /**
   * Judges the command against the states and says what it changes: the one function for an append and for a rebuild.
   * @throws z.ZodError when the payload is not one of this type.
   */
  perform(command: PlacedCommand, payload: Json, states: LedgerStates): Performed;
}

export function done(effect: Effect = {}): Performed {
  return { kind: "done", effect };
}

export function refused(path: string, message: string): Performed {
  return { kind: "refused", problem: { path, message } };
}

/** Declares a type whose payload reaches `perform` parsed. */
export function commandType<Payload extends z.ZodType>(declared: {
  readonly name: string;
  readonly summary: string;
  readonly entityKinds: readonly EntityKind[];
  readonly payload: Payload;
  readonly creates?: CreatedKind;
  readonly forAgents?: false;
  readonly byService?: true;
  readonly perform: (command: PlacedCommand, payload: z.output<Payload>, states: LedgerStates) => Performed;
}): CommandType {
  const { perform, forAgents = true, payload: schema, ...rest } = declared;
  return {
    ...rest,
    payload: schema,
    forAgents,
    perform: (command, payload, states) => perform(command, schema.parse(payload), states),
  };
}
