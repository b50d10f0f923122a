import { type Json, parseJson } from "@service/json";
import type { Command } from "commander";
import type { SeatScope } from "@service/domain/seats";
import { notEmpty, oneOf, print, uuid, verb } from "../command.ts";
import { readText, UnreadableFile } from "../read-file.ts";
import type { Session } from "../session.ts";

const scopes = ["Own", "Team", "Office", "All", "Platform"] as const satisfies readonly SeatScope[];

interface OfOrganization {
  readonly organization: string;
  readonly json?: boolean;
}

interface SetOptions extends OfOrganization {
  readonly scope?: SeatScope;
  readonly fieldPolicy?: string;
  readonly active?: "yes" | "no";
}

const help = `
A seat is a person's place in the agency: whose clients that person sees in the book, and which fields. Seats come with the
book (its family staff) or from a file, which wins seat by seat: a seat that was imported or set here is left alone by later
imports of the book. Seats that a file does not name stay as they are.

The file is a JSON array, one JSON object on each line, or a table with these names as columns (CSV or a workbook, .xlsx
or FILE.xlsx#SHEET), lists parted by |:
  {"seat_key": "s-17", "emails": ["pat@example.com"], "principal_ids": ["idp|42"], "name": "Pat Moreno", "role": "producer",
   "office_key": "north", "team_keys": ["commercial"], "scope": "Team", "field_policy_key": "producer", "active": true}

  scope    Own: clients it produces or services; Team: those of all seats that share a team with it; Office: those of its
           office; All: the whole organization; Platform: staff of the service. Default: Own
  field_policy_key   see svc field-policy list; default: the organization's
An address or id in two active seats maps to nobody.`;

/** `svc seat`: who reads the book. */
export function addSeat(noun: Command, { withDeps }: Session): void {
  noun.addHelpText("after", help);
  const organization = ["--organization <id>", "organization", uuid] as const;

  verb(noun, "import <file>", "Import seats (- for standard input)")
    .requiredOption(...organization)
    .addHelpText("after", help)
    .action(async (name: string, options: OfOrganization) => {
      const file = tableName.test(name) ? await seatsOfTable(name) : rowsOf(name, await readText(name));
      const { importSeats } = await import("@service/domain/seats");
      const { ambiguous, ...counts } = await withDeps("seats.import", {}, (deps, operator) =>
        importSeats(deps, operator, { organizationId: options.organization, file }),
      );
      print(options, {
        answer: counts,
        warnings: ambiguous.map((shared) => `${shared} stands in more than one active seat and maps to nobody`),
      });
    });

  verb(noun, "list", "List seats")
    .requiredOption(...organization)
    .action(async (options: OfOrganization) => {
      const { listSeats, presentSeat } = await import("@service/domain/seats");
      const seats = await withDeps("seats.list", {}, (deps) => listSeats(deps, options.organization));
      print(options, {
        answer: { seats: seats.map((seat) => ({ ...presentSeat(seat), origin: seat.origin })) },
        table: {
          seats: seats.map(({ seatKey, name, scope, officeKey, fieldPolicyKey, active }) => ({
            seat_key: seatKey,
            name,
            scope,
            office_key: officeKey,
            field_policy_key: fieldPolicyKey,
            active,
          })),
        },
      });
    });

  verb(noun, "set <seat-key>", "Change a seat; options left out keep their values")
    .requiredOption(...organization)
    .option("--scope <scope>", scopes.join(", "), oneOf(scopes))
    .option("--field-policy <key|none>", "field policy; none: the organization's default", notEmpty)
    .option("--active <yes|no>", "whether the seat may read", oneOf(["yes", "no"]))
    .action(async (seatKey: string, options: SetOptions) => {
      await change(seatKey, options, {
        scope: options.scope,
        fieldPolicyKey: options.fieldPolicy === "none" ? null : options.fieldPolicy,
        active: options.active === undefined ? undefined : options.active === "yes",
      });
    });

  verb(noun, "disable <seat-key>", "Switch a seat off: within two seconds it reads nothing")
    .requiredOption(...organization)
    .action(async (seatKey: string, options: OfOrganization) => change(seatKey, options, { active: false }));

  async function change(
    seatKey: string,
    options: OfOrganization,
    changes: {
      scope?: SeatScope | undefined;
      fieldPolicyKey?: string | null | undefined;
      active?: boolean | undefined;
    },
  ): Promise<void> {
    const { presentSeat, setSeat } = await import("@service/domain/seats");
    const seat = await withDeps("seats.set", {}, (deps, operator) =>
      setSeat(deps, operator, { organizationId: options.organization, seatKey, changes }),
    );
    print(options, { answer: presentSeat(seat) });
  }
}

const tableName = /[.](?:csv|xls[xm](?:#[^]*)?)$/i;
const activeWords: ReadonlyMap<string, boolean> = new Map([
  ["yes", true],
  ["true", true],
  ["no", false],
  ["false", false],
]);
const listColumns = new Set(["emails", "principal_ids", "team_keys"]);

/** The rows of a table as a file of seats has them. @throws UnreadableFile for a row that cannot be read */
async function seatsOfTable(name: string): Promise<unknown> {
  const { openTable, readSourceRows } = await import("@service/source-files");
  const seats: unknown[] = [];
  for await (const batch of readSourceRows(await openTable(name))) {
    for (const row of batch) {
      const [fault] = row.kind === "row" ? Object.entries(row.faults ?? {}) : [];
      if (row.kind === "malformed") throw new UnreadableFile(`line ${row.line} of ${name} ${row.message}`);
      if (fault !== undefined) throw new UnreadableFile(`line ${row.line} of ${name}: ${fault.join(" ")}`);
      if (row.kind === "row") seats.push(Object.fromEntries(Object.entries(row.value).map(seatMember)));
    }
  }
  return seats;
}

function seatMember([column, value]: [string, Json]): [string, Json] {
  const name = column.toLowerCase().replaceAll(" ", "_");
  // Any other word is refused: it must not switch a person off.
  if (name === "active" && typeof value === "string") return [name, activeWords.get(value.toLowerCase()) ?? value];
  if (typeof value !== "string" && typeof value !== "number") return [name, value];
  const text = String(value);
  if (!listColumns.has(name)) return [name, text];
  return [name, text.split("|").flatMap((part) => (part.trim() === "" ? [] : [part.trim()]))];
}

/** A JSON array, or one object on each line. */
function rowsOf(name: string, text: string): unknown {
  try {
    if (!text.trimStart().startsWith("{")) return parseJson(text);
    const lines = text.split("\n").filter((line) => line.trim() !== "");
    return lines.map((line) => parseJson(line));
  } catch (error) {
    throw new UnreadableFile(`${name} is neither a JSON array nor one JSON object on each line`, { cause: error });
  }
}
