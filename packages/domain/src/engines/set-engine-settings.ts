import { fail, type PinPolicy } from "@service/contract";
import { findEngineType, isJsonObject, type Json } from "@service/engine-types";
import type { Deps } from "../deps.ts";
import { readJson, readJsonObject } from "../json-text.ts";
import { requireEngine } from "./engine.ts";
import { readVersion, versionOf } from "./release.ts";

/** What only the operator sets on an engine (operator.md, domain.md 0.14). */
export interface EngineSettings {
  readonly engineId: string;
  readonly slug: string;
  readonly pinPolicy: PinPolicy;
  readonly withdrawnVersions: readonly string[];
  /** `evaluation` of the operator, JSON text; null = the draft's own applies. */
  readonly gate: string | null;
}

/**
 * Changes an engine's operator settings, all together or not at all.
 * @param changes.withdraw a version; a withdrawn release serves no more runs, for good.
 * @param changes.gate text of a JSON file of the form of `evaluation`; its members stand before the draft's.
 * @throws `engine_not_found`, `engine_version_not_found`, `invalid_request` (the gate file).
 */
export async function setEngineSettings(
  deps: Deps,
  organizationId: string,
  slug: string,
  changes: { pinPolicy?: PinPolicy | undefined; withdraw?: string | undefined; gate?: string | undefined },
): Promise<EngineSettings> {
  return deps.db.inTransaction(async (tx) => {
    const engine = await requireEngine(deps, organizationId, slug, tx);
    if (changes.pinPolicy !== undefined) {
      await tx.query("update engines set pin_policy = $2::pin_policy, updated_at = now() where id = $1", [
        engine.id,
        changes.pinPolicy,
      ]);
    }
    if (changes.withdraw !== undefined) {
      const version = readVersion(changes.withdraw);
      const withdrawn = version
        ? await tx.query(
            `update engine_releases set withdrawn_at = coalesce(withdrawn_at, now())
             where engine_id = $1 and major = $2 and minor = $3`,
            [engine.id, version.major, version.minor],
          )
        : undefined;
      if (withdrawn?.rowCount !== 1) throw fail("engine_version_not_found", { status: 404 });
    }
    if (changes.gate !== undefined) {
      const gate = checkedGate(engine.engineType, engine.draft, changes.gate);
      await tx.query(
        `insert into engine_gates (engine_id, body) values ($1, $2)
         on conflict (engine_id) do update set body = excluded.body, updated_at = now()`,
        [engine.id, gate],
      );
    }
    const { rows: releases } = await tx.query<{ major: number; minor: number }>(
      `select major, minor from engine_releases where engine_id = $1 and withdrawn_at is not null
       order by major desc, minor desc`,
      [engine.id],
    );
    const { rows: gates } = await tx.query<{ body: string }>("select body from engine_gates where engine_id = $1", [
      engine.id,
    ]);
    return {
      engineId: engine.id,
      slug: engine.slug,
      pinPolicy: changes.pinPolicy ?? engine.pinPolicy,
      withdrawnVersions: releases.map(versionOf),
      gate: gates[0]?.body ?? null,
    };
  });
}

/** A gate file has the form of `evaluation`, so the type's own validation judges it, as part of the engine's draft. */
function checkedGate(engineType: Parameters<typeof findEngineType>[0], draft: string, text: string): string {
  let evaluation: Json;
  try {
    evaluation = readJson(text);
  } catch {
    throw fail("invalid_request", { message: "The gate file is not JSON." });
  }
  if (!isJsonObject(evaluation)) throw fail("invalid_request", { message: "The gate file is not a JSON object." });
  const issues = findEngineType(engineType)
    .validateConfig({ ...readJsonObject(draft), evaluation })
    .filter(({ path }) => path.startsWith("/evaluation"));
  if (issues.length > 0) {
    throw fail("invalid_request", {
      message: "The gate file is not valid.",
      details: issues.map(({ path, message }) => ({ field: path, message })),
    });
  }
  return JSON.stringify(evaluation);
}
