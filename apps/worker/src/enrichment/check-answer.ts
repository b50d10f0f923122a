import { compileSchema, type Json } from "@service/json";
import type { ModelAnswer, ModelQuestion } from "./model-provider.ts";
import { readAnswer } from "./post-json.ts";

/** Parses a model's text; accepts only JSON that matches the question's schema. Repairs nothing. */
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

/** Removes the code fences that models like to put around JSON. */
function unfenced(text: string): string {
  return /^\s*```(?:json)?\s*\n([\s\S]*?)\n?```\s*$/.exec(text)?.[1] ?? text;
}
