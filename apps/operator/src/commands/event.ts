import { readFile } from "node:fs/promises";
import type { Command } from "commander";
import { platformEventTypes } from "@service/contract";
import { asItIs } from "../answer.ts";
import { notEmpty, print, uuid, verb, wholeNumber } from "../command.ts";
import { withDeps } from "../with-deps.ts";

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

const help = `
The log of an organization: facts about its data and work that automations react to. Facts are never changed and are
kept 400 days. Runs are not in it: webhooks tell of them.

Types: custom.<name> (lower-case letters, digits, dots, _ and -), and those the service knows:
  ${platformEventTypes.join("\n  ")}

The service itself records dataset.refreshed, engine.published, evaluation.finished, inbound.appended, schedule.fired,
and check.failed and check.recovered of webhook endpoints. What happens outside of it is yours to state: after a deploy,
for example
  svc event emit --organization ID --type deploy.finished --key COMMIT --data deploy.json
With --key the same fact is recorded once, however often it is stated.`;

/** `svc event`: the log of platform events. */
export function addEvent(program: Command): void {
  const noun = program.command("event").description("Platform events of an organization").addHelpText("after", help);

  verb(noun, "emit", "Record a fact in the organization's log")
    .requiredOption("--organization <id>", "organization", uuid)
    .requiredOption("--type <type>", "type of the event", notEmpty)
    .requiredOption("--data <file>", "JSON file with an object (- for standard input), at most 256 KiB")
    .option("--key <key>", "names the fact: stated again under it, it is not recorded again", notEmpty)
    .addHelpText("after", help)
    .action(async (options: EmitOptions) => {
      const data = await textOf(options.data);
      const { emitPlatformEvent } = await import("@service/domain/platform-events");
      const { id, isNew } = await withDeps({}, (deps) =>
        emitPlatformEvent(deps, {
          organizationId: options.organization,
          type: options.type,
          data,
          dedupeKey: options.key,
        }),
      );
      print(options, {
        answer: { event_id: id, type: options.type },
        ...(isNew ? {} : { notice: "this fact is in the log already: nothing was recorded" }),
      });
    });

  verb(noun, "list", "List events, newest first")
    .requiredOption("--organization <id>", "organization", uuid)
    .option("--type <type>", "of one type only", notEmpty)
    .option("--limit <n>", "at most 1000; 50 when left out", wholeNumber(1, 1_000))
    .action(async (options: ListOptions) => {
      const { listPlatformEvents, presentPlatformEvent } = await import("@service/domain/platform-events");
      const events = await withDeps({}, (deps) =>
        listPlatformEvents(deps, {
          organizationId: options.organization,
          type: options.type,
          limit: options.limit,
        }),
      );
      print(options, { answer: { events: events.map((event) => asItIs(presentPlatformEvent(event))) } });
    });
}

async function textOf(file: string): Promise<string> {
  if (file !== "-") return readFile(file, "utf8");
  const { text } = await import("node:stream/consumers");
  return text(process.stdin);
}
