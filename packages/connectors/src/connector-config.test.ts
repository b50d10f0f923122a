import { expect, test } from "@jest/globals";
import { asJsonObject, type Json } from "@service/json";
import { type ConnectorKind, connectorKinds, readConnectorConfig } from "./connector-config.ts";
import { openSecrets, sealSecrets, shownConfig } from "./connector-secrets.ts";

const configs: Readonly<Record<ConnectorKind, Json>> = {
  file_drop: { folder: "/srv/exports" },
  http_json: {
    base_url: "https://ams.example.com/api",
    auth: { kind: "bearer", token: "t0p" },
    list: {
      path: "/clients",
      query: { since: "{{watermark}}" },
      items: "/data",
      next: { from: "page", query: "page" },
    },
    deleted: { path: "/deleted", query: { since: "{{watermark}}" }, items: "" },
    detail: { path: "/clients/{{id}}", id: "/id" },
    watermark: { from: "field", path: "/updated_at" },
  },
  sql: { dsn: "postgres://reader:s3cret@db.example.com/ams", sources: [{ name: "clients", query: "select 1" }] },
};

/** Paths of what is refused. */
function refusals(kind: ConnectorKind, json: Json): string[] {
  const read = readConnectorConfig(kind, json);
  return read.kind === "refused" ? read.issues.map(({ path }) => path).sort() : [];
}

function changed(kind: ConnectorKind, changes: Record<string, Json | undefined>): Json {
  return asJsonObject(JSON.parse(JSON.stringify({ ...asJsonObject(configs[kind]), ...changes })));
}

test("a config is complete with its defaults (IMP-200)", () => {
  for (const kind of connectorKinds) expect(refusals(kind, configs[kind])).toEqual([]);
  expect(readConnectorConfig("file_drop", configs.file_drop)).toEqual({
    kind: "config",
    config: { folder: "/srv/exports", manifest: true, settle_minutes: 10 },
  });
  expect(readConnectorConfig("http_json", configs.http_json)).toMatchObject({
    config: { per_minute: 600, timeout_s: 60, detail: { batch: 1, concurrency: 1 }, watermark: { overlap_s: 300 } },
  });
});

test("a config is refused with every problem at its place (IMP-200)", () => {
  expect(refusals("file_drop", { folder: "exports", settle_minutes: 0, pattern: "*" })).toEqual([
    "/folder",
    "/pattern",
    "/settle_minutes",
  ]);
  expect(refusals("file_drop", ["/srv"])).toEqual([""]);
  expect(
    refusals("http_json", {
      base_url: "ftp://ams.example.com",
      auth: { kind: "header", name: "a b", value: "x\n" },
      list: { path: "clients?x=1", query: { q: "{{now}}" }, items: "data", next: { from: "cursor", path: "/next" } },
      detail: { path: "/clients", id: "/id", batch: 201, concurrency: 9 },
      per_minute: 0,
      extra: { "a/b": 1 },
    }),
  ).toEqual([
    "/auth/name",
    "/auth/value",
    "/base_url",
    "/detail/batch",
    "/detail/concurrency",
    "/detail/path",
    "/extra",
    "/list/items",
    "/list/next/query",
    "/list/path",
    "/list/query/q",
    "/per_minute",
  ]);
  expect(refusals("sql", { dsn: "mysql://u:p@h/d", sources: [{ name: "A", query: "" }] })).toEqual([
    "/dsn",
    "/sources/0/name",
    "/sources/0/query",
  ]);
});

test("a watermark is required where one is kept, and only there (IMP-200)", () => {
  const list = { path: "/clients", items: "" };
  const since = { ...list, query: { since: "{{watermark}}" } };
  expect(refusals("http_json", changed("http_json", { list }))).toEqual(["/list/query"]);
  expect(refusals("http_json", changed("http_json", { watermark: undefined }))).toEqual(["/deleted", "/watermark"]);
  expect(refusals("http_json", changed("http_json", { list: since, deleted: list }))).toEqual(["/deleted/query"]);
  const plain = { name: "clients", query: "select * from clients" };
  const marked = { name: "policies", query: "select * from p where at > $1", watermark_column: "at" };
  expect(refusals("sql", changed("sql", { sources: [plain, marked] }))).toEqual(["/sources"]);
  expect(refusals("sql", changed("sql", { sources: [plain, plain] }))).toEqual(["/sources"]);
  expect(refusals("sql", changed("sql", { sources: [{ ...plain, watermark_column: "at" }] }))).toEqual([
    "/sources/0/query",
  ]);
  expect(refusals("sql", changed("sql", { sources: [{ name: "policies", query: marked.query }] }))).toEqual([
    "/sources/0/watermark_column",
  ]);
});

test("a refusal never repeats a secret (IMP-201)", () => {
  const secret = "s3cret\u0007";
  const refused = [
    readConnectorConfig("sql", changed("sql", { dsn: `mysql://reader:${secret}@h/d` })),
    readConnectorConfig("http_json", changed("http_json", { auth: { kind: "bearer", token: secret } })),
    readConnectorConfig(
      "http_json",
      changed("http_json", { auth: { kind: "basic", username: "a", password: secret } }),
    ),
  ];
  for (const read of refused) {
    expect(read.kind).toBe("refused");
    expect(JSON.stringify(read)).not.toContain("s3cret");
  }
});

test("secrets are sealed, opened and shown as set, and nothing else changes (IMP-201)", () => {
  const auths: Json[] = [
    { kind: "basic", username: "u", password: "secret-1" },
    { kind: "bearer", token: "secret-2" },
    { kind: "header", name: "x-key", value: "secret-3" },
    {
      kind: "oauth2_client_credentials",
      token_url: "https://id.example.com",
      client_id: "c",
      client_secret: "secret-4",
    },
  ];
  const stored = [
    ...auths.map((auth) => asJsonObject(changed("http_json", { auth }))),
    asJsonObject(changed("sql", { dsn: "postgres://u:secret-5@h/d" })),
    asJsonObject(configs.file_drop),
  ];
  for (const config of stored) {
    const sealed = sealSecrets(config, (plain) => `sealed:${Buffer.from(plain).toString("hex")}`);
    expect(JSON.stringify(sealed)).not.toContain("secret-");
    expect(openSecrets(sealed, (text) => Buffer.from(text.slice(7), "hex").toString())).toEqual(config);
    expect(JSON.stringify(shownConfig(config))).not.toContain("secret-");
    expect(shownConfig(sealed)).toEqual(shownConfig(config));
  }
  expect(shownConfig(stored[0] ?? {})).toMatchObject({ auth: { kind: "basic", username: "u", password: "set" } });
});
