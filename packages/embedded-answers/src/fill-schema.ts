import { canonicalJson, isJsonArray, isJsonObject, type Json, type JsonSchema } from "@service/json";
import type { Citation } from "./answer.ts";
import type { AnswerRequest, AnswerSources } from "./answer-request.ts";
import { contextOfQuestion, lookUp } from "./lookup/look-up.ts";
import { memberAt, placeOfField } from "./lookup/looked-up.ts";
import { fieldLabel } from "./lookup/families.ts";
import { readQuestion } from "./lookup/reading.ts";
import { contentStems } from "./text/content-words.ts";
import { wordsOf } from "./text/tokens.ts";

/** Members of the schema that are looked up; more are not filled. */
const membersMax = 40;
const depthMax = 4;

/** What a schema was filled with. */
export interface FilledSchema {
  readonly json: Json;
  readonly text: string;
  readonly citations: readonly Citation[];
}

type Place = Pick<Citation, "source" | "quote">;
type Context = Awaited<ReturnType<typeof contextOfQuestion>>;

interface Filled {
  readonly value: Json;
  readonly places: readonly Place[];
}

/**
 * Fills a schema from the book and from runs (ANSWER-30): each member by a look-up of its description, title or name about what
 * the question is about. Members that nothing fills are left out.
 * @returns undefined where a required member stays without a value of its type (ANSWER-31).
 */
export async function fillSchema(
  request: AnswerRequest,
  sources: AnswerSources,
  schema: JsonSchema,
): Promise<FilledSchema | undefined> {
  const context = sources.book === undefined ? undefined : await contextOfQuestion(request, sources.book);
  // What the question is about is what every member is about.
  const subject = {
    ...request.subject,
    ...(context?.client === undefined ? {} : { client_key: context.client.key }),
    ...(context?.policy === undefined ? {} : { policy_key: context.policy.key }),
  };
  const filled = await new SchemaFiller({ ...request, subject }, sources, context).fill(schema, "", 0);
  if (filled === undefined) return undefined;
  const text = canonicalJson(filled.value);
  const length = [...text].length;
  const unique = new Map(filled.places.map((place) => [JSON.stringify(place), place]));
  const citations = [...unique.values()].map((place, index): Citation => ({
    n: index + 1,
    ...place,
    span: { start: 0, end: length },
  }));
  return { json: filled.value, text, citations };
}

class SchemaFiller {
  readonly #request: AnswerRequest;
  readonly #sources: AnswerSources;
  #members = 0;

  readonly #context: Context | undefined;

  constructor(request: AnswerRequest, sources: AnswerSources, context: Context | undefined) {
    this.#context = context;
    this.#request = request;
    this.#sources = sources;
  }

  /** @param label the words of the member; empty of the whole, which is what the question itself asks for. */
  async fill(schema: JsonSchema, label: string, depth: number): Promise<Filled | undefined> {
    const { properties } = schema;
    if (properties === undefined || !isJsonObject(properties) || depth > depthMax) return this.#value(schema, label);
    const value: { [name: string]: Json } = {};
    const places: Place[] = [];
    for (const [name, member] of Object.entries(properties)) {
      if (!isJsonObject(member)) continue;
      if (this.#members >= membersMax) break;
      this.#members += 1;
      const filled = await this.fill(member, labelOfMember(name, member), depth + 1);
      if (filled === undefined) continue;
      value[name] = filled.value;
      places.push(...filled.places);
    }
    const required = schema["required"];
    if (isJsonArray(required) && required.some((name) => typeof name === "string" && !Object.hasOwn(value, name)))
      return undefined;
    return Object.keys(value).length === 0 ? undefined : { value, places };
  }

  async #value(schema: JsonSchema, label: string): Promise<Filled | undefined> {
    const direct = this.#field(label);
    const filled = direct === undefined ? undefined : typed(schema, direct.value);
    // A field that is there and of another type fills nothing, and nothing else may stand for it (ANSWER-30).
    if (direct !== undefined) return filled === undefined ? undefined : { value: filled, places: direct.places };
    const isCounted = schema.type === "integer" || schema.type === "number";
    const counting = isCounted && namesCount(label) ? [`How many ${label}?`] : [];
    for (const question of [...this.#questions(label), ...counting]) {
      const found = await lookUp({ ...this.#request, question }, this.#sources);
      if (found === undefined || found.method === "declined") continue;
      const value = typed(schema, found.value);
      if (value !== undefined)
        return { value, places: found.citations.map(({ source, quote }) => ({ source, quote })) };
    }
    return undefined;
  }

  /** The member's words about whom the question names; of the whole, and of an `answer`, the question. */
  #questions(label: string): readonly string[] {
    const { question } = this.#request;
    if (label === "" || /^(?:answer|value|result|response|reply)$/.test(label)) return [question];
    if (asksItself.test(label)) return [label];
    const words = new Set(wordsOf(label));
    const rest = wordsOf(question).filter((word) => !words.has(word));
    return [
      `${label} ${question}`,
      `What is the ${label}?`,
      ...(rest.length === 0 ? [] : [`${label}: ${rest.join(" ")}`]),
    ];
  }

  /** A field of the client, or of the policy that the question means, by its very name. */
  #field(label: string): Filled | undefined {
    const { book } = this.#sources;
    if (book === undefined || label === "" || this.#context === undefined) return undefined;
    const { client, policy } = this.#context;
    for (const [family, row] of [
      ["policies", policy],
      ["accounts", client],
    ] as const) {
      if (row === undefined) continue;
      const wanted = [label, label.replace(/^(?:client|account|customer|insured|policy) /, "")].map((each) =>
        contentStems(each).join(" "),
      );
      const field = Object.keys(row.fields).find((name) =>
        [name.replaceAll("_", " "), ...(name.endsWith("_key") ? [] : [fieldLabel(name)])].some((each) => {
          const own = contentStems(each).join(" ");
          return own !== "" && wanted.includes(own);
        }),
      );
      const value = field === undefined ? undefined : memberAt(row.fields, field);
      if (field === undefined || value === undefined || value === null || book.hidden(family).has(field)) continue;
      return { value, places: [placeOfField(book, family, row, field)] };
    }
    return undefined;
  }
}

/** Things that are counted: "open claims", "number of vehicles". */
function namesCount(label: string): boolean {
  if (label === "" || asksItself.test(label)) return false;
  const { meanings } = readQuestion(label, "0001-01-01");
  const isNumber = /\b(?:number|count) of\b|\bcount$/.test(label) || label.endsWith("s");
  return isNumber && meanings.some(({ kind }) => kind === "family") && !meanings.some(({ kind }) => kind === "field");
}

/** A description that is a question. */
const asksItself = /\?\s*$|^(?:what|which|who|when|where|how|is|are|does|do|has|have)\b/i;

function labelOfMember(name: string, schema: JsonSchema): string {
  const { description, title } = schema;
  const own = name
    .replaceAll(/([a-z])([A-Z])/g, "$1 $2")
    .replaceAll(/[_-]+/g, " ")
    .toLowerCase();
  const label = [description, title].find(
    (each): each is string => typeof each === "string" && each !== "" && each.length <= 120,
  );
  return contentStems(own).length > 0 && label === undefined ? own : (label ?? own);
}

/** The value as the schema wants it; undefined where it is of another type. */
function typed(schema: JsonSchema, value: Json | undefined): Json | undefined {
  if (value === undefined || value === null) return undefined;
  const { type, enum: allowed, const: only, format } = schema;
  const types = Array.isArray(type) ? type : type === undefined ? [] : [type];
  // A list is a list wherever the schema takes one.
  const wanted = Array.isArray(value) && types.includes("array") ? ["array"] : types;
  const result =
    types.length === 0 ? value : wanted.map((each) => asType(each, value, schema)).find((each) => each !== undefined);
  if (result === undefined) return undefined;
  if (Array.isArray(allowed) && !allowed.includes(result)) return undefined;
  if (only !== undefined && only !== result) return undefined;
  return format === "date" && (typeof result !== "string" || !/^\d{4}-\d{2}-\d{2}$/.test(result)) ? undefined : result;
}

function asType(type: unknown, value: Json, schema: JsonSchema): Json | undefined {
  switch (type) {
    case "string":
      return typeof value === "string" ? value : typeof value === "number" ? String(value) : undefined;
    case "number":
      return typeof value === "number" ? value : undefined;
    case "integer":
      return typeof value === "number" && Number.isInteger(value) ? value : undefined;
    case "boolean":
      return typeof value === "boolean" ? value : undefined;
    case "array": {
      const { items } = schema;
      const list = Array.isArray(value) ? value : [value];
      const made = list.flatMap((each: Json) =>
        items === undefined || !isJsonObject(items) ? each : (typed(items, each) ?? []),
      );
      return made.length === list.length ? made : undefined;
    }
    case "object":
      return isJsonObject(value) ? value : undefined;
    default:
      return undefined;
  }
}
