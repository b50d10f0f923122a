import { limits, type EngineTypeName } from "@service/contract";
import { type Transaction, statement } from "@service/db";
import { canonicalJson, isJsonObject, sha256Hex, type JsonObject } from "@service/json";
import { configHash, type EngineType } from "@service/engine-kit";

/** A valid draft, expanded and hashed, with the settings read at request time. */
export interface WorkedOutDraft {
  /** The draft as it is stored and shown, JSON. */
  readonly draft: string;
  /** Preset and pack expanded, operational keys included. */
  readonly effective: JsonObject;
  /** The same without the operational keys, canonical JSON: stored and executed under `configHash`. */
  readonly stored: string;
  readonly configHash: string;
  /** ENG-18: the three settings that requests read from the saved draft. */
  readonly settings: {
    readonly exposeWarnings: boolean;
    readonly notifyOnSupersede: boolean;
    readonly requestsPerMinute: number;
  };
}

/** Expands and hashes a draft. Only call with a draft that `validateConfig` accepts. */
export function workOutDraft(type: EngineType, config: JsonObject): WorkedOutDraft {
  const effective = type.effectiveConfig(config);
  const { quotas } = effective;
  const requestsPerMinute = isJsonObject(quotas) ? quotas["requests_per_minute"] : undefined;
  return {
    draft: JSON.stringify(config),
    effective,
    stored: storedForm(effective),
    configHash: configHash(effective),
    settings: {
      exposeWarnings: effective["expose_warnings"] === true,
      notifyOnSupersede: effective["notify_on_supersede"] === true,
      requestsPerMinute: typeof requestsPerMinute === "number" ? requestsPerMinute : limits.engineRequestsPerMinute,
    },
  };
}

/** Read from the draft at request time, never from a release (TYPE-90). */
const operationalKeys: ReadonlySet<string> = new Set([
  "expose_warnings",
  "notify_on_supersede",
  "quotas",
  "evaluation",
]);

function storedForm(effective: JsonObject): string {
  const hashed = Object.entries(effective).filter(([name]) => !operationalKeys.has(name));
  const text = canonicalJson(Object.fromEntries(hashed));
  // Every load verifies the bytes against the hash: never store bytes that would fail it.
  if (sha256Hex(text) !== configHash(effective)) throw new Error("the stored form of a configuration has another hash");
  return text;
}

const insertConfiguration = statement(
  "engine_configurations_insert",
  `insert into engine_configurations (hash, engine_type, effective) values ($1, $2, $3)
   on conflict (hash) do update set created_at = now()`,
);

/**
 * Stores a configuration under its hash, so that every run can name what it executed. Repeating it only renews the age
 * that the removal of unused configurations checks.
 */
export async function storeConfiguration(
  tx: Transaction,
  engineType: EngineTypeName,
  { stored, configHash: hash }: WorkedOutDraft,
): Promise<void> {
  await tx.query(insertConfiguration([hash, engineType, stored]));
}
