import type { Clock, Logger } from "@service/runtime";
import type { AddressGuard, GuardedAgents } from "@service/outgoing";

/** A file as its manifest announces it. */
export interface ManifestFile {
  /** Relative to the folder of the delivery, with `/`. */
  readonly path: string;
  readonly rows?: number;
  /** Lower case hex. */
  readonly sha256?: string;
}

/** What a connector brought. */
export type Fetch =
  | {
      readonly kind: "fetched";
      /** `full`: rows that are missing are gone. `delta`: only what the files name has changed. */
      readonly mode: "full" | "delta";
      /** When the rows were true. */
      readonly asOf: Date;
      readonly fetchedAt: Date;
      readonly folder: string;
      /** The files of the delivery, relative to `folder`, with `/`. */
      readonly paths: readonly string[];
      /** Families that the delivery says are complete. */
      readonly complete?: readonly string[];
      readonly manifest?: readonly ManifestFile[];
      /** Pass it to the next fetch once the delivery is imported. */
      readonly watermark?: string;
    }
  | {
      readonly kind: "nothing";
      /** A sentence. */
      readonly reason: string;
    };

/** A fetch that failed. The message is a sentence for the operator, without secrets. */
export class ConnectorError extends Error {
  override readonly name = "ConnectorError";
  /** Whether the same request may succeed later: what was fetched is kept, and the next fetch continues. */
  readonly isTemporary: boolean;

  constructor(message: string, options: { readonly isTemporary: boolean }) {
    super(message);
    this.isTemporary = options.isTemporary;
  }
}

/** A mistake that repeating does not repair. */
export function lasting(message: string): ConnectorError {
  return new ConnectorError(message, { isTemporary: false });
}

/** A failure that may be gone at the next attempt. */
export function temporary(message: string): ConnectorError {
  return new ConnectorError(message, { isTemporary: true });
}

export interface ConnectorAgents extends GuardedAgents {
  /** The guard that the agents check connections with. */
  readonly guard: AddressGuard;
}

/** Waits, and throws the signal's reason when that aborts. */
export type Pause = (ms: number, signal: AbortSignal) => Promise<void>;

export interface FetchOptions {
  /** Of the last delivery that was imported; undefined fetches everything. */
  readonly watermark: string | undefined;
  /** Folder of this connection alone (`DATA_DIR/spool/<connection id>`); made when it is not there. */
  readonly spoolFolder: string;
  readonly signal: AbortSignal;
  readonly clock: Clock;
  readonly agents: ConnectorAgents;
  readonly log: Logger;
  /** Tests pass one that does not wait. */
  readonly pause?: Pause;
}
