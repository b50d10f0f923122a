/** Values of a conversation's variables, by their keys. */
export type VariableValues = Readonly<Record<string, string | number | boolean>>;

const variable = /\{\{\s*variables\.([a-z][a-z0-9_]{0,63})\s*\}\}/g;

/**
 * A value of a selector with its variables filled in. Undefined where it names a variable that the conversation does not
 * have: such a value selects nothing, and never everything (GROUND-21).
 */
export function selectedOne(value: string, variables: VariableValues): string | undefined {
  let isMissing = false;
  const filled = value.replaceAll(variable, (_, key: string) => {
    const given = Object.hasOwn(variables, key) ? variables[key] : undefined;
    if (given === undefined || given === "") isMissing = true;
    return String(given ?? "");
  });
  return isMissing ? undefined : filled;
}

/** Several values of a selector; undefined where the selector does not name any, which means everything. */
export function selectedAll(
  values: readonly string[] | undefined,
  variables: VariableValues,
): readonly string[] | undefined {
  return values?.flatMap((value) => selectedOne(value, variables) ?? []);
}
