import type { Command } from "commander";
import { notEmpty, print, uuid, verb } from "../command.ts";
import type { Session } from "../session.ts";

const shownOnce = "store the key now: it is not shown again, and only its hash is stored";

/** `svc key`: organization keys. */
export function addKey(noun: Command, { withDeps }: Session): void {
  verb(noun, "create", "Issue an organization key for one environment")
    .requiredOption("--organization <id>", "organization", uuid)
    .requiredOption("--environment <slug>", "environment", notEmpty)
    .option("--label <text>", "what the key is for", notEmpty)
    .action(async (options: { organization: string; environment: string; label?: string; json?: boolean }) => {
      const { createOrganizationKey } = await import("@service/domain/keys");
      const { keyId, apiKey, environment } = await withDeps("keys.create", {}, (deps, operator) =>
        createOrganizationKey(deps, operator, {
          organizationId: options.organization,
          environmentSlug: options.environment,
          label: options.label,
        }),
      );
      print(options, { answer: { key_id: keyId, api_key: apiKey, environment }, notice: shownOnce });
    });

  verb(noun, "list", "List the organization keys of an organization, revoked ones included")
    .requiredOption("--organization <id>", "organization", uuid)
    .action(async (options: { organization: string; json?: boolean }) => {
      const { listKeys } = await import("@service/domain/keys");
      print(options, {
        answer: { keys: await withDeps("keys.list", {}, (deps) => listKeys(deps, options.organization)) },
      });
    });

  verb(noun, "revoke", "Revoke an organization key; effective within 60 seconds")
    .argument("<key_id>", "id of the key, not the key itself", uuid)
    .action(async (keyId: string, options: { json?: boolean }) => {
      const { revokeKey } = await import("@service/domain/keys");
      print(options, {
        answer: {
          ...(await withDeps("keys.revoke", {}, (deps, operator) => revokeKey(deps, operator, "every", keyId))),
        },
      });
    });
}
