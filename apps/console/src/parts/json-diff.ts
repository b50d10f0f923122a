/** A member that differs between two JSON values, by its JSON Pointer. */
export interface JsonChange {
  readonly pointer: string;
  readonly kind: "added" | "removed" | "changed";
  /** Undefined where `kind` is `added`. */
  readonly before: unknown;
  /** Undefined where `kind` is `removed`. */
  readonly after: unknown;
}

/**
 * What differs between two JSON values, in the order of `before`, then what is new. Objects are compared by member.
 * Arrays of objects with a unique `key` are compared by key, so that a moved entry is no change of every entry behind
 * it; other arrays of the same length by place, and of another length as a whole.
 */
export function jsonDiff(before: unknown, after: unknown, pointer = ""): JsonChange[] {
  if (isSame(before, after)) return [];
  const [old, next] = [membersOf(before, after), membersOf(after, before)];
  if (old === undefined || next === undefined) return [{ pointer, kind: "changed", before, after }];
  return [...new Set([...old.keys(), ...next.keys()])].flatMap((name): JsonChange[] => {
    const at = `${pointer}/${escaped(name)}`;
    const [was, is] = [old.get(name), next.get(name)];
    if (!next.has(name)) return [{ pointer: at, kind: "removed", before: was, after: undefined }];
    if (!old.has(name)) return [{ pointer: at, kind: "added", before: undefined, after: is }];
    return jsonDiff(was, is, at);
  });
}

/** The members of a value by name, where its counterpart can be compared by the same names. */
function membersOf(value: unknown, other: unknown): ReadonlyMap<string, unknown> | undefined {
  if (isArray(value) && isArray(other)) {
    const [keys, others] = [keysOf(value), keysOf(other)];
    if (keys !== undefined && others !== undefined) return new Map(value.map((each, at) => [keys[at] ?? "", each]));
    return value.length === other.length ? new Map(value.map((each, at) => [String(at), each])) : undefined;
  }
  if (isObject(value) && isObject(other)) return new Map(Object.entries(value));
  return undefined;
}

/** The `key` of every entry, where each has one and no two have the same. */
function keysOf(entries: readonly unknown[]): string[] | undefined {
  const keys = entries.flatMap((entry) => {
    const key = isObject(entry) ? entry["key"] : undefined;
    return typeof key === "string" ? [key] : [];
  });
  return keys.length === entries.length && new Set(keys).size === keys.length ? keys : undefined;
}

function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (isArray(one) && isArray(other))
    return one.length === other.length && one.every((each, at) => isSame(each, other[at]));
  if (!isObject(one) || !isObject(other)) return false;
  const names = Object.keys(one);
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => Object.hasOwn(other, name) && isSame(one[name], other[name]))
  );
}

function isArray(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** RFC 6901. */
function escaped(name: string): string {
  return name.replaceAll("~", "~0").replaceAll("/", "~1");
}
