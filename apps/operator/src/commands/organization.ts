import type { Command } from "commander";
import type { Organization } from "@service/domain/organizations";
import { notEmpty, oneOf, orNull, print, uuid, verb, wholeNumber, wholeNumberOrNone } from "../command.ts";
import { readSecret, warningsAboutSecret } from "../read-file.ts";
import type { Session } from "../session.ts";

const onOff = oneOf(["on", "off"]);

/** `svc organization`: tenants and their operator settings. */
export function addOrganization(noun: Command, { withDeps }: Session): void {
  verb(noun, "create", "Create an organization with its live environment")
    .requiredOption("--name <name>", "name of the organization", notEmpty)
    .action(async (options: { name: string; json?: boolean }) => {
      const { createOrganization } = await import("@service/domain/organizations");
      const { id, name } = await withDeps("organizations.create", {}, (deps, operator) =>
        createOrganization(deps, operator, { name: options.name }),
      );
      print(options, { answer: { organization_id: id, name } });
    });

  verb(noun, "list", "List all organizations").action(async (options: { json?: boolean }) => {
    const { listOrganizations } = await import("@service/domain/organizations");
    const organizations = await withDeps("organizations.list", {}, listOrganizations);
    print(options, { answer: { organizations: organizations.map(shown) } });
  });

  verb(noun, "show", "Show an organization")
    .argument("<id>", "organization", uuid)
    .action(async (id: string, options: { json?: boolean }) => {
      const { showOrganization } = await import("@service/domain/organizations");
      const organization = await withDeps("organizations.show", {}, (deps) => showOrganization(deps, id));
      print(options, { answer: { ...shown(organization), environments: organization.environments } });
    });

  verb(noun, "set", "Change settings of an organization; options left out keep their values")
    .argument("<id>", "organization", uuid)
    .option("--requests-per-minute <n>", "request budget over all keys and environments", wholeNumber(1, 10_000_000))
    .option(
      "--monthly-run-cap <n|none>",
      "runs in the live environment per calendar month (UTC); 0 refuses every run, none removes the cap",
      wholeNumberOrNone(0, 1_000_000_000),
    )
    .option("--max-running <n|none>", "most runs in processing at one time", wholeNumberOrNone(1, 1_000_000))
    .option("--delivery-setup <setup>", "per_run or per_correction", oneOf(["per_run", "per_correction"]))
    .option("--records-posture <posture>", "off, shadow or lit", oneOf(["off", "shadow", "lit"]))
    .option(
      "--assertion-secret <file|none>",
      `file with the secret that signs assertions of acting persons (- for standard input)`,
      notEmpty,
    )
    .option("--default-field-policy <key>", "field policy of readers without a seat of their own", notEmpty)
    .option(
      "--agent-commands <types|usual|none>",
      "types of ledger commands that agents may append, with commas; usual: all but cancel_* and retract_note",
      notEmpty,
    )
    .option("--models <aliases|none>", "model aliases open to it besides embedded, with commas", notEmpty)
    .option(
      "--max-active-turns <n|none>",
      "turns of conversations queued or running at one time; none: 20",
      wholeNumberOrNone(1, 100_000),
    )
    .option(
      "--conversation-retention-days <n|none>",
      "days after its last turn for which a conversation is kept; none: 365",
      wholeNumberOrNone(1, 3_650),
    )
    .option("--analyses <on|off>", "whether the analyses routes are switched on", onOff)
    .action(async (id: string, options: SetOptions) => {
      const { setOrganization } = await import("@service/domain/organizations");
      const { analyses } = options;
      const agentCommands = await agentCommandsOf(options.agentCommands);
      const assertionSecret = await secretOf(options.assertionSecret);
      const organization = await withDeps(
        "organizations.set",
        assertionSecret === undefined ? {} : { secrets: true },
        (deps, operator) =>
          setOrganization(deps, operator, id, {
            requestsPerMinute: options.requestsPerMinute,
            monthlyRunCap: orNull(options.monthlyRunCap),
            maxRunning: orNull(options.maxRunning),
            deliverySetup: options.deliverySetup,
            recordsPosture: options.recordsPosture,
            defaultFieldPolicy: options.defaultFieldPolicy,
            agentCommands,
            models: modelsOf(options.models),
            maxActiveTurns: orNull(options.maxActiveTurns),
            conversationRetentionDays: orNull(options.conversationRetentionDays),
            analysesEnabled: analyses === undefined ? undefined : analyses === "on",
            assertionSecret,
          }),
      );
      const capped = "a cap of 0 refuses every run of the live environment; --monthly-run-cap none removes it";
      print(options, {
        answer: shown(organization),
        warnings: [
          ...(options.monthlyRunCap === 0 ? [capped] : []),
          ...(assertionSecret === undefined || assertionSecret === null ? [] : warningsAboutSecret(assertionSecret)),
        ],
      });
    });
}

/** Null removes the secret; undefined keeps it. */
async function secretOf(file: string | undefined): Promise<string | null | undefined> {
  if (file === undefined) return undefined;
  return file === "none" ? null : readSecret("--assertion-secret", file);
}

/** Null: the usual types; undefined keeps what is set. */
async function agentCommandsOf(given: string | undefined): Promise<readonly string[] | null | undefined> {
  if (given === undefined) return undefined;
  if (given === "usual") return null;
  if (given === "none") return [];
  const { callersCommandTypes } = await import("@service/domain/ledger");
  const names = given.split(",").map((name) => name.trim());
  for (const name of names)
    if (!callersCommandTypes.some((type) => type.name === name))
      throw new Error(
        `${name} is no type of ledger command: ${callersCommandTypes.map((type) => type.name).join(", ")}`,
      );
  return names;
}

/** Undefined keeps what is set. */
function modelsOf(given: string | undefined): readonly string[] | undefined {
  if (given === undefined) return undefined;
  if (given === "none") return [];
  return [...new Set(given.split(",").map((alias) => alias.trim()))];
}

interface SetOptions {
  readonly models?: string;
  readonly maxActiveTurns?: number | "none";
  readonly conversationRetentionDays?: number | "none";
  readonly agentCommands?: string;
  readonly defaultFieldPolicy?: string;
  readonly requestsPerMinute?: number;
  readonly monthlyRunCap?: number | "none";
  readonly maxRunning?: number | "none";
  readonly deliverySetup?: "per_run" | "per_correction";
  readonly recordsPosture?: "off" | "shadow" | "lit";
  readonly assertionSecret?: string;
  readonly analyses?: "on" | "off";
  readonly json?: boolean;
}

/** Named like the options that set them. */
function shown(organization: Organization) {
  return {
    organization_id: organization.id,
    name: organization.name,
    requests_per_minute: organization.requestsPerMinute,
    monthly_run_cap: organization.monthlyRunCap,
    max_running: organization.maxRunning,
    delivery_setup: organization.deliverySetup,
    records_posture: organization.recordsPosture,
    assertion_secret: organization.verifiesAssertions ? "set" : "none",
    analyses: organization.analysesEnabled ? "on" : "off",
    default_field_policy: organization.defaultFieldPolicy,
    agent_commands: organization.agentCommands === null ? "usual" : organization.agentCommands || "none",
    models: organization.models.join(",") || "none",
    max_active_turns: organization.maxActiveTurns,
    conversation_retention_days: organization.conversationRetentionDays,
    created_at: organization.createdAt,
  };
}
