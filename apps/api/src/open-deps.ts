import type { Deps } from "@service/domain";
import { openBatchers, type WholeDeps } from "@service/domain/batchers";
import { openHealthCheck, type HealthDeps } from "./health-check.ts";

/** All that the routes need. */
export type ApiDeps = WholeDeps & HealthDeps;

/** Adds what concurrent requests share: batched statements and short caches, opened once per process. */
export function openDeps(opened: Deps): ApiDeps {
  return { ...opened, ...openBatchers(opened.db), isHealthy: openHealthCheck(opened) };
}
