/** A value for each path pattern, found whatever the order in which the patterns are given. */
export interface PathTable<Value> {
  /** The value whose pattern `path` matches, with the decoded parameters; undefined when none does. */
  find(path: string): { readonly value: Value; readonly params: Readonly<Record<string, string>> } | undefined;
}

interface Node<Value> {
  readonly literal: Map<string, Node<Value>>;
  parameter: Node<Value> | undefined;
  /** `names` of its parameters, from the first segment to the last: paths of other shapes may use other names. */
  entry: { readonly value: Value; readonly names: readonly string[] } | undefined;
}

/**
 * Patterns such as `/engines/{engine_slug}/runs`: a parameter is one whole segment, never empty. Where a literal segment
 * and a parameter both match, the literal wins. Reads a path segment by segment, so a match costs the same however many
 * patterns there are.
 * @throws Error for two patterns of one shape: one of them would never be found.
 */
export function pathTable<Value>(patterns: Iterable<readonly [pattern: string, value: Value]>): PathTable<Value> {
  const root = emptyNode<Value>();
  for (const [pattern, value] of patterns) insert(root, pattern, value);
  return {
    find(path) {
      const segments: string[] = [];
      const entry = match(root, path, 0, segments);
      if (!entry) return undefined;
      const params: Record<string, string> = {};
      const decode = segments.length > 0 && path.includes("%") && isDecodable(path) ? decodeURIComponent : asIs;
      // Collected from the last segment to the first.
      for (const [index, name] of entry.names.entries()) params[name] = decode(segments.at(-1 - index) ?? "");
      return { value: entry.value, params };
    },
  };
}

function emptyNode<Value>(): Node<Value> {
  return { literal: new Map(), parameter: undefined, entry: undefined };
}

function insert<Value>(root: Node<Value>, pattern: string, value: Value): void {
  let node = root;
  const names: string[] = [];
  for (const segment of pattern.slice(1).split("/")) {
    const name = /^\{(\w+)\}$/.exec(segment)?.[1];
    if (name !== undefined) names.push(name);
    node = name === undefined ? literalChild(node, segment) : (node.parameter ??= emptyNode());
  }
  if (node.entry) throw new Error(`two routes have the shape of ${pattern}`);
  node.entry = { value, names };
}

function literalChild<Value>(node: Node<Value>, segment: string): Node<Value> {
  const child = node.literal.get(segment) ?? emptyNode<Value>();
  node.literal.set(segment, child);
  return child;
}

/** Matches `path` from the slash at `start`; fills `segments` on the way back from a match. */
function match<Value>(node: Node<Value>, path: string, start: number, segments: string[]): Node<Value>["entry"] {
  const slash = path.indexOf("/", start + 1);
  const end = slash === -1 ? path.length : slash;
  const segment = path.slice(start + 1, end);
  const next = (child: Node<Value>) => (slash === -1 ? child.entry : match(child, path, end, segments));
  const child = node.literal.get(segment);
  const literal = child && next(child);
  if (literal || segment === "" || !node.parameter) return literal;
  const entry = next(node.parameter);
  if (!entry) return undefined;
  segments.push(segment);
  return entry;
}

/** A path with broken percent-encoding is taken literally: its ids are then unknown like any other. */
function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

const asIs = (segment: string): string => segment;
