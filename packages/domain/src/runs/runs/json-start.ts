const tokens = /"(?:[^"\\]|\\.)*"|[{}[\]:,]|[^\s"{}[\]:,]+|\s+|"/gy;

/**
 * Reads a string that is a direct member of a JSON object, possibly truncated.
 * @returns null when the object has no such string; undefined when the start ends before that is known.
 */
export function readStringMember(start: string, name: string): string | null | undefined {
  const wanted = JSON.stringify(name);
  let depth = 0;
  let isName = false;
  let isWanted = false;
  tokens.lastIndex = 0;
  for (let match = tokens.exec(start); match; match = tokens.exec(start)) {
    const [token] = match;
    if (token === '"') return undefined;
    if (token === ":" || token.trim() === "") continue;
    if (isWanted) return token.startsWith('"') ? String(JSON.parse(token)) : null;
    isWanted = depth === 1 && isName && token === wanted;
    if (token === "{" || token === "[") depth += 1;
    if (token === "}" || token === "]") depth -= 1;
    if (depth === 0) return null;
    isName = depth === 1 && (token === "{" || token === ",");
  }
  return undefined;
}
