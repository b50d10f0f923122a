import { inlineParts } from "@service/http";
import * as z from "zod";

/** The file that `npm run generate` writes. */
export const clientOperationsFile = "packages/client/src/operations.ts";

const schema = z.looseObject({
  $ref: z.string().optional(),
  properties: z.record(z.string(), z.looseObject({ type: z.unknown().optional() })).default({}),
});
const content = z
  .record(z.string(), z.looseObject({ schema, examples: z.record(z.string(), z.unknown()).default({}) }))
  .default({});
const operationShape = z.looseObject({
  operationId: z.string(),
  summary: z.string(),
  parameters: z.array(z.looseObject({ name: z.string(), in: z.string() })).default([]),
  responses: z.record(z.string(), z.looseObject({ content })),
  requestBody: z.looseObject({ content }).optional(),
});
/** What the client needs of the API document. */
const documentShape = z.looseObject({
  paths: z.record(z.string(), z.record(z.string(), operationShape)),
  components: z.looseObject({ schemas: z.record(z.string(), schema) }),
});
type Document = z.infer<typeof documentShape>;
type Operation = z.infer<typeof operationShape>;

/** A declared operation of the client: facts of its request, its refusals, its kind of call. */
interface Row {
  readonly id: string;
  readonly summary: string;
  readonly facts: string;
  readonly codes: readonly string[];
  readonly call: string;
}

/** Headers that the client writes itself: who acts. */
const acting = /^x-service-(?:acting-|records-assertion$)/;

/** The operations of the API document as the client declares them: facts to send them by, codes, and a tree of calls. */
export function clientOperations(given: object): string {
  const document = documentShape.parse(inlineParts(given));
  const rows = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => rowOf(document, method, path, operation)),
  );
  const [first = [], ...others] = rows.filter(({ codes }) => codes.includes("unauthorized")).map(({ codes }) => codes);
  const usual = first.filter((code) => others.every((codes) => codes.includes(code)));
  return [
    "// Generated (npm run generate) from docs/generated/openapi.json.",
    'import type { Call, CopyCall, FrameCall, ListCall } from "./call.ts";',
    "",
    "/** How each operation is requested. Header parameters are named; what stands neither there nor in the path is query. */",
    "export const operations = {",
    ...rows.map(({ id, facts }) => `  ${JSON.stringify(id)}: ${facts},`),
    "} as const;",
    "",
    "export type OperationId = keyof typeof operations;",
    "",
    "export const operationIds: ReadonlySet<string> = new Set(Object.keys(operations));",
    "",
    "/** Codes that every operation with a key may answer. */",
    `type Usual = ${unionOf(usual)};`,
    "",
    "/** The codes that an operation may answer. */",
    "export interface Codes {",
    ...rows.map(({ id, codes }) => {
      const isUsual = usual.every((code) => codes.includes(code));
      const own = isUsual ? codes.filter((code) => !usual.includes(code)) : codes;
      const union = own.length === 0 ? "Usual" : `${isUsual ? "Usual | " : ""}${unionOf(own)}`;
      return `  ${JSON.stringify(id)}: ${union};`;
    }),
    "}",
    "",
    "/** Every operation, by its id. */",
    "export interface Operations {",
    ...membersOf(rows, "", "  "),
    "}",
    "",
  ].join("\n");
}

function rowOf(document: Document, method: string, path: string, operation: Operation): Row {
  const { operationId: id, summary, parameters, responses, requestBody } = operation;
  const names = new Set(parameters.map(({ name }) => name));
  const headers = parameters.flatMap((one) => (one.in === "header" ? [one.name] : []));
  const answers = Object.values(responses).map(({ content }) => content);
  const success = responses["200"]?.content ?? {};
  const rows = names.has("cursor") ? rowsOf(document, success["application/json"]?.schema) : undefined;
  const media = Object.keys(requestBody?.content ?? {})[0];
  const facts = {
    method,
    path,
    headers: headers.filter((name) => !acting.test(name)),
    ...(headers.some((name) => acting.test(name)) && { acts: true }),
    ...(rows !== undefined && { rows }),
    ...(media !== undefined && media !== "application/json" && { media }),
    ...("text/markdown" in success && { file: true }),
  };
  const codes = answers.flatMap((content) => Object.keys(content["application/json"]?.examples ?? {}));
  const call = callOf(id, success, names, rows);
  return { id, summary, facts: literalOf(facts), codes: [...new Set(codes)].toSorted(), call };
}

/** The type of an operation's function. */
function callOf(id: string, content: object, parameters: ReadonlySet<string>, rows: string | undefined): string {
  if ("text/event-stream" in content && id.startsWith("turns.")) return `FrameCall<${JSON.stringify(id)}>`;
  const kind = rows === undefined ? "Call" : parameters.has("updated_since") ? "CopyCall" : "ListCall";
  return `${kind}<${JSON.stringify(id)}>`;
}

/** The member of a page that holds its rows. */
function rowsOf({ components }: Document, page: z.infer<typeof schema> | undefined): string | undefined {
  const named = page?.$ref?.slice("#/components/schemas/".length);
  const { properties = {} } = (named === undefined ? page : components.schemas[named]) ?? {};
  return Object.keys(properties).findLast((name) => properties[name]?.type === "array");
}

/** Names as a member of an object: `runs: { submit: …; latest: … & { batch: … } }`. */
function membersOf(rows: readonly Row[], prefix: string, indent: string): string[] {
  const names = new Set(
    rows.flatMap(({ id }) => (id.startsWith(prefix) ? [id.slice(prefix.length).split(".")[0] ?? id] : [])),
  );
  return [...names].flatMap((name) => {
    const own = rows.find(({ id }) => id === `${prefix}${name}`);
    const below = rows.some(({ id }) => id.startsWith(`${prefix}${name}.`));
    const comment = own === undefined ? [] : [`${indent}/** ${own.summary}. */`];
    if (!below) return [...comment, `${indent}readonly ${name}: ${own?.call};`];
    const start = `${indent}readonly ${name}: ${own === undefined ? "" : `${own.call} & `}{`;
    return [...comment, start, ...membersOf(rows, `${prefix}${name}.`, `${indent}  `), `${indent}};`];
  });
}

function unionOf(codes: readonly string[]): string {
  return codes.length === 0 ? "never" : codes.map((code) => JSON.stringify(code)).join(" | ");
}

function literalOf(facts: object): string {
  const members = Object.entries(facts).map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
  return `{ ${members.join(", ")} }`;
}
