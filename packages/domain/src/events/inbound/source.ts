import type { KeyObject } from "node:crypto";
import { fail, type InboundSourceKind, type ServiceError } from "@service/contract";
import { slugOf } from "../../identity/audit/index.ts";
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
  /** Number of live secrets or codes. */
  readonly liveSecrets: number;
  readonly createdAt: Date;
  readonly disabledAt: Date | null;
}

/** An opened secret of a cached source. */
interface SourceSecret {
  /** Of `native` and `repo_host`: the key of the signature. Of `ams_ons`: SHA-256 of the code. */
  readonly check: KeyObject | Buffer;
  /** Milliseconds since 1970; null = until it is replaced. */
  readonly expiresAtMs: number | null;
}

/** The parts of a source needed to take a delivery. */
export interface SourceForDelivery {
  readonly id: string;
  readonly sourceKey: string;
  readonly kind: InboundSourceKind;
  readonly organizationId: string;
  readonly environment: string;
  readonly mapping: SourceMapping;
  readonly secrets: readonly SourceSecret[];
}

/** The audit entry of the source that is `row`. */
export function auditedSource(row: string) {
  return {
    kind: "inbound_source",
    id: `${row}.source_key`,
    organizationId: `${row}.organization_id`,
    environment: slugOf(`${row}.environment_id`),
  } as const;
}

export const sourceKeyPattern = /^[A-Za-z0-9_-]{8,64}$/;

export function sourceNotFound(): ServiceError {
  return fail("source_not_found");
}
