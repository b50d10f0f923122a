import type { Command } from "commander";
import type { InstallationRole } from "@service/domain/access";
import type { Person } from "@service/domain/people";
import { emailAddress, notEmpty, oneOf, print, verb } from "../command.ts";
import { readOperatorConfig } from "../config.ts";
import type { Session } from "../session.ts";

const roles = ["owner", "operator", "none"] as const;

const help = `
People sign in to the console. A role of the installation is owner (people and sign-in) or operator (every organization);
none is for members of organizations, see svc member. The first person is an owner. A link lets its person in once, within
an hour, to set a password.`;

const linkShownOnce = "send the link to its person: it works once, for an hour, and is not shown again";

/** `svc person`: who signs in to the console. */
export function addPerson(noun: Command, { withDeps }: Session): void {
  noun.addHelpText("after", help);

  verb(noun, "invite", "Add a person and make the link with which they set a password")
    .requiredOption("--email <address>", "email of the person", emailAddress)
    .requiredOption("--name <name>", "name of the person", notEmpty)
    .option("--role <role>", roles.join(", "), oneOf(roles), "none")
    .addHelpText("after", help)
    .action(async (options: { email: string; name: string; role: (typeof roles)[number]; json?: boolean }) => {
      const { addressOfLink, invitePerson } = await import("@service/domain/people");
      const invited = await withDeps("people.invite", {}, (deps, operator) =>
        invitePerson(deps, operator, { email: options.email, name: options.name, role: roleOf(options.role) }),
      );
      print(options, {
        answer: {
          person_id: invited.personId,
          role: invited.role,
          link: addressOfLink(readOperatorConfig().consolePublicUrl, invited),
          expires_at: invited.expiresAt,
        },
        notice: linkShownOnce,
      });
    });

  verb(noun, "list", "List people, disabled ones included").action(async (options: { json?: boolean }) => {
    const { listPeople } = await import("@service/domain/people");
    const people = await withDeps("people.list", {}, (deps) => listPeople(deps));
    print(options, {
      answer: {
        people: people.map((person) => ({
          person_id: person.id,
          email: person.email,
          name: person.name,
          role: person.role,
          second_factor: person.hasSecondFactor,
          signed_in_at: person.signedInAt,
          disabled: person.disabledAt !== null,
        })),
      },
    });
  });

  change("disable", "Keep a person out; their sessions end at once", { disabled: true });
  change("enable", "Let a disabled person in again", { disabled: false });

  verb(noun, "set-role", "Change the role in the installation; the sessions of the person end")
    .argument("<email>", "email of the person", emailAddress)
    .argument("<role>", roles.join(", "), oneOf(roles))
    .action(async (address: string, role: (typeof roles)[number], options: { json?: boolean }) => {
      await set(address, options, { role: roleOf(role) });
    });

  verb(noun, "reset-second-factor", "Remove a lost second factor; the password stays")
    .argument("<email>", "email of the person", emailAddress)
    .action(async (address: string, options: { json?: boolean }) => {
      const { readPersonByEmail, resetSignIn } = await import("@service/domain/people");
      const personId = await withDeps("people.resetSignIn", {}, async (deps, operator) => {
        const { id } = await readPersonByEmail(deps, address);
        await resetSignIn(deps, operator, id, "second_factor");
        return id;
      });
      print(options, { answer: { person_id: personId, second_factor: false } });
    });

  verb(noun, "reset", "Remove password and second factor, and make a new link")
    .argument("<email>", "email of the person", emailAddress)
    .action(async (address: string, options: { json?: boolean }) => {
      const { addressOfLink, readPersonByEmail, resetSignIn } = await import("@service/domain/people");
      const { personId, link } = await withDeps("people.resetSignIn", {}, async (deps, operator) => {
        const { id } = await readPersonByEmail(deps, address);
        return { personId: id, link: await resetSignIn(deps, operator, id, "all") };
      });
      print(options, {
        answer: {
          person_id: personId,
          link: link && addressOfLink(readOperatorConfig().consolePublicUrl, link),
          expires_at: link?.expiresAt,
        },
        notice: linkShownOnce,
      });
    });

  function change(name: string, summary: string, changes: { readonly disabled: boolean }): void {
    verb(noun, name, summary)
      .argument("<email>", "email of the person", emailAddress)
      .action(async (address: string, options: { json?: boolean }) => set(address, options, changes));
  }

  async function set(
    address: string,
    options: { json?: boolean },
    changes: { readonly role?: InstallationRole | null; readonly disabled?: boolean },
  ): Promise<void> {
    const { readPersonByEmail, setPerson } = await import("@service/domain/people");
    const person: Person = await withDeps("people.set", {}, async (deps, operator) => {
      const { id } = await readPersonByEmail(deps, address);
      await setPerson(deps, operator, id, changes);
      return readPersonByEmail(deps, address);
    });
    print(options, {
      answer: { person_id: person.id, role: person.role, disabled: person.disabledAt !== null },
    });
  }
}

function roleOf(role: (typeof roles)[number]): InstallationRole | null {
  return role === "none" ? null : role;
}
