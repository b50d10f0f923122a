import { limits } from "@service/contract";

import type { NewPlatformEvent } from "../../../events/events/index.ts";
import type { Effect } from "../automation-file.ts";
import type { ClaimedExecution, EffectOutcome } from "../execution.ts";
import { fillTemplate } from "../template.ts";

/**
 * The event an automation emits: an effect of the one it reacts to, one deeper.
 * @throws `TemplateError`.
 */
export function emittedEvent(
  execution: ClaimedExecution,
  effect: Extract<Effect, { kind: "emit_event" }>,
): NewPlatformEvent | EffectOutcome {
  const { automation, event } = execution;
  const data = fillTemplate(effect.data, event.data);
  if (Buffer.byteLength(JSON.stringify(data), "utf8") > limits.jsonBodyBytes) {
    return {
      kind: "failed",
      code: "request_bound_exceeded",
      message: `The data is larger than ${limits.jsonBodyBytes} bytes.`,
    };
  }
  return {
    organizationId: automation.organizationId,
    type: effect.type,
    dedupeKey: `automation:${execution.id}`,
    subject: { kind: "automation", key: automation.automationKey },
    data,
    cause: { eventId: event.id, depth: event.depth },
  };
}
