import type { JsonObject } from "@service/json";
import type { FamilyName } from "@service/record-families";
import type { EnginePurpose } from "../../engines/engines/index.ts";
import type { SubmitDeps } from "../runs/index.ts";

/** The rows of one client at one snapshot, each with its key as `key`. */
export interface ClientRows {
  readonly clientKey: string;
  /** `YYYY-MM-DD`, UTC. */
  readonly today: string;
  rows(family: FamilyName): readonly JsonObject[];
}

/** A row that a derivation puts out; an empty `clientKey` stands for no single client. */
export interface DerivedRow {
  readonly key: string;
  readonly clientKey: string;
  readonly body: JsonObject;
}

/** Computed for each client by itself, from its own rows. */
interface ClientWork {
  readonly kind: "client";
  readonly families: readonly FamilyName[];
  derive(client: ClientRows): readonly DerivedRow[];
}

/** Computed of all clients together: what is added is kept small. */
interface BookWork {
  readonly kind: "book";
  readonly families: readonly FamilyName[];
  begin(): { add(client: ClientRows): void; rows(): readonly DerivedRow[] };
}

/** What is computed, and when. */
export interface RequestedWork {
  readonly organizationId: string;
  readonly connectionId: string;
  /** The snapshot that serves. */
  readonly snapshotSeq: number;
  /** `YYYY-MM-DD`, UTC. */
  readonly today: string;
  /** Aborts when the worker stops. */
  readonly signal: AbortSignal;
}

/** Computed in its own way: it reads, or asks, something else than the rows of clients. */
interface OwnWork {
  readonly kind: "own";
  readonly families: readonly FamilyName[];
  /** The organization designates an engine for it; without one nothing is due. */
  readonly purpose?: EnginePurpose;
  /** Also due when a dataset whose key begins so has a newer version than the row with its key says. */
  readonly watches?: string;
  /**
   * @returns how many clients it was about, and all rows that it puts out.
   * @throws the refusals of a submission, where it submits runs.
   */
  perform(
    deps: SubmitDeps,
    work: RequestedWork,
  ): Promise<{ readonly clients: number; readonly rows: readonly DerivedRow[] }>;
}

/** One derivation, written once (DERIV-1): its node in the graph, its schedule and its computation derive from it. */
export interface DeclaredDerivation {
  readonly key: string;
  readonly label: string;
  readonly mode: "incremental" | "full";
  /** Runs when a connection serves a later snapshot. */
  readonly isAfterSync: boolean;
  /** Cron, UTC. */
  readonly schedule?: string;
  /** Families and datasets, where they are not those of `work`. */
  readonly inputs?: readonly string[];
  /** Undefined: performed elsewhere, by `performedBy`, and registered for the graph. */
  readonly work?: ClientWork | BookWork | OwnWork;
  readonly performedBy?: "import" | "documents";
}
