import type { JsonObject } from "@service/json";
import type { FamilyName } from "@service/record-families";
import type { EnginePurpose } from "../engines/index.ts";
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

/** A served snapshot for which runs are submitted. */
export interface AskedRuns {
  readonly organizationId: string;
  readonly connectionId: string;
  readonly snapshotSeq: number;
  /** `YYYY-MM-DD`, UTC. */
  readonly today: string;
}

/** Computed by an engine: the derivation submits the runs, and puts out which ones. */
interface RunWork {
  readonly kind: "runs";
  readonly families: readonly FamilyName[];
  /** The organization designates the engine; without one nothing is due. */
  readonly purpose: EnginePurpose;
  /**
   * Submits what is not submitted yet: asked again for a snapshot on the same day it answers the same runs.
   * @returns how many clients the runs cover, and a row for each run.
   * @throws the refusals of a submission.
   */
  submit(
    deps: SubmitDeps,
    asked: AskedRuns,
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
  readonly work?: ClientWork | BookWork | RunWork;
  readonly performedBy?: "import" | "documents" | "engine";
}
