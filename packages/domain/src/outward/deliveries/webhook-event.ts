import { type PayloadMode, type WebhookEvent, type WebhookEventType, webhookVersion } from "@service/contract";
import type * as z from "zod";

import type { CorrectedResult } from "../../runs/corrections/index.ts";
import { presentRunStatus, presentThinRun, type RunStatusRow } from "../../runs/runs/index.ts";

type Envelope = z.input<typeof WebhookEvent>;
type EventData = Omit<Envelope["data"], "run"> & {
  readonly run?: ReturnType<typeof presentRunStatus> | ReturnType<typeof presentThinRun>;
};

/** An event row about a run. */
export interface RunEvent {
  readonly id: string;
  readonly type: WebhookEventType;
  /** For `run.superseded` also the time of the correction: both rows are written in one transaction. */
  readonly createdAt: Date;
  readonly correctionId: string | null;
}

/**
 * The body of a run's event as a string: these bytes are stored, signed and sent (HOOK-20). Thin has seven fields, full
 * the status fields of the run (HOOK-21).
 *
 * @param corrected the corrected result, when this event carries it: the per-correction setup (HOOK-24).
 */
export function renderRunEvent(
  event: RunEvent,
  run: RunStatusRow,
  mode: PayloadMode,
  corrected?: CorrectedResult,
): string {
  return renderEnvelope(event, {
    run: mode === "thin" ? presentThinRun(run) : presentFullRun(event, run, corrected),
    ...(event.correctionId === null
      ? {}
      : {
          correction: {
            correction_id: event.correctionId,
            created_at: event.createdAt.toISOString(),
            carries_output: mode === "full" && corrected !== undefined,
          },
        }),
  });
}

function presentFullRun(
  event: RunEvent,
  run: RunStatusRow,
  corrected: CorrectedResult | undefined,
): ReturnType<typeof presentRunStatus> {
  if (event.type !== "run.superseded") return presentRunStatus(run);
  // Omit the output when it is not the corrected one: a reader would take the original for it (HOOK-24).
  return presentRunStatus({ ...run, output: corrected?.output ?? null, solutions: corrected?.solutions ?? null });
}

/** The body of `POST …/test`. */
export function renderTestEvent(event: { id: string; createdAt: Date }): string {
  return renderEnvelope(
    { ...event, type: "webhook.test" },
    { message: "This is a test of your webhook endpoint. No run is behind it." },
  );
}

function renderEnvelope(event: { id: string; type: WebhookEventType; createdAt: Date }, data: EventData): string {
  const envelope: Omit<Envelope, "data"> & { readonly data: EventData } = {
    id: event.id,
    type: event.type,
    webhook_version: webhookVersion,
    created_at: event.createdAt.toISOString(),
    data,
  };
  // JSON.stringify escapes lone surrogates, so the body is well-formed UTF-8 whatever the engine wrote.
  return JSON.stringify(envelope);
}
