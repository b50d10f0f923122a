/**
 * Resolves every rule id that the repository cites against the pages of `docs/spec`:
 *   - an id that no page defines, or that is defined twice;
 *   - a page without a row in `docs/spec/README.md`, or a prefix that its row does not name;
 *   - a citation of a document that is not in the repository;
 *   - a rule that says "must" and that no test names.
 * Prints one line per finding and exits 1 when there are any.
 *
 * Usage: `node scripts/check-citations.mjs [root]`
 */
import { readdirSync, readFileSync } from "node:fs";
import { dirname, extname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";

/** Words of capitals, a hyphen and a number that look like rule ids and are not. */
const otherWords = new Set(["UTF", "SHA", "AES", "SSH", "NET", "ISO", "RFC", "TLS", "CVE"]);
const idPattern = /(?<![\w-])([A-Z]{2,6})-(\d{1,4})(?![\w-])/g;
const rulePattern = /^(?:- \*\*|\| *(?:\*\*)?)([A-Z]{2,6}-\d{1,4})(?:\*\* | *(?:\*\*)? *\|)/;
const mustPattern = /\bmust\b/;

/** Citations of other documents, by their name or by a section, rule or ruling of them. An RFC has sections too. */
const documentPatterns = [
  /(?<![\w./-])(?:runs|webhooks|decisions|operator|interface|domain|conversations|console|house|style)\.md\b(?![#)\]])/,
  /(?<!RFC \d{1,5},? )\b[Ss]ections? \d/,
  /\bspec(?:ification)? \d/,
  /\b(?:decisions?|rulings?) \d{1,3}(?!\d)/,
  /\b[Rr]ules? \d/,
  /\([Rr]ows? \d+[a-c]?(?: (?:and|to) \d+[a-c]?)?\)/,
];
/** Files with data that looks like a citation, or that name the patterns themselves. */
const notCitations = new Set([
  "packages/engines/comparison/src/cases/built-in-cases.ts",
  "scripts/check-citations.mjs",
  "scripts/check-citations.test.ts",
]);

const [, , rootGiven] = process.argv;
const root = resolve(rootGiven ?? join(dirname(fileURLToPath(import.meta.url)), ".."));
const specFolder = "docs/spec";
const skippedFolders = new Set(["node_modules", ".git", ".data", ".turbo", "coverage", "generated"]);
/** Published files keep their bytes, and a migration that was applied keeps its hash. */
const skippedPaths = new Set(["docs/site/contracts", "prisma/migrations", "bench/results"]);
const extensions = new Set([".ts", ".tsx", ".mjs", ".cjs", ".js", ".sql", ".prisma", ".md", ".yml", ".yaml"]);

/** Paths of the files that may cite, relative to the root, with forward slashes. */
function* citingFiles(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    const name = relative(root, path).replaceAll("\\", "/");
    if (entry.isDirectory()) {
      if (!skippedFolders.has(entry.name) && !skippedPaths.has(name)) yield* citingFiles(path);
    } else if (entry.isFile() && extensions.has(extname(entry.name))) yield name;
  }
}

const findings = [];
function refuse(place, says) {
  findings.push(`${place} ${says}`);
}

const files = [...citingFiles(root)].map((name) => ({
  name,
  lines: readFileSync(join(root, name), "utf8").split("\n"),
}));
const isPage = (name) => name.startsWith(`${specFolder}/`) && name !== `${specFolder}/README.md`;
const isTest = (name) => /[.]test[.][cm]?[jt]s$/.test(name);

/** Rule id → where it is defined and whether it says "must". */
const rules = new Map();
for (const { name, lines } of files.filter((file) => isPage(file.name))) {
  for (const [index, line] of lines.entries()) {
    const id = rulePattern.exec(line)?.[1];
    if (id === undefined) continue;
    const place = `${name}:${index + 1}`;
    const existing = rules.get(id);
    if (existing) refuse(place, `defines ${id}, which ${existing.place} defines`);
    else rules.set(id, { name, place, mustBeTested: mustPattern.test(line) });
  }
}

const prefixOf = (id) => id.slice(0, id.lastIndexOf("-"));
const contents = files.find(({ name }) => name === `${specFolder}/README.md`)?.lines ?? [];
for (const name of new Set([...rules.values()].map((rule) => rule.name))) {
  const path = name.slice(specFolder.length + 1);
  const row = contents.find((line) => line.startsWith("|") && line.includes(`](${path})`));
  if (row === undefined) refuse(name, `has no row in ${specFolder}/README.md`);
  const named = new Set((row?.split("|")[2] ?? "").split(",").map((prefix) => prefix.trim()));
  const prefixes = new Set([...rules].filter(([, rule]) => rule.name === name).map(([id]) => prefixOf(id)));
  for (const prefix of prefixes) {
    if (row !== undefined && !named.has(prefix)) refuse(name, `defines ${prefix} rules, which its row does not name`);
  }
}

const tested = new Set();
for (const { name, lines } of files) {
  for (const [index, line] of lines.entries()) {
    const place = `${name}:${index + 1}`;
    if (notCitations.has(name)) continue;
    for (const [id, prefix] of line.matchAll(idPattern)) {
      if (isTest(name)) tested.add(id);
      if (rules.has(id) || otherWords.has(prefix)) continue;
      refuse(place, `cites ${id}, which no page of ${specFolder} defines`);
    }
    if (documentPatterns.some((pattern) => pattern.test(line)))
      refuse(place, `cites a document that is not in the repository: ${line.trim().slice(0, 100)}`);
  }
}
for (const [id, { place, mustBeTested }] of rules) {
  if (mustBeTested && !tested.has(id)) refuse(place, `${id} says "must" and no test names it`);
}

for (const finding of findings) console.error(finding);
if (findings.length > 0) console.error(`${findings.length} finding(s)`);
process.exitCode = findings.length > 0 ? 1 : 0;
