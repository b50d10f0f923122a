import { compilePattern } from "@service/conditions";

/** Whether a file of this name is one of the source's. */
export type MatchName = (fileName: string) => boolean;

/**
 * Compiles the glob of a source (IMP-31): `*` and `?` within a folder, `**` over folders, `{a,b}` for alternatives, case
 * ignored. A glob without a slash is about the last part of the name. A string is the end of a sentence that begins with
 * the glob.
 */
export function compileGlob(glob: string): MatchName | string {
  const problem = globProblem(glob);
  if (problem !== undefined) return problem;
  // The linear engine: a glob may hold many stars.
  const pattern = compilePattern(`(?is)^${patternOf(glob)}$`);
  const isAboutLastPart = !glob.includes("/");
  return (fileName) => {
    const name = fileName.replaceAll("\\", "/").replace(/^(?:\.?\/)+/, "");
    return pattern.isFoundIn(isAboutLastPart ? name.slice(name.lastIndexOf("/") + 1) : name);
  };
}

function globProblem(glob: string): string | undefined {
  if (glob.includes("\\")) return "must have / between folders";
  if (/[[\]]/.test(glob)) return "may not hold [ or ]: write alternatives as {a,b}";
  if (glob.startsWith("/")) return "begins with a slash: names of files are relative";
  if (!/^[^{}]*(?:\{[^{}]*\}[^{}]*)*$/.test(glob)) return "has a { without its }, or one inside another";
  return undefined;
}

function patternOf(glob: string): string {
  let isAlternative = false;
  return glob.replaceAll(/\*\*\/|\*\*|[^]/gu, (token) => {
    switch (token) {
      case "**/":
        return "(?:.*/)?";
      case "**":
        return ".*";
      case "*":
        return "[^/]*";
      case "?":
        return "[^/]";
      case "{":
        isAlternative = true;
        return "(?:";
      case "}":
        isAlternative = false;
        return ")";
      case ",":
        return isAlternative ? "|" : ",";
      default:
        return token.replace(/[\\^$.|+()]/, String.raw`\$&`);
    }
  });
}
