import type { FlagRow, NoteRow, OpportunityRequestRow, ProjectedRows, TaskRow, WorkflowRow } from "./ledger-rows.ts";

/** Where a flag stands. */
export interface FlagPlace {
  readonly environmentId: string;
  readonly kind: string;
  readonly key: string;
  readonly flag: string;
}

/**
 * The rows of the projections that commands are judged against, and what commands make of them. A layer over another one
 * is kept or dropped whole: so is a request.
 */
export class LedgerStates {
  readonly #below: LedgerStates | undefined;
  readonly #tasks = new Map<string, TaskRow>();
  readonly #workflows = new Map<string, WorkflowRow>();
  readonly #notes = new Map<string, NoteRow>();
  readonly #flags = new Map<string, FlagRow>();
  readonly #opportunityRequests = new Map<string, OpportunityRequestRow>();
  /** The last command about an entity that has no row of its own. */
  readonly #lastSeqs = new Map<string, number>();

  constructor(below?: LedgerStates) {
    this.#below = below;
  }

  task(key: string): TaskRow | undefined {
    return this.#tasks.get(key) ?? this.#below?.task(key);
  }

  workflow(key: string): WorkflowRow | undefined {
    return this.#workflows.get(key) ?? this.#below?.workflow(key);
  }

  note(key: string): NoteRow | undefined {
    return this.#notes.get(key) ?? this.#below?.note(key);
  }

  flag(place: FlagPlace): FlagRow | undefined {
    return this.#flags.get(idOfFlag(place)) ?? this.#below?.flag(place);
  }

  /** 0: no command was about it. */
  lastSeq(environmentId: string, kind: string, key: string): number {
    return (
      this.#lastSeqs.get(JSON.stringify([environmentId, kind, key])) ??
      this.#below?.lastSeq(environmentId, kind, key) ??
      0
    );
  }

  noteLastSeq(environmentId: string, kind: string, key: string, seq: number): void {
    this.#lastSeqs.set(JSON.stringify([environmentId, kind, key]), seq);
  }

  /** Keeps rows, in place of those that were. */
  put(changes: Changes): void {
    for (const row of changes.tasks ?? []) this.#tasks.set(row.task_key, row);
    for (const row of changes.workflows ?? []) this.#workflows.set(row.workflow_key, row);
    for (const row of changes.notes ?? []) this.#notes.set(row.note_key, row);
    for (const row of changes.flags ?? []) {
      const { environment_id: environmentId, entity_kind: kind, entity_key: key, flag } = row;
      this.#flags.set(idOfFlag({ environmentId, kind, key, flag }), row);
    }
    for (const row of changes.opportunityRequests ?? [])
      this.#opportunityRequests.set(JSON.stringify([row.environment_id, row.opportunity_id]), row);
  }

  /** The rows of this layer alone. */
  rows(): Required<Changes> {
    return {
      tasks: [...this.#tasks.values()],
      workflows: [...this.#workflows.values()],
      notes: [...this.#notes.values()],
      flags: [...this.#flags.values()],
      opportunityRequests: [...this.#opportunityRequests.values()],
    };
  }

  /** Takes over what a layer over this one holds. */
  keep(layer: LedgerStates): void {
    this.put(layer.rows());
    for (const [id, seq] of layer.#lastSeqs) this.#lastSeqs.set(id, seq);
  }
}

/** Rows as they are after a command. */
export type Changes = { readonly [Name in keyof ProjectedRows]?: readonly ProjectedRows[Name][] };

function idOfFlag({ environmentId, kind, key, flag }: FlagPlace): string {
  return JSON.stringify([environmentId, kind, key, flag]);
}
