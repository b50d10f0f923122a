import { computeVersion, diffSchemas, parseJsonObject, type SchemaChange } from "@service/json";
import type { Deps } from "../../deps.ts";
import type { OrganizationScope } from "../../identity/access/index.ts";
import { requireEngine } from "./engine.ts";
import { readRelease } from "./list-releases.ts";
import { versionOf } from "./release.ts";

/** What a release changed in the schemas against another one. */
export interface ReleaseComparison {
  /** In document order, the request's first; each with the level that it has for callers (TYPE-106). */
  readonly schemaChanges: readonly SchemaChange[];
  /** The number that these changes ask for after the base. */
  readonly computedVersion: string;
}

/**
 * Compares two releases of an engine as publishing does (TYPE-103, CON-67).
 * @throws `engine_not_found`, `engine_archived`, `engine_version_not_found`
 */
export async function compareReleases(
  deps: Pick<Deps, "db">,
  caller: OrganizationScope,
  slug: string,
  versions: { readonly base: string; readonly head: string },
): Promise<ReleaseComparison> {
  const engine = { ...(await requireEngine(deps, caller.organizationId, slug)), isBuiltIn: false };
  const [base, head] = await Promise.all([
    readRelease(deps, engine, versions.base),
    readRelease(deps, engine, versions.head),
  ]);
  const schemaChanges = [
    ...diffSchemas("request", parseJsonObject(base.requestSchema), parseJsonObject(head.requestSchema)),
    ...diffSchemas("response", parseJsonObject(base.responseSchema), parseJsonObject(head.responseSchema)),
  ];
  return { schemaChanges, computedVersion: computeVersion(versionOf(base), schemaChanges) };
}
