import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { capabilities, engineTypeNames } from "@service/contract";
import { type Actor, actor } from "../testing/checked-client.ts";
import { startTestApi, type TestApi, type TestOrganization } from "../testing/test-api.ts";
import { routes } from "../routes/index.ts";

let api: TestApi;
let org: TestOrganization;
let actors: Actor[];

beforeAll(async () => {
  api = await startTestApi();
  org = await api.organization();
  await org.organization.post("/engines", {
    slug: "bound",
    label: "Bound",
    description: "",
    engine_type: engineTypeNames[0],
  });
  const every = [...capabilities];
  actors = [
    api.anonymous,
    actor("unknown key", api.url, `svc_live_${"0".repeat(64)}`),
    org.organization,
    org.sandbox,
    named("scoped, all, bound", await org.scoped(every, ["bound"])),
    named("scoped, all, unbound", await org.scoped(every)),
    named("scoped, none, bound", await org.scoped([], ["bound"])),
  ];
});
afterAll(async () => {
  await api.stop();
});

function named(name: string, given: Actor): Actor {
  return { ...given, name };
}

/** Requests are sent without bodies, so that a code of parsing means that access was granted. */
test("each route admits the callers committed in access.snap.md (KEY-11)", async () => {
  const lines = [
    `| Route | ${actors.map((one) => one.name).join(" | ")} |`,
    `| --- |${" --- |".repeat(actors.length)}`,
  ];
  for (const route of routes) {
    const path = route.path
      .replace("{engine_slug}", "bound")
      .replace("{version}", "9.9")
      .replace("{slug}", "nothing")
      .replaceAll(/\{\w+\}/g, "9b2f6c1e-8f43-4a39-9d5c-6f1f7f0f2b11");
    const cells = [];
    for (const one of actors) {
      const answer = await callOf(one, route.method, path);
      cells.push(`${answer.status} ${answer.status >= 400 ? String(answer.body["code"]) : ""}`.trim());
    }
    lines.push(`| ${route.method} ${route.path} | ${cells.join(" | ")} |`);
  }
  const text = `# Who may call what\n\nWritten by access-matrix.test.ts: every route, called without a body by seven kinds of key.\n\n${lines.join("\n")}\n`;
  const file = join(import.meta.dirname, "access.snap.md");
  const committed = await readFile(file, "utf8").catch(() => "");
  if (process.env["UPDATE_SNAPSHOTS"] === "1" || committed === "") await writeFile(file, text);
  else expect(text).toBe(committed);
});

test("no two routes of one shape name their parameters differently, or a 405 would shadow one (PLAT-7)", () => {
  const shapes = new Map<string, string>();
  for (const { path } of routes) {
    const shape = path.replaceAll(/\{\w+\}/g, "{}");
    expect(shapes.get(shape) ?? path).toBe(path);
    shapes.set(shape, path);
  }
});

test("operation ids are unique", () => {
  expect(new Set(routes.map((route) => route.id)).size).toBe(routes.length);
});

function callOf(one: Actor, method: (typeof routes)[number]["method"], path: string) {
  switch (method) {
    case "GET":
      return one.get(path);
    case "POST":
      return one.post(path);
    case "PUT":
      return one.put(path);
    case "PATCH":
      return one.patch(path);
    case "DELETE":
      return one.delete(path);
  }
}
