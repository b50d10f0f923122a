import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { chmod, copyFile, mkdir, mkdtemp, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { waitFor } from "@service/testing";

// A small checkout whose `npm ci` is a script: it notes that it runs, waits for the file `go`, and makes node_modules.
const npm = `#!${process.execPath}
const { appendFileSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync, rmSync } = require("node:fs");
appendFileSync("installs", "began\\n");
const poll = setInterval(() => {
  if (!existsSync("go")) return;
  clearInterval(poll);
  rmSync("node_modules", { recursive: true, force: true });
  mkdirSync("node_modules/.bin", { recursive: true });
  mkdirSync("node_modules/prisma");
  writeFileSync("node_modules/prisma/package.json", "{}");
  symlinkSync(process.execPath, "node_modules/.bin/node");
  const packages = JSON.parse(readFileSync("package-lock.json", "utf8")).packages;
  delete packages[""];
  if (process.argv.includes("--omit=dev"))
    for (const [path, { dev }] of Object.entries(packages)) if (dev) delete packages[path];
  writeFileSync("node_modules/.package-lock.json", JSON.stringify({ packages }));
}, 10);
`;

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "ensure-installed-"));
  const files = {
    "package.json": "{}",
    "package-lock.json": JSON.stringify({ packages: { "": {} } }),
    "prisma/schema.prisma": "",
    "packages/db/scripts/generate-client.mjs": "",
    "bin/npm": npm,
  };
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  await chmod(join(folder, "bin/npm"), 0o755);
  await mkdir(join(folder, "scripts"));
  await copyFile(join(import.meta.dirname, "ensure-installed.mjs"), join(folder, "scripts/ensure-installed.mjs"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

function start(...flags: readonly string[]): { child: ChildProcess; output: () => string; ended: Promise<unknown[]> } {
  const child = spawn(process.execPath, ["scripts/ensure-installed.mjs", ...flags, "node", "-e", ""], {
    cwd: folder,
    env: { PATH: `${join(folder, "bin")}:/usr/bin:/bin` },
    stdio: ["ignore", "inherit", "pipe"],
  });
  let stderr = "";
  child.stderr?.setEncoding("utf8").on("data", (text: string) => (stderr += text));
  return { child, output: () => stderr, ended: once(child, "exit") };
}

const installs = (): Promise<string> => readFile(join(folder, "installs"), "utf8").catch(() => "");

describe("installing", () => {
  test("of two commands that start at once one installs, and the other waits for it and finds it installed", async () => {
    const first = start();
    await waitFor(async () => (await installs()) !== "");
    const second = start();
    await waitFor(() => second.output().includes(`Waiting for process ${first.child.pid}`));
    await writeFile(join(folder, "go"), "");
    expect(await Promise.all([first.ended, second.ended])).toEqual([
      [0, null],
      [0, null],
    ]);
    expect(await installs()).toBe("began\n");
    expect((await readdir(folder)).filter((name) => name.startsWith(".install-lock"))).toEqual([]);
  });

  test("a command that needs no tools installs none; one that needs them does, and they stay", async () => {
    await writeFile(join(folder, "go"), "");
    const packages = {
      "": {},
      "node_modules/used": { version: "1.0.0" },
      "node_modules/tool": { version: "2.0.0", dev: true },
    };
    await writeFile(join(folder, "package-lock.json"), JSON.stringify({ packages }));
    const ended = async (...flags: readonly string[]): Promise<string> => {
      const started = start(...flags);
      expect(await started.ended).toEqual([0, null]);
      return started.output();
    };
    expect(await ended("--runtime")).toContain("what the service needs");
    expect(await ended("--runtime")).not.toContain("Installing");
    expect(await ended()).toContain("node_modules/tool is missing");
    await writeFile(
      join(folder, "package-lock.json"),
      JSON.stringify({ packages: { ...packages, "node_modules/used": { version: "1.0.1" } } }),
    );
    expect(await ended("--runtime")).toContain("Installing everything");
    expect(await ended()).not.toContain("Installing");
  });

  test("an npm whose starter was killed is waited for", async () => {
    const first = start();
    await waitFor(async () => (await installs()) !== "");
    first.child.kill("SIGKILL");
    await first.ended;
    const second = start();
    await waitFor(() => second.output().includes("Waiting for process"));
    await writeFile(join(folder, "go"), "");
    expect(await second.ended).toEqual([0, null]);
    expect(await installs()).toBe("began\n");
  });

  test("the lock of processes that are dead is taken over, by one of those who come", async () => {
    await writeFile(join(folder, ".install-lock"), `${process.pid} 1\n999999999 1`);
    await writeFile(join(folder, "go"), "");
    const both = [start(), start()];
    expect(await Promise.all(both.map(({ ended }) => ended))).toEqual([
      [0, null],
      [0, null],
    ]);
    expect(await installs()).toBe("began\n");
  });
});
