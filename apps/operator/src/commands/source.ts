import type { Command } from "commander";
import { inboundSourceKinds, type InboundSourceKind } from "@service/contract";
import { notEmpty, oneOf, print, uuid, verb } from "../command.ts";
import { previousExpiresIn } from "../previous-expires-in.ts";
import { readText } from "../read-file.ts";
import type { Session } from "../session.ts";

interface CreateOptions {
  readonly organization: string;
  readonly environment: string;
  readonly key?: string;
  readonly kind: InboundSourceKind;
  readonly map?: string;
  readonly json?: boolean;
}

interface RotateOptions {
  readonly organization: string;
  readonly previousExpiresIn?: number;
  readonly json?: boolean;
}

const help = `
A source is an address, /api/v1/events/ingest/<key>, that one sender posts events to. What arrives is appended to the
organization's log (svc event list) as inbound.appended. A source belongs to an environment and goes with it.

Kinds, and how their senders authenticate:
  native     Standard Webhooks: webhook-id, webhook-timestamp, webhook-signature; body {type, data, occurred_at?}
  repo_host  X-Hub-Signature-256 with the secret; id in X-GitHub-Delivery, type in X-GitHub-Event
  ams_ons    the secret as a shared code, in the header X-Service-Source-Code unless the mapping says otherwise

The mapping (--map) is a JSON file:
  accept       types to accept, with * and ?; others are ignored: ["pull_request.*", "push"]
  delivery_id  ams_ons only: JSON Pointer to the id of a delivery; without it, equal bodies are one delivery
  type         ams_ons only: JSON Pointer to the type; default "notification"
  code         ams_ons only: {"in": "header" | "query" | "body", "name": "…"}

Secrets are shown once. rotate issues a new one; the live ones stay valid for a day, or for --previous-expires-in seconds
(0: they end now). A source has at most three live secrets, an ams_ons source two codes.
disable is permanent: the key is never used for another source.`;

/** `svc source`: sources of inbound events. */
export function addSource(noun: Command, { withDeps }: Session): void {
  noun.addHelpText("after", help);
  verb(noun, "create", "Register a source; its secret is shown once")
    .requiredOption("--organization <id>", "organization", uuid)
    .requiredOption("--environment <slug>", "environment", notEmpty)
    .requiredOption("--kind <kind>", inboundSourceKinds.join(", "), oneOf(inboundSourceKinds))
    .option("--key <key>", "8 to 64 letters, digits, _ or -; default random", notEmpty)
    .option("--map <file>", "JSON file with the mapping", notEmpty)
    .addHelpText("after", help)
    .action(async (options: CreateOptions) => {
      const mapping = options.map === undefined ? undefined : await readText(options.map);
      const { createSource } = await import("@service/domain/inbound");
      const source = await withDeps("sources.create", { secrets: true }, (deps, operator) =>
        createSource(deps, operator, {
          organizationId: options.organization,
          environment: options.environment,
          kind: options.kind,
          sourceKey: options.key,
          mapping,
        }),
      );
      print(options, { answer: { ...source }, notice: secretNotice });
    });

  verb(noun, "list", "List the sources of an organization")
    .requiredOption("--organization <id>", "organization", uuid)
    .action(async (options: { organization: string; json?: boolean }) => {
      const { listSources } = await import("@service/domain/inbound");
      const sources = await withDeps("sources.list", {}, (deps) => listSources(deps, options.organization));
      print(options, { answer: { sources } });
    });

  verb(noun, "disable <key>", "Disable a source permanently")
    .requiredOption("--organization <id>", "organization", uuid)
    .action(async (key: string, options: { organization: string; json?: boolean }) => {
      const { disableSource } = await import("@service/domain/inbound");
      const source = await withDeps("sources.disable", {}, (deps, operator) =>
        disableSource(deps, operator, { organizationId: options.organization, sourceKey: key }),
      );
      print(options, { answer: { ...source } });
    });

  verb(noun, "rotate <key>", "Issue a new secret; the live ones stay valid for a while")
    .requiredOption("--organization <id>", "organization", uuid)
    .option("--previous-expires-in <seconds>", ...previousExpiresIn)
    .action(async (key: string, options: RotateOptions) => {
      const { rotateSource } = await import("@service/domain/inbound");
      const source = await withDeps("sources.rotate", { secrets: true }, (deps, operator) =>
        rotateSource(deps, operator, {
          organizationId: options.organization,
          sourceKey: key,
          previousExpiresInSeconds: options.previousExpiresIn,
        }),
      );
      print(options, { answer: { ...source }, notice: secretNotice });
    });
}

const secretNotice = "give the secret to the sender now: it is shown this once";
