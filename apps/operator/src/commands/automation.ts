import { readFile } from "node:fs/promises";
import { limits } from "@service/contract";
import type { Command } from "commander";
import type { Automation, ExecutionStatus } from "@service/domain/automations";
import { asItIs } from "../answer.ts";
import { notEmpty, oneOf, print, uuid, verb, wholeNumber } from "../command.ts";
import { withDeps } from "../with-deps.ts";

interface OfOrganization {
  readonly organization: string;
  readonly json?: boolean;
}

interface CreateOptions extends OfOrganization {
  readonly file: string;
}

interface ExecutionsOptions extends OfOrganization {
  readonly status?: ExecutionStatus;
  readonly limit?: number;
}

const statuses = ["pending", "running", "succeeded", "failed", "skipped"] as const satisfies readonly ExecutionStatus[];

const help = `
An automation reacts to each platform event of a type, or to each tick of a schedule, with one effect. The file is JSON:

  {
    "automation_key": "review-new-offerings",
    "trigger": {
      "event_type": "dataset.refreshed",
      "filter": {"fact": "event.data.dataset_key", "op": "eq", "value": "offerings"}
    },
    "effect": {"kind": "start_evaluation", "engine_slug": "markets"},
    "max_per_hour": 60,
    "cooldown_s": 0
  }

Trigger, one of
  {"event_type": TYPE, "filter"?: CONDITION}
      types: svc help event; facts of a condition: event.type, event.subject.kind, event.subject.key, event.data.<name>, …
      An event for which the condition is unknown (a fact is missing) does not fire.
  {"schedule": "0 6 * * 1-5", "timezone": "Europe/Berlin"}
      five fields: minute hour day-of-month month day-of-week; UTC when no zone is named. After downtime the latest missed
      tick fires, once. When clocks change: a fixed time that is skipped fires right after the change, one that comes twice
      fires the first time; with a * in minute or hour, real time counts. Each tick is an event schedule.fired.

Effect, one of
  {"kind": "run_engine", "engine_slug": …, "input_template": {…}, "engine_version"?, "environment"?, "acting_principal"?}
      submits a run as a caller would (environment: live when left out), with its pins, checks and monthly cap.
  {"kind": "start_evaluation", "engine_slug": …}
      runs the gate's cases of the saved draft; the result is an event evaluation.finished.
  {"kind": "emit_event", "type": "custom.<name>", "data": {…}}
  {"kind": "deliver_webhook", "endpoint_id": …}
      sends the event to a webhook endpoint: signed and retried like every delivery.

Texts in input_template and data may hold {{event.data.<name>}}; a text that is nothing else keeps the value's type. Only
text, numbers and true or false can be filled in.

It fires at most max_per_hour times an hour (60), not within cooldown_s seconds of its last firing (0), once for each event,
never on an event it emitted itself; a chain of effects ends after the fourth. What did not fire, and why, is in
svc automation executions, which is kept 90 days.`;

/** `svc automation`: what follows from platform events and schedules. */
export function addAutomation(program: Command): void {
  const noun = program
    .command("automation")
    .description("What follows from platform events and schedules")
    .addHelpText("after", help);
  const organization = ["--organization <id>", "organization", uuid] as const;

  verb(noun, "create", "Set up an automation; it reacts to what happens from now on")
    .requiredOption(...organization)
    .requiredOption("--file <file>", "JSON file with the automation (- for standard input)", notEmpty)
    .addHelpText("after", help)
    .action(async (options: CreateOptions) => {
      const text = await textOf(options.file);
      const { createAutomation, presentAutomation } = await import("@service/domain/automations");
      const { automation, missing } = await withDeps({}, (deps) =>
        createAutomation(deps, { organizationId: options.organization, text }),
      );
      print(options, {
        answer: asWire(presentAutomation(automation)),
        ...(missing === null ? {} : { notice: `${missing}: the automation fails until it does` }),
      });
    });

  verb(noun, "list", "List the automations of an organization")
    .requiredOption(...organization)
    .action(async (options: OfOrganization) => {
      const { listAutomations, presentAutomation } = await import("@service/domain/automations");
      const automations = await withDeps({}, (deps) => listAutomations(deps, options.organization));
      print(options, {
        answer: {
          automations: automations.map((automation) => ({
            ...asWire(presentAutomation(automation)),
            last_fired_at: automation.lastFiredAt,
          })),
        },
      });
    });

  verb(noun, "show <key>", "Show an automation")
    .requiredOption(...organization)
    .action(async (key: string, options: OfOrganization) => {
      const { presentAutomation, showAutomation } = await import("@service/domain/automations");
      const automation = await withDeps({}, (deps) => showAutomation(deps, options.organization, key));
      print(options, { answer: asWire(presentAutomation(automation)) });
    });

  for (const [name, enabled, summary] of [
    ["enable", true, "Let an automation react again; a schedule goes on with its next tick"],
    ["disable", false, "Stop an automation; what happens meanwhile is not made up for"],
  ] as const) {
    verb(noun, `${name} <key>`, summary)
      .requiredOption(...organization)
      .action(async (key: string, options: OfOrganization) => {
        const { presentAutomation } = await import("@service/domain/automations");
        print(options, { answer: asWire(presentAutomation(await switched(options.organization, key, enabled))) });
      });
  }

  verb(noun, "remove <key>", "Remove an automation; what it did stays in the log, and its key is free again")
    .requiredOption(...organization)
    .action(async (key: string, options: OfOrganization) => {
      const { removeAutomation } = await import("@service/domain/automations");
      await withDeps({}, (deps) => removeAutomation(deps, options.organization, key));
      print(options, { answer: { automation_key: key, removed: true } });
    });

  verb(noun, "executions [key]", "List what automations did, and what they did not and why, newest first")
    .requiredOption(...organization)
    .option("--status <status>", statuses.join(", "), oneOf(statuses))
    .option(
      "--limit <n>",
      `at most ${limits.pageMax}; ${limits.pageDefault} when left out`,
      wholeNumber(1, limits.pageMax),
    )
    .action(async (key: string | undefined, options: ExecutionsOptions) => {
      const { listExecutions, presentExecution } = await import("@service/domain/automations");
      const executions = await withDeps({}, (deps) =>
        listExecutions(deps, {
          organizationId: options.organization,
          automationKey: key,
          status: options.status,
          limit: options.limit,
        }),
      );
      print(options, { answer: { executions: executions.map(presentExecution) } });
    });
}

async function switched(organizationId: string, automationKey: string, enabled: boolean): Promise<Automation> {
  const { switchAutomation } = await import("@service/domain/automations");
  return withDeps({}, (deps) => switchAutomation(deps, { organizationId, automationKey, enabled }));
}

async function textOf(file: string): Promise<string> {
  if (file !== "-") return readFile(file, "utf8");
  const { text } = await import("node:stream/consumers");
  return text(process.stdin);
}

/** Trigger and effect hold names that customers chose. */
function asWire(automation: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(automation).map(([name, value]) => [name, asItIs(value)]));
}
