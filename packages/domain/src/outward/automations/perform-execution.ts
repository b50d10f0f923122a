import { ServiceError } from "@service/contract";
import { isDatabaseAway, isUnavailable, type Transaction } from "@service/db";
import { OverloadedError } from "@service/runtime";

import type { Deps } from "../../deps.ts";
import type { DraftDeps } from "../../engines/engines/index.ts";
import type { SubmitDeps } from "../../runs/runs/index.ts";
import { deliverPlatformEvent } from "../deliveries/index.ts";
import { appendPlatformEvents, type NewPlatformEvent } from "../../events/events/index.ts";
import { emittedEvent } from "./effects/emit-event.ts";
import { runEngine } from "./effects/run-engine.ts";
import { startEvaluation } from "./effects/start-evaluation.ts";
import { type InstanceEvaluationDeps, startInstanceEvaluation } from "./effects/start-instance-evaluation.ts";
import { type ClaimedExecution, type EffectOutcome, executionBounds } from "./execution.ts";
import { settleExecution, type Settled } from "./settle-execution.ts";
import { TemplateError } from "./template.ts";

/** What the effects of automations need. */
export type ExecutionDeps = SubmitDeps & DraftDeps & InstanceEvaluationDeps;

/** Transient refusals, which are retried; every other refusal is permanent. */
const passing: ReadonlySet<string> = new Set([
  "queue_unreachable",
  "service_unavailable",
  "engine_config_hash_unavailable",
  "engine_config_changed",
  "create_run_failed",
]);

/**
 * Performs a claimed execution and writes its outcome. An effect's own writes to this database commit together with the
 * end of its execution, under the lease: a process that lost it writes nothing, so each effect happens once.
 *
 * @returns `lost` when the lease was no longer ours.
 * @throws the driver's error while the database is unavailable: the lease ends, and another attempt is made.
 */
export async function performExecution(deps: ExecutionDeps, execution: ClaimedExecution): Promise<Settled> {
  let prepared: Prepared;
  try {
    prepared = await prepare(deps, execution);
  } catch (error) {
    prepared = outcomeOf(deps, execution, error);
  }
  if (typeof prepared !== "function") return settleExecution(deps, execution, prepared);
  const settled = await settleExecution(deps, execution, prepared);
  if (settled.kind === "settled" && execution.automation.effect.kind === "deliver_webhook")
    await deps.queue.wake("webhooks");
  return settled;
}

/** An outcome, or a function that makes it within the settling transaction. */
type Prepared = EffectOutcome | ((tx: Transaction) => Promise<EffectOutcome>);

async function prepare(deps: ExecutionDeps, execution: ClaimedExecution): Promise<Prepared> {
  const { effect } = execution.automation;
  switch (effect.kind) {
    case "run_engine":
      return runEngine(deps, execution, effect);
    case "start_evaluation": {
      const { engine_slug: engineSlug, instance_slug: instanceSlug } = effect;
      if (instanceSlug !== undefined) return startInstanceEvaluation(deps, execution, instanceSlug);
      if (engineSlug === undefined) throw new Error("an automation without a target was stored");
      return emitting(await startEvaluation(deps, execution, engineSlug));
    }
    case "emit_event":
      return emitting(emittedEvent(execution, effect));
    case "deliver_webhook":
      return (tx) => deliver(tx, execution, effect.endpoint_id);
  }
}

function emitting(event: NewPlatformEvent | EffectOutcome): Prepared {
  if ("kind" in event) return event;
  return async (tx) => {
    const [appended] = await appendPlatformEvents(tx, [event]);
    if (!appended) throw new Error("one event has one result");
    return { kind: "succeeded", emittedEventId: appended.id };
  };
}

async function deliver(tx: Transaction, { event }: ClaimedExecution, endpointId: string): Promise<EffectOutcome> {
  const delivery = await deliverPlatformEvent(tx, { event, endpointId });
  switch (delivery.kind) {
    case "delivery":
      return { kind: "succeeded", deliveryId: delivery.deliveryId };
    case "endpoint_missing":
      return {
        kind: "failed",
        code: "webhook_endpoint_not_found",
        message: `No webhook endpoint ${endpointId} exists.`,
      };
  }
}

function outcomeOf(deps: Pick<Deps, "log">, execution: ClaimedExecution, error: unknown): EffectOutcome {
  if (error instanceof TemplateError) return { kind: "failed", code: "template_unfilled", message: error.message };
  if (error instanceof ServiceError) {
    return {
      kind: passing.has(error.code) ? "fault" : "failed",
      code: error.code,
      message: bounded(`${error.message}${firstDetail(error.details)}`),
    };
  }
  // The outcome could not be written either: let the lease end, and another attempt follows.
  if (isDatabaseAway(error)) throw error;
  if (error instanceof OverloadedError || isUnavailable(error))
    return { kind: "fault", code: "service_unavailable", message: "The service is busy." };
  deps.log.error({ err: error, executionId: execution.id }, "an automation failed unexpectedly");
  return { kind: "fault", code: "internal_error", message: "The service failed unexpectedly." };
}

/** Most details are lists of `{field|path, message}`: append the first to the message. */
function firstDetail(details: unknown): string {
  const first: unknown = Array.isArray(details) ? details[0] : undefined;
  if (typeof first !== "object" || first === null || !("message" in first)) return "";
  const place = "field" in first ? first.field : "path" in first ? first.path : "";
  return ` ${String(place)}: ${String(first.message)}.`;
}

function bounded(text: string): string {
  return text.slice(0, executionBounds.messageCharsMax).toWellFormed().replaceAll("\u0000", "");
}
