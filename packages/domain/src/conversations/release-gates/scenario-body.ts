import { EvalScenarioContent } from "@service/contract";
import { asJsonObject, canonicalJson, isJsonObject, parseJson } from "@service/json";
import * as z from "zod";

/** Where a promoted scenario comes from. */
const StoredSource = z.object({ annotation_id: z.string(), turn_id: z.string(), environment: z.string() });

const StoredBody = z.object({
  content: EvalScenarioContent,
  source: StoredSource.nullable(),
  /** JSON text: what a viewer of the promoted answer must be allowed to read. */
  evidence: z.string().nullable(),
});

/** What a revision of a scenario stores besides its columns. */
export type ScenarioBody = z.output<typeof StoredBody>;

/** A revision as its row has it. @throws when the row holds something else. */
export function readScenarioBody(text: string): ScenarioBody {
  const value = parseJson(text);
  // What is left of an erased scenario is its content alone (EVAL-56).
  const isErased = isJsonObject(value) && value["content"] === undefined;
  return StoredBody.parse(isErased ? { content: value, source: null, evidence: null } : value);
}

/** The JSON text of a revision. */
export function writtenBody(body: ScenarioBody): string {
  // Members that are absent are `undefined` in the parsed form, which JSON does not have.
  return canonicalJson(asJsonObject(JSON.parse(JSON.stringify(body))));
}
