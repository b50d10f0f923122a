import { limits } from "@service/contract";
import type { Command } from "commander";
import type { Automation, ExecutionStatus } from "@service/domain/automations";
import { verbatim } from "../answer.ts";
import { notEmpty, oneOf, print, uuid, verb, wholeNumber } from "../command.ts";
import { readText } from "../read-file.ts";
import type { Session } from "../session.ts";
import type { WithDeps } from "../with-deps.ts";

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
      An event that lacks a fact of the condition does not fire.
  {"schedule": "0 6 * * 1-5", "timezone": "Europe/Berlin"}
      five fields: minute hour day-of-month month day-of-week; timezone UTC by default. After downtime only the latest
      missed tick fires. When clocks change: a fixed time that is skipped fires right after the change, one that comes twice
      fires the first time; with a * in minute or hour, elapsed time counts. Each tick is an event schedule.fired.

Effect, one of
  {"kind": "run_engine", "engine_slug": …, "input_template": {…}, "engine_version"?, "environment"?, "acting_principal"?}
      submits a run as a caller would (default environment: live), with its pins, checks and monthly cap.
  {"kind": "start_evaluation", "engine_slug": …}
      runs the gate's cases of the saved draft; the result is an event evaluation.finished.
  {"kind": "start_evaluation", "instance_slug": …}
      answers the active scenarios of a conversation instance under its saved draft; its end is an event evaluation.finished.
  {"kind": "emit_event", "type": "custom.<name>", "data": {…}}
  {"kind": "deliver_webhook", "endpoint_id": …}
      sends the event to a webhook endpoint, signed and retried like every delivery.

Strings in input_template and data may contain {{event.data.<name>}}; a string with nothing else takes the value's type.
Only strings, numbers and booleans can be inserted.

It fires once for each event, at most max_per_hour times an hour (60), not within cooldown_s seconds of its last firing (0),
and never on an event it emitted itself; a chain of effects ends after the fourth. svc automation executions shows what
fired, and what did not and why, for 90 days.`;

/** `svc automation`: reactions to platform events and schedules. */
export function addAutomation(noun: Command, { withDeps }: Session): void {
  noun.addHelpText("after", help);
  const organization = ["--organization <id>", "organization", uuid] as const;

  verb(noun, "create", "Create an automation; it reacts to later events only")
    .requiredOption(...organization)
    .requiredOption("--file <file>", "JSON file with the automation (- for standard input)", notEmpty)
    .addHelpText("after", help)
    .action(async (options: CreateOptions) => {
      const text = await readText(options.file);
      const { createAutomation, presentAutomation } = await import("@service/domain/automations");
      const { openEngineLoader } = await import("@service/domain/engines");
      const { automation, missing } = await withDeps("automations.create", {}, (deps, operator) =>
        createAutomation({ db: deps.db, clock: deps.clock, engines: openEngineLoader(deps.db) }, operator, {
          organizationId: options.organization,
          text,
        }),
      );
      print(options, {
        answer: asWire(presentAutomation(automation)),
        warnings: missing === null ? [] : [`${missing}: the automation fails until it does`],
      });
    });

  verb(noun, "list", "List the automations of an organization")
    .requiredOption(...organization)
    .action(async (options: OfOrganization) => {
      const { listAutomations, presentAutomation } = await import("@service/domain/automations");
      const automations = await withDeps("automations.list", {}, (deps) => listAutomations(deps, options.organization));
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
      const automation = await withDeps("automations.show", {}, (deps) =>
        showAutomation(deps, options.organization, key),
      );
      print(options, { answer: asWire(presentAutomation(automation)) });
    });

  for (const [name, enabled, summary] of [
    ["enable", true, "Enable an automation; a schedule resumes with its next tick"],
    ["disable", false, "Disable an automation; events in the meantime are not made up for"],
  ] as const) {
    verb(noun, `${name} <key>`, summary)
      .requiredOption(...organization)
      .action(async (key: string, options: OfOrganization) => {
        const { presentAutomation } = await import("@service/domain/automations");
        print(options, {
          answer: asWire(presentAutomation(await switched(withDeps, options.organization, key, enabled))),
        });
      });
  }

  verb(noun, "remove <key>", "Remove an automation; its executions stay in the log, and its key can be used again")
    .requiredOption(...organization)
    .action(async (key: string, options: OfOrganization) => {
      const { removeAutomation } = await import("@service/domain/automations");
      await withDeps("automations.remove", {}, (deps, operator) =>
        removeAutomation(deps, operator, options.organization, key),
      );
      print(options, { answer: { automation_key: key, removed: true } });
    });

  verb(noun, "executions [key]", "List executions of automations, and those that did not fire and why, newest first")
    .requiredOption(...organization)
    .option("--status <status>", statuses.join(", "), oneOf(statuses))
    .option("--limit <n>", `at most ${limits.pageMax}; default ${limits.pageDefault}`, wholeNumber(1, limits.pageMax))
    .action(async (key: string | undefined, options: ExecutionsOptions) => {
      const { listExecutions, presentExecution } = await import("@service/domain/automations");
      const executions = await withDeps("automations.executions", {}, (deps) =>
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

async function switched(
  withDeps: WithDeps,
  organizationId: string,
  automationKey: string,
  enabled: boolean,
): Promise<Automation> {
  const { switchAutomation } = await import("@service/domain/automations");
  return withDeps("automations.switch", {}, (deps, operator) =>
    switchAutomation(deps, operator, { organizationId, automationKey, enabled }),
  );
}

/** Leaves trigger and effect as they are: they contain keys chosen by customers. */
function asWire(automation: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(automation).map(([name, value]) => [name, verbatim(value)]));
}
