import {
  EnvironmentInUseEnvelope,
  ErrorEnvelope,
  errorTemplates,
  codesOfTemplate,
  isErrorTemplate,
  type ErrorSpec,
  type ErrorTable,
  type ErrorTemplate,
} from "@service/contract";
import * as z from "zod";
import { errorCodesOf } from "./error-codes.ts";
import { freeParametersOf } from "./free-query.ts";
import { isMultipart, type Form, type MultipartSpec } from "./multipart.ts";
import { exampleOf, isMap, type Json, type JsonMap } from "./openapi-example.ts";
import { shareParts } from "./openapi-sharing.ts";
import {
  type DownloadSpec,
  empty,
  isDownload,
  isRedirect,
  isStream,
  jsonInsteadOf,
  plainText,
  writtenJson,
  type FrameSchema,
  type RedirectSpec,
  type ResponseSpec,
  type StreamSpec,
} from "./response-forms.ts";
import type { Route } from "./route.ts";

/** What the document says besides the routes. */
export interface ApiDescription<Access> {
  readonly info: JsonMap;
  readonly servers: Json[];
  readonly securitySchemes: JsonMap;
  /** Of every operation that is not public. */
  readonly security: Json[];
  /** By family: the part of a route's id before the first dot. */
  readonly tagDescriptions: Readonly<Record<string, string>>;
  /** Every code of the application. */
  readonly errors: ErrorTable;
  /** Who may call, in words. */
  readonly accessSentence: (access: Access) => string;
  /** Whether a route needs none of the security schemes. */
  readonly isPublic: (access: Access) => boolean;
  /** Headers that the application reads before a route's own are parsed. */
  readonly requestHeaders?: (access: Access) => z.ZodObject | undefined;
  /** What the application posts to addresses of its callers, by name. */
  readonly posts?: Readonly<Record<string, { readonly summary: string; readonly body: z.ZodType }>>;
  /** Headers that the application adds to answers of a status: OpenAPI header objects by name. */
  readonly responseHeaders?: (access: Access, status: number) => JsonMap;
}

/** A document while it is written. */
interface Draft<Access> {
  readonly components: JsonMap;
  readonly description: ApiDescription<Access>;
}

/** Routes → OpenAPI 3.1. Deterministic: the same routes give the same bytes. */
export function openApiDocument<Access>(
  routes: readonly Route<Access>[],
  description: ApiDescription<Access>,
): JsonMap {
  const components: JsonMap = {};
  const draft = { description, components };
  const paths: Record<string, JsonMap> = {};
  for (const route of routes) {
    const operations = (paths[route.path] ??= {});
    operations[route.method.toLowerCase()] = operationOf(draft, route);
  }
  schemaOf(ErrorEnvelope, "output", components);
  schemaOf(EnvironmentInUseEnvelope, "output", components);
  const webhooks = Object.entries(description.posts ?? {}).map(([name, { summary, body }]) => {
    const content = { "application/json": { schema: schemaOf(body, "output", components) } };
    const responses = { "2XX": { description: "Received." } };
    return [name, { post: { summary, requestBody: { required: true, content }, responses } }] as const;
  });
  const shared = shareParts(paths);
  return {
    openapi: "3.1.0",
    info: description.info,
    servers: description.servers,
    security: description.security,
    tags: [...new Set(routes.map(tagOf))].map((name) => ({
      name,
      description: description.tagDescriptions[name] ?? name,
    })),
    paths: sorted(shared.paths),
    ...(webhooks.length > 0 && { webhooks: Object.fromEntries<JsonMap>(webhooks) }),
    components: {
      securitySchemes: description.securitySchemes,
      schemas: sorted(components),
      ...shared.components,
    },
  };
}

function tagOf(route: Route<unknown>): string {
  return route.id.split(".")[0] ?? route.id;
}

function operationOf<Access>(draft: Draft<Access>, route: Route<Access>): JsonMap {
  const { components, description } = draft;
  const operation: JsonMap = {
    operationId: route.id,
    tags: [tagOf(route)],
    summary: route.summary,
    description: [route.description, description.accessSentence(route.access)].filter(Boolean).join("\n\n"),
    parameters: parametersOf(draft, route),
    responses: responsesOf(draft, route),
  };
  if (description.isPublic(route.access)) operation["security"] = [];
  const requestBody = requestBodyOf(components, route);
  if (requestBody) operation["requestBody"] = requestBody;
  return operation;
}

function requestBodyOf(components: JsonMap, { body, rawBody }: Route<unknown>): JsonMap | undefined {
  if (isMultipart(body)) return formOf(components, body);
  if (body) {
    const schema = schemaOf(body.schema, "input", components);
    return {
      required: body.optional !== true,
      description: `At most ${body.limitBytes} bytes.`,
      content: { "application/json": { schema, example: exampleOf(schema, components) } },
    };
  }
  if (!rawBody) return undefined;
  const content: JsonMap = {};
  for (const [type, given] of Object.entries(rawBody.contents)) {
    const schema = schemaOf(given, "input", components);
    content[type] = { schema, example: exampleOf(schema, components) };
  }
  return { required: true, description: `At most ${rawBody.limitBytes} bytes.`, content };
}

/** One object with a property for each part; files are binary strings. */
function formOf(components: JsonMap, { form, bodyBytesMax, fieldBytesMax }: MultipartSpec<Form>): JsonMap {
  const schema = schemaOf(form.fields, "input", components);
  const properties = isMap(schema["properties"]) ? { ...schema["properties"] } : {};
  const required = Array.isArray(schema["required"]) ? [...schema["required"]] : [];
  for (const [name, { bytesMax, countMax = 1, optional }] of Object.entries(form.files)) {
    const file = { type: "string", format: "binary", description: `A file of at most ${bytesMax} bytes.` };
    properties[name] = countMax === 1 ? file : { type: "array", items: file, maxItems: countMax };
    if (!optional) required.push(name);
  }
  const bounds = `At most ${bodyBytesMax} bytes, each field at most ${fieldBytesMax}. Parts may come in any order.`;
  const type = { type: "object", properties, required, additionalProperties: false };
  return { required: true, description: bounds, content: { "multipart/form-data": { schema: type } } };
}

function parametersOf<Access>({ components, description: api }: Draft<Access>, route: Route<Access>): Json[] {
  const ofApplication = api.requestHeaders?.(route.access)?.shape;
  const shapes = {
    path: route.params?.shape,
    query: route.query?.shape,
    header: { ...ofApplication, ...route.headers?.shape },
  };
  const declared = (["path", "query", "header"] as const).flatMap((place) => {
    return Object.entries(shapes[place] ?? {}).map(([name, field]): Json => {
      const described = schemaOf(asSchema(field), "input", components);
      const { description, ...rest } = described;
      return {
        name,
        in: place,
        required: place === "path" || !asSchema(field).safeParse(undefined).success,
        ...(description === undefined ? {} : { description }),
        schema: rest,
        example: exampleOf(described, components),
      };
    });
  });
  return [...declared, ...freeParametersOf(route.query, (value) => schemaOf(value, "input", components))];
}

function asSchema(field: unknown): z.ZodType {
  if (field instanceof z.ZodType) return field;
  throw new Error("a parameter has no schema");
}

const serverTiming: JsonMap = {
  "server-timing": {
    description: "Where the time went: `name;dur=` in milliseconds, `total` among them.",
    schema: { type: "string" },
    example: "db;dur=2.1, total;dur=3.4",
  },
};

const etag: JsonMap = {
  etag: {
    description: "The revision that is shown, in quotes: send it as `If-Match` to change it.",
    schema: { type: "string" },
    example: '"3"',
  },
};

const placeHeaders: Readonly<Record<string, string>> = { "200": "content-location", "202": "location" };

function placeOf(status: string): JsonMap {
  const name = placeHeaders[status];
  if (name === undefined) return {};
  return { [name]: { description: "The path of what is shown.", schema: { type: "string", format: "uri-reference" } } };
}

function responsesOf<Access>({ components, description }: Draft<Access>, route: Route<Access>): JsonMap {
  const responses: JsonMap = {};
  const headersOf = (status: number): JsonMap => ({
    "x-request-id": {
      description: "The valid request value, else a 32-character trace id.",
      schema: { type: "string" },
    },
    ...description.responseHeaders?.(route.access, status),
  });
  for (const [status, spec] of Object.entries(route.responses)) {
    const headers = {
      ...headersOf(Number(status)),
      ...(route.hasServerTiming ? serverTiming : {}),
      ...(route.hasEtag ? etag : {}),
      ...(route.namesPlace ? placeOf(status) : {}),
    };
    responses[status] = successOf(components, Number(status), spec, headers);
  }
  for (const [status, codes] of codesByStatus(description.errors, route)) {
    const refusals = refusalsOf(description.errors, codes);
    for (const template of route.errors.filter(isErrorTemplate))
      if (status === errorTemplates[template].status) refusals.push(...refusalsOfTemplate(template));
    responses[String(status)] = errorResponse(description.errors, { codes, refusals }, headersOf(status));
  }
  return responses;
}

function successOf(components: JsonMap, status: number, spec: ResponseSpec, headers: JsonMap): JsonMap {
  if (spec === empty) return { description: "Done; no body.", headers };
  if (spec === plainText) {
    const schema = { type: "string" };
    return { description: "Plain text.", headers, content: { "text/plain": { schema } } };
  }
  if (spec === writtenJson)
    return {
      description: "A JSON document.",
      headers,
      content: { "application/json": { schema: { type: "object" } } },
    };
  if (isRedirect(spec)) return redirectResponse(spec, headers);
  if (isStream(spec)) return streamResponse(components, spec, headers);
  if (isDownload(spec)) return downloadResponse(components, spec, headers);
  const schema = schemaOf(spec, "output", components);
  return {
    description: successWords[status] ?? "Success.",
    headers,
    content: { "application/json": { schema, example: exampleOf(schema, components) } },
  };
}

function redirectResponse({ validSeconds }: RedirectSpec, headers: JsonMap): JsonMap {
  const validity = validSeconds === undefined ? "" : ` It is valid for ${validSeconds} seconds.`;
  const location = { description: `Where to go on.${validity}`, schema: { type: "string", format: "uri" } };
  const expires = { description: "When `location` ends to be valid.", schema: { type: "string" } };
  return {
    description: `No body: follow \`Location\`, without the \`Authorization\` header.${validity} Never cached.`,
    headers: { ...headers, location, ...(validSeconds === undefined ? {} : { expires }) },
  };
}

function downloadResponse(components: JsonMap, spec: DownloadSpec, headers: JsonMap): JsonMap {
  const contents = Object.entries(spec.contents).map(([mediaType, content]) => {
    const schema = schemaOf(content, "output", components);
    return [mediaType, { schema, example: exampleOf(schema, components) }] as const;
  });
  const disposition = { description: "The name of the file.", schema: { type: "string" } };
  return {
    description: `A file, sent while it is made; it is cut when it cannot be finished, and after ${spec.longestMs / 1000} seconds.`,
    headers: { ...headers, "content-disposition": disposition },
    content: Object.fromEntries(contents),
  };
}

/** The union of all frames as the schema of the media type: what client generators for OpenAPI 3.1 read. */
function streamResponse(components: JsonMap, spec: StreamSpec<FrameSchema>, headers: JsonMap): JsonMap {
  const schema = schemaOf(spec.frame, "output", components);
  const names = eventNamesOf(schema, components).map((name) => `\`${name}\``);
  const lines = [
    "Server-Sent Events. The `data` of each is one line of JSON of this schema, and its `event` is the `type` in it" +
      (names.length === 0 ? "." : `: ${names.join(", ")}.`),
    `A comment is sent after ${spec.heartbeatMs / 1000} seconds of silence. A reader that takes nothing for ` +
      `${spec.stalledMs / 1000} seconds is disconnected, and a connection ends after ${spec.longestMs / 1000} seconds.`,
    "Ignore events and fields that you do not know.",
  ];
  const content: JsonMap = {};
  const json = jsonInsteadOf(spec);
  if (json !== undefined) {
    const answer = schemaOf(json, "output", components);
    content["application/json"] = { schema: answer, example: exampleOf(answer, components) };
    lines.unshift("One JSON answer, or a stream, by what the request asks for.");
  }
  content["text/event-stream"] = { schema, example: exampleOf(schema, components) };
  return { description: lines.join(" "), headers, content };
}

/** The `type` of each frame of a union, where it is a literal. */
function eventNamesOf(schema: JsonMap, components: JsonMap): string[] {
  const reference = schema["$ref"];
  if (typeof reference === "string") {
    const target = components[reference.slice(reference.lastIndexOf("/") + 1)];
    return isMap(target) ? eventNamesOf(target, components) : [];
  }
  for (const keyword of ["anyOf", "oneOf"] as const) {
    const options = schema[keyword];
    if (Array.isArray(options)) return options.filter(isMap).flatMap((option) => eventNamesOf(option, components));
  }
  const type = isMap(schema["properties"]) ? schema["properties"]["type"] : undefined;
  return isMap(type) && typeof type["const"] === "string" ? [type["const"]] : [];
}

const successWords: Record<number, string> = { 200: "Success.", 201: "Created.", 202: "Accepted." };

function codesByStatus(table: ErrorTable, route: Route<unknown>): [number, string[]][] {
  const groups = new Map<number, string[]>();
  for (const code of errorCodesOf(route)) {
    const { status } = rowOf(table, code);
    for (const one of typeof status === "number" ? [status] : status) {
      groups.set(one, [...(groups.get(one) ?? []), code]);
    }
  }
  return [...groups].toSorted(([left], [right]) => left - right);
}

function rowOf(table: ErrorTable, code: string): ErrorSpec {
  const row = table[code];
  if (row === undefined) throw new Error(`no error has the code ${code}`);
  return row;
}

type Refusal = { readonly code: string; readonly message: string; readonly example: JsonMap };

function refusalsOf(table: ErrorTable, codes: readonly string[]): Refusal[] {
  return codes.toSorted().map((code) => {
    const row = rowOf(table, code);
    return { code, message: row.message, example: exampleError(code, row) };
  });
}

/** One refusal per reason. */
function refusalsOfTemplate(template: ErrorTemplate): Refusal[] {
  const { message, details } = errorTemplates[template];
  const scratch: JsonMap = {};
  const example = asMap(exampleOf(schemaOf(details, "output", scratch), scratch));
  return codesOfTemplate(template).map(({ code, reason }) => ({
    code,
    message,
    example: { code, message, details: { ...example, reason } },
  }));
}

function errorResponse(
  table: ErrorTable,
  { codes, refusals }: { readonly codes: readonly string[]; readonly refusals: readonly Refusal[] },
  common: JsonMap,
): JsonMap {
  const carriesBlockers = codes.some((code) => rowOf(table, code).blockers !== undefined);
  const isWaitable = codes.some((code) => rowOf(table, code).retryAfter === true);
  const envelope: JsonMap = { $ref: "#/components/schemas/ErrorEnvelope" };
  const examples: JsonMap = {};
  for (const { code, example } of refusals) examples[code] = { value: example };
  return {
    description: refusals.map(({ code, message }) => `\`${code}\`: ${message}`).join("\n\n"),
    headers: isWaitable
      ? {
          ...common,
          "retry-after": { description: "Whole seconds, at least 1.", schema: { type: "integer", minimum: 1 } },
        }
      : common,
    content: {
      "application/json": {
        schema: carriesBlockers
          ? { anyOf: [envelope, { $ref: "#/components/schemas/EnvironmentInUseError" }] }
          : envelope,
        examples,
      },
    },
  };
}

function exampleError(code: string, row: ErrorSpec): JsonMap {
  const example: JsonMap = { code, message: row.message };
  const scratch: JsonMap = {};
  if (row.details) example["details"] = exampleOf(schemaOf(row.details, "output", scratch), scratch);
  if (row.blockers) example["blockers"] = exampleOf(schemaOf(row.blockers, "output", scratch), scratch);
  return example;
}

/** zod → JSON Schema; schemas with an id become components, included by `$ref`. */
function schemaOf(schema: z.ZodType, io: "input" | "output", components: JsonMap): JsonMap {
  // Wrapped so that a root with an id becomes a component too.
  const document: unknown = z.toJSONSchema(z.object({ root: schema }), {
    io,
    unrepresentable: "any",
    override: ({ jsonSchema }) => {
      // Response objects are open: clients ignore fields they do not know (PLAT-71). What the values of a map are must
      // stay: generated clients read an object without any members as one that can have none.
      if (io === "output" && jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
    },
  });
  const rewritten = asMap(JSON.parse(JSON.stringify(document).replaceAll("#/$defs/", "#/components/schemas/")));
  for (const [name, definition] of Object.entries(asMap(rewritten["$defs"] ?? {}))) {
    const { id: _id, $schema: _dialect, ...rest } = asMap(definition);
    components[name] = rest;
  }
  return asMap(asMap(rewritten["properties"] ?? {})["root"] ?? {});
}

function asMap(value: unknown): JsonMap {
  if (!isMap(value)) throw new Error("not a JSON object");
  return value;
}

function sorted<T>(map: Record<string, T>): Record<string, T> {
  return Object.fromEntries(Object.entries(map).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
