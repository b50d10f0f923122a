import type { CommandType } from "./command-type.ts";
import { noteCommands } from "./note-commands.ts";
import { recordCommands } from "./record-commands.ts";
import { taskCommands } from "./task-commands.ts";
import { workflowCommands } from "./workflow-commands.ts";

/** Every type of command, in the order of the documentation (LEDGER-4). */
const commandTypes: readonly CommandType[] = [...taskCommands, ...noteCommands, ...workflowCommands, ...recordCommands];

const byName: ReadonlyMap<string, CommandType> = new Map(commandTypes.map((type) => [type.name, type]));

export function commandTypeNamed(name: string): CommandType | undefined {
  return byName.get(name);
}

/** The types that callers append. */
export const callersCommandTypes: readonly CommandType[] = commandTypes.filter(({ byService }) => byService !== true);

/**
 * Whether an agent may append a type.
 * @param allowed what the organization allows, with commas; null: the usual types (LEDGER-14).
 */
export function isForAgents(type: CommandType, allowed: string | null): boolean {
  return allowed === null ? type.forAgents : allowed.split(",").includes(type.name);
}
