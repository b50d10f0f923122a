/**
 * PostgreSQL's text form of an analyzed statement (`pg_node_tree`): `{TAG :field value …}`, lists in parentheses, `<>`
 * for nothing.
 */

export type Tree = string | readonly Tree[] | TreeNode;

export interface TreeNode {
  readonly tag: string;
  readonly fields: ReadonlyMap<string, Tree>;
}

/** @throws when the text is not one tree. */
export function parseNodeTree(text: string): Tree {
  const tokens = text.match(/[(){}]|"(?:\\.|[^"\\])*"|(?:\\.|[^\s(){}\\])+/gs) ?? [];
  let place = 0;

  function value(): Tree {
    const token = tokens[place];
    place += 1;
    if (token === undefined) throw new Error("a node tree ends too early");
    if (token === "(") {
      const items: Tree[] = [];
      while (tokens[place] !== ")") items.push(value());
      place += 1;
      return items;
    }
    if (token === "{") {
      const tag = tokens[place] ?? "";
      place += 1;
      const fields = new Map<string, Tree>();
      while (tokens[place] !== "}") {
        const name = tokens[place]?.slice(1) ?? "";
        place += 1;
        const values = [value()];
        while (tokens[place] !== "}" && tokens[place]?.startsWith(":") !== true) values.push(value());
        // The bytes of a constant are several words; every other field has one value.
        fields.set(name, values.length === 1 && values[0] !== undefined ? values[0] : values);
      }
      place += 1;
      return { tag, fields };
    }
    return token.startsWith('"') ? token.slice(1, -1).replaceAll(/\\(.)/gs, "$1") : token.replaceAll(/\\(.)/gs, "$1");
  }

  const tree = value();
  if (place !== tokens.length) throw new Error("a node tree goes on behind its end");
  return tree;
}

export function isNode(tree: Tree | undefined): tree is TreeNode {
  return typeof tree === "object" && "tag" in tree;
}

export function word(node: TreeNode, field: string): string {
  const value = node.fields.get(field);
  return typeof value === "string" ? value : "";
}

export function child(node: TreeNode, field: string): TreeNode | undefined {
  const value = node.fields.get(field);
  return isNode(value) ? value : undefined;
}

/** The items of a list; none for `<>`. */
export function list(node: TreeNode, field: string): readonly Tree[] {
  const value = node.fields.get(field);
  return typeof value === "object" && !isNode(value) ? value : [];
}

export function nodes(node: TreeNode, field: string): readonly TreeNode[] {
  return list(node, field).filter(isNode);
}
