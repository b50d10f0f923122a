import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import type { Command } from "commander";
import { notEmpty, print, verb } from "../command.ts";
import { withDeps } from "../with-deps.ts";

/** `svc egress`: manifests of what may leave for a model provider. */
export function addEgress(program: Command): void {
  const noun = program.command("egress").description("Egress manifests");

  verb(noun, "list", "List the manifests and their SHA-256, by which configurations name them").action(
    async (options: { json?: boolean }) => {
      const { listEgressManifests } = await import("@service/domain/engines");
      print(options, { answer: { manifests: await withDeps({}, listEgressManifests) } });
    },
  );

  verb(noun, "register <file>", "Register a manifest; doing it again answers the same")
    .option("--name <name>", "name of the manifest; the file's name when left out", notEmpty)
    .action(async (file: string, options: { name?: string; json?: boolean }) => {
      const text = await readFile(file, "utf8");
      const name = options.name ?? basename(file).replace(/\.json$/i, "");
      const { registerEgressManifest } = await import("@service/domain/engines");
      const registered = await withDeps({}, (deps) => registerEgressManifest(deps, { name, text }));
      print(options, { answer: { manifests: [registered] } });
    });
}
