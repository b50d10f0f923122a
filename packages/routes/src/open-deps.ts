import type { Deps } from "@service/domain";
import { openBatchers, type WholeDeps } from "@service/domain/open-deps";
import type { ComputingThreads } from "@service/domain/computing";
import type { FileDeps } from "@service/domain/documents";
import { type KeyUses, openKeyUses } from "@service/domain/key-uses";
import type { WatchedStore } from "@service/files";
import type { ModelDesk } from "@service/domain/models";
import { type DescriptionDeps, openDescription } from "./description-file.ts";
import { openHealthCheck, type HealthDeps } from "./health-check.ts";
import { openTurnStreams, type TurnStreams, type TurnStreamsOptions } from "./turns/turn-streams.ts";

/** All that the routes need. */
export type ApiDeps = WholeDeps &
  HealthDeps &
  DescriptionDeps &
  FileDeps & {
    readonly models: ModelDesk;
    readonly computing: ComputingThreads;
    readonly turnStreams: TurnStreams;
    readonly keyUses: KeyUses;
  };

/** Adds what concurrent requests share: batched statements and short caches, opened once per process. */
export function openDeps(
  opened: Deps & { readonly files: WatchedStore | undefined } & Pick<ApiDeps, "models" | "computing">,
  streams: TurnStreamsOptions,
): ApiDeps {
  const batchers = openBatchers(opened);
  return {
    ...opened,
    ...batchers,
    ...openDescription(),
    isHealthy: openHealthCheck(opened),
    keyUses: openKeyUses(opened),
    turnStreams: openTurnStreams({ ...opened, seats: batchers.seats }, streams),
  };
}
