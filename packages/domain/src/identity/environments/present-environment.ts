import type { Environment as EnvironmentResource } from "@service/contract";
import type * as z from "zod";
import { liveSlug, type Environment } from "./environment.ts";

/** An environment as the contract shows it (ENV-6). */
export function presentEnvironment(environment: Environment): z.output<typeof EnvironmentResource> {
  return {
    id: environment.id,
    slug: environment.slug,
    name: environment.name,
    kind: environment.slug === liveSlug ? "live" : "sandbox",
    created_at: environment.createdAt.toISOString(),
    updated_at: environment.updatedAt.toISOString(),
  };
}
