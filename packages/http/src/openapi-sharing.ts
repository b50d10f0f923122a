import { isMap, type Json, type JsonMap } from "./openapi-example.ts";

/** What operations may share. Successful answers keep theirs: each has a schema and an example. */
const kinds = ["parameters", "responses", "examples", "headers"] as const;
type Kind = (typeof kinds)[number];

/** A part as it stands in its operations. */
interface Part {
  readonly kind: Kind;
  readonly name: string;
  /** Names the part where another one has the same name. */
  readonly tag: string;
  readonly value: JsonMap;
}

/**
 * Operations → the same operations, in which every parameter, refusal, error example and header that stands more than
 * once is a component, named by its content. Deterministic.
 */
export function shareParts(paths: Readonly<Record<string, JsonMap>>): {
  readonly paths: Record<string, JsonMap>;
  readonly components: JsonMap;
} {
  const counts = new Map<string, number>();
  mapParts(paths, (part) => {
    counts.set(keyOf(part), (counts.get(keyOf(part)) ?? 0) + 1);
    return part.value;
  });
  const components: Record<Kind, JsonMap> = { parameters: {}, responses: {}, examples: {}, headers: {} };
  const names = new Map<string, string>();
  const written = mapParts(paths, (part, inner) => {
    if ((counts.get(keyOf(part)) ?? 0) < 2) return inner;
    let name = names.get(keyOf(part));
    if (name === undefined) {
      name = freeName(part, components[part.kind]);
      names.set(keyOf(part), name);
      components[part.kind][name] = inner;
    }
    return { $ref: `#/components/${part.kind}/${name}` };
  });
  const sorted = kinds.map((kind) => [kind, sortedByName(components[kind])] as const);
  return { paths: written, components: Object.fromEntries(sorted) };
}

function freeName({ name, tag }: Part, taken: JsonMap): string {
  const candidates = [name, `${name}Of${pascal(tag)}`];
  for (let number = 2; candidates.every((one) => one in taken); number += 1) candidates.push(`${name}${number}`);
  return candidates.find((one) => !(one in taken)) ?? name;
}

function keyOf({ kind, value }: Part): string {
  return `${kind} ${JSON.stringify(value)}`;
}

/** `place` gets each part as it was and with its own parts placed, the inner ones first. */
function mapParts(
  paths: Readonly<Record<string, JsonMap>>,
  place: (part: Part, inner: JsonMap) => JsonMap,
): Record<string, JsonMap> {
  const written = Object.entries(paths).map(
    ([path, methods]) => [path, mapMap(methods, (_method, operation) => partsOfOperation(operation, place))] as const,
  );
  return Object.fromEntries(written);
}

function partsOfOperation(operation: JsonMap, place: (part: Part, inner: JsonMap) => JsonMap): JsonMap {
  const [tag] = Array.isArray(operation["tags"]) ? operation["tags"] : [];
  const part = (kind: Kind, name: string, value: JsonMap, inner = value): JsonMap =>
    place({ kind, name, tag: textOf(tag), value }, inner);
  const parameters = Array.isArray(operation["parameters"]) ? operation["parameters"].filter(isMap) : [];
  const responses = mapMap(operation["responses"], (status, response) => {
    const headers = mapMap(response["headers"], (name, header) => part("headers", pascal(name), header));
    const shown: JsonMap = response["headers"] === undefined ? response : { ...response, headers };
    if (Number(status) < 400) return shown;
    const content = mapMap(response["content"], (_type, media) => ({
      ...media,
      examples: mapMap(media["examples"], (code, example) => part("examples", code, example)),
    }));
    const codes = Object.values(asMap(response["content"])).flatMap((media) =>
      Object.keys(asMap(asMap(media)["examples"])),
    );
    return part("responses", nameOfRefusal(status, codes), response, { ...shown, content });
  });
  return {
    ...operation,
    parameters: parameters.map((one) => part("parameters", pascal(`${textOf(one["in"])}_${textOf(one["name"])}`), one)),
    responses,
  };
}

/** `404` and `engine_not_found` → `Refused404EngineNotFound`: generators make identifiers of these names. */
function nameOfRefusal(status: string, codes: readonly string[]): string {
  const shown = codes.length > 3 ? [...codes.slice(0, 2), `${codes.length - 2}_more`] : codes;
  return `Refused${status}${shown.map(pascal).join("Or")}`;
}

/** `if-match`, `client_key` → `IfMatch`, `ClientKey`. */
function pascal(text: string): string {
  return text.replaceAll(/(?:^|[^A-Za-z0-9]+)([A-Za-z0-9])/g, (_whole, first: string) => first.toUpperCase());
}

function textOf(value: Json | undefined): string {
  return typeof value === "string" ? value : "";
}

function mapMap(value: Json | undefined, change: (name: string, member: JsonMap) => JsonMap): JsonMap {
  return Object.fromEntries(Object.entries(asMap(value)).map(([name, member]) => [name, change(name, asMap(member))]));
}

function asMap(value: Json | undefined): JsonMap {
  return value !== undefined && isMap(value) ? value : {};
}

function sortedByName(map: JsonMap): JsonMap {
  return Object.fromEntries(Object.entries(map).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/**
 * The reverse of `shareParts`: a document in which every parameter, response, example and header stands where it is used.
 * References to schemas stay.
 * @throws when it is no JSON object.
 */
export function inlineParts(document: unknown): JsonMap {
  if (!isMap(document)) throw new Error("the document is not a JSON object");
  const components = asMap(document["components"]);
  function inlined(value: Json): Json {
    if (Array.isArray(value)) return value.map(inlined);
    if (!isMap(value)) return value;
    const reference = typeof value["$ref"] === "string" ? value["$ref"].split("/") : [];
    const [kind = "", name = ""] = reference.slice(-2);
    if (kinds.some((one) => one === kind)) return inlined(asMap(asMap(components[kind])[name]));
    return Object.fromEntries(Object.entries(value).map(([member, one]) => [member, inlined(one)]));
  }
  return { ...document, paths: inlined(asMap(document["paths"])) };
}
