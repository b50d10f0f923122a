import type { Command } from "commander";
import { verbatim } from "../answer.ts";
import { notEmpty, oneOf, print, release, uuid, verb } from "../command.ts";
import { mustExist } from "../must-exist.ts";
import { previousExpiresIn } from "../previous-expires-in.ts";
import { readSecret, readText, warningsAboutSecret } from "../read-file.ts";
import type { Session } from "../session.ts";

interface SetOptions {
  readonly organization: string;
  readonly engine?: string;
  readonly designate?: "risk" | "program" | "opportunity" | "none";
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

/** `svc engine`: the engines of an organization, and settings of an engine that only the operator changes. */
export function addEngine(noun: Command, { withDeps }: Session): void {
  verb(noun, "list", "List the engines of an organization, the oldest first")
    .requiredOption("--organization <id>", "organization", uuid)
    .action(async (options: { organization: string; json?: boolean }) => {
      const { listEnginesForOperator } = await import("@service/domain/engines");
      const engines = await withDeps("engines.listForOperator", {}, async (deps) => {
        await mustExist(deps, options.organization);
        return listEnginesForOperator(deps, options.organization);
      });
      print(options, { answer: { engines } });
    });

  verb(noun, "set [slug]", "Show or change the operator settings of an engine; options left out keep their values")
    .requiredOption("--organization <id>", "organization", uuid)
    .option("--engine <slug>", "engine, where it is not the argument", notEmpty)
    .option("--pin-policy <policy>", "latest_allowed or exact_required", oneOf(["latest_allowed", "exact_required"]))
    .option("--withdraw <version>", "release to withdraw for good: it serves no more runs", release)
    .option("--gate <file>", "JSON file with evaluation cases and gate settings", notEmpty)
    .option(
      "--designate <purpose>",
      "risk (entity_analysis), program (matching) or opportunity: the engine of these runs over records; none ends it",
      oneOf(["risk", "program", "opportunity", "none"]),
    )
    .action(async (slug: string | undefined, options: SetOptions, command: Command) => {
      const engine = slug ?? options.engine;
      if (engine === undefined) command.error("error: name the engine: svc engine set SLUG --organization ID");
      if (slug !== undefined && options.engine !== undefined && slug !== options.engine)
        command.error("error: the argument and --engine name different engines");
      const gate = options.gate === undefined ? undefined : await readText(options.gate);
      const { setEngineSettings } = await import("@service/domain/engines");
      const { showOrganization } = await import("@service/domain/organizations");
      const settings = await withDeps("engines.set", {}, async (deps, operator) => {
        await showOrganization(deps, options.organization);
        return setEngineSettings(deps, operator, options.organization, engine, {
          designate: options.designate,
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
    .action(async (slug: string, options: StampSecretOptions, command: Command) => {
      if (process.stdin.isTTY)
        command.error("error: pipe the secret in on standard input: a terminal would show what is typed");
      const secret = await readSecret("standard input", "-");
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
      const { listedSources, ...answer } = set;
      print(options, {
        answer,
        warnings: [...warningsAbout(options.source, listedSources), ...warningsAboutSecret(secret)],
      });
    });
}

/** A secret may be set before the draft lists its source; a typo looks the same. */
function warningsAbout(source: string, listed: readonly string[]): string[] {
  if (listed.includes(source)) return [];
  return [
    `the draft lists no submission source ${source}` +
      (listed.length === 0 ? ", and no other" : `, only ${listed.join(", ")}`) +
      ": the secret has no effect until it does",
  ];
}
