import type { Command } from "commander";
import type { MemberRole } from "@service/domain/access";
import { emailAddress, oneOf, print, uuid, verb } from "../command.ts";
import type { Session } from "../session.ts";

const roles = ["admin", "developer", "reader"] as const satisfies readonly MemberRole[];

interface OfOrganization {
  readonly organization: string;
  readonly json?: boolean;
}

const help = `
A member opens an organization in the console. admin: everything, members and environments included; developer: engines,
assistants, endpoints, keys; reader: results, and the book as the seat of their email. Invite people first: svc person.`;

/** `svc member`: who opens an organization in the console. */
export function addMember(noun: Command, { withDeps }: Session): void {
  noun.addHelpText("after", help);
  const organization = ["--organization <id>", "organization", uuid] as const;

  verb(noun, "add", "Make a person a member, or give a member another role")
    .requiredOption(...organization)
    .requiredOption("--email <address>", "email of the person", emailAddress)
    .requiredOption("--role <role>", roles.join(", "), oneOf(roles))
    .addHelpText("after", help)
    .action(async (options: OfOrganization & { email: string; role: MemberRole }) => {
      await set(options, options.role);
    });

  verb(noun, "remove", "Remove a member")
    .requiredOption(...organization)
    .requiredOption("--email <address>", "email of the person", emailAddress)
    .action(async (options: OfOrganization & { email: string }) => set(options, null));

  verb(noun, "list", "List the members of an organization")
    .requiredOption(...organization)
    .action(async (options: OfOrganization) => {
      const { listMembers } = await import("@service/domain/people");
      const members = await withDeps("members.list", {}, (deps) => listMembers(deps, options.organization));
      print(options, {
        answer: {
          members: members.map(({ personId, email, name, role }) => ({ person_id: personId, email, name, role })),
        },
      });
    });

  async function set(options: OfOrganization & { email: string }, role: MemberRole | null): Promise<void> {
    const { readPersonByEmail, setMember } = await import("@service/domain/people");
    const personId = await withDeps("members.set", {}, async (deps, operator) => {
      const { id } = await readPersonByEmail(deps, options.email);
      await setMember(deps, { ...operator, organizationId: options.organization }, { personId: id, role });
      return id;
    });
    print(options, { answer: { person_id: personId, organization_id: options.organization, role } });
  }
}
