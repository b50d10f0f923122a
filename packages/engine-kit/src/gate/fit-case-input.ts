import { objectsIn, part, type Json, type JsonObject, isJsonArray, isJsonObject, compileSchema } from "@service/json";
import { inputContractProperties } from "../schemas/index.ts";

/**
 * The input of a built-in case, extended to satisfy the engine's input contract. Built-in cases are written for the
 * preset, whose contract has no fields; a configuration that only adds a required field must not fail for them. A
 * member that is required and absent, or that the contract types differently, gets a value of its type.
 * @param root the list of the input whose elements have the free maps; absent = the input itself.
 */
export function fitCaseInput(input: JsonObject, effective: JsonObject, root: string | undefined): JsonObject {
  let fitted: Json = input;
  for (const { path, type, required, enum: words } of objectsIn(part(effective, "input_contract").fields)) {
    if (typeof path !== "string") continue;
    const at = path.lastIndexOf(".");
    const name = path.slice(at + 1);
    const schema = inputContractProperties(effective, path.slice(0, at)).properties[name];
    if (schema === undefined) continue;
    const sample = sampleOf(type, isJsonArray(words) ? words[0] : undefined);
    const steps = [...(root === undefined ? [] : [root]), ...path.slice(0, at).split(".")];
    const fit = (map: JsonObject): JsonObject => {
      const value = Object.hasOwn(map, name) ? map[name] : undefined;
      const fits = value === undefined ? required !== true : compileSchema(schema)(value).length === 0;
      return fits ? map : { ...map, [name]: sample };
    };
    fitted = changedAt(fitted, steps, fit);
  }
  return isJsonObject(fitted) ? fitted : input;
}

/** The maps at `steps`, in every element of the lists on the way; an absent map is created when it gets a member. */
function changedAt(value: Json | undefined, steps: readonly string[], change: (map: JsonObject) => JsonObject): Json {
  if (isJsonArray(value)) return value.map((element) => changedAt(element, steps, change));
  const object = isJsonObject(value) ? value : {};
  const [step, ...rest] = steps;
  if (step === undefined) return change(object);
  const inner = changedAt(object[step], rest, change);
  return object[step] === undefined && isJsonObject(inner) && Object.keys(inner).length === 0
    ? object
    : { ...object, [step]: inner };
}

function sampleOf(type: Json | undefined, word: Json | undefined): Json {
  switch (type) {
    case "number":
    case "integer":
    case "money":
      return 1;
    case "date":
      return "2026-01-01";
    case "boolean":
      return true;
    case "list":
      return word === undefined ? [] : [word];
    default:
      return word ?? "stated";
  }
}
