import { type PayloadMode, type WebhookEvent, type WebhookEventType, webhookVersion } from "@service/contract";
import type * as z from "zod";

import type { CorrectedResult } from "../corrections/index.ts";
import { presentRunStatus, presentThinRun, type RunStatusRow } from "../runs/index.ts";

type Envelope = z.input<typeof WebhookEvent>;
type EventData = Omit<Envelope["data"], "run"> & {
  readonly run?: ReturnType<typeof presentRunStatus> | ReturnType<typeof presentThinRun>;
};

/** An event row that is about a run. */
export interface RunEvent {
  readonly id: string;
  readonly type: WebhookEventType;
  /** Of a `run.superseded`, the moment of the correction too: both rows are written in one transaction. */
  readonly createdAt: Date;
  readonly correctionId: string | null;
}

/**
 * The body of a run's event as text: these bytes are stored, signed and sent (webhooks.md 5.2). Thin holds the seven
 * fields of section 6.1 rule 4, full the status fields the run has.
 *
 * @param corrected the corrected result, where this event is its carrier: the per-correction setup (rule 7).
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
  // Without the corrected result there is none: the original output would be read as the corrected one (rule 7).
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
  // JSON.stringify escapes lone surrogates, so the text is well-formed UTF-8 whatever the engine wrote.
  return JSON.stringify(envelope);
}
