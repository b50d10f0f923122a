import { readdir, readFile, mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { applyMigrations, type DefinedStatement, definedStatements } from "@service/db";
import { startEmbeddedPostgres } from "@service/embedded-postgres";

import { describeStatements, type DescribedStatement, type Descriptions } from "./describe-statements.ts";

const root = join(import.meta.dirname, "..", "..");

/** Where the types of all statements are committed. */
export const statementTypesFile = "packages/domain/src/statement-types.ts";

/** The content of `statementTypesFile`, from the statements in the code and a database with all migrations. */
export async function statementTypes(): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), "service-statements-"));
  const server = startEmbeddedPostgres({ dataDir, persistent: false });
  try {
    const [{ url }, statements] = await Promise.all([server, allStatements()]);
    await applyMigrations(url);
    return fileOf(await describeStatements(url, statements));
  } finally {
    await (await server).stop();
  }
}

/** Every statement that a source of the packages defines: modules register theirs when they are loaded. */
export async function allStatements(): Promise<readonly DefinedStatement[]> {
  for (const file of await readdir(join(root, "packages"), { recursive: true })) {
    if (!/^[^/]+\/src\/.*(?<![.]test)[.]ts$/.test(file) || file.includes("node_modules")) continue;
    const path = join(root, "packages", file);
    if (/\b(?:hotStatement|statement)\(\s*"/.test(await readFile(path, "utf8"))) await import(path);
  }
  // A test of packages/db in the same process defines one of its own.
  return definedStatements().filter(({ name }) => !name.startsWith("test-"));
}

/** What the driver makes of a value (`value-types.ts` of packages/db), and what it takes for a parameter. */
const scalars: Readonly<Record<string, { readonly read: string; readonly given: string }>> = {
  bigint: { read: "number", given: "number" },
  boolean: { read: "boolean", given: "boolean" },
  bytea: { read: "Buffer", given: "Buffer" },
  date: { read: "Date", given: "Date | string" },
  "double precision": { read: "number", given: "number" },
  integer: { read: "number", given: "number" },
  // A parameter is JSON text: the driver would write an array as an array of PostgreSQL.
  json: { read: "unknown", given: "string" },
  jsonb: { read: "unknown", given: "string" },
  name: { read: "string", given: "string" },
  numeric: { read: "string", given: "string | number" },
  pg_lsn: { read: "string", given: "string" },
  real: { read: "number", given: "number" },
  smallint: { read: "number", given: "number" },
  text: { read: "string", given: "string" },
  "timestamp with time zone": { read: "Date", given: "Date | string" },
  uuid: { read: "string", given: "string" },
  // The driver's reading of an empty string.
  void: { read: "string", given: "never" },
};

/** Arrays that the driver parses; any other comes as the text that PostgreSQL writes. */
const parsedArrays = new Set([
  "boolean",
  "double precision",
  "integer",
  "smallint",
  "text",
  "timestamp with time zone",
  "uuid",
]);

function fileOf({ statements, enums }: Descriptions): string {
  const used = new Set<string>();

  function scalar(type: string, side: "read" | "given"): string {
    if (enums.has(type)) {
      used.add(type);
      return enumName(type);
    }
    const scalar = scalars[type];
    if (!scalar) throw new Error(`the type ${type} has no type in statement-types.ts of scripts/statements`);
    return scalar[side];
  }
  function read(type: string): string {
    if (!type.endsWith("[]")) return scalar(type, "read");
    const element = type.slice(0, -2);
    return parsedArrays.has(element) ? `readonly ${scalar(element, "read")}[]` : "string";
  }
  function givenType(type: string): string {
    if (!type.endsWith("[]")) return scalar(type, "given");
    return `ArrayOf<${scalar(type.slice(0, -2), "given")}>`;
  }
  function isWordType(type: string): boolean {
    return type === "text" || enums.has(type);
  }
  /** One line a statement, so that a changed statement is one changed line. */
  function entry({ name, parameters, parameterNames, columns }: DescribedStatement): string {
    const given = parameters.map((type) => `${givenType(type)} | null`);
    const values =
      parameterNames.length === 0
        ? `readonly [${given.join(", ")}]`
        : `{ ${parameterNames.map((one, index) => `readonly ${one}: ${given[index]}`).join("; ")} }`;
    const row = columns.map(
      ({ name: column, type, isNullable, words }) =>
        `readonly ${JSON.stringify(column)}: ${[
          ...(words && isWordType(type) ? words.map((one) => JSON.stringify(one)) : [read(type)]),
          ...(isNullable && read(type) !== "unknown" ? ["null"] : []),
        ].join(" | ")}`,
    );
    const shape = row.length === 0 ? "never" : `{ ${row.join("; ")} }`;
    return `    ${JSON.stringify(name)}: { values: ${values}; row: ${shape} };`;
  }

  const entries = statements.map(entry);
  const aliases = [...used].toSorted().map((type) => {
    const labels = (enums.get(type) ?? []).map((label) => JSON.stringify(label));
    return `type ${enumName(type)} = ${labels.join(" | ")};`;
  });
  return [
    "/**",
    " * Parameters and rows of every named statement, as PostgreSQL describes them. Written by `npm run generate`; never",
    " * edited. A parameter may always be null; a column may be null unless a constraint, its expression or a condition of",
    " * the statement says otherwise.",
    " */",
    'import type { ArrayOf } from "@service/db";',
    "",
    ...aliases,
    "",
    'declare module "@service/db/statement" {',
    "  interface StatementTypes {",
    ...entries,
    "  }",
    "}",
    "",
  ].join("\n");
}

/** `run_status` → `RunStatus`. */
function enumName(type: string): string {
  return type
    .split("_")
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join("");
}
