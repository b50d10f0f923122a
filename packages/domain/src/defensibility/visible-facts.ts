import { isJsonObject, type Json, type JsonObject, type JsonSchema } from "@service/engine-types";

/** Decides whether the value of a fact path may be shown to a reader. */
export type FactVisibility = (path: string) => boolean;

/**
 * Which facts of a decision trace a field policy leaves visible (domain.md 0.13). A path counts as visible only when it
 * leads to a place in the input's or output's schema, and no such place is, lies within or contains a denied value:
 * derived facts stand in no schema, and nobody can say what they tell.
 */
export function factVisibility(
  denied: readonly string[],
  schemas: { readonly request: JsonSchema; readonly response: JsonSchema } | undefined,
): FactVisibility {
  if (denied.length === 0) return () => true;
  if (!schemas) return () => false;
  const classes = new Set(denied);
  const roots = [propertyOf(schemas.request, "input"), propertyOf(schemas.response, "output")];
  return (path) => {
    const steps = stepsOf(path);
    const places = roots.flatMap((root) => [walk(root, steps, classes), walk(root, steps.slice(1), classes)]);
    return places.includes("open") && !places.includes("denied");
  };
}

/** `items[offer-a].premium` and `policies[].line` as the names of members; elements have one schema whatever their key. */
function stepsOf(path: string): string[] {
  return path
    .replaceAll(/\[[^\]]*\]/g, "")
    .split(".")
    .filter((step) => step !== "" && step !== "@");
}

function walk(
  root: Json | undefined,
  steps: readonly string[],
  classes: ReadonlySet<string>,
): "open" | "denied" | "nowhere" {
  if (steps.length === 0) return "nowhere";
  let here = elementOf(root);
  for (const step of steps) {
    if (!here) return "nowhere";
    if (isDenied(here, classes)) return "denied";
    here = elementOf(propertyOf(here, step));
  }
  if (!here) return "nowhere";
  return mentionsDenied(here, classes) ? "denied" : "open";
}

/** The schema of the elements of a list, however deep, or the schema itself; its own class stays with the list. */
function elementOf(schema: Json | undefined): JsonObject | undefined {
  if (!isJsonObject(schema)) return undefined;
  const items = schema["items"];
  if (!isJsonObject(items)) return schema;
  const element = elementOf(items);
  const sensitivity = schema["x-sensitivity"];
  return element && sensitivity !== undefined ? { ...element, "x-sensitivity": sensitivity } : element;
}

function propertyOf(schema: JsonObject, name: string): Json | undefined {
  const properties = schema["properties"];
  if (isJsonObject(properties) && Object.hasOwn(properties, name)) return properties[name];
  return schema["additionalProperties"];
}

function isDenied(schema: JsonObject, classes: ReadonlySet<string>): boolean {
  const sensitivity = schema["x-sensitivity"];
  return typeof sensitivity === "string" && classes.has(sensitivity);
}

function mentionsDenied(schema: JsonObject, classes: ReadonlySet<string>): boolean {
  return (
    isDenied(schema, classes) ||
    Object.values(schema).some((member) => isJsonObject(member) && mentionsDenied(member, classes))
  );
}
