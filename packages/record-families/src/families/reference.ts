import { booleanSchema, closed, listOf, stateSchema, textSchema } from "@service/json";
import { family } from "../family.ts";
import { field } from "../field.ts";
import { agencyKey } from "../shared-fields.ts";

export const carriers = family("carriers", {
  plane: "reference",
  owner: "agency",
  keyName: "carrier_key",
  keyPrefix: "ca_",
  fields: {
    name: field(textSchema(200)),
    rating: field(textSchema(8)),
    appointed: field(booleanSchema()),
    admitted_states: field(listOf(stateSchema(), 60)),
    contacts: field(
      listOf(
        closed({ name: textSchema(200), role: textSchema(60), email: textSchema(320), phone: textSchema(40) }),
        20,
      ),
    ),
  },
  required: ["name"],
  sorts: ["name"],
  defaultSort: { field: "name", direction: "asc" },
});

/** Lines of insurance as the system of record names them. */
export const lines = family("lines", {
  plane: "reference",
  owner: "agency",
  keyName: "line_key",
  fields: { name: field(textSchema(200)), segment: field(textSchema(60)) },
});

export const offices = family("offices", {
  plane: "reference",
  owner: "agency",
  keyName: "office_key",
  fields: { name: field(textSchema(200)), state: field(stateSchema()) },
});

export const teams = family("teams", {
  plane: "reference",
  owner: "agency",
  keyName: "team_key",
  fields: { name: field(textSchema(200)), office_key: agencyKey() },
});

/** The people of the agency; seats are made of them (SEAT-1). */
export const staff = family("staff", {
  plane: "reference",
  owner: "agency",
  keyName: "seat_key",
  fields: {
    name: field(textSchema(200)),
    email: field(textSchema(320)),
    role: field(textSchema(60)),
    office_key: agencyKey(),
    team_keys: field(listOf(textSchema(128, 1), 20)),
  },
});
