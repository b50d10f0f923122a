/**
 * Writes docs/generated from the code: the OpenAPI document, the error table, who may call what, and the state tables;
 * the operations of the client; and the types of the SQL statements from a database with all migrations.
 * `--check` writes nothing and fails when a file is stale. A document that would break callers of the committed one is
 * refused unless `--accept-breaking` says that the break is meant.
 */
import { execFileSync } from "node:child_process";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { codesOfTemplate, errors, errorTemplates, isErrorTemplate, type ErrorSpec } from "@service/contract";
import { type Access, actionNames, actions, permissionFor, permissionNames, permissions } from "@service/domain/access";
import { deliveryTransitions } from "@service/domain/deliveries";
import { importTransitions } from "@service/domain/imports";
import { taskTransitions, workflowTransitions } from "@service/domain/ledger";
import { runTransitions } from "@service/domain/runs";
import { turnTransitions } from "@service/domain/turns";
import { errorCodesOf, inlineParts, openApiDocument } from "@service/http";
import type { JsonObject } from "@service/json";
import { accessSentence, apiDescription, routes } from "@service/routes";
import { clientOperations, clientOperationsFile } from "./client-operations.ts";
import { incompatibilities } from "./openapi-compatibility.ts";
import { statementTypes, statementTypesFile } from "./statements/statement-types.ts";

const root = join(import.meta.dirname, "..");
const folder = join(root, "docs", "generated");
const isCheck = process.argv.includes("--check");
const acceptsBreaking = process.argv.includes("--accept-breaking");

const document = openApiDocument(routes, apiDescription);
const files: Record<string, string> = {
  "docs/generated/openapi.json": readableJson(document),
  "docs/generated/errors.md": errorsPage(),
  "docs/generated/access.md": accessPage(),
  "docs/generated/states.md": statesPage(),
  [clientOperationsFile]: clientOperations(document),
  [statementTypesFile]: await statementTypes(),
};

const broken = isCheck || !acceptsBreaking ? await breaks() : [];
if (broken.length > 0) {
  for (const { operation, problem } of broken) process.stderr.write(`breaks callers: ${operation}: ${problem}\n`);
  process.exit(1);
}
let stale = 0;
await mkdir(folder, { recursive: true });
for (const [name, text] of Object.entries(files)) {
  const path = join(root, name);
  const committed = await readFile(path, "utf8").catch(() => "");
  if (committed === text) continue;
  if (isCheck) {
    stale += 1;
    process.stderr.write(`stale: ${name} (run npm run generate)\n`);
  } else await writeFile(path, text);
}
process.exit(stale > 0 ? 1 : 0);

/** Against the last commit when there is one, so that a regenerated file cannot hide its own break. */
async function breaks() {
  const committed = committedDocument() ?? (await readFile(join(folder, "openapi.json"), "utf8").catch(() => ""));
  if (committed === "") return [];
  return incompatibilities(parsed(committed), parsed(JSON.stringify(document)));
}

function parsed(text: string): JsonObject {
  const document: unknown = JSON.parse(text);
  return inlineParts(document);
}

/** Indented, with what fits on a line on one line: references and short lists make most of the document. */
function readableJson(value: unknown): string {
  const indented = JSON.stringify(value, null, 2);
  const short = /[[{]\n\s+(?:[^\n[\]{}]{1,60}\n\s+){1,4}[\]}]/g;
  return `${indented.replaceAll(short, (whole) => {
    const line = whole.replaceAll(/\n\s+/g, " ");
    return line.length <= 100 ? line : whole;
  })}\n`;
}

function committedDocument(): string | undefined {
  try {
    return execFileSync("git", ["show", "HEAD:docs/generated/openapi.json"], {
      cwd: root,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
      maxBuffer: 64 * 1024 * 1024,
    });
  } catch {
    // No git, no commit, or not committed yet: the file on disk is the reference.
    return undefined;
  }
}

function errorsPage(): string {
  const rows = Object.entries(errors).map(([code, row]: [string, ErrorSpec]) => {
    const status = typeof row.status === "number" ? String(row.status) : row.status.join(", ");
    const carries = [
      row.details && "details",
      row.optionalDetails && "details, optional",
      row.blockers && "blockers",
      row.retryAfter && "Retry-After",
    ].filter(Boolean);
    return `| ${status} | \`${code}\` | ${row.message} | ${carries.join(", ")} |`;
  });
  for (const template of Object.keys(errorTemplates).filter(isErrorTemplate)) {
    const { status, message } = errorTemplates[template];
    for (const { code } of codesOfTemplate(template)) rows.push(`| ${status} | \`${code}\` | ${message} | details |`);
  }
  return page(
    "Error codes",
    "Generated from packages/contract/src/errors.ts.",
    ["HTTP", "Code", "Meaning", "Carries"],
    rows,
  );
}

function accessPage(): string {
  const rows = routes.map(
    (route) =>
      `| ${route.method} | \`${route.path}\` | ${route.id} | ${whoMay(route.access.rule)} | ${[...errorCodesOf(route)]
        .toSorted()
        .map((code) => `\`${code}\``)
        .join(" ")} |`,
  );
  const names = new Set(routes.map((route) => route.id));
  const others = Object.entries(actions)
    .filter(([action]) => !names.has(action))
    .map(([action, access]) => `| ${action} | ${whoMay(access)} |`);
  return [
    page(
      "Routes and who may call them",
      "Generated from the access table (packages/domain/src/identity/access/actions.ts) and the route declarations.",
      ["Method", "Path", "Operation", "Access", "Codes"],
      rows,
    ),
    "## Other actions",
    "",
    "What is no route of its own: commands of `svc`, effects of automations, parts of a request.",
    "",
    "| Action | Access |",
    "| --- | --- |",
    ...others,
    "",
    "## People in the console",
    "",
    "Generated from packages/domain/src/identity/access/permissions.ts. ✓: has it; c: in an organization that was opened.",
    "",
    "| Permission | reader | developer | admin | operator | owner | Actions |",
    "| --- | --- | --- | --- | --- | --- | --- |",
    ...permissionNames.map(permissionRow),
    "",
  ].join("\n");
}

function permissionRow(name: (typeof permissionNames)[number]): string {
  const row: {
    readonly members: readonly string[];
    readonly installation: readonly string[];
    readonly contents?: true;
  } = permissions[name];
  const mark = (isHeld: boolean, sign: string): string => (isHeld ? sign : "");
  const cells = [
    ...["reader", "developer", "admin"].map((role) => mark(row.members.includes(role), "✓")),
    ...["operator", "owner"].map((role) => mark(row.installation.includes(role), row.contents === true ? "c" : "✓")),
    actionNames.filter((action) => permissionFor(action) === name).join(", "),
  ];
  return `| ${name} | ${cells.join(" | ")} |`;
}

/** The sentence that callers read, and whether automations may call. */
function whoMay(access: Access): string {
  const automations = "automation" in access && access.automation ? " Automations of the organization." : "";
  return accessSentence(access) + automations;
}

type TransitionRows = Readonly<Record<string, { from: readonly string[]; to: string; announces?: string }>>;

function statesPage(): string {
  const tables: Record<string, TransitionRows> = {
    Run: runTransitions,
    Turn: turnTransitions,
    "Webhook delivery": deliveryTransitions,
    "Import of the book": importTransitions,
    "Task of the ledger": taskTransitions,
    "Workflow of the ledger": workflowTransitions,
  };
  const sections = Object.entries(tables).map(([title, table]) => {
    const rows = Object.entries(table).map(
      ([action, row]) => `| ${action} | ${row.from.join(", ") || "(none)"} | ${row.to} | ${row.announces ?? ""} |`,
    );
    const arrows = Object.entries(table).flatMap(([action, row]) =>
      row.from.map((from) => `  ${from} --> ${row.to}: ${action}`),
    );
    const head = ["| Action | From | To | Announces |", "| --- | --- | --- | --- |"];
    return [`## ${title}`, "", ...head, ...rows, "", "```mermaid", "stateDiagram-v2", ...arrows, "```", ""].join("\n");
  });
  return `# State tables\n\nGenerated from the transition tables in packages/domain.\n\n${sections.join("\n")}`;
}

function page(title: string, source: string, head: string[], rows: string[]): string {
  return [
    `# ${title}`,
    "",
    source,
    "",
    `| ${head.join(" | ")} |`,
    `| ${head.map(() => "---").join(" | ")} |`,
    ...rows,
    "",
  ].join("\n");
}
