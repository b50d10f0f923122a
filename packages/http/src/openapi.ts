import {
  EnvironmentInUseEnvelope,
  ErrorEnvelope,
  errors,
  errorTemplates,
  codesOfTemplate,
  isErrorTemplate,
  type ErrorCode,
  type ErrorSpec,
  type ErrorTemplate,
} from "@service/contract";
import * as z from "zod";
import { errorCodesOf } from "./error-codes.ts";
import { exampleOf, isMap, type Json, type JsonMap } from "./openapi-example.ts";
import { empty, plainText, type Route } from "./route.ts";

/** What the document says besides the routes. */
export interface ApiDescription<Access> {
  readonly info: JsonMap;
  readonly servers: Json[];
  readonly securitySchemes: JsonMap;
  /** Of every operation that is not public. */
  readonly security: Json[];
  /** By family: the part of a route's id before the first dot. */
  readonly tagDescriptions: Readonly<Record<string, string>>;
  /** Who may call, in words. */
  readonly accessSentence: (access: Access) => string;
  /** Whether a route needs none of the security schemes. */
  readonly isPublic: (access: Access) => boolean;
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
  return {
    openapi: "3.1.0",
    info: description.info,
    servers: description.servers,
    security: description.security,
    tags: [...new Set(routes.map(tagOf))].map((name) => ({
      name,
      description: description.tagDescriptions[name] ?? name,
    })),
    paths: sorted(paths),
    components: {
      securitySchemes: description.securitySchemes,
      schemas: sorted(components),
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
    parameters: parametersOf(components, route),
    responses: responsesOf(components, route),
  };
  if (description.isPublic(route.access)) operation["security"] = [];
  if (route.body) {
    const schema = schemaOf(route.body.schema, "input", components);
    operation["requestBody"] = {
      required: route.body.optional !== true,
      description: `At most ${route.body.limitBytes} bytes.`,
      content: { "application/json": { schema, example: exampleOf(schema, components) } },
    };
  }
  if (route.rawBody) {
    const content: JsonMap = {};
    for (const [type, given] of Object.entries(route.rawBody.contents)) {
      const schema = schemaOf(given, "input", components);
      content[type] = { schema, example: exampleOf(schema, components) };
    }
    operation["requestBody"] = { required: true, description: `At most ${route.rawBody.limitBytes} bytes.`, content };
  }
  return operation;
}

function parametersOf(components: JsonMap, route: Route<unknown>): Json[] {
  return (["params", "query", "headers"] as const).flatMap((part) => {
    const schema = route[part];
    if (!schema) return [];
    const place = part === "params" ? "path" : part === "headers" ? "header" : "query";
    return Object.entries(schema.shape).map(([name, field]): Json => {
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
}

function asSchema(field: unknown): z.ZodType {
  if (field instanceof z.ZodType) return field;
  throw new Error("a parameter has no schema");
}

function responsesOf(components: JsonMap, route: Route<unknown>): JsonMap {
  const responses: JsonMap = {};
  const requestId: JsonMap = {
    "x-request-id": {
      description: "The valid request value, else a 32-character trace id.",
      schema: { type: "string" },
    },
  };
  for (const [status, spec] of Object.entries(route.responses)) {
    if (spec === empty) responses[status] = { description: "Done; no body.", headers: requestId };
    else if (spec === plainText) {
      responses[status] = {
        description: "Plain text.",
        headers: requestId,
        content: { "text/plain": { schema: { type: "string" } } },
      };
    } else {
      const schema = schemaOf(spec, "output", components);
      responses[status] = {
        description: successWords[Number(status)] ?? "Success.",
        headers: requestId,
        content: { "application/json": { schema, example: exampleOf(schema, components) } },
      };
    }
  }
  for (const [status, codes] of codesByStatus(route)) {
    const refusals = refusalsOf(codes);
    for (const template of route.errors.filter(isErrorTemplate))
      if (status === errorTemplates[template].status) refusals.push(...refusalsOfTemplate(template));
    responses[String(status)] = errorResponse(codes, refusals, requestId);
  }
  return responses;
}

const successWords: Record<number, string> = { 200: "Success.", 201: "Created.", 202: "Accepted." };

function codesByStatus(route: Route<unknown>): [number, ErrorCode[]][] {
  const groups = new Map<number, ErrorCode[]>();
  for (const code of errorCodesOf(route)) {
    const row: ErrorSpec = errors[code];
    for (const status of typeof row.status === "number" ? [row.status] : row.status) {
      groups.set(status, [...(groups.get(status) ?? []), code]);
    }
  }
  return [...groups].toSorted(([a], [b]) => a - b);
}

type Refusal = { readonly code: string; readonly message: string; readonly example: JsonMap };

function refusalsOf(codes: readonly ErrorCode[]): Refusal[] {
  return codes.toSorted().map((code) => ({ code, message: errors[code].message, example: exampleError(code) }));
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

function errorResponse(codes: readonly ErrorCode[], refusals: readonly Refusal[], requestId: JsonMap): JsonMap {
  const carriesBlockers = codes.includes("environment_in_use");
  const isWaitable = codes.some((code) => "retryAfter" in errors[code]);
  const envelope: JsonMap = { $ref: "#/components/schemas/ErrorEnvelope" };
  const examples: JsonMap = {};
  for (const { code, example } of refusals) examples[code] = { value: example };
  return {
    description: refusals.map(({ code, message }) => `\`${code}\`: ${message}`).join("\n\n"),
    headers: isWaitable
      ? {
          ...requestId,
          "retry-after": { description: "Whole seconds, at least 1.", schema: { type: "integer", minimum: 1 } },
        }
      : requestId,
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

function exampleError(code: ErrorCode): JsonMap {
  const row: ErrorSpec = errors[code];
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
      // Response objects are open: clients ignore fields they do not know (PLAT-71).
      if (io === "output") delete jsonSchema.additionalProperties;
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
