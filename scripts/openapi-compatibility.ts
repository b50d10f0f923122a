import { diffSchemas, type Json, type JsonObject } from "@service/json";

/** One way in which a new document would break a caller of the old one. */
export interface Incompatibility {
  readonly operation: string;
  readonly problem: string;
}

const depthMax = 12;

/**
 * Compares two OpenAPI documents of this service: operations, parameters, request bodies and success responses, with
 * the same direction table that versions engine schemas (TYPE-106, PLAT-71). Additions that the guide announces to callers
 * (PLAT-71: optional response fields, routes) are compatible.
 */
export function incompatibilities(before: JsonObject, after: JsonObject): Incompatibility[] {
  const found: Incompatibility[] = [];
  for (const [path, operations] of entries(before["paths"])) {
    for (const [method, old] of entries(operations)) {
      const operation = `${method.toUpperCase()} ${path}`;
      const now = field(field(after["paths"], path), method);
      if (!isObject(old)) continue;
      if (!isObject(now)) {
        found.push({ operation, problem: "the operation is gone" });
        continue;
      }
      const note = (problem: string) => found.push({ operation, problem });
      compareParameters(before, after, old, now, note);
      compareSchemas(
        "request",
        resolve(bodySchema(old["requestBody"]), before),
        resolve(bodySchema(now["requestBody"]), after),
        note,
      );
      compareResponses(before, after, old, now, note);
    }
  }
  return found;
}

type Note = (problem: string) => void;

function compareParameters(before: JsonObject, after: JsonObject, old: JsonObject, now: JsonObject, note: Note): void {
  const key = (parameter: JsonObject) => JSON.stringify([parameter["in"] ?? null, parameter["name"] ?? null]);
  const oldParameters = new Map(objects(old["parameters"]).map((parameter) => [key(parameter), parameter]));
  const current = new Map(objects(now["parameters"]).map((parameter) => [key(parameter), parameter]));
  for (const [name, parameter] of oldParameters) {
    const replacement = current.get(name);
    if (!replacement) note(`parameter ${name} is gone`);
    else compareSchemas("request", resolve(parameter["schema"], before), resolve(replacement["schema"], after), note);
  }
  for (const [name, parameter] of current) {
    if (parameter["required"] === true && oldParameters.get(name)?.["required"] !== true)
      note(`parameter ${name} became required`);
  }
}

function compareResponses(before: JsonObject, after: JsonObject, old: JsonObject, now: JsonObject, note: Note): void {
  for (const [status, response] of entries(old["responses"])) {
    const current = field(now["responses"], status);
    if (status.startsWith("2") && current === undefined) note(`status ${status} is gone`);
    if (!status.startsWith("2")) continue;
    compareSchemas("response", resolve(bodySchema(response), before), resolve(bodySchema(current), after), note);
  }
}

function compareSchemas(kind: "request" | "response", old: Json, now: Json, note: Note): void {
  if (!isObject(old) || !isObject(now)) return;
  for (const change of diffSchemas(kind, old, now)) {
    if (change.level === "major") note(`${kind} ${change.path || "(root)"}: ${change.rule}`);
  }
}

function bodySchema(holder: Json | undefined): Json | undefined {
  return field(field(field(holder, "content"), "application/json"), "schema");
}

/** Schema with its component references written out and without examples, which promise nothing. */
function resolve(schema: Json | undefined, document: JsonObject, depth = 0): Json {
  if (schema === undefined || depth > depthMax) return null;
  if (Array.isArray(schema)) return schema.map((item: Json) => resolve(item, document, depth + 1));
  if (!isObject(schema)) return schema;
  const reference = schema["$ref"];
  if (typeof reference === "string") {
    const name = reference.slice(reference.lastIndexOf("/") + 1);
    return resolve(field(field(document["components"], "schemas"), name), document, depth + 1);
  }
  return Object.fromEntries(
    Object.entries(schema).flatMap(([name, value]) =>
      name === "example" || name === "examples" || value === undefined
        ? []
        : [[name, resolve(value, document, depth + 1)]],
    ),
  );
}

function entries(value: Json | undefined): [string, Json][] {
  return isObject(value) ? Object.entries(value) : [];
}

function objects(value: Json | undefined): JsonObject[] {
  return Array.isArray(value) ? value.filter((item: Json) => isObject(item)) : [];
}

function field(value: Json | undefined, name: string): Json | undefined {
  return isObject(value) ? value[name] : undefined;
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
