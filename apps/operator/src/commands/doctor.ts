import type { Command } from "commander";
import { print, repeated } from "../command.ts";
import { readOperatorConfig } from "../config.ts";
import { examine } from "../doctor/examine.ts";
import type { Session } from "../session.ts";

/** `svc doctor`: whether an installation is sound, as a probe and for a person (OPS-60, OPS-61). */
export function addDoctor(noun: Command, { findDatabase }: Session): void {
  noun
    .option(
      "--address <url>",
      "a public address to reach, such as https://api.example.com/health; repeatable",
      repeated,
      [],
    )
    .option("--json", "print one JSON object")
    .addHelpText("after", "\nIt changes nothing. Exit status 1: a problem was found; warnings alone end with 0.")
    .action(async (options: { readonly address: readonly string[]; readonly json?: boolean }) => {
      const findings = await examine(readOperatorConfig(), findDatabase, options.address);
      const problems = findings.filter(({ state }) => state === "problem").length;
      const table = findings.map(({ check, state, says, todo }) => ({ state, check, says, todo: todo ?? "" }));
      print(options, { answer: { healthy: problems === 0, findings }, table: { findings: table } });
      if (problems > 0) throw new Error(problems === 1 ? "one problem was found" : `${problems} problems were found`);
    });
}
