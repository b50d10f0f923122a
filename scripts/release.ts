/**
 * Makes a release in the working tree: the changelog's Unreleased section becomes that of the version and this day, and
 * every workspace, the lock file, the Helm chart and the client get the version (OPS-64). It commits nothing:
 *
 *   npm run release -- 0.2.0
 *   npm run --silent release -- notes 0.2.0    prints the section of the version, as the release on GitHub shows it
 */
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";

/** What stops a release, in a sentence for the person who makes it. */
class Refusal extends Error {}

const [word = "", named = ""] = process.argv.slice(2);
try {
  if (word === "notes") process.stdout.write(`${notesOf(named)}\n`);
  else prepare(word);
} catch (error) {
  if (!(error instanceof Refusal)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}

/** @throws {Refusal} for a tree with changes, a version that is not newer, and a release without a change. */
function prepare(version: string): void {
  const present = presentVersion();
  if (!/^\d+\.\d+\.\d+$/.test(version)) throw new Refusal("Name the version, such as: npm run release -- 0.2.0");
  if (version.localeCompare(present, "en", { numeric: true }) <= 0)
    throw new Refusal(`${version} is not newer than ${present}.`);
  if (git("status", "--porcelain") !== "") throw new Refusal("The tree has changes: commit or stash them first.");

  const changelog = readFileSync("CHANGELOG.md", "utf8");
  const heading = "## Unreleased\n";
  if (sectionOf(changelog, "Unreleased") === "") throw new Refusal("CHANGELOG.md has nothing under Unreleased.");
  const day = new Date().toISOString().slice(0, 10);
  writeFileSync("CHANGELOG.md", changelog.replace(heading, `${heading}\n## ${version} - ${day}\n`));

  // As text, so that nothing else of a file changes.
  const written = present.replaceAll(".", String.raw`\.`);
  const own = new RegExp(String.raw`("name": "(?:@service/[\w-]+|engine-service)",\s+"version": )"${written}"`, "g");
  const ofWorkspaces = new RegExp(String.raw`("@service/[\w-]+": )"${written}"`, "g");
  for (const path of git("ls-files", "package.json", "*/package.json", "package-lock.json").split("\n"))
    writeFileSync(
      path,
      readFileSync(path, "utf8").replace(own, `$1"${version}"`).replace(ofWorkspaces, `$1"${version}"`),
    );
  const chart = readFileSync("infra/helm/Chart.yaml", "utf8");
  writeFileSync("infra/helm/Chart.yaml", chart.replaceAll(/^(version|appVersion): .*$/gm, `$1: ${version}`));

  process.stdout.write(
    `The tree is release ${version}. Read CHANGELOG.md and "To this release" in docs/operating.md, then:\n` +
      `  git commit --all --message "Release ${version}" && git tag --annotate v${version} --message "Release ${version}"\n` +
      `  git push --follow-tags\n`,
  );
}

/** @throws {Refusal} for a tag of another version than the tree's, and a version that the changelog does not have. */
function notesOf(tag: string): string {
  const version = tag.replace(/^v/, "");
  const present = presentVersion();
  if (version !== present) throw new Refusal(`The tag ${tag} is not of this tree, which is ${present}.`);
  const section = sectionOf(readFileSync("CHANGELOG.md", "utf8"), version);
  if (section === "") throw new Refusal(`CHANGELOG.md has no section for ${version}.`);
  return section;
}

/** What stands under a heading of the changelog; the empty string where there is none. */
function sectionOf(changelog: string, name: string): string {
  const sections = changelog.split(/^## /m).slice(1);
  const section = sections.find((text) => text.split(/[ \n]/, 1)[0] === name) ?? "";
  return section.slice(section.indexOf("\n") + 1).trim();
}

/** The version of the tree. @throws {Refusal} where the manifest has none. */
function presentVersion(): string {
  const manifest: unknown = JSON.parse(readFileSync("package.json", "utf8"));
  if (typeof manifest !== "object" || manifest === null || !("version" in manifest))
    throw new Refusal("package.json has no version: run this in the root of the repository.");
  return String(manifest.version);
}

function git(...words: string[]): string {
  return execFileSync("git", words, { encoding: "utf8" }).trim();
}
