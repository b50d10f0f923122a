import { posix } from "node:path";

export interface BrokenLink {
  readonly page: string;
  readonly link: string;
  readonly problem: string;
}

/**
 * Every link and source of every page leads to a file of the site and to an id on it; ids are unique on their page.
 * Nothing is loaded from another host: only links a reader follows may leave the site.
 *
 * @param files everything the site consists of, by path from its root; pages end in `.html`.
 */
export function checkLinks(files: ReadonlyMap<string, string | Buffer>): BrokenLink[] {
  const idsOf = new Map<string, ReadonlySet<string>>();
  const broken: BrokenLink[] = [];
  const pages = [...files].flatMap(([path, bytes]) =>
    path.endsWith(".html") ? [[path, bytes.toString()] as const] : [],
  );
  for (const [path, source] of pages) {
    const ids = [...source.matchAll(/<[^<>]*?\sid="([^"]*)"/g)].map(([, id = ""]) => id);
    const seen = new Set<string>();
    for (const id of ids) {
      if (seen.has(id)) broken.push({ page: path, link: `#${id}`, problem: "the id stands twice" });
      seen.add(id);
    }
    idsOf.set(path, seen);
  }
  for (const [path, source] of pages) {
    for (const [, attribute = "", link = ""] of source.matchAll(/<[a-z][^<>]*?\s(href|src)="([^"]*)"/g)) {
      const problem = problemOf(path, attribute, link, files, idsOf);
      if (problem !== undefined) broken.push({ page: path, link, problem });
    }
  }
  return broken;
}

function problemOf(
  page: string,
  attribute: string,
  link: string,
  files: ReadonlyMap<string, unknown>,
  idsOf: ReadonlyMap<string, ReadonlySet<string>>,
): string | undefined {
  if (/^(?:https?:)?\/\//.test(link)) return attribute === "src" ? "loads from another host" : undefined;
  if (link.startsWith("mailto:")) return undefined;
  const [path = "", id] = link.split("#");
  const target = path === "" ? page : path.startsWith("/") ? path.slice(1) : posix.join(posix.dirname(page), path);
  if (!files.has(target)) return "leads nowhere";
  if (id !== undefined && idsOf.get(target)?.has(decodeURIComponent(id)) !== true) return "no such place on the page";
  return undefined;
}
