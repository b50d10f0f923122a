import { type EngineTypeName, engineTypeNames } from "@service/contract";
import { z } from "zod";

/** A bell carries nothing: whoever hears it looks into the database. */
const nothing = z.strictObject({});

/**
 * Every bell of the service with the schema of its payload. One per engine type, so that a worker process may serve
 * a subset of the types; one for webhook expansion and delivery.
 */
export const bells = {
  "runs-comparison": nothing,
  "runs-matching": nothing,
  "runs-entity_analysis": nothing,
  "runs-diligence": nothing,
  "runs-triage": nothing,
  "runs-opportunity": nothing,
  webhooks: nothing,
} as const satisfies Record<`runs-${EngineTypeName}` | "webhooks", z.ZodType>;

export type BellName = keyof typeof bells;

export const bellNames = [...engineTypeNames.map(runsBell), "webhooks"] as const satisfies readonly BellName[];

/** The bell of an engine type. */
export function runsBell<Type extends EngineTypeName>(engineType: Type): `runs-${Type}` {
  return `runs-${engineType}`;
}

/** Whether this bell announces runs. */
export function isRunsBell(bell: BellName): bell is `runs-${EngineTypeName}` {
  return bell !== "webhooks";
}
