import { compileSchema, type Json } from "@service/engine-types";
import type { ModelAnswer, ModelQuestion } from "./model-provider.ts";
import { readAnswer } from "./post-json.ts";

/** The text a model wrote → the answer, if it is JSON of the shape asked for. Nothing is repaired. */
export function checkAnswer(question: ModelQuestion, text: unknown): ModelAnswer {
  if (typeof text !== "string") return { kind: "no_answer", failure: "malformed" };
  const read = readAnswer(unfenced(text));
  if (read.kind === "failed") return { kind: "no_answer", failure: read.failure };
  return matches(question, read.json)
    ? { kind: "answer", json: read.json }
    : { kind: "no_answer", failure: "malformed" };
}

function matches(question: ModelQuestion, json: Json): boolean {
  return compileSchema(question.schema)(json).length === 0;
}

/** Models like to put JSON between code fences; the fence is packaging, not content. */
function unfenced(text: string): string {
  return /^\s*```(?:json)?\s*\n([\s\S]*?)\n?```\s*$/.exec(text)?.[1] ?? text;
}
