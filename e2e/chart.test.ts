import { execFileSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { delimiter, join } from "node:path";

import { describe, expect, test } from "@jest/globals";
import { compileSchema, type JsonObject, parseJsonObject } from "@service/json";
import yaml from "js-yaml";
import { z } from "zod";
import {
  apiPort,
  apps,
  consolePort,
  documented,
  filesPort,
  graceVariables,
  isDocumented,
  metricsPort,
  read,
  root,
  scripts,
  variablesOf,
  version,
} from "./deployment-files.ts";

// What the chart names is compared with the code on every machine; templates are rendered where helm is.

const fixedOfProcess = z.strictObject({
  script: z.string(),
  ports: z.record(z.string(), z.number()),
  service: z.record(z.string(), z.number()),
  readiness: z.object({ path: z.string(), port: z.string() }),
  preStopSeconds: z.number(),
  grace: z.object({ variable: z.string(), seconds: z.number() }),
});
/** What the templates take as given of each process. */
const fixed = z.record(z.string(), fixedOfProcess).parse(yaml.load(read("infra/helm/processes.yaml")));
const templates = readdirSync(join(root, "infra/helm/templates")).map((file) => read(`infra/helm/templates/${file}`));

const valueFiles = ["values.yaml", "values-trial.yaml"] as const;
const chartValues = (file: string): JsonObject =>
  parseJsonObject(JSON.stringify(yaml.load(read(`infra/helm/${file}`))));
/** What the chart's schema finds wrong with values. */
const issuesOf = compileSchema(parseJsonObject(read("infra/helm/values.schema.json")));

function findHelm(): string | undefined {
  const folders = (process.env["PATH"] ?? "").split(delimiter);
  return folders.map((folder) => join(folder, "helm")).find((path) => existsSync(path));
}

describe("the chart", () => {
  test("starts every process by an npm script that exists", () => {
    const started = Object.entries(fixed).map(([name, { script }]) => [name, script]);
    expect(Object.fromEntries(started)).toEqual({
      api: "start:api",
      worker: "start:worker",
      webhooks: "start:webhooks",
      console: "start:console",
    });
    const named = templates.flatMap((text) => [...text.matchAll(/"--silent", "([a-z:]+)"/g)].map(([, name]) => name));
    expect(named).toEqual(["db:migrate"]);
    expect([...started.map(([, script]) => script), ...named].filter((name = "") => !(name in scripts))).toEqual([]);
  });

  test("agrees with the image about ports, and probes paths that the processes serve", () => {
    const ports = { metrics: Number(metricsPort) };
    expect(Object.fromEntries(Object.entries(fixed).map(([name, one]) => [name, one.ports]))).toEqual({
      api: { ...ports, http: Number(apiPort), files: Number(filesPort) },
      worker: ports,
      webhooks: ports,
      console: { ...ports, http: Number(consolePort) },
    });
    const served = read("packages/runtime/src/metrics.ts");
    const probed = [
      ...templates.flatMap((text) => [...text.matchAll(/path: (\/\w+)\n\s+port: metrics/g)].map(([, path]) => path)),
      ...Object.values(fixed).flatMap(({ readiness }) => (readiness.port === "metrics" ? [readiness.path] : [])),
    ];
    expect(new Set(probed)).toEqual(new Set(["/livez", "/readyz"]));
    for (const path of probed) expect(served).toContain(`case "${path}"`);
    for (const { readiness, ports: own, service } of Object.values(fixed))
      expect(Object.keys(own)).toEqual(expect.arrayContaining([readiness.port, ...Object.keys(service)]));
    expect(fixed["api"]?.readiness).toEqual({ path: "/health", port: "http" });
    expect(read("docs/generated/openapi.json")).toContain('"/health"');
  });

  test("gives every process the time to stop that it gives itself", () => {
    for (const [name, { grace }] of Object.entries(fixed))
      expect([grace.variable, String(grace.seconds)]).toEqual([
        graceVariables.get(name),
        documented.get(grace.variable),
      ]);
  });

  test.each(valueFiles)("has a schema that %s keeps to, and documented variables only (OPS-17)", (file) => {
    const values = { ...chartValues(valueFiles[0]), ...chartValues(file) };
    expect(issuesOf(values)).toEqual([]);
    const given = Object.entries(values).flatMap(([name, value]) => {
      if (name === "env" || name === "secrets") return Object.keys(z.looseObject({}).parse(value));
      return Object.keys(z.object({ env: z.record(z.string(), z.unknown()) }).safeParse(value).data?.env ?? {});
    });
    const rendered = templates.flatMap((text) =>
      [...text.matchAll(/(?:- name: |set \$given "|dict ")([A-Z][A-Z0-9_]+)/g)].map(([, name = ""]) => name),
    );
    expect(rendered).toContain("CONSOLE_PUBLIC_URL");
    expect([...given, ...rendered].filter((name) => !isDocumented(name))).toEqual([]);
  });

  test("takes secrets by reference only, and refuses values that it does not have (OPS-63)", async () => {
    const secrets = (await Promise.all(apps.map(variablesOf))).flat().filter(({ secret }) => secret);
    expect(secrets.map(({ name }) => name)).toContain("SECRETS_KEY");
    const accepted = secrets.filter(({ name }) => issuesOf({ env: { [name]: "x" } }).length === 0);
    expect(accepted).toEqual([]);
    expect(issuesOf({ env: { LOG_LEVEL: "debug" }, worker: { env: { WORKER_THREADS: 4 } } })).toEqual([]);
    for (const wrong of [{ replicas: 3 }, { api: { replica: 3 } }, { secrets: { SECRETS_KEY: "x" } }])
      expect(issuesOf(wrong)).not.toEqual([]);
  });

  test("has the version of the service", () => {
    expect(yaml.load(read("infra/helm/Chart.yaml"))).toMatchObject({ version, appVersion: version });
  });
});

const helm = process.env["HELM"] ?? findHelm();
if (helm === undefined)
  process.stderr.write(
    "e2e/infra.test.ts does not render the chart, without helm on this machine. Install Helm, or set HELM to its path\n",
  );

(helm === undefined ? describe.skip : describe)("the chart, rendered by helm", () => {
  const pod = z.object({
    serviceAccountName: z.string().optional(),
    automountServiceAccountToken: z.literal(false),
    securityContext: z.object({ runAsNonRoot: z.literal(true) }),
    terminationGracePeriodSeconds: z.number().optional(),
    containers: z.array(
      z.object({
        image: z.string(),
        env: z.array(z.object({ name: z.string(), value: z.string().optional() })).optional(),
        securityContext: z.object({
          allowPrivilegeEscalation: z.literal(false),
          readOnlyRootFilesystem: z.literal(true),
        }),
      }),
    ),
  });
  const object = z.looseObject({
    kind: z.string(),
    metadata: z.object({ name: z.string(), annotations: z.record(z.string(), z.string()).optional() }),
    spec: z.record(z.string(), z.unknown()).optional(),
  });
  type Rendered = z.infer<typeof object>;

  function render(...words: string[]): Rendered[] {
    const options = { cwd: root, encoding: "utf8", stdio: "pipe" } as const;
    execFileSync(helm ?? "", ["lint", "--strict", "infra/helm", ...words], options);
    const text = execFileSync(helm ?? "", ["template", "e", "infra/helm", ...words], options);
    return yaml
      .loadAll(text)
      .filter((document) => document !== null)
      .map((document) => object.parse(document));
  }
  const names = (objects: readonly Rendered[], kind: string): string[] =>
    objects
      .filter((one) => one.kind === kind)
      .map(({ metadata }) => metadata.name)
      .toSorted();
  const podOf = ({ kind, spec }: Rendered): z.infer<typeof pod> =>
    pod.parse(kind === "Pod" ? spec : z.object({ spec: z.unknown() }).parse(spec?.["template"]).spec);
  const one = (objects: readonly Rendered[], kind: string, name: string): Rendered => {
    const found = objects.find((each) => each.kind === kind && each.metadata.name === name);
    if (found === undefined) throw new Error(`the chart has no ${kind} ${name}`);
    return found;
  };
  const scaled = ["e-api", "e-webhooks", "e-worker"];
  const processes = ["e-api", "e-console", "e-webhooks", "e-worker"];

  test("has a deployment, policies, budgets and autoscalers of every process", () => {
    const objects = render();
    expect(names(objects, "Deployment")).toEqual(processes);
    expect(names(objects, "NetworkPolicy")).toEqual(processes);
    expect(names(objects, "PodDisruptionBudget")).toEqual(scaled);
    expect(names(objects, "HorizontalPodAutoscaler")).toEqual(scaled);
    expect(names(objects, "StatefulSet")).toEqual([]);
    expect(names(objects, "Secret")).toEqual([]);
    expect(one(objects, "Job", "e-migrate").metadata.annotations?.["helm.sh/hook"]).toBe("pre-install,pre-upgrade");
  });

  test("gives pods no more rights than they need, more time than they take, and secrets by reference (OPS-63)", () => {
    for (const each of render("--set=worker.env.WORKER_SHUTDOWN_GRACE_SECONDS=300")) {
      if (!["Deployment", "Job", "Pod", "StatefulSet"].includes(each.kind)) continue;
      const { containers, terminationGracePeriodSeconds = 0 } = podOf(each);
      const env = containers[0]?.env ?? [];
      expect(env.find(({ name }) => name === "SECRETS_KEY")).toEqual({ name: "SECRETS_KEY" });
      if (each.kind !== "Deployment") continue;
      const { variable, seconds } = fixed[each.metadata.name.slice(2)]?.grace ?? { variable: "", seconds: 0 };
      const given = Number(env.find(({ name }) => name === variable)?.value ?? seconds);
      expect(terminationGracePeriodSeconds).toBeGreaterThan(given + 5);
      if (each.metadata.name === "e-worker") expect(given).toBe(300);
    }
  });

  test("scales workers by the runs that wait, where the cluster serves that metric", () => {
    const metrics = (words: readonly string[]): unknown =>
      one(render(...words), "HorizontalPodAutoscaler", "e-worker").spec?.["metrics"];
    expect(metrics([])).toMatchObject([{ type: "Resource" }]);
    const { rules } = z
      .object({ rules: z.object({ external: z.array(z.object({ name: z.object({ as: z.string() }) })) }) })
      .parse(yaml.load(read("infra/prometheus/adapter.yaml")));
    expect(metrics(["--set=worker.autoscaling.waitingRuns=32"])).toMatchObject([
      { external: { metric: { name: rules.external[0]?.name.as }, target: { averageValue: "32" } } },
      { type: "Resource" },
    ]);
  });

  test("brings PostgreSQL and Redis for a trial, and migrates after they are there", () => {
    const objects = render("--values", "infra/helm/values-trial.yaml");
    expect(names(objects, "StatefulSet")).toEqual(["e-postgresql", "e-redis"]);
    expect(names(objects, "PodDisruptionBudget")).toEqual([]);
    expect(one(objects, "Job", "e-migrate").metadata.annotations?.["helm.sh/hook"]).toBe("post-install,pre-upgrade");
    const { containers } = podOf(one(objects, "Deployment", "e-api"));
    expect(containers[0]?.env).toContainEqual({
      name: "DATABASE_URL",
      value: "postgres://service:$(POSTGRES_PASSWORD)@e-postgresql:5432/service",
    });
    for (const name of ["e-postgresql", "e-redis"])
      expect(read("docker-compose.yml")).toContain(
        `image: ${podOf(one(objects, "StatefulSet", name)).containers[0]?.image}\n`,
      );
  });

  test("makes addresses and the ingress of host names, each of its own", () => {
    const hosts = { api: "api.example.com", files: "files.example.com", console: "console.example.com" };
    const set = Object.entries(hosts).map(([name, host]) => `--set=hosts.${name}=${host}`);
    const objects = render("--set=ingress.enabled=true", ...set);
    expect(one(objects, "Ingress", "e").spec?.["rules"]).toMatchObject(Object.values(hosts).map((host) => ({ host })));
    expect(podOf(one(objects, "Deployment", "e-worker")).containers[0]?.env).toEqual(
      expect.arrayContaining([
        { name: "FILES_PUBLIC_URL", value: "https://files.example.com" },
        { name: "CONSOLE_PUBLIC_URL", value: "https://console.example.com" },
      ]),
    );
  });
});
