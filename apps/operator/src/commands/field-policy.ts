import { parseJson } from "@service/json";
import type { Command } from "commander";
import { print, uuid, verb } from "../command.ts";
import { readText, UnreadableFile } from "../read-file.ts";
import type { Session } from "../session.ts";

interface OfOrganization {
  readonly organization: string;
  readonly json?: boolean;
}

const help = `
A field policy says which values of the book a reader does not see. Every organization has full, producer, service and
external_agent; a file adds others or replaces them:

  {"policy_key": "claims_desk", "denied": ["commission"], "masks": {"fein": "last4", "birth_date": "year"}}

  denied   classes: pii_contact, pii_identity, financial, commission, screening, internal; their values are null
  masks    a field and how it is shown: last4, year, initials, domain (of an address), null
svc seat set gives a policy to a seat, svc organization set --default-field-policy to everybody else.`;

/** `svc field-policy`: which values readers of the book do not see. */
export function addFieldPolicy(noun: Command, { withDeps }: Session): void {
  noun.addHelpText("after", help);
  const organization = ["--organization <id>", "organization", uuid] as const;

  verb(noun, "set <file>", "Add or replace policies: one, or a list (- for standard input)")
    .requiredOption(...organization)
    .addHelpText("after", help)
    .action(async (name: string, options: OfOrganization) => {
      const file = jsonOf(name, await readText(name));
      const { setFieldPolicies } = await import("@service/domain/seats");
      const policies = await withDeps("fieldPolicies.set", {}, (deps, operator) =>
        setFieldPolicies(deps, operator, { organizationId: options.organization, file }),
      );
      print(options, { answer: { field_policies: policies } });
    });

  verb(noun, "list", "List field policies")
    .requiredOption(...organization)
    .action(async (options: OfOrganization) => {
      const { listFieldPolicies } = await import("@service/domain/seats");
      const policies = await withDeps("fieldPolicies.list", {}, (deps) =>
        listFieldPolicies(deps, options.organization),
      );
      print(options, { answer: { field_policies: policies } });
    });
}

function jsonOf(name: string, text: string): unknown {
  try {
    return parseJson(text);
  } catch (error) {
    throw new UnreadableFile(`${name} is not JSON`, { cause: error });
  }
}
