import { basename } from "node:path";
import type { Command } from "commander";
import { notEmpty, print, verb } from "../command.ts";
import { readText } from "../read-file.ts";
import type { Session } from "../session.ts";

/** `svc egress`: manifests of the data that may be sent to a model provider. */
export function addEgress(noun: Command, { withDeps }: Session): void {
  verb(noun, "list", "List the manifests and their SHA-256, which configurations refer to").action(
    async (options: { json?: boolean }) => {
      const { listEgressManifests } = await import("@service/domain/engines");
      print(options, { answer: { manifests: await withDeps("egressManifests.list", {}, listEgressManifests) } });
    },
  );

  verb(noun, "register <file>", "Register a manifest; repeating it returns the same answer")
    .option("--name <name>", "name of the manifest; default the file's name", notEmpty)
    .action(async (file: string, options: { name?: string; json?: boolean }) => {
      const text = await readText(file);
      const name = options.name ?? basename(file).replace(/\.json$/i, "");
      const { registerEgressManifest } = await import("@service/domain/engines");
      const registered = await withDeps("egressManifests.register", {}, (deps, operator) =>
        registerEgressManifest(deps, operator, { name, text }),
      );
      print(options, { answer: { manifests: [registered] } });
    });
}
