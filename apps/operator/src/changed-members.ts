const valueCharsMax = 60;

/**
 * The members of an audit row's sides that differ, as `name=value` separated by commas: what an operator looks for in a
 * list. Values are cut at 60 characters; `svc audit show` shows the change whole.
 */
export function changedMembers(before: unknown, after: unknown): { readonly before: string; readonly after: string } {
  const [was, is] = [membersOf(before), membersOf(after)];
  const names = [...new Set([...was.keys(), ...is.keys()])].filter((name) => was.get(name) !== is.get(name));
  const side = (members: ReadonlyMap<string, string>): string =>
    names
      .filter((name) => members.has(name))
      .map((name) => `${name}=${shortened(members.get(name) ?? "")}`)
      .join(", ");
  return { before: side(was) || "-", after: side(is) || "-" };
}

/** JSON of each member; of a value that is no object, the value under the name `value`. */
function membersOf(side: unknown): Map<string, string> {
  if (side === null || side === undefined) return new Map();
  const members: [string, unknown][] =
    typeof side === "object" && !Array.isArray(side) ? Object.entries(side) : [["value", side]];
  return new Map(members.map(([name, value]) => [name, JSON.stringify(value)]));
}

function shortened(text: string): string {
  const characters = [...text];
  return characters.length > valueCharsMax ? `${characters.slice(0, valueCharsMax - 1).join("")}…` : text;
}
