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
import type { Access } from "@service/domain/access";
import { errorCodesOf } from "./http/access-errors.ts";
import { empty, plainText, type Route } from "./http/route.ts";
import { exampleOf } from "./openapi-example.ts";

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
type JsonMap = { [key: string]: Json };

/** Version in the document's `info` (PLAT-70). */
const documentVersion = "1.0";

/** Routes → OpenAPI 3.1. Deterministic: the same routes give the same bytes. */
export function openApiDocument(routes: readonly Route[]): JsonMap {
  const components: JsonMap = {};
  const paths: Record<string, JsonMap> = {};
  for (const route of routes) {
    const operations = (paths[route.path] ??= {});
    operations[route.method.toLowerCase()] = operationOf(route, components);
  }
  schemaOf(ErrorEnvelope, "output", components);
  schemaOf(EnvironmentInUseEnvelope, "output", components);
  return {
    openapi: "3.1.0",
    info: {
      title: "Engine-run, conversation, records and webhook service",
      version: documentVersion,
      description:
        "JSON over HTTPS, called from servers only. Every error answers with an envelope whose `code` is stable. " +
        "Within v1 new optional response fields and new routes may be added without notice: ignore fields you do not know.",
      license: { name: "Proprietary", identifier: "LicenseRef-Proprietary" },
    },
    servers: [{ url: "https://{host}", variables: { host: { default: "api.example.com" } } }],
    security: [{ apiKey: [] }],
    tags: [...new Set(routes.map(tagOf))].map((name) => ({ name, description: tagDescriptions[name] ?? name })),
    paths: sorted(paths),
    components: {
      securitySchemes: {
        apiKey: {
          type: "http",
          scheme: "bearer",
          description:
            "`svc_<environment>_…` (organization key) or `svcsk_v1_…` (scoped key). The key decides organization and environment.",
        },
      },
      schemas: sorted(components),
    },
  };
}

const tagDescriptions: Record<string, string> = {
  platform: "Health and robots.txt; no key.",
  engines: "Engines, their draft configuration and immutable releases.",
  runs: "Submit, read and cancel runs.",
  outcomes: "Record what became of a run's recommendations, and judge its output.",
  environments: "The live environment and up to five sandboxes.",
  webhooks: "Endpoints that receive run events, and their deliveries.",
  ingest: "Post events of outside systems; authenticated by the source's signature or code instead of a key.",
};

function tagOf(route: Route): string {
  return route.id.split(".")[0] ?? route.id;
}

function operationOf(route: Route, components: JsonMap): JsonMap {
  const operation: JsonMap = {
    operationId: route.id,
    tags: [tagOf(route)],
    summary: route.summary,
    description: [route.description, accessSentence(route.access)].filter(Boolean).join("\n\n"),
    parameters: parametersOf(route, components),
    responses: responsesOf(route, components),
  };
  if (route.access.key === "none" || route.access.key === "source") operation["security"] = [];
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

/** Who may call, in words; also in docs/generated/access.md. */
export function accessSentence(access: Access): string {
  if (access.key === "none") return "Needs no key.";
  if (access.key === "source") return "Needs no key: authenticated by the source's signature or code.";
  if (access.key === "organization") return "Organization keys only.";
  if (access.key === "operator") return "The operator's command only.";
  const engine = access.on ? " bound to the engine" : "";
  const live = access.live ? " of the live environment" : "";
  return `An organization key${live}, or a scoped key${engine} with ${access.capabilities.map((c) => `\`${c}\``).join(" and ")}.`;
}

function parametersOf(route: Route, components: JsonMap): Json[] {
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

function responsesOf(route: Route, components: JsonMap): JsonMap {
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

function codesByStatus(route: Route): [number, ErrorCode[]][] {
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

function isMap(value: unknown): value is JsonMap {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function sorted<T>(map: Record<string, T>): Record<string, T> {
  return Object.fromEntries(Object.entries(map).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
