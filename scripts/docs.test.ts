import { execFileSync, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type IncomingHttpHeaders } from "node:http";
import { tmpdir } from "node:os";
import { join, posix } from "node:path";
import { pathToFileURL } from "node:url";
import { createContext, runInContext } from "node:vm";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { engineTypeNames, errors, limits } from "@service/contract";
import { findEngineType } from "@service/engine-types";
import { z } from "zod";
import { signBody } from "../apps/webhooks/src/sign.ts";
import { buildSite, makeSite } from "./docs/build-site.ts";
import { checkLinks } from "./docs/check-links.ts";
import { operationsOf, readOpenApi } from "./docs/openapi-document.ts";
import { serveSite } from "./docs/serve-site.ts";
import { signedExample } from "./docs/sign-example.ts";

const root = join(import.meta.dirname, "..");
const registry = join(root, "docs/site/contracts");
const samples = join(root, "docs/site/samples");
const scratch = mkdtempSync(join(tmpdir(), "documentation-"));
const folder = join(scratch, "site");

let files: ReadonlyMap<string, string | Buffer> = new Map();
let pages: readonly (readonly [string, string])[] = [];
let server: Awaited<ReturnType<typeof serveSite>> | undefined;
const text = (path: string): string => files.get(path)?.toString() ?? "";

beforeAll(async () => {
  files = await makeSite();
  pages = [...files].flatMap(([path, bytes]) => (path.endsWith(".html") ? [[path, bytes.toString()] as const] : []));
  await buildSite(folder);
  server = await serveSite(folder, 0);
});
afterAll(async () => {
  server?.server.closeAllConnections();
  await new Promise<void>((resolve) => void server?.server.close(() => resolve()));
  rmSync(scratch, { recursive: true, force: true });
});

function filesUnder(path: string): string[] {
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(path.length + 1))
    .toSorted();
}

/** The page that a long page was split from. */
const partOf = (path: string): string => path.replace(/-\d+(?=[.]html$)/, "");

describe("the pages", () => {
  test("are at most 300 kB each, and every part of a split one is listed", () => {
    expect(pages.filter(([, source]) => Buffer.byteLength(source) > 300_000).map(([path]) => path)).toEqual([]);
    const parts = pages.filter(([path]) => partOf(path) !== path);
    expect(parts.length).toBeGreaterThan(2);
    for (const [path] of parts)
      expect(text("reference/index.html") + text("engines/index.html")).toContain(path.split("/").at(-1));
  });

  test("group the guides by who reads them: vendors, data, operators", () => {
    const [, contents = ""] = /<nav id="contents"[^>]*>(.*?)<\/nav>/s.exec(text("index.html")) ?? [];
    const groups = contents.split("<h2>").slice(1);
    const listedIn = (group: string): string[] =>
      groups
        .filter((each) => each.startsWith(`${group}</h2>`))
        .flatMap((each) => [...each.matchAll(/href="([^"]*)"/g)].map(([, path = ""]) => path));
    expect(listedIn("Guides for vendors")).toEqual(
      expect.arrayContaining(["./guides/webhooks.html", "./guides/pagination.html", "./guides/streaming.html"]),
    );
    expect(listedIn("Guides for data")).toEqual(
      expect.arrayContaining(["./guides/book.html", "./guides/mappings.html", "./guides/documents.html"]),
    );
    expect(listedIn("Guides for operators")).toEqual(
      expect.arrayContaining(["./operating.html", "./guides/who-sees-what.html"]),
    );
    const guides = pages.filter(([path]) => path.startsWith("guides/")).map(([path]) => `./${path}`);
    const grouped = ["Start", "Guides for vendors", "Guides for data", "Guides for operators"].flatMap(listedIn);
    expect(guides.filter((path) => !grouped.includes(path))).toEqual([]);
  });

  test("list their own sections, and lead to the page before and after", () => {
    for (const [path, source] of pages) {
      const sections = [...source.matchAll(/<h2 id="([^"]*)"/g)].map(([, id = ""]) => id);
      const [, listed = ""] = /<nav class="places"[^>]*>(.*?)<\/nav>/s.exec(source) ?? [];
      const places = [...listed.matchAll(/href="#([^"]*)"/g)].map(([, id = ""]) => id);
      expect([path, places]).toEqual([path, sections.length < 2 ? [] : sections]);
    }
    const walked: string[] = [];
    for (let path: string | undefined = "index.html"; path !== undefined && !walked.includes(path);) {
      walked.push(path);
      const next: string | undefined = /<a rel="next" href="([^"]*)"/.exec(text(path))?.[1];
      const following: string | undefined = next === undefined ? undefined : posix.join(posix.dirname(path), next);
      if (following !== undefined) {
        const back = /<a rel="prev" href="([^"]*)"/.exec(text(following))?.[1] ?? "";
        expect([following, posix.join(posix.dirname(following), back)]).toEqual([following, path]);
      }
      path = following;
    }
    expect(walked.toSorted()).toEqual(
      pages
        .map(([path]) => path)
        .filter((path) => path !== "404.html")
        .toSorted(),
    );
  });

  test("hold every rule of docs/spec, those of imports first", () => {
    const named = filesUnder(join(root, "docs/spec"));
    for (const name of named) {
      const page = text(`spec/${name === "README.md" ? "index" : name.replace(/[.]md$/, "")}.html`);
      const rules = readFileSync(join(root, "docs/spec", name), "utf8").match(/^- \*\*[A-Z]+-\d+\*\*/gm) ?? [];
      expect([
        name,
        rules.filter((rule) => !page.includes(`<strong>${rule.replaceAll(/[- ]*[*]+/g, "")}</strong>`)),
      ]).toEqual([name, []]);
      expect(page).toContain("<h1");
    }
    expect([...text("spec/index.html").matchAll(/href="[^"]*?([\w-]+[.]html)"/g)].length).toBeGreaterThan(named.length);
    const [, rules = ""] = /<h2>Rules<\/h2>(.*?)<\/ul>/s.exec(text("spec/runs.html")) ?? [];
    expect(/href="([^"]*)"/.exec(rules)?.[1]).toBe("../spec/imports.html");
  });

  test("have no link that leads nowhere", () => {
    expect(checkLinks(files)).toEqual([]);
    const planted = new Map([
      [
        "a.html",
        '<a href="b.html#there">x</a><a href="b.html#gone">x</a><a href="./c.html">x</a><img src="//x.org/i">',
      ],
      ["b.html", '<p id="there"></p><p id="there"></p>'],
    ]);
    expect(checkLinks(planted).map(({ link, problem }) => [link, problem])).toEqual([
      ["#there", "the id stands twice"],
      ["b.html#gone", "no such place on the page"],
      ["./c.html", "leads nowhere"],
      ["//x.org/i", "loads from another host"],
    ]);
  });

  test("have a title of their own, one main heading, landmarks and a language", () => {
    const titles = pages.map(([, source]) => /<title>(.*?)<\/title>/.exec(source)?.[1]);
    expect(new Set(titles).size).toBe(pages.length);
    for (const [path, source] of pages) {
      expect([path, source.match(/<h1[ >]/g)?.length]).toEqual([path, 1]);
      for (const part of ['<html lang="en">', "<header", "<nav ", '<main id="main"', "<footer", 'name="viewport"'])
        expect(source).toContain(part);
    }
  });

  test("load nothing from anywhere else", () => {
    const loaded = [...files].filter(([path]) => /^assets\/.*\.(?:css|js|svg)$/.test(path));
    expect(loaded.length).toBeGreaterThan(2);
    for (const [, bytes] of loaded)
      expect(bytes.toString().replace("http://www.w3.org/2000/svg", "")).not.toMatch(/https?:|@import|url\(/);
    // Styles and scripts in a page itself would be refused by the policy that the page is served with.
    for (const [, source] of pages)
      expect(source).not.toMatch(/<style|<script(?![^>]* src=)|<[a-z][^<>]* (?:style|on[a-z]+)="/);
  });

  test("are the same bytes at every build", async () => {
    const again = await makeSite();
    expect([...again.keys()]).toEqual([...files.keys()]);
    for (const [path, bytes] of again) expect([path, bytes.toString() === text(path)]).toEqual([path, true]);
  });

  test("describe every operation with every code that it can answer", async () => {
    const document = await readOpenApi(join(root, "docs/generated/openapi.json"));
    const operations = operationsOf(document);
    expect(operations.length).toBeGreaterThan(30);
    for (const operation of operations) {
      const name = `reference/${operation.tags[0]?.toLowerCase() ?? ""}`;
      const place = `id="${operation.operationId.toLowerCase()}"`;
      const [, page = ""] =
        pages.find(([path, source]) => partOf(path) === `${name}.html` && source.includes(place)) ?? [];
      const start = page.indexOf(place);
      expect([operation.operationId, start > 0]).toEqual([operation.operationId, true]);
      const section = page.slice(start, page.indexOf('<section class="operation">', start) >>> 0);
      for (const answer of Object.values(operation.responses))
        for (const { examples = {} } of Object.values(answer.content ?? {}))
          for (const code of Object.keys(examples)) expect(section).toContain(`<code>${code}</code>`);
    }
    for (const name of Object.keys(document.components.schemas))
      expect([
        name,
        pages.some(
          ([path, source]) =>
            partOf(path) === "reference/schemas.html" && source.includes(`id="${name.toLowerCase()}"`),
        ),
      ]).toEqual([name, true]);
  });

  test("list every error code with its own anchor, and every limit", () => {
    for (const code of Object.keys(errors)) expect(text("reference/errors.html")).toContain(`<tr id="${code}">`);
    for (const name of Object.keys(limits)) expect(text("reference/limits.html")).toContain(`<code>${name}</code>`);
  });

  test.each(engineTypeNames)("show a run of %s that its engine computed", (name) => {
    const type = findEngineType(name);
    const page = text(`engines/${name.replaceAll("_", "-")}.html`);
    const { input } = z
      .object({ input: z.record(z.string(), z.json()) })
      .parse(JSON.parse(text(`engines/files/${name}-input.json`)));
    expect(type?.compile(type.effectiveConfig(type.preset())).validateInput(input)).toEqual([]);
    expect(page).toMatch(/<h3>Answered: (?:completed|degraded)<\/h3>\s*<p class="headline">[^<]{10,}<\/p>/);
    expect(text("engines/answers.html")).toContain(`/engines/${name.replaceAll("_", "-")}.html`);
    expect(text("engines/index.html")).toContain(`${name.replaceAll("_", "-")}.html`);
  });

  test("replace an earlier site only", async () => {
    const foreign = join(scratch, "foreign");
    mkdirSync(foreign);
    writeFileSync(join(foreign, "precious.txt"), "kept");
    await expect(buildSite(foreign)).rejects.toThrow("files other than an earlier site");
    expect(readdirSync(foreign)).toEqual(["precious.txt"]);
    await expect(buildSite(folder)).resolves.toBe(files.size);
  });
});

describe("the search", () => {
  // The script as a browser runs it, without a page.
  const site = createContext({
    document: { documentElement: { dataset: {} }, currentScript: null, addEventListener: () => undefined },
    localStorage: { getItem: () => null },
  });
  const found = (query: string): string[] =>
    z
      .array(z.tuple([z.string(), z.string(), z.string(), z.string()]))
      .parse(runInContext(`JSON.parse(JSON.stringify(searchIndex(index, ${JSON.stringify(query)})))`, site))
      .map(([address]) => address);

  beforeAll(() => {
    runInContext(text("assets/site.js"), site);
    site["index"] = JSON.parse(text("assets/search.json"));
  });

  test("finds a code, an operation, a beginning of a word and several words", () => {
    expect(found("idempotency_key_reused")[0]).toBe("reference/errors.html#idempotency_key_reused");
    expect(found("submit a run")).toContain("reference/runs.html#runs.submit");
    expect(found("idempot")[0]).toBe("guides/idempotency.html");
    expect(found("rotate secret")).toContain("guides/webhooks.html#rotate-the-secret");
    expect(found("triage")).toContain("engines/triage.html");
    expect(found("xyzzy")).toEqual([]);
  });

  test.each([
    ["pagination", "guides/pagination.html"],
    ["next page cursor", "guides/pagination.html"],
    ["localhost", "guides/webhooks.html#on-your-machine"],
    ["WEBHOOK_ALLOWED_CIDRS", "guides/webhooks.html#on-your-machine"],
    ["helm", "operating.html#kubernetes"],
    ["two digit year", "guides/mappings.html#dates-and-years-of-two-digits"],
    ["IMP-35", "spec/imports.html#"],
    ["ai sdk", "guides/streaming.html#ui-messages-of-the-ai-sdk"],
  ])("answers what newcomers ask for: %s", (query, address) => {
    expect(found(query).slice(0, 4)).toContainEqual(expect.stringContaining(address));
  });

  test("leads to places that exist", () => {
    const { places } = z
      .object({ places: z.array(z.tuple([z.string(), z.string(), z.string(), z.string()])) })
      .parse(JSON.parse(text("assets/search.json")));
    const links = places.map(([address]) => `<a href="${address}">x</a>`).join("");
    expect(places.length).toBeGreaterThan(200);
    expect(checkLinks(new Map([...files, ["search.html", links]]))).toEqual([]);
  });
});

describe("the contract registry", () => {
  const published = filesUnder(registry);

  test("is served byte for byte, whole, each file under the hash of its bytes (REG-5)", async () => {
    expect(published.length).toBeGreaterThan(10);
    expect([...files.keys()].filter((path) => path.startsWith("contracts/")).toSorted()).toEqual(
      published.map((path) => `contracts/${path}`),
    );
    for (const path of published) {
      const response = await fetch(new URL(`contracts/${path}`, server?.url));
      expect([path, response.status, response.headers.get("content-type")]).toEqual([path, 200, "application/json"]);
      const bytes = Buffer.from(await response.arrayBuffer());
      expect([path, bytes.equals(readFileSync(join(registry, path)))]).toEqual([path, true]);
      const named = /sha256-([0-9a-f]{64})\.json$/.exec(path)?.[1];
      if (named !== undefined) expect(createHash("sha256").update(bytes).digest("hex")).toBe(named);
    }
  });
});

describe("the server", () => {
  test("answers pages with a policy, and what does not exist with a page that says so", async () => {
    const home = await fetch(new URL("/", server?.url));
    expect(home.headers.get("content-security-policy")).toContain("default-src 'none'");
    expect(await home.text()).toContain("<h1");
    const missing = await fetch(new URL("/guides/nothing.html", server?.url));
    expect([missing.status, (await missing.text()).includes("Page not found")]).toEqual([404, true]);
    expect((await fetch(new URL("/", server?.url), { method: "POST" })).status).toBe(405);
  });

  test("never leaves its folder", async () => {
    writeFileSync(join(scratch, "outside.txt"), "secret");
    for (const path of ["..%2Foutside.txt", "%2e%2e/outside.txt", "..%5Coutside.txt", "%00", "%"])
      expect((await fetch(`${server?.url ?? ""}${path}`)).status).toBe(404);
  });

  test("of the container sends the same policy", () => {
    const policy = "default-src 'none'; script-src 'self'";
    expect(readFileSync(join(root, "infra/docs/nginx.conf"), "utf8")).toContain(policy);
    expect(readFileSync(join(root, "scripts/docs/serve-site.ts"), "utf8")).toContain(policy);
  });
});

describe("the samples", () => {
  const example = signedExample();
  const otherKey = Buffer.alloc(32, 7);
  const { timestampSeconds: at } = example;
  const rotated = signBody({
    eventId: example.headers["webhook-id"] ?? "",
    timestampSeconds: at,
    body: Buffer.from(example.body, "utf8"),
    keys: [otherKey, Buffer.from(example.secret.slice("whsec_".length), "base64")],
  });
  const changed = example.body.replace('"attempt":1', '"attempt":2');
  /** What every verifier is asked, and whether it must accept. */
  const deliveries = [
    { name: "a signed delivery", isRight: true },
    { name: "one with a second live secret", headers: { "webhook-signature": rotated }, isRight: true },
    { name: "a changed body", body: changed, isRight: false },
    { name: "another secret", secret: `whsec_${otherKey.toString("base64")}`, isRight: false },
    { name: "another event id", headers: { "webhook-id": "0f1e2d3c-4b5a-5697-8877-665544332211" }, isRight: false },
    { name: "a delivery of six minutes ago", now: at + 360, isRight: false },
    { name: "a delivery of the future", now: at - 360, isRight: false },
    { name: "a timestamp that is no number", headers: { "webhook-timestamp": "soon" }, isRight: false },
    { name: "no signature", headers: { "webhook-signature": "" }, isRight: false },
    { name: "a signature of another scheme", headers: { "webhook-signature": "v1a,AAAA" }, isRight: false },
  ].map((each) => {
    const headers: Record<string, string> = { ...example.headers, ...each.headers };
    const { secret = example.secret, body = example.body, now = at + 2 } = each;
    return { name: each.name, isRight: each.isRight, secret, headers, body, now };
  });
  const wanted = deliveries.map(({ name, isRight }) => [name, isRight]);

  test("verify deliveries in JavaScript", async () => {
    type Verify = (secret: string, headers: Record<string, string>, body: Buffer, now: number) => unknown;
    const module: unknown = await import(pathToFileURL(join(samples, "verify-webhook.mjs")).href);
    const { verifyWebhook } = z
      .object({ verifyWebhook: z.custom<Verify>((value) => typeof value === "function") })
      .parse(module);
    const judged = deliveries.map(({ name, secret, headers, body, now }) => {
      try {
        return [name, JSON.stringify(verifyWebhook(secret, headers, Buffer.from(body, "utf8"), now)) === body];
      } catch {
        return [name, false];
      }
    });
    expect(judged).toEqual(wanted);
  });

  /** Runs a program that reads the deliveries as JSON and prints one `true` or `false` a line. */
  const judgedBy = (program: string, args: readonly string[], input: string): unknown[][] => {
    const lines = execFileSync(program, args, { input, encoding: "utf8", cwd: samples }).trim().split("\n");
    return deliveries.map(({ name }, index) => [name, lines[index] === "true"]);
  };
  const isThere = (program: string, ...args: readonly string[]): boolean => spawnSync(program, args).status === 0;
  const testWith = (hasProgram: boolean): typeof test.skip => (hasProgram ? test : test.skip);

  testWith(isThere("python3", "-c", "import sys; sys.exit(sys.version_info < (3, 9))"))(
    "verify deliveries in Python",
    () => {
      const program = [
        "import json, sys",
        "sys.dont_write_bytecode = True",
        "sys.path.insert(0, '.')",
        "from verify_webhook import verify_webhook",
        "for d in json.load(sys.stdin):",
        "    body = d['body'].encode()",
        "    try:",
        "        print('true' if verify_webhook(d['secret'], d['headers'], body, d['now']) == json.loads(body) else 'false')",
        "    except ValueError:",
        "        print('false')",
      ].join("\n");
      expect(judgedBy("python3", ["-c", program], JSON.stringify(deliveries))).toEqual(wanted);
    },
  );

  testWith(isThere("javac", "-version"))("verify deliveries in Java", () => {
    // Java's library has no JSON parser: one delivery is five lines, its headers as one of them.
    const headers = deliveries.flatMap(({ secret, headers, body, now }) => [
      secret,
      String(now),
      [headers["webhook-id"], headers["webhook-timestamp"], headers["webhook-signature"]].join("|"),
      body,
    ]);
    const main = `
      import java.io.*; import java.nio.charset.StandardCharsets; import java.util.*;
      public class Main {
        public static void main(String[] none) throws IOException {
          BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
          for (String secret; (secret = in.readLine()) != null; ) {
            long now = Long.parseLong(in.readLine());
            String[] head = in.readLine().split("[|]", -1);
            byte[] body = in.readLine().getBytes(StandardCharsets.UTF_8);
            try {
              VerifyWebhook.verify(secret, Map.of("webhook-id", head[0], "webhook-timestamp", head[1], "webhook-signature", head[2]), body, now);
              System.out.println(true);
            } catch (SecurityException refused) {
              System.out.println(false);
            }
          }
        }
      }`;
    writeFileSync(join(scratch, "Main.java"), main);
    execFileSync("javac", [
      "-encoding",
      "UTF-8",
      "-d",
      scratch,
      join(samples, "VerifyWebhook.java"),
      join(scratch, "Main.java"),
    ]);
    expect(judgedBy("java", ["-cp", scratch, "Main"], headers.join("\n"))).toEqual(wanted);
  });

  describe("submit a run", () => {
    type Submit = (given: object) => Promise<{ run_id: string; status: string }>;
    type Answer = { status: number; headers?: Record<string, string>; body: object };

    /** An API that gives these answers in turn, and the headers that it was asked with. */
    async function submitAgainst(
      answers: readonly Answer[],
    ): Promise<{ outcome: unknown; requests: IncomingHttpHeaders[] }> {
      const module: unknown = await import(pathToFileURL(join(samples, "submit-run.mjs")).href);
      const { submitRun } = z
        .object({ submitRun: z.custom<Submit>((value) => typeof value === "function") })
        .parse(module);
      const requests: IncomingHttpHeaders[] = [];
      const api = createServer((request, response) => {
        const answer = answers[requests.length];
        requests.push(request.headers);
        request.resume();
        // Without an answer left the connection breaks, which is a failure like any other.
        if (answer === undefined || answer.status === 0) request.socket.destroy();
        else response.writeHead(answer.status, answer.headers).end(JSON.stringify(answer.body));
      });
      await new Promise<void>((resolve) => api.listen(0, "127.0.0.1", resolve));
      const address = api.address();
      const port = address !== null && typeof address === "object" ? address.port : 0;
      const given = { api: `http://127.0.0.1:${port}`, key: "k", engine: "e", body: { input: {} }, firstWaitMs: 1 };
      const outcome = await submitRun({ ...given, idempotencyKey: "order-7" }).catch((error: unknown) => error);
      api.closeAllConnections();
      await new Promise<void>((resolve) => void api.close(() => resolve()));
      return { outcome, requests };
    }
    const keysOf = (requests: readonly IncomingHttpHeaders[]) => requests.map((headers) => headers["idempotency-key"]);
    const accepted: Answer = { status: 202, body: { run_id: "r", status: "queued" } };

    test("with the same key until an answer arrives", async () => {
      const { outcome, requests } = await submitAgainst([
        { status: 0, body: {} },
        { status: 503, body: { code: "service_unavailable", message: "" } },
        { status: 500, body: { code: "internal_error", message: "" } },
        accepted,
      ]);
      expect(outcome).toEqual(accepted.body);
      expect(keysOf(requests)).toEqual(["order-7", "order-7", "order-7", "order-7"]);
    });

    test("with a new key after queue_unreachable", async () => {
      const { outcome, requests } = await submitAgainst([
        { status: 503, body: { code: "queue_unreachable", message: "" } },
        accepted,
      ]);
      expect(outcome).toEqual(accepted.body);
      expect(keysOf(requests)).toEqual(["order-7", "order-7-2"]);
    });

    test("after Retry-After when the budget is used, and never again after a refusal", async () => {
      const limited = await submitAgainst([
        { status: 429, headers: { "retry-after": "1" }, body: { code: "rate_limited", message: "" } },
        accepted,
      ]);
      expect(limited.outcome).toEqual(accepted.body);
      for (const [status, code] of [
        [400, "invalid_input"],
        [429, "run_cap_exceeded"],
      ] as const) {
        const refused = await submitAgainst([{ status, body: { code, message: "no" } }, accepted]);
        expect(String(refused.outcome)).toContain(code);
        expect(refused.requests).toHaveLength(1);
      }
    });
  });
});
