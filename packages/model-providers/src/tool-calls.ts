import { compileSchema, isJsonObject, parseJson } from "@service/json";
import { ProviderFailure, type ToolCall, type ToolDeclaration } from "@service/models";

/** Most calls of one answer; the parts of more are a broken answer. */
const callsMax = 64;

/** Tool calls come in parts: a name and an id, then their input as pieces of JSON. */
export interface CallParts {
  /** @param index the vendor's number of the call. */
  add(index: number, part: { readonly id?: string; readonly name?: string; readonly input?: string }): void;
  /**
   * The calls in the order in which they began.
   * @throws ProviderFailure `invalid_response` for a tool that was not declared or input that is not of its schema.
   */
  finished(): ToolCall[];
}

export function collectCalls(tools: readonly ToolDeclaration[]): CallParts {
  const parts = new Map<number, { id: string; name: string; input: string }>();
  return {
    add(index, { id = "", name = "", input = "" }) {
      const call = parts.get(index) ?? { id: "", name: "", input: "" };
      call.id ||= id;
      call.name ||= name;
      call.input += input;
      parts.set(index, call);
      if (parts.size > callsMax) throw new ProviderFailure("invalid_response");
    },
    finished: () => [...parts.values()].map((part) => checkedCall(tools, part)),
  };
}

function checkedCall(
  tools: readonly ToolDeclaration[],
  { id, name, input }: { readonly id: string; readonly name: string; readonly input: string },
): ToolCall {
  const tool = tools.find((declared) => declared.name === name);
  if (tool === undefined) throw new ProviderFailure("invalid_response");
  try {
    // A call without input is `{}`: some servers send nothing then.
    const parsed = parseJson(input.trim() === "" ? "{}" : input);
    if (isJsonObject(parsed) && compileSchema(tool.parameters)(parsed).length === 0) return { id, name, input: parsed };
  } catch {
    // Neither the parser's message nor the input may be repeated.
  }
  throw new ProviderFailure("invalid_response");
}
