import { foldText } from "@service/record-families";
import { hash } from "node:crypto";
import type { DeclaredDerivation } from "../declaration.ts";
import { textOf } from "./values.ts";

/** A mailbox of an office is nobody's duplicate. */
const contactsMax = 20;

/** Contacts of different clients, or twice of one, with the same address and name. */
export const contactDuplicates: DeclaredDerivation = {
  key: "contact_duplicates",
  label: "Duplicate contacts",
  mode: "full",
  isAfterSync: false,
  schedule: "0 4 * * 0",
  work: {
    kind: "book",
    families: ["contacts"],
    begin() {
      const byPerson = new Map<string, string[]>();
      return {
        add({ rows }) {
          for (const contact of rows("contacts")) {
            const [key, name] = [textOf(contact["key"]), textOf(contact["name"])];
            const reached =
              textOf(contact["email"])?.trim().toLowerCase() ?? textOf(contact["phone"])?.replace(/\D/g, "");
            if (key === null || name === null || reached === undefined || reached === "") continue;
            const person = hash("sha256", JSON.stringify([foldText(name), reached]), "base64url").slice(0, 22);
            const existing = byPerson.get(person);
            if (existing === undefined) byPerson.set(person, [key]);
            else existing.push(key);
          }
        },
        rows: () =>
          [...byPerson].flatMap(([key, contacts]) =>
            contacts.length < 2 || contacts.length > contactsMax
              ? []
              : [{ key, clientKey: "", body: { contact_keys: contacts.toSorted() } }],
          ),
      };
    },
  },
};
