import { aliases, capabilities } from "@service/contract";
import { InvalidArgumentError, type Command } from "commander";
import { notEmpty, oneOf, print, repeated, uuid, verb } from "../command.ts";
import type { Session } from "../session.ts";

const grantable = [...capabilities, ...Object.keys(aliases.capabilities)];

interface CreateOptions {
  readonly organization: string;
  readonly environment: string;
  readonly engine: readonly string[];
  readonly capability: readonly string[];
  readonly json?: boolean;
}

/** `svc scoped-key`: keys bound to an environment, engines and capabilities. */
export function addScopedKey(noun: Command, { withDeps }: Session): void {
  verb(noun, "create", "Issue a scoped key")
    .requiredOption("--organization <id>", "organization", uuid)
    .requiredOption("--environment <slug>", "environment", notEmpty)
    .option("--engine <slug>", "engine it may use (repeatable)", repeated, [])
    .option(
      "--capability <name>",
      "capability it has (repeatable)",
      (name: string, before: readonly string[]) => repeated(oneOf(grantable)(name), before),
      [],
    )
    .addHelpText("after", `\nCapabilities: ${capabilities.join(", ")}`)
    .action(async (options: CreateOptions) => {
      const { createScopedKey } = await import("@service/domain/keys");
      const issued = await withDeps("scopedKeys.create", {}, (deps, operator) =>
        createScopedKey(deps, operator, {
          organizationId: options.organization,
          environmentSlug: options.environment,
          engineSlugs: options.engine,
          capabilities: options.capability,
        }),
      );
      print(options, {
        answer: { key_id: issued.keyId, api_key: issued.apiKey },
        notice: "store the key now: it is not shown again, and only the hash of its secret is stored",
      });
    });

  verb(noun, "list", "List the scoped keys of an organization, revoked ones included")
    .requiredOption("--organization <id>", "organization", uuid)
    .action(async (options: { organization: string; json?: boolean }) => {
      const { listScopedKeys } = await import("@service/domain/keys");
      print(options, {
        answer: { keys: await withDeps("scopedKeys.list", {}, (deps) => listScopedKeys(deps, options.organization)) },
      });
    });

  verb(noun, "revoke", "Revoke a scoped key; effective on the next request")
    .argument("<key_id>", "id of the key, not the key itself", scopedKeyId)
    .action(async (keyId: string, options: { json?: boolean }) => {
      const { revokeScopedKey } = await import("@service/domain/keys");
      print(options, {
        answer: {
          ...(await withDeps("scopedKeys.revoke", {}, (deps, operator) =>
            revokeScopedKey(deps, operator, "every", keyId),
          )),
        },
      });
    });
}

/** Reads the id of a scoped key. @throws InvalidArgumentError, which ends the command as wrong usage. */
function scopedKeyId(text: string): string {
  if (/^[0-9a-f]{24}$/.test(text)) return text;
  throw new InvalidArgumentError("It must be the id of a scoped key: 24 hexadecimal characters.");
}
