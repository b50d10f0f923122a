import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, test } from "@jest/globals";
import yaml from "js-yaml";
import { z } from "zod";
import {
  apiPort,
  apps,
  consolePort,
  dockerfile,
  documented,
  filesPort,
  graceVariables,
  imageEnvironment,
  isDocumented,
  metricsPort,
  read,
  root,
  scripts,
  variablesOf,
} from "./deployment-files.ts";

const workspaceManifest = z.object({ name: z.string(), dependencies: z.record(z.string(), z.string()).optional() });
/** Folder of each workspace with the names of the workspaces it declares. */
const workspaces = new Map(
  ["packages", "packages/engines", "apps"].flatMap((folder) =>
    readdirSync(join(root, folder))
      .filter((name) => existsSync(join(root, folder, name, "package.json")))
      .map((name) => {
        const { name: id, dependencies } = workspaceManifest.parse(JSON.parse(read(`${folder}/${name}/package.json`)));
        return [id, { path: `${folder}/${name}`, dependencies: Object.keys(dependencies ?? {}) }] as const;
      }),
  ),
);

/** Folders of the workspaces that the processes import, directly or through another. */
function importedByApps(): string[] {
  const reached = new Set([...workspaces].flatMap(([id, { path }]) => (path.startsWith("apps/") ? [id] : [])));
  for (const id of reached)
    for (const next of workspaces.get(id)?.dependencies ?? []) if (workspaces.has(next)) reached.add(next);
  return [...reached].map((id) => workspaces.get(id)?.path ?? "");
}

const texts = z.array(z.string());
const environment = z.record(z.string(), z.union([z.string(), z.number()]));

const composeService = z.object({
  image: z.string(),
  command: texts.optional(),
  environment: environment.optional(),
  expose: texts.optional(),
  ports: texts.optional(),
  stop_grace_period: z.string().optional(),
});
const compose = z
  .object({ services: z.record(z.string(), composeService) })
  .parse(yaml.load(read("docker-compose.yml")));
const ownServices = Object.entries(compose.services).filter(([, service]) =>
  service.image.startsWith("engine-service"),
);

const ignoredByBuild = new Set(read(".dockerignore").split("\n"));
/** The npm script that `npm run --silent NAME` runs. */
function scriptOf(command: readonly string[]): string {
  expect(command.slice(0, 3)).toEqual(["npm", "run", "--silent"]);
  return command[3] ?? "";
}

describe(".env.example", () => {
  test.each(apps)("documents every variable that %s reads, with its default (OPS-17)", async (app) => {
    const rows = await variablesOf(app);
    expect(rows.length).toBeGreaterThan(0);
    const wanted = rows.map(({ name, absent }) => [name, absent.kind === "default" ? absent.text : ""]);
    expect(wanted.filter(([name]) => name !== undefined && !documented.has(name))).toEqual([]);
    expect(wanted.map(([name]) => [name, documented.get(name ?? "")])).toEqual(wanted);
  });
});

describe("docker compose", () => {
  test("uses documented variables only (OPS-17)", () => {
    const used = [...read("docker-compose.yml").matchAll(/\$\{([A-Z0-9_]+)/g)].map(([, name = ""]) => name);
    const given = Object.values(compose.services).flatMap((service) => Object.keys(service.environment ?? {}));
    expect([...new Set([...used, ...given])].filter((name) => !isDocumented(name))).toEqual([]);
  });

  test("repeats the documented defaults", () => {
    const defaults = [...read("docker-compose.yml").matchAll(/\$\{([A-Z0-9_]+):-([^}]*)\}/g)];
    expect(defaults.map(([, name, value]) => [name, value])).toEqual(
      defaults.map(([, name = ""]) => [name, documented.get(name)]),
    );
  });

  test("starts every process by an npm script that exists", () => {
    const started = ownServices.map(([name, service]) => [name, scriptOf(service.command ?? [])]);
    expect(started.filter(([, script]) => !(script !== undefined && script in scripts))).toEqual([]);
    expect(Object.fromEntries(started)).toMatchObject({
      "api-1": "start:api",
      "api-2": "start:api",
      worker: "start:worker",
      webhooks: "start:webhooks",
      console: "start:console",
      migrate: "db:migrate",
    });
  });

  test("waits longer for a process to stop than the process gives itself", () => {
    for (const [name, service] of ownServices) {
      if (name === "migrate") continue;
      const variable = graceVariables.get(name.replace(/-\d$/, "")) ?? "";
      expect(Number.parseInt(service.stop_grace_period ?? "0")).toBeGreaterThan(Number(documented.get(variable)));
    }
  });

  test("opens the ports that the image opens, and balances over both API replicas", () => {
    expect(dockerfile).toMatch(new RegExp(`^EXPOSE ${apiPort} ${consolePort} ${filesPort} ${metricsPort}$`, "m"));
    for (const [name, service] of ownServices) {
      const ofApi = [apiPort, filesPort, metricsPort];
      const expected = name.startsWith("api") ? ofApi : name === "migrate" ? undefined : [metricsPort];
      expect([name, service.expose]).toEqual([name, expected]);
    }
    const balancer = read("infra/load-balancer/nginx.conf");
    const upstreams = [...balancer.matchAll(/^\s*server (\S+):(\d+) /gm)].map(([, host, port]) => [host, port]);
    expect(upstreams).toEqual([
      ["api-1", apiPort],
      ["api-2", apiPort],
      ["api-1", filesPort],
      ["api-2", filesPort],
    ]);
    const listening = [...balancer.matchAll(/^\s*listen (\d+);/gm)].map(([, port]) => port);
    expect(compose.services["load-balancer"]?.ports?.map((port) => /:(\d+)$/.exec(port)?.[1])).toEqual(listening);
  });
});

describe("the load balancer", () => {
  const balancer = read("infra/load-balancer/nginx.conf");
  const media = z.record(z.string(), z.unknown()).optional();
  const operation = z.object({
    requestBody: z.object({ content: media }).optional(),
    responses: z.record(z.string(), z.object({ content: media })).optional(),
  });
  const document = z.object({ paths: z.record(z.string(), z.record(z.string(), operation)) });
  const { paths } = document.parse(JSON.parse(read("docs/generated/openapi.json")));
  const pathsWith = (has: (one: z.infer<typeof operation>) => boolean): string[] =>
    Object.entries(paths).flatMap(([path, operations]) => (Object.values(operations).some(has) ? [path] : []));
  /** The locations that have a setting, as patterns of paths. */
  const locationsWith = (setting: string): RegExp[] =>
    [...balancer.matchAll(/location ~ (\S+) \{([^}]*)\}/g)].flatMap(([, pattern = "", body = ""]) =>
      body.includes(setting) ? [new RegExp(pattern)] : [],
    );

  test("balances over the same replicas and ports as HAProxy", () => {
    const haproxy = read("infra/load-balancer/haproxy.cfg");
    const servers = [...haproxy.matchAll(/^ +server (\S+) \1:(\d+) /gm)].map(([, host, port]) => [host, port]);
    const upstreams = [...balancer.matchAll(/^\s*server (\S+):(\d+) /gm)].map(([, host, port]) => [host, port]);
    expect(servers).toEqual(upstreams);
    const uploads = /acl uploads path_reg (\S+)/.exec(haproxy)?.[1] ?? "";
    expect(locationsWith("client_max_body_size 21m").map(({ source }) => source)).toEqual([new RegExp(uploads).source]);
  });

  test.each([
    ["passes every frame of a stream on at once", "proxy_buffering off", "text/event-stream"],
    ["streams uploads through and admits their size", "client_max_body_size 21m", "multipart/form-data"],
  ])("%s", (_what, setting, mediaType) => {
    const wanted = pathsWith(({ requestBody, responses = {} }) =>
      [requestBody, ...Object.values(responses)].some((one) => Object.keys(one?.content ?? {}).includes(mediaType)),
    );
    expect(wanted).not.toEqual([]);
    const locations = locationsWith(setting);
    const asPath = (path: string): string => path.replaceAll(/\{\w+\}/g, "x");
    expect(wanted.filter((path) => !locations.some((one) => one.test(asPath(path))))).toEqual([]);
  });
});

describe("the image", () => {
  test("installs from the package.json of every workspace that a process imports", () => {
    const copied = [...dockerfile.matchAll(/^COPY (\S+)\/package\.json \1\/$/gm)].map(([, path = ""]) => path);
    expect(copied.toSorted()).toEqual(importedByApps().toSorted());
  });

  test("is not sent the other workspaces, such as the embedded PostgreSQL", () => {
    const imported = new Set(importedByApps());
    const others = [...workspaces.values()].map(({ path }) => path).filter((path) => !imported.has(path));
    expect(others).toContain("packages/embedded-postgres");
    expect(others.filter((path) => !ignoredByBuild.has(path))).toEqual([]);
  });

  test("sets documented variables only, and starts a script that exists", () => {
    expect([...imageEnvironment.keys()].filter((name) => !isDocumented(name))).toEqual([]);
    const command = /^CMD (\[.*\])$/m.exec(dockerfile)?.[1] ?? "[]";
    expect(scripts).toHaveProperty([scriptOf(texts.parse(JSON.parse(command)))]);
  });

  test("copies files that exist, and does not run as root", () => {
    const sources = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, list = ""]) => list.split(" "));
    expect(sources.filter((path) => !existsSync(join(root, path)))).toEqual([]);
    expect(dockerfile).toMatch(/^USER node$/m);
  });
});

describe("dashboards and alerts", () => {
  function* sources(folder: string): Generator<string> {
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
      const path = `${folder}/${entry.name}`;
      if (entry.isDirectory() && entry.name !== "node_modules" && entry.name !== "generated") yield* sources(path);
      else if (entry.isFile() && path.endsWith(".ts") && !path.endsWith(".test.ts")) yield path;
    }
  }

  test("name metrics that a process counts (OPS-42)", () => {
    z.object({ panels: z.array(z.unknown()).min(1) }).parse(JSON.parse(read("infra/grafana/engine-service.json")));
    z.object({ groups: z.array(z.unknown()).min(1) }).parse(yaml.load(read("infra/prometheus/alerts.yaml")));
    const shown = `${read("infra/grafana/engine-service.json")}\n${read("infra/prometheus/alerts.yaml")}`;
    const names = new Set(
      [...shown.matchAll(/\bservice_[a-z_]+/g)].map(([name]) => name.replace(/_(bucket|count|sum)$/, "")),
    );
    const code = ["packages", "packages/engines", "apps"]
      .flatMap((folder) => [...sources(folder)].map(read))
      .join("\n");
    const counted = new Set([...names].filter((name) => code.includes(`"${name}"`)));
    expect([...names].filter((name) => !counted.has(name))).toEqual([]);
  });
});
