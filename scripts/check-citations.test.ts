import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";

const script = join(import.meta.dirname, "check-citations.mjs");
const readme = "| Page | Prefixes | About |\n| --- | --- | --- |\n| [runs.md](runs.md) | RUN | runs |\n";
let root: string;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "citations-"));
  await write("docs/spec/README.md", readme);
  await write(
    "docs/spec/runs.md",
    "# Runs\n\n- **RUN-1** A run has a state.\n\n| Id | Is |\n| --- | --- |\n| RUN-2 | a row |\n",
  );
});
afterEach(() => rm(root, { recursive: true }));

async function write(path: string, text: string): Promise<void> {
  await mkdir(dirname(join(root, path)), { recursive: true });
  await writeFile(join(root, path), text);
}

function check(): Promise<{ status: number; says: string }> {
  return new Promise((done) => {
    execFile(process.execPath, [script, root], (error, _stdout, stderr) =>
      done({ status: error ? 1 : 0, says: stderr }),
    );
  });
}

describe("citations of rules", () => {
  test("that are defined, as list items or rows of a table, are accepted", async () => {
    await write("src/run.ts", "// A run has a state (RUN-1, RUN-2), in UTF-8 and SHA-256.\n");
    expect(await check()).toEqual({ status: 0, says: "" });
  });

  test("that no page defines are refused with their place", async () => {
    await write("src/run.ts", "// first\n// A run has a state (RUN-3).\n");
    const { status, says } = await check();
    expect(status).toBe(1);
    expect(says).toContain("src/run.ts:2 cites RUN-3, which no page of docs/spec defines");
  });

  test("of an unknown prefix are refused, which finds a mistyped prefix", async () => {
    await write("prisma/models/runs.prisma", "// RUNS-1\n");
    expect((await check()).says).toContain("prisma/models/runs.prisma:1 cites RUNS-1");
  });
});

describe("pages", () => {
  test("may not define an id twice", async () => {
    await write("docs/spec/runs.md", "- **RUN-1** One.\n- **RUN-1** Another.\n");
    expect((await check()).says).toContain("docs/spec/runs.md:2 defines RUN-1, which docs/spec/runs.md:1 defines");
  });

  test("have a row in the table of pages that names their prefixes", async () => {
    await write("docs/spec/webhooks.md", "- **HOOK-1** One.\n");
    expect((await check()).says).toContain("docs/spec/webhooks.md has no row in docs/spec/README.md");
    await write("docs/spec/README.md", `${readme}| [webhooks.md](webhooks.md) | RUN | webhooks |\n`);
    expect((await check()).says).toContain("docs/spec/webhooks.md defines HOOK rules, which its row does not name");
    await write("docs/spec/README.md", `${readme}| [webhooks.md](webhooks.md) | RUN, HOOK | webhooks |\n`);
    expect((await check()).status).toBe(0);
  });
});

describe("the check", () => {
  test("refuses citations of documents that are not in the repository, and takes those of RFCs and decision pages", async () => {
    await write("src/a.ts", "// As runs.md 5.2 says.\n");
    await write("src/b.ts", "// The first reason stays (section 3.3 rule 1).\n");
    await write("src/c.ts", "// RFC 8785 section 3.2.3; decision 0013; see docs/spec/runs.md\n");
    await write("docs/a.md", "[The runs](runs.md), by decisions 22.\n");
    const { status, says } = await check();
    expect(status).toBe(1);
    expect(says.match(/^\S+(?= cites a document)/gm)).toEqual(["docs/a.md:1", "src/a.ts:1", "src/b.ts:1"]);
  });

  test("refuses a rule that says must and that no test names", async () => {
    await write("docs/spec/runs.md", "- **RUN-1** It must.\n- **RUN-2** It does.\n\n| RUN-3 | It must |\n");
    await write("src/run.test.ts", 'test("it does what it must (RUN-3)", () => {});\n');
    await write("src/run.ts", "// RUN-1\n");
    expect((await check()).says.split("\n")).toEqual([
      'docs/spec/runs.md:1 RUN-1 says "must" and no test names it',
      "1 finding(s)",
      "",
    ]);
  });
});
