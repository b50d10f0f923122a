import type { KeyObject } from "node:crypto";
import { fail, type InboundSourceKind, type ServiceError } from "@service/contract";
import type { SourceMapping } from "./mapping.ts";

/** A source as the operator sees it; secrets are never shown again. */
export interface InboundSource {
  readonly sourceKey: string;
  readonly kind: InboundSourceKind;
  readonly organizationId: string;
  /** Slug. */
  readonly environment: string;
  readonly mapping: SourceMapping;
  readonly status: "enabled" | "disabled";
  /** Secrets or codes that are accepted now. */
  readonly liveSecrets: number;
  readonly createdAt: Date;
  readonly disabledAt: Date | null;
}

/** A secret of a source that is believed for a while, opened. */
export interface SourceSecret {
  /** Of `native` and `repo_host`: the key of the signature. Of `ams_ons`: SHA-256 of the code. */
  readonly check: KeyObject | Buffer;
  /** Milliseconds since 1970; null = until it is replaced. */
  readonly expiresAtMs: number | null;
}

/** All that a delivery to a source needs. */
export interface SourceForDelivery {
  readonly id: string;
  readonly sourceKey: string;
  readonly kind: InboundSourceKind;
  readonly organizationId: string;
  readonly environment: string;
  readonly mapping: SourceMapping;
  readonly secrets: readonly SourceSecret[];
}

export const sourceKeyPattern = /^[A-Za-z0-9_-]{8,64}$/;

export function sourceNotFound(): ServiceError {
  return fail("source_not_found");
}
