import type { Command } from "commander";
import { fail } from "@service/contract";
import { verbatim } from "../answer.ts";
import { notEmpty, oneOf, print, uuid, verb } from "../command.ts";
import { previousExpiresIn } from "../previous-expires-in.ts";
import { readSecret, readText } from "../read-file.ts";
import type { Session } from "../session.ts";

interface SetOptions {
  readonly organization: string;
  readonly engine: string;
  readonly pinPolicy?: "latest_allowed" | "exact_required";
  readonly withdraw?: string;
  readonly gate?: string;
  readonly json?: boolean;
}

interface StampSecretOptions {
  readonly organization: string;
  readonly source: string;
  readonly previousExpiresIn?: number;
  readonly json?: boolean;
}

const stampHelp = `
Pipe the secret in on standard input; a line break at its end is ignored, and it is never shown:
  openssl rand -hex 32 | tee secret.txt | svc engine set-stamp-secret quotes --organization ID --source portal

Set the secret first: a draft that lists a submission source with verify: hmac can be saved and published only when the
source has one. The previous secret stays valid for a day, or for --previous-expires-in seconds (0: ends now). A source
has at most three live secrets.`;

/** `svc engine`: settings of an engine that only the operator changes. */
export function addEngine(noun: Command, { withDeps }: Session): void {
  verb(noun, "set", "Show or change the operator settings of an engine; options left out keep their values")
    .requiredOption("--organization <id>", "organization", uuid)
    .requiredOption("--engine <slug>", "engine", notEmpty)
    .option("--pin-policy <policy>", "latest_allowed or exact_required", oneOf(["latest_allowed", "exact_required"]))
    .option("--withdraw <version>", "release to withdraw for good: it serves no more runs", notEmpty)
    .option("--gate <file>", "JSON file with evaluation cases and gate settings", notEmpty)
    .action(async (options: SetOptions) => {
      const gate = options.gate === undefined ? undefined : await readText(options.gate);
      const { setEngineSettings } = await import("@service/domain/engines");
      const { showOrganization } = await import("@service/domain/organizations");
      const settings = await withDeps("engines.set", {}, async (deps, operator) => {
        await showOrganization(deps, options.organization);
        return setEngineSettings(deps, operator, options.organization, options.engine, {
          pinPolicy: options.pinPolicy,
          withdraw: options.withdraw,
          gate,
        });
      });
      const parsed: unknown = settings.gate === null ? null : JSON.parse(settings.gate);
      print(options, { answer: { ...settings, gate: verbatim(parsed) } });
    });

  verb(
    noun,
    "set-stamp-secret <slug>",
    "Set the secret that signs stamps of a submission source; read from standard input",
  )
    .requiredOption("--organization <id>", "organization", uuid)
    .requiredOption("--source <key>", "key of the source in submission_sources", notEmpty)
    .option("--previous-expires-in <seconds>", ...previousExpiresIn)
    .addHelpText("after", stampHelp)
    .action(async (slug: string, options: StampSecretOptions) => {
      const secret = await secretFromStandardInput();
      const { setStampSecret } = await import("@service/domain/engines");
      const set = await withDeps("engines.stampSecret", { secrets: true }, (deps, operator) =>
        setStampSecret(deps, operator, {
          organizationId: options.organization,
          slug,
          sourceKey: options.source,
          secret,
          previousExpiresInSeconds: options.previousExpiresIn,
        }),
      );
      print(options, { answer: { ...set } });
    });
}

/** @throws on a terminal, which would show the typed secret. */
async function secretFromStandardInput(): Promise<string> {
  if (process.stdin.isTTY)
    throw fail("invalid_request", { message: "The secret is read from standard input: pipe it in." });
  return readSecret("standard input", "-");
}
