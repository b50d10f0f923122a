import type { Json, JsonObject } from "@service/json";
import { objectOf, textOf } from "../fields.ts";
import { TextFile } from "../text-file.ts";
import { americanDate, type DeliveredClient, rowsOf } from "./delivered-client.ts";
import type { Shape } from "./shape.ts";

/** The report of a policy and its client, a row for each policy (SAMPLE-22). */
type Cell = (account: JsonObject, policy: JsonObject) => string;

const account =
  (field: string, write: (value: Json | undefined) => string = textOf): Cell =>
  (row) =>
    write(row[field]);
const address =
  (part: string): Cell =>
  (row) =>
    textOf(objectOf(row.mailing_address)[part]);
const policy =
  (field: string, write: (value: Json | undefined) => string = textOf): Cell =>
  (_row, row) =>
    write(row[field]);

const dateCell = (value: Json | undefined): string => americanDate(textOf(value));
const money = (value: Json | undefined): string =>
  typeof value === "number"
    ? `$${value.toLocaleString("en-US", { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`
    : "";
const percent = (value: Json | undefined): string =>
  typeof value === "number" ? `${Math.round(value * 10_000) / 100}%` : "";
/** `general_liability` as "General Liability". */
const titled = (value: Json | undefined): string => capitals(textOf(value), "_", " ");
const hyphened = (value: Json | undefined): string => capitals(textOf(value), "_", "-");

function capitals(code: string, between: string, joiner: string): string {
  return code
    .split(between)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(joiner);
}

const columns: readonly (readonly [title: string, cell: Cell])[] = [
  ["Client Code", account("client_key")],
  ["Client Name", account("name")],
  ["DBA", account("dba")],
  ["Client Type", account("kind", titled)],
  ["Segment", account("segment", titled)],
  ["Account Status", account("status")],
  ["Entity Type", account("entity_type")],
  ["FEIN", account("fein")],
  ["NAICS", account("naics")],
  ["Address 1", address("line1")],
  ["Address 2", address("line2")],
  ["City", address("city")],
  ["State", address("state")],
  ["Zip", address("zip")],
  ["Phone", account("phone")],
  ["Email", account("email")],
  ["Client Since", account("since", dateCell)],
  ["Office", account("office_key")],
  ["Producer", policy("producer_seat")],
  ["CSR", policy("servicer_seat")],
  ["Policy Number", policy("policy_number")],
  ["Line of Business", policy("line", titled)],
  ["Carrier Code", policy("carrier_key")],
  ["Carrier", policy("carrier_name")],
  ["Policy Status", policy("status", hyphened)],
  ["Transaction", policy("kind", titled)],
  ["Effective Date", policy("effective_on", dateCell)],
  ["Expiration Date", policy("expires_on", dateCell)],
  ["Cancel Date", policy("cancelled_on", dateCell)],
  ["Term", policy("term_months")],
  ["Premium", policy("premium", money)],
  ["Annual Premium", policy("annualized_premium", money)],
  ["Billing", policy("billing", titled)],
  ["Commission %", policy("commission_rate", percent)],
  ["Commission Amount", policy("commission_amount", money)],
  ["Market", policy("market")],
];

/** RFC 4180 with `;` between cells: what holds one of its signs stands in quotes. */
function line(cells: readonly string[]): string {
  const written = cells.map((cell) => (/[;"\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell));
  return `${written.join(";")}\r\n`;
}

export const widePolicyShape: Shape = {
  name: "wide_policy_csv",
  complete: ["accounts", "policies"],
  held: ({ id, rows }: DeliveredClient) => ({
    id,
    rows: { accounts: rowsOf(rows, "accounts"), policies: rowsOf(rows, "policies") },
  }),
  // A report is run anew; nobody gets one of what has changed.
  delta: undefined,
  open: (folder) => {
    const file = new TextFile(folder, "policies.csv", "latin1");
    file.write(line(columns.map(([title]) => title)));
    return {
      add: ({ rows }) => {
        for (const client of rowsOf(rows, "accounts"))
          for (const term of rowsOf(rows, "policies"))
            file.addText(line(columns.map(([, cell]) => cell(client, term))));
      },
      remove: () => undefined,
      end: () => [file.end()],
    };
  },
};
