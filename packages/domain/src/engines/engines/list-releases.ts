import { fail } from "@service/contract";
import { statement } from "@service/db";
import type { Deps } from "../../deps.ts";
import type { EngineForCall } from "./engine-for-call.ts";
import { assertActive } from "./engine.ts";
import { fixtureReleaseLines, fixtureReleaseOf } from "./fixture-engine.ts";
import { readVersion, releaseColumns, releaseLineColumns, type Release, type ReleaseLine } from "./release.ts";

const listLines = statement(
  "engine_releases_list",
  `select ${releaseLineColumns} from engine_releases where engine_id = $1 order by major desc, minor desc`,
);

/** All releases of an engine (at most 1,000), newest first. @throws `engine_archived` */
export async function listReleases(deps: Pick<Deps, "db">, engine: EngineForCall): Promise<ReleaseLine[]> {
  assertActive(engine);
  if (engine.isBuiltIn) return fixtureReleaseLines();
  const { rows } = await deps.db.pool.query(listLines([engine.id]));
  return rows;
}

const readLine = statement(
  "engine_releases_read",
  `select ${releaseColumns} from engine_releases where engine_id = $1 and major = $2 and minor = $3`,
);

/** One release, whole; a malformed version is not found. @throws `engine_archived`, `engine_version_not_found` (404) */
export async function readRelease(
  deps: Pick<Deps, "db">,
  engine: Pick<EngineForCall, "id" | "status"> & { readonly isBuiltIn?: boolean },
  version: string,
): Promise<Release> {
  assertActive(engine);
  const requested = readVersion(version);
  if (!requested) return missing();
  if (engine.isBuiltIn) return fixtureReleaseOf(requested.major, requested.minor) ?? missing();
  const { rows } = await deps.db.pool.query(readLine([engine.id, requested.major, requested.minor]));
  const [release] = rows;
  return release ?? missing();
}

function missing(): never {
  throw fail("engine_version_not_found", { status: 404 });
}
