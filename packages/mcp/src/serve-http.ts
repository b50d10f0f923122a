import { createServer as createHttpServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { Refusal } from "@service/client";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import type { HttpSettings } from "./config.ts";
import { createServer, type Person } from "./create-server.ts";
import { openReaches } from "./reach.ts";

const bodyMax = 1024 * 1024;
/** A header of the service has at most 320 characters, a key 100. */
const headerMax = 512;

/**
 * Serves streamable HTTP at /mcp, without sessions: each request brings its key and its person, so any process answers it.
 * Answers are JSON; there is no stream to keep.
 */
export async function serveHttp(settings: HttpSettings): Promise<{ readonly url: string; readonly server: Server }> {
  const reachOf = openReaches();
  const server = createHttpServer((request, response) => {
    answer(request, response, settings, reachOf).catch((error: unknown) => {
      process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : "a request failed"}\n`);
      if (response.headersSent) response.destroy();
      else refuse(response, 500, "The server failed.");
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(settings.port, settings.host, resolve);
  });
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : settings.port;
  return { url: `http://${settings.host.includes(":") ? `[${settings.host}]` : settings.host}:${port}/mcp`, server };
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  settings: HttpSettings,
  reachOf: ReturnType<typeof openReaches>,
): Promise<void> {
  const { host = "", origin } = request.headers;
  // A page of the browser that reaches this address under a name of its own (DNS rebinding) has another host.
  if (!URL.canParse(`http://${host}`) || !settings.allowedHosts.includes(new URL(`http://${host}`).hostname))
    return refuse(response, 403, "The Host is not one that this server answers for: --allowed-host.");
  if (origin !== undefined && !settings.allowedOrigins.includes(origin))
    return refuse(response, 403, "The Origin may not call this server: --allowed-origin.");
  if (request.url?.split("?")[0] !== "/mcp") return refuse(response, 404, "The path is /mcp.");
  if (request.method !== "POST") {
    response.setHeader("allow", "POST");
    return refuse(response, 405, "There are no streams and no sessions here: use POST.");
  }
  const apiKey = /^Bearer +(\S+)$/i.exec(headerOf(request, "authorization") ?? "")?.[1];
  if (apiKey === undefined) return refuse(response, 401, "Authorization must be Bearer and an API key.");
  const actingPrincipal = headerOf(request, "x-service-acting-principal");
  if (actingPrincipal === undefined)
    return refuse(response, 400, "X-Service-Acting-Principal must name the person for whom the call is made.");
  const assertion = headerOf(request, "x-service-records-assertion");
  const person: Person = {
    baseUrl: settings.baseUrl,
    apiKey,
    actingPrincipal,
    actingEmail: headerOf(request, "x-service-acting-email"),
    ...(assertion !== undefined && { fetch: withHeader("x-service-records-assertion", assertion) }),
  };
  let reach;
  try {
    reach = await reachOf(person);
  } catch (error) {
    if (error instanceof Refusal && error.status === 401) return refuse(response, 401, "The API key is not valid.");
    return refuse(response, 503, "The service does not answer.");
  }
  const server = createServer(person, reach);
  const transport = new StreamableHTTPServerTransport({ enableJsonResponse: true, maxRequestBodySize: bodyMax });
  response.once("close", () => void server.close());
  await server.connect(transport);
  await transport.handleRequest(request, response);
}

function headerOf({ headers }: IncomingMessage, name: string): string | undefined {
  const value = headers[name];
  return typeof value === "string" && value.trim() !== "" && value.length <= headerMax ? value.trim() : undefined;
}

/** What the caller signed is handed on with every request of this call. */
function withHeader(name: string, value: string): typeof fetch {
  return (input, init) => {
    const request = new Request(input, init);
    request.headers.set(name, value);
    return fetch(request);
  };
}

function refuse(response: ServerResponse, status: number, message: string): void {
  if (status === 401) response.setHeader("www-authenticate", "Bearer");
  response.writeHead(status, { "content-type": "application/json", connection: "close" });
  response.end(JSON.stringify({ jsonrpc: "2.0", error: { code: -32_000, message }, id: null }));
}
