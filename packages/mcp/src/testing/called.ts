import { isJsonArray, isJsonObject, type Json, type JsonObject, parseJsonObject } from "@service/json";
import type { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { CallToolResultSchema } from "@modelcontextprotocol/sdk/types.js";

/** What a tool answered, for tests that look into it. */
export interface Called {
  readonly result: ReturnType<typeof CallToolResultSchema.parse>;
  readonly data: Json;
  /** Of a list. */
  readonly rows: readonly JsonObject[];
  /** Of one thing. */
  readonly fields: JsonObject;
  readonly nextCursor: string | undefined;
  listAt(name: string): readonly JsonObject[];
}

/** Calls a tool. @throws where it refuses. */
export async function called(client: Client, name: string, args: Record<string, unknown>): Promise<Called> {
  const result = CallToolResultSchema.parse(await client.callTool({ name, arguments: args }));
  if (result.isError === true) throw new Error(`${name}: ${contentOf(result)}`);
  const { data = null, next_cursor: next } = parseJsonObject(contentOf(result));
  const fields = isJsonObject(data) ? data : {};
  return {
    result,
    data,
    fields,
    rows: objectsIn(fields["rows"] ?? null),
    nextCursor: typeof next === "string" ? next : undefined,
    listAt: (member) => objectsIn(fields[member] ?? null),
  };
}

/** The problem that a tool answers with. @throws where it does what it was called for. */
export async function refused(client: Client, name: string, args: Record<string, unknown>): Promise<JsonObject> {
  const result = CallToolResultSchema.parse(await client.callTool({ name, arguments: args }));
  if (result.isError !== true) throw new Error(`${name} did it: ${contentOf(result)}`);
  const { error = null } = parseJsonObject(contentOf(result));
  return isJsonObject(error) ? error : {};
}

function objectsIn(value: Json): JsonObject[] {
  return isJsonArray(value) ? value.filter((row: Json) => isJsonObject(row)) : [];
}

function contentOf({ content: [first] }: Called["result"]): string {
  return first?.type === "text" ? first.text : "";
}

/** A member that is text; anything else is empty. */
export function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}
