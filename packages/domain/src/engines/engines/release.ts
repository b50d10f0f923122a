import { versionPattern } from "@service/contract";

/** A release as `GET versions` lists it. */
export interface ReleaseLine {
  readonly major: number;
  readonly minor: number;
  readonly configHash: string;
  readonly changelog: string;
  readonly releasedAt: Date;
  readonly releasedBy: string;
  /** Set when an operator withdrew it: it then serves no runs. */
  readonly withdrawnAt: Date | null;
}

/** An immutable release, whole. */
export interface Release extends ReleaseLine {
  readonly id: string;
  readonly engineId: string;
  /** JSON strings. */
  readonly config: string;
  readonly requestSchema: string;
  readonly responseSchema: string;
  readonly requestSchemaSha256: string;
  readonly responseSchemaSha256: string;
  readonly gate: string;
}

export const releaseLineColumns = `
  major, minor, config_hash as "configHash", changelog, released_at as "releasedAt", released_by as "releasedBy",
  withdrawn_at as "withdrawnAt"`;

export const releaseColumns = `${releaseLineColumns},
  id, engine_id as "engineId", config, request_schema as "requestSchema", response_schema as "responseSchema",
  request_schema_sha256 as "requestSchemaSha256", response_schema_sha256 as "responseSchemaSha256", gate`;

/** `major.minor`. */
export function versionOf(release: { readonly major: number; readonly minor: number }): string {
  return `${release.major}.${release.minor}`;
}

/** Reads `major.minor`; undefined for anything else. */
export function readVersion(text: string): { major: number; minor: number } | undefined {
  const parts = versionPattern.exec(text);
  if (!parts) return undefined;
  return { major: Number(parts[1]), minor: Number(parts[2]) };
}
