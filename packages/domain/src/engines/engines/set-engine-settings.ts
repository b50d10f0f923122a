import { fail, type PinPolicy } from "@service/contract";
import { type Transaction, statement } from "@service/db";
import { findEngineType } from "@service/engine-types";
import { isJsonObject, type Json, parseJson, parseJsonObject } from "@service/json";
import type { Actor } from "../../identity/access/index.ts";
import { recordChange } from "../../identity/audit/index.ts";
import type { Deps } from "../../deps.ts";
import { type EnginePurpose, setDesignation } from "./designated-engines.ts";
import { requireEngine } from "./engine.ts";
import { readVersion, versionOf } from "./release.ts";

/** Engine settings that only the operator can change (ENG-37). */
export interface EngineSettings {
  readonly engineId: string;
  readonly slug: string;
  readonly pinPolicy: PinPolicy;
  readonly withdrawnVersions: readonly string[];
  /** `evaluation` of the operator, JSON; null = the draft's own applies. */
  readonly gate: string | null;
  /** What the engine is designated for (REC-135). */
  readonly designatedFor: readonly string[];
}

const setPinPolicy = statement(
  "engines_set_pin_policy",
  "update engines set pin_policy = $2::pin_policy, updated_at = now() where id = $1",
);

const withdrawVersions = statement(
  "engine_releases_withdraw",
  `update engine_releases set withdrawn_at = coalesce(withdrawn_at, now())
   where engine_id = $1 and major = $2 and minor = $3`,
);

const setGate = statement(
  "engine_gates_set",
  `insert into engine_gates (engine_id, body) values ($1, $2)
   on conflict (engine_id) do update set body = excluded.body, updated_at = now()`,
);

const readWithdrawn = statement(
  "engine_releases_read_withdrawn",
  `select major, minor from engine_releases where engine_id = $1 and withdrawn_at is not null
   order by major desc, minor desc`,
);

const readDesignations = statement(
  "engines_read_designations",
  "select purpose::text as purpose from designated_engines where engine_id = $1 order by 1",
).narrowed<{ readonly purpose: string }>();

const readGate = statement("engine_gates_read", "select body from engine_gates where engine_id = $1");

/**
 * Changes an engine's operator settings, atomically.
 * @param changes.withdraw a version; a withdrawn release permanently serves no more runs.
 * @param changes.gate content of a JSON file in the form of `evaluation`; its members override the draft's.
 * @param changes.designate what the organization's runs of that kind use this engine for; `none` ends it.
 * @throws `engine_not_found`, `engine_version_not_found`, `invalid_request` (the gate file, the type of the engine).
 */
export async function setEngineSettings(
  deps: Pick<Deps, "db">,
  actor: Actor,
  organizationId: string,
  slug: string,
  changes: {
    pinPolicy?: PinPolicy | undefined;
    withdraw?: string | undefined;
    gate?: string | undefined;
    designate?: EnginePurpose | "none" | undefined;
  },
): Promise<EngineSettings> {
  return deps.db.inTransaction(async (tx) => {
    const engine = await requireEngine(deps, organizationId, slug, tx);
    // Without changes the command shows the settings, and nothing is recorded.
    const isChange = Object.values(changes).some((change) => change !== undefined);
    const before = isChange ? await auditedSettings(tx, engine.id) : null;
    if (changes.pinPolicy !== undefined) {
      await tx.query(setPinPolicy([engine.id, changes.pinPolicy]));
    }
    if (changes.withdraw !== undefined) {
      const version = readVersion(changes.withdraw);
      const withdrawn = version
        ? await tx.query(withdrawVersions([engine.id, version.major, version.minor]))
        : undefined;
      if (withdrawn?.rowCount !== 1) throw fail("engine_version_not_found", { status: 404 });
    }
    if (changes.gate !== undefined) {
      const gate = checkedGate(engine.engineType, engine.draft, changes.gate);
      await tx.query(setGate([engine.id, gate]));
    }
    if (changes.designate !== undefined) await setDesignation(tx, engine, changes.designate);
    const { rows: designations } = await tx.query(readDesignations([engine.id]));
    const { rows: releases } = await tx.query(readWithdrawn([engine.id]));
    const { rows: gates } = await tx.query(readGate([engine.id]));
    if (before) {
      const after = await auditedSettings(tx, engine.id);
      const of = { kind: "engine", id: engine.slug, organizationId: engine.organizationId } as const;
      await recordChange(tx, actor, { action: "engines.set", ...of, before, after });
    }
    return {
      engineId: engine.id,
      slug: engine.slug,
      pinPolicy: changes.pinPolicy ?? engine.pinPolicy,
      withdrawnVersions: releases.map(versionOf),
      gate: gates[0]?.body ?? null,
      designatedFor: designations.map(({ purpose }) => purpose),
    };
  });
}

const readSettings = statement(
  "engines_read_settings",
  `select jsonb_build_object('pin_policy', e.pin_policy,
     'designated_for', array(select d.purpose::text from designated_engines d where d.engine_id = e.id order by 1),
     'withdrawn_versions', array(select r.major || '.' || r.minor from engine_releases r
       where r.engine_id = e.id and r.withdrawn_at is not null order by r.major desc, r.minor desc),
     'gate_sha256', (select encode(sha256(convert_to(g.body, 'UTF8')), 'hex') from engine_gates g
       where g.engine_id = e.id)) as settings
   from engines e where e.id = $1`,
);

/** Settings for the audit log, the gate file by its digest: it may be large, and holds cases of the operator. */
async function auditedSettings(tx: Transaction, engineId: string): Promise<object | null> {
  const { rows } = await tx.query(readSettings([engineId]));
  return rows[0]?.settings ?? null;
}

/** Validates a gate file with the type's own validation, as `evaluation` of the engine's draft. */
function checkedGate(engineType: Parameters<typeof findEngineType>[0], draft: string, text: string): string {
  let evaluation: Json;
  try {
    evaluation = parseJson(text);
  } catch {
    // Drop the parser's message: it quotes the file.
    throw fail("invalid_request", { message: "The gate file is not JSON." });
  }
  if (!isJsonObject(evaluation)) throw fail("invalid_request", { message: "The gate file is not a JSON object." });
  const issues = findEngineType(engineType)
    .validateConfig({ ...parseJsonObject(draft), evaluation })
    .filter(({ path }) => path.startsWith("/evaluation"));
  if (issues.length > 0) {
    throw fail("invalid_request", {
      message: "The gate file is not valid.",
      details: issues.map(({ path, message }) => ({ field: path, message })),
    });
  }
  return JSON.stringify(evaluation);
}
