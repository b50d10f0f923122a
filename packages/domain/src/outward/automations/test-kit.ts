import { randomUUID } from "node:crypto";
import type { EngineTypeName } from "@service/contract";
import { type JsonObject, parseJsonObject } from "@service/json";
import { testOperator } from "@service/testing";

import type { WholeDeps } from "../../open-deps.ts";
import type { Principal } from "../../identity/access/index.ts";
import { appendPlatformEvents, type NewPlatformEvent } from "../../events/events/index.ts";
import { newCaller, newOrganization, publishEngine } from "../../testing/index.ts";
import { claimExecution } from "./claim-execution.ts";
import { createAutomation } from "./create-automation.ts";
import type { Execution } from "./execution.ts";
import { listExecutions } from "./list-executions.ts";
import { matchEvents } from "./match-events.ts";
import { performExecution } from "./perform-execution.ts";
import type { Settled } from "./settle-execution.ts";

/** An empty organization, and the verbs its tests need. */
export interface Scene {
  readonly organizationId: string;
  automation(file: { readonly [name: string]: unknown }): Promise<void>;
  /** Appends one event in its own transaction; returns its id. */
  event(event?: Partial<NewPlatformEvent>): Promise<string>;
  /** The log of one automation (of all without a key), oldest first. */
  log(automationKey?: string): Promise<Execution[]>;
  caller(environmentSlug?: string): Promise<Principal<"organization_key">>;
  /** An engine with a release. */
  engine(slug: string, engineType?: EngineTypeName): Promise<void>;
}

export async function createScene(deps: WholeDeps): Promise<Scene> {
  const organizationId = await newOrganization(deps);
  return {
    organizationId,
    caller: (environmentSlug = "live") => newCaller(deps, { organizationId, environmentSlug }),
    async automation(file) {
      await createAutomation(deps, testOperator, { organizationId, text: JSON.stringify(file) });
    },
    async event(event = {}) {
      const [appended] = await deps.db.inTransaction((tx) =>
        appendPlatformEvents(tx, [newEvent(organizationId, event)]),
      );
      return appended?.id ?? "";
    },
    async log(automationKey) {
      return (await listExecutions(deps, { organizationId, automationKey, limit: 200 })).toReversed();
    },
    async engine(slug, engineType) {
      await publishEngine(deps, { organizationId }, { slug, ...(engineType && { engineType }) });
    },
  };
}

export function newEvent(organizationId: string, event: Partial<NewPlatformEvent> = {}): NewPlatformEvent {
  return {
    organizationId,
    type: "custom.ask",
    dedupeKey: randomUUID(),
    subject: { kind: "test", key: "test" },
    data: {},
    ...event,
  };
}

/** An automation that reacts to `custom.ask` with `custom.answer`. */
export function answering(changes: { readonly [name: string]: unknown } = {}): { readonly [name: string]: unknown } {
  return {
    automation_key: "answer",
    trigger: { event_type: "custom.ask" },
    effect: { kind: "emit_event", type: "custom.answer", data: {} },
    ...changes,
  };
}

/** Matches and performs until nothing is due: a worker's loop without its pauses. */
export async function workOff(deps: WholeDeps): Promise<Settled[]> {
  const settled: Settled[] = [];
  for (let round = 0; round < 200; round += 1) {
    const { events } = await matchEvents(deps);
    const claim = await claimExecution(deps, { leaseSeconds: 60 });
    if (claim.kind === "claimed") settled.push(await performExecution(deps, claim.execution));
    if (events === 0 && claim.kind === "none") return settled;
  }
  throw new Error("it did not come to an end");
}

/** Moves the lease's end, or the next attempt's time, into the past. */
export async function makeDue(deps: WholeDeps, executionId: string): Promise<void> {
  await deps.db.pool.query("update automation_executions set due_at = now() - interval '1 second' where id = $1", [
    executionId,
  ]);
}

/** Events of an organization by type, oldest first. */
export async function eventsOf(
  deps: WholeDeps,
  organizationId: string,
  type: string,
): Promise<{ id: string; depth: number; causationId: string | null; data: JsonObject }[]> {
  const { rows } = await deps.db.pool.query<{ id: string; depth: number; causationId: string | null; data: string }>(
    `select id, depth, causation_id as "causationId", data from platform_events
     where organization_id = $1 and type = $2 order by seq`,
    [organizationId, type],
  );
  return rows.map(({ data, ...row }) => ({ ...row, data: parseJsonObject(data) }));
}
