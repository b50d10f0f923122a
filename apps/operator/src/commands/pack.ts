import type { Command } from "commander";
import { print, verb } from "../command.ts";

/** `svc pack`: the rule packs of this build. */
export function addPack(noun: Command): void {
  verb(noun, "list", "List the rule packs a configuration can name").action(async (options: { json?: boolean }) => {
    const { listPacks } = await import("@service/packs");
    const packs = listPacks().map(({ key, version, sha256, rules }) => ({
      pack_key: key,
      pack_version: version,
      sha256,
      engine_types: Object.keys(rules),
    }));
    print(options, { answer: { packs } });
  });
}
