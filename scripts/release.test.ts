import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeEach, expect, test } from "@jest/globals";

// A clone of the last commit, so that nothing of this tree changes; the script is this tree's.

const root = join(import.meta.dirname, "..");
const folder = mkdtempSync(join(tmpdir(), "release-"));
const clone = join(folder, "clone");
const git = (...words: string[]): string => execFileSync("git", words, { cwd: clone, encoding: "utf8" });
const release = (...words: string[]) =>
  spawnSync(process.execPath, [join(root, "scripts/release.ts"), ...words], { cwd: clone, encoding: "utf8" });
const read = (path: string): string => readFileSync(join(clone, path), "utf8");
type Ranges = Record<string, string>;
const change = "- Callers see a change.\n";

execFileSync("git", ["clone", "--quiet", "--no-checkout", "--shared", root, clone]);
git("config", "user.name", "Test");
git("config", "user.email", "test@example.com");
const last = git("rev-parse", "HEAD").trim();
afterAll(() => rmSync(folder, { recursive: true }));
beforeEach(() => {
  git("checkout", "--quiet", "--force", last);
  writeFileSync(
    join(clone, "CHANGELOG.md"),
    read("CHANGELOG.md").replace(/^## Unreleased\n[^]*?(?=^## )/m, `## Unreleased\n\n${change}\n`),
  );
  git("commit", "--quiet", "--all", "--message", "A change");
});

test("a release has one version everywhere, and its section in the changelog (OPS-64)", () => {
  expect(release("907.0.3")).toMatchObject({ status: 0, stdout: expect.stringContaining("v907.0.3") });
  const day = new Date().toISOString().slice(0, 10);
  expect(read("CHANGELOG.md")).toContain(`## Unreleased\n\n## 907.0.3 - ${day}\n\n${change}`);
  for (const path of git("ls-files", "package.json", "*/package.json").trim().split("\n")) {
    const manifest: { version: string; dependencies?: Ranges; devDependencies?: Ranges } = JSON.parse(read(path));
    const { version, dependencies, devDependencies } = manifest;
    const named = Object.entries({ ...dependencies, ...devDependencies }).filter(([name]) =>
      name.startsWith("@service/"),
    );
    expect([path, version, ...new Set(named.map(([, range]) => range))]).toEqual(
      [path, "907.0.3", "907.0.3"].slice(0, named.length > 0 ? 3 : 2),
    );
  }
  expect(read("infra/helm/Chart.yaml")).toMatch(/^version: 907\.0\.3\nappVersion: 907\.0\.3$/m);
  const { version: before }: { version: string } = JSON.parse(git("show", "HEAD:package.json"));
  for (const path of git("diff", "--name-only", "*.json").trim().split("\n"))
    expect(read(path).replaceAll('"907.0.3"', `"${before}"`)).toBe(git("show", `HEAD:${path}`));
  expect(read("package-lock.json")).not.toMatch(/"@service\/[\w-]+": "(?!907\.0\.3")/);
  expect(release("notes", "v907.0.3").stdout).toBe(change);
  expect(release("notes", "v907.0.4")).toMatchObject({ status: 1, stderr: expect.stringContaining("907.0.3") });
});

test("a tree with changes, an older version and an empty section are refused unchanged", () => {
  expect(release("0.0.9")).toMatchObject({ status: 1, stderr: expect.stringContaining("not newer") });
  expect(release("next")).toMatchObject({ status: 1, stderr: expect.stringContaining("0.2.0") });
  writeFileSync(join(clone, "CHANGELOG.md"), read("CHANGELOG.md").replace(change, ""));
  expect(release("907.0.3")).toMatchObject({ status: 1, stderr: expect.stringContaining("commit or stash") });
  git("commit", "--quiet", "--all", "--message", "Nothing");
  expect(release("907.0.3")).toMatchObject({ status: 1, stderr: expect.stringContaining("Unreleased") });
  expect(git("status", "--porcelain")).toBe("");
});
