import ts from "typescript";

/**
 * The identifiers of a TypeScript or JavaScript text in their order, with their lines counted from 1; private members
 * without `#`. Words in comments, strings and regular expressions are left out.
 */
export function namesInCode(text: string): { readonly line: number; readonly name: string }[] {
  const file = ts.createSourceFile("code.ts", text, ts.ScriptTarget.Latest);
  const names: { line: number; name: string }[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node) || ts.isPrivateIdentifier(node)) {
      const { line } = file.getLineAndCharacterOfPosition(node.getStart(file));
      names.push({ line: line + 1, name: node.text.replace("#", "") });
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return names;
}
