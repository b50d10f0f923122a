import type { Deps } from "@service/domain";
import { openBatchers, type WholeDeps } from "@service/domain/batchers";
import type { FileDeps } from "@service/domain/documents";
import type { ModelDesk } from "@service/domain/models";
import { openHealthCheck, type HealthDeps } from "./health-check.ts";
import { openTurnStreams, type TurnStreams } from "./turns/turn-streams.ts";

/** All that the routes need. */
export type ApiDeps = WholeDeps &
  HealthDeps &
  FileDeps & { readonly models: ModelDesk; readonly turnStreams: TurnStreams };

/** Adds what concurrent requests share: batched statements and short caches, opened once per process. */
export function openDeps(
  opened: Deps & FileDeps & Pick<ApiDeps, "models">,
  { streamsMax }: { readonly streamsMax: number },
): ApiDeps {
  return {
    ...opened,
    ...openBatchers(opened.db, opened.log),
    isHealthy: openHealthCheck(opened),
    turnStreams: openTurnStreams(opened, { streamsMax }),
  };
}
