/** What the documents for engineers name must exist: a path, a script, an identifier. */
import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { expect, test } from "@jest/globals";

const root = join(import.meta.dirname, "..");
const skippedFolders = new Set(["node_modules", ".git", ".data", ".turbo", "coverage", "results", "dist"]);
const sourceFiles = /[.](?:[cm]?[jt]s|sql|prisma|json|ya?ml|conf|sh)$|Dockerfile$|[.]env[.]example$|[.]ci\/run$/;

function filesUnder(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return skippedFolders.has(entry.name) ? [] : filesUnder(path);
    return entry.isFile() ? [relative(root, path)] : [];
  });
}

const files = filesUnder(root);
const folders = new Set(
  files.flatMap((path) => path.split("/").map((_, depth, parts) => parts.slice(0, depth).join("/"))),
);
const source = files
  .filter((path) => sourceFiles.test(path) && path !== "package-lock.json" && !path.endsWith("documents.test.ts"))
  .map((path) => readFileSync(join(root, path), "utf8"))
  .join("\n");
const scripts = new Set(
  [...readFileSync(join(root, "package.json"), "utf8").matchAll(/^ {4}"([\w:-]+)": "/gm)].map(([, name]) => name),
);

/** Generated or made at run time, so not in a checkout. */
const madeLater = /^(?:DIR|input[.]json|DATA_DIR|sample|truth)\b/;

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

/** Whether a path, from the root or from any folder, exists; `<name>` stands for any word and `*` for any characters. */
function pathExists(path: string): boolean {
  const bare = path.replace(/\/$/, "");
  const pattern = escaped(bare)
    .replaceAll(/<[^>]+>/g, "[\\w.-]+")
    .replaceAll(String.raw`\*`, "[^/]*");
  const wanted = new RegExp(`(?:^|/)${pattern}$`);
  return files.some((file) => wanted.test(file)) || [...folders].some((folder) => wanted.test(folder));
}

/** What a back-quoted phrase claims that is not so, or undefined. */
function falseClaim(phrase: string): string | undefined {
  const script = /^npm (?:run )?(?:--silent )?(\S+)/.exec(phrase)?.[1];
  if (script !== undefined) return script === "ci" || scripts.has(script) ? undefined : "no such script";
  const call = /^(?:throw )?([A-Za-z_]\w*)\(/.exec(phrase)?.[1];
  if (call !== undefined)
    return new RegExp(`\\b${call}\\(`).test(source) ? undefined : "nothing of this name is called";
  if (/[\s…=]/.test(phrase) || madeLater.test(phrase) || /^\/|^https?:/.test(phrase)) return undefined;
  if (phrase.includes("/") || /^[\w.<>*-]+[.](?:ts|md|json|mjs|cjs|yml|prisma|sql)$/.test(phrase)) {
    return pathExists(phrase) || (phrase.startsWith("@") && isInSource(phrase)) ? undefined : "no such path";
  }
  const word = phrase.replace(/^-+/, "");
  if (!/^[\w.:-]+$/.test(word)) return undefined;
  // A column is written `table.column`, which the source need not do.
  const isFound = isInSource(word) || word.split(".").every(isInSource) || pathExists(word);
  return isFound ? undefined : "not in the source";
}

function isInSource(word: string): boolean {
  return new RegExp(`(?<![\\w-])${escaped(word)}(?![\\w-])`).test(source);
}

test.each(["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "docs/glossary.md", "docs/operating.md"])(
  "every path, script and identifier in back-quotes in %s exists",
  (document) => {
    const text = readFileSync(join(root, document), "utf8").replaceAll(/^```[\s\S]*?^```/gm, "");
    const claims = [...text.matchAll(/`([^`\n]+)`/g)].map(([, phrase = ""]) => phrase.replaceAll(String.raw`\|`, "|"));
    expect(claims.length).toBeGreaterThan(10);
    const wrong = claims.flatMap((phrase) => {
      const problem = falseClaim(phrase);
      return problem === undefined ? [] : [`${phrase}: ${problem}`];
    });
    expect(wrong).toEqual([]);
  },
);

test("the licence is the Apache License 2.0, in full and in every package and the lock", () => {
  const licence = readFileSync(join(root, "LICENSE"), "utf8");
  expect(licence).toBe(readFileSync(join(root, "licenses/Apache-2.0.txt"), "utf8"));
  for (const part of ["Version 2.0, January 2004", "3. Grant of Patent License", "END OF TERMS AND CONDITIONS"])
    expect(licence).toContain(part);
  const manifests = files.filter((path) => /(?:^|\/)package[.]json$/.test(path));
  expect(manifests.length).toBeGreaterThan(30);
  const licenceOf = (path: string): unknown =>
    Reflect.get(JSON.parse(readFileSync(join(root, path), "utf8")), "license");
  expect(manifests.filter((path) => licenceOf(path) !== "Apache-2.0")).toEqual([]);
  const lock: { packages: Record<string, { license?: string }> } = JSON.parse(
    readFileSync(join(root, "package-lock.json"), "utf8"),
  );
  const own = Object.entries(lock.packages).filter(([path]) => !path.split("/").includes("node_modules"));
  expect(own.length).toBe(manifests.length);
  expect(own.filter(([, { license }]) => license !== "Apache-2.0").map(([path]) => path)).toEqual([]);
});

test("vulnerabilities and conduct are reported in private, and no document names an address of mail for it", () => {
  for (const document of ["SECURITY.md", "CODE_OF_CONDUCT.md"]) {
    const text = readFileSync(join(root, document), "utf8");
    expect(text).toContain("Report a vulnerability");
    expect(text).not.toMatch(/[\w.]+@[\w-]+[.]\w+/);
  }
  expect(readFileSync(join(root, "CODE_OF_CONDUCT.md"), "utf8")).toContain("Contributor Covenant");
});

test("the README says the status, for whom, how long an install takes and what else there is, and shows a result", () => {
  const readme = readFileSync(join(root, "README.md"), "utf8");
  for (const heading of ["## Status and who it is for", "## What else there is, and why this"])
    expect(readme).toContain(heading);
  expect(readme).toContain("one to three minutes");
  expect(readme).toContain("docs/site/guides/webhooks.md#on-your-machine");
  for (const other of ["Temporal", "Inngest", "Trigger.dev", "Svix"]) expect(readme).toContain(other);
  const [, picture = ""] = /!\[[^\]]+\]\(([^)]+)\)/.exec(readme) ?? [];
  expect(readFileSync(join(root, picture), "utf8")).toMatch(/^<svg [^]*<\/svg>\s*$/);
  for (const place of ["`apps/api`", "`packages/domain`"]) {
    expect(readme).not.toContain(`| ${place}`);
    expect(readFileSync(join(root, "ARCHITECTURE.md"), "utf8")).toContain(place);
  }
});

test.each([
  "README.md",
  "ARCHITECTURE.md",
  "CONTRIBUTING.md",
  "SECURITY.md",
  "CODE_OF_CONDUCT.md",
  "docs/operating.md",
])("every link of %s to a file of the repository leads to one", (document) => {
  const text = readFileSync(join(root, document), "utf8");
  const links = [...text.matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)].map(([, path = ""]) => path);
  const missing = links.filter((path) => !pathExists(join(document, "..", path).replace(/\/$/, "")));
  expect(missing).toEqual([]);
});
