import { fail, type InstanceConfig } from "@service/contract";
import { isDate } from "@service/json";

/** Values of a conversation's variables, by key. */
export type VariableValues = Readonly<Record<string, string | number | boolean>>;

/** `{{variables.x}}`, spaces allowed inside the braces; the name stands in group 1. */
const named = /\{\{\s*variables\.([^\s{}]{1,64})\s*\}\}/g;

/** The variables that instructions or a selector name. */
export function variablesNamedIn(text: string): readonly string[] {
  return [...text.matchAll(named)].map(([, key = ""]) => key);
}

/**
 * Instructions or a selector with the values of the variables that they name (CONV-14); one without a value is empty. Values are put in once: what
 * looks like a variable inside a value stays as it is.
 */
export function withVariables(text: string, values: VariableValues): string {
  return text.replaceAll(named, (_, key: string) => (Object.hasOwn(values, key) ? String(values[key]) : ""));
}

/**
 * Checks the variables of a new conversation against those that its configuration declares (CONV-22).
 * @throws `invalid_request` with the field of every wrong value, of one that is missing and of one that is not declared.
 */
export function assertVariables(declared: InstanceConfig["variables"], given: VariableValues): void {
  const keys = new Set(declared.map(({ key }) => key));
  const problems = [
    ...Object.keys(given)
      .filter((key) => !keys.has(key))
      .map((key) => ({ field: `variables.${key}`, message: "is not declared by the instance" })),
    ...declared.flatMap((variable) => {
      const message = problemOf(variable, Object.hasOwn(given, variable.key) ? given[variable.key] : undefined);
      return message === undefined ? [] : [{ field: `variables.${variable.key}`, message }];
    }),
  ];
  const [first] = problems;
  if (first)
    throw fail("invalid_request", {
      message: `The request is not valid. ${first.field} ${first.message}.`,
      details: problems,
    });
}

function problemOf(
  { type, required, max_length: charsMax }: InstanceConfig["variables"][number],
  value: string | number | boolean | undefined,
): string | undefined {
  if (value === undefined) return required ? "is required" : undefined;
  switch (type) {
    case "number":
      return typeof value === "number" ? undefined : "must be a number";
    case "boolean":
      return typeof value === "boolean" ? undefined : "must be true or false";
    case "date":
      return typeof value === "string" && isDate(value) ? undefined : "must be a day, such as 2026-12-31";
    case "string":
      if (typeof value !== "string") return "must be a string";
      return [...value].length > charsMax ? `must have at most ${charsMax} characters` : undefined;
  }
}
