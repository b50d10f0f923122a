import { InvalidArgumentError, type Command } from "commander";
import { isPlatformEventType, platformEventTypes, type PlatformEventType } from "@service/contract";
import { verbatim } from "../answer.ts";
import { notEmpty, print, uuid, verb, wholeNumber } from "../command.ts";
import { readText } from "../read-file.ts";
import type { Session } from "../session.ts";
import type { WithDeps } from "../with-deps.ts";

interface EmitOptions {
  readonly organization: string;
  readonly type: string;
  readonly data: string;
  readonly key?: string;
  readonly json?: boolean;
}

interface ListOptions {
  readonly organization: string;
  readonly type?: string;
  readonly limit?: number;
  readonly json?: boolean;
}

interface RetryOptions {
  readonly organization: string;
  readonly event?: string;
  readonly json?: boolean;
}

const help = `
The log of an organization: facts about its data and work that automations react to. Facts never change and are kept
400 days. Runs are reported by webhooks instead.

Types: custom.<name> (lower-case letters, digits, dots, _ and -), and the service's own:
  ${platformEventTypes.join("\n  ")}

The service itself records dataset.refreshed, engine.published, evaluation.finished, inbound.appended, schedule.fired,
and check.failed and check.recovered of webhook endpoints and of events that could not be handled. Record what happens
outside of it yourself, for example after a deploy:
  svc event emit --organization ID --type deploy.finished --key COMMIT --data deploy.json
With --key the same fact is recorded once, however often it is emitted.

An event that a consumer (webhooks, an automation) cannot handle gets ten attempts in some nine hours and is then abandoned:
"svc event failed" lists such events, including those of runs, and "svc event retry" makes them due again.`;

/** `svc event`: the log of platform events. */
export function addEvent(noun: Command, { withDeps }: Session): void {
  noun.addHelpText("after", help);
  verb(noun, "emit", "Record a fact in the organization's log")
    .requiredOption("--organization <id>", "organization", uuid)
    .requiredOption("--type <type>", "type of the event", eventType)
    .requiredOption("--data <file>", "JSON file with an object (- for standard input), at most 256 KiB", notEmpty)
    .option("--key <key>", "key of the fact: it is recorded once per key", notEmpty)
    .addHelpText("after", help)
    .action(async (options: EmitOptions) => {
      const data = await readText(options.data);
      const { emitPlatformEvent } = await import("@service/domain/events");
      const { id, isNew } = await withDeps("events.emit", {}, (deps) =>
        emitPlatformEvent(deps, {
          organizationId: options.organization,
          type: options.type,
          data,
          dedupeKey: options.key,
        }),
      );
      print(options, {
        answer: { event_id: id, type: options.type },
        ...(isNew ? {} : { notice: "the log has a fact with this key already: nothing was recorded" }),
      });
    });

  verb(noun, "list", "List events, newest first")
    .requiredOption("--organization <id>", "organization", uuid)
    .option("--type <type>", "only this type", eventType)
    .option("--limit <n>", "at most 1000; default 50", wholeNumber(1, 1_000))
    .action(async (options: ListOptions) => {
      const { listPlatformEvents, presentPlatformEvent } = await import("@service/domain/events");
      const events = await withDeps("events.list", {}, (deps) =>
        listPlatformEvents(deps, {
          organizationId: options.organization,
          type: options.type,
          limit: options.limit,
        }),
      );
      print(options, { answer: { events: events.map((event) => verbatim(presentPlatformEvent(event))) } });
    });

  addGivenUp(noun, withDeps);
}

function addGivenUp(noun: Command, withDeps: WithDeps): void {
  verb(noun, "failed", "List abandoned events: ten attempts to handle them failed")
    .requiredOption("--organization <id>", "organization", uuid)
    .option("--limit <n>", "at most 1000; default 50", wholeNumber(1, 1_000))
    .action(async (options: ListOptions) => {
      const { listGivenUpEvents } = await import("@service/domain/events");
      const events = await withDeps("events.failed", {}, (deps) =>
        listGivenUpEvents(deps, { organizationId: options.organization, limit: options.limit ?? 50 }),
      );
      print(options, {
        answer: {
          events: events.map(({ eventId, consumer, type, runId, attempts, error, failedAt }) => ({
            event_id: eventId,
            type,
            run_id: runId,
            consumer,
            attempts,
            error,
            failed_at: failedAt,
          })),
        },
      });
    });

  verb(noun, "retry", "Retry abandoned events; first repair what they failed on")
    .requiredOption("--organization <id>", "organization", uuid)
    .option("--event <id>", "only this event", uuid)
    .action(async (options: RetryOptions) => {
      const { retryGivenUpEvents } = await import("@service/domain/events");
      const due = await withDeps("events.retry", {}, (deps) =>
        retryGivenUpEvents(deps, { organizationId: options.organization, eventId: options.event }),
      );
      print(options, { answer: { due } });
    });
}

/** Reads a type of platform events. @throws InvalidArgumentError, which ends the command as wrong usage. */
function eventType(text: string): PlatformEventType {
  if (isPlatformEventType(text)) return text;
  throw new InvalidArgumentError(
    `It must be custom.<name> (lower-case letters, digits, dots, _ and -) or one of ${platformEventTypes.join(", ")}.`,
  );
}
