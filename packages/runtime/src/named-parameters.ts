/** A statement as PostgreSQL takes it, and what its parameters are called. */
export interface NumberedText {
  readonly text: string;
  /** The members of the call's object (`organizationId` for `@organization_id`), in order; empty without names. */
  readonly names: readonly string[];
}

/**
 * What must stay whole: strings, quoted names, comments (a block may contain others), dollar quotes, words, numbers and
 * runs of operator characters, so that `<@`, `@>`, `@@` and `@?` are never read as a parameter.
 */
const token =
  /[eE]'(?:\\.|''|[^'\\])*'|'(?:''|[^'])*'|"(?:""|[^"])*"|--[^\n]*|\/\*|\$(?<tag>(?:[\p{L}_][\p{L}\p{N}_]*)?)\$.*?\$\k<tag>\$|(?<number>\$\d+)|[\p{L}\p{N}_][\p{L}\p{N}_$]*|@(?<name>[\p{L}_][\p{L}\p{N}_]*)|(?:(?!--|\/\*)[+\-*/<>=~!@#%^&|`?])+/gsu;

/**
 * Replaces each `@name` by `$n`, numbered in order of first occurrence. `@name` stands after a space, a bracket or a
 * comma: directly after an operator it is part of the operator, as PostgreSQL reads it.
 *
 * @throws for SQL with both names and numbers, and for a name that is not snake_case.
 */
export function numberedText(text: string): NumberedText {
  const places = new Map<string, string>();
  let numbered = "";
  let end = 0;
  let hasNumbers = false;
  token.lastIndex = 0;
  for (let found = token.exec(text); found !== null; found = token.exec(text)) {
    const name = found.groups?.["name"];
    if (found[0] === "/*") token.lastIndex = endOfComment(text, token.lastIndex);
    else if (found.groups?.["number"] !== undefined) hasNumbers = true;
    else if (name !== undefined) {
      if (!/^[a-z][a-z0-9]*(?:_[a-z0-9]+)*$/.test(name)) throw new Error(`the parameter @${name} is not snake_case`);
      const place = places.get(name) ?? `$${places.size + 1}`;
      places.set(name, place);
      numbered += text.slice(end, found.index) + place;
      end = token.lastIndex;
    }
  }
  if (places.size === 0) return { text, names: [] };
  if (hasNumbers) throw new Error("a statement names its parameters or numbers them, not both");
  return { text: numbered + text.slice(end), names: [...places.keys()].map(memberOf) };
}

/** The values of a call by name in the order of the text. @throws for one that is missing. */
export function valuesInOrder(names: readonly string[], values: Readonly<Record<string, unknown>>): unknown[] {
  return names.map((name) => {
    const value = values[name];
    // The driver would send null.
    if (value === undefined) throw new Error(`the parameter ${name} has no value`);
    return value;
  });
}

/** Makes the query of one call. */
export type NamedQuery<Values> = (values: Values) => { text: string; values: unknown[] };

/** A query with named parameters, for packages below the statements of `packages/db`. */
export function namedQuery<Values extends Readonly<Record<string, unknown>>>(sql: string): NamedQuery<Values> {
  const { text, names } = numberedText(sql);
  return (values) => ({ text, values: valuesInOrder(names, values) });
}

/** Where a block comment ends whose content begins at `from`. */
function endOfComment(text: string, from: number): number {
  const mark = /\/\*|\*\//g;
  mark.lastIndex = from;
  for (let depth = 1, found = mark.exec(text); found !== null; found = mark.exec(text)) {
    depth += found[0] === "/*" ? 1 : -1;
    if (depth === 0) return mark.lastIndex;
  }
  return text.length;
}

/** `organization_id` → `organizationId`. */
function memberOf(name: string): string {
  return name.replaceAll(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}
