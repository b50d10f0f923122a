import { type EngineTypeName, engineTypeNames } from "@service/contract";

/**
 * The wake-up channels: one for each engine type, so that a worker process may serve a subset of the types, one for jobs,
 * and one for the expansion and delivery of webhook events. A wake-up carries no payload.
 */
export type ChannelName = `runs-${EngineTypeName}` | "jobs" | "webhooks";

export const channelNames = [
  ...engineTypeNames.map(runsChannel),
  "jobs",
  "webhooks",
] as const satisfies readonly ChannelName[];

/** The channel of an engine type. */
export function runsChannel<Type extends EngineTypeName>(engineType: Type): `runs-${Type}` {
  return `runs-${engineType}`;
}
