import { type EngineTypeName, engineTypeNames } from "@service/contract";

/**
 * The wake-up channels: one for each engine type, so that a worker process may serve a subset of the types, one for jobs,
 * one for the expansion and delivery of webhook events, one for the turns of conversations, and one
 * for evaluations of conversation instances. A wake-up carries no payload.
 */
export type ChannelName = `runs-${EngineTypeName}` | "jobs" | "webhooks" | "turns" | "evals";

export const channelNames = [
  ...engineTypeNames.map(runsChannel),
  "jobs",
  "webhooks",
  "turns",
  "evals",
] as const satisfies readonly ChannelName[];

/** The channel of an engine type. */
export function runsChannel<Type extends EngineTypeName>(engineType: Type): `runs-${Type}` {
  return `runs-${engineType}`;
}

/**
 * What processes tell each other by name, to all who listen: `turn-frames` turns whose streams have news, `turn-cancels` turns
 * that are to stop. An announcement may be lost: whoever listens polls as well.
 */
export const topicNames = ["turn-frames", "turn-cancels", "turn-readers"] as const;
export type TopicName = (typeof topicNames)[number];
