import { canonicalJson, type Json, sha256Hex } from "@service/json";

/** The hash before the first command. */
export const firstHash = "0".repeat(64);

/** What the hash of a command covers. */
export interface HashedCommand {
  readonly seq: number;
  readonly commandId: string;
  readonly type: string;
  /** RFC 8785 JSON. */
  readonly entity: string;
  readonly actorType: string;
  readonly actorPrincipal: string;
  /** As it is shown. */
  readonly recordedAt: string;
  readonly payloadSha256: string;
}

/** The hash of a command, lower case hex (LEDGER-20). */
export function hashOfCommand(previous: string, command: HashedCommand): string {
  const { seq, commandId, type, entity, actorType, actorPrincipal, recordedAt, payloadSha256 } = command;
  const actor = `${actorType}:${actorPrincipal}`;
  return sha256Hex([previous, String(seq), commandId, type, entity, actor, recordedAt, payloadSha256].join("|"));
}

/** RFC 8785 JSON of a value; undefined when it has none (half a surrogate pair). */
export function canonicalFormOf(value: Json): string | undefined {
  try {
    return canonicalJson(value);
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}
