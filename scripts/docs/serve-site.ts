import { readFile } from "node:fs/promises";
import { createServer, type Server, type ServerResponse } from "node:http";
import { extname, join, normalize } from "node:path";

const types: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".mjs": "text/javascript; charset=utf-8",
  ".json": "application/json",
  ".svg": "image/svg+xml",
  ".jpg": "image/jpeg",
};

/** Everything the pages need is their own: a browser refuses anything else. The container sends the same. */
const securityHeaders = {
  "content-security-policy":
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
} as const;

/**
 * Serves the files of a folder on this machine.
 *
 * @param port 0 picks a free one.
 * @returns the server, and the address it answers at.
 * @throws when the port is taken.
 */
export async function serveSite(folder: string, port: number): Promise<{ server: Server; url: string }> {
  const server = createServer((request, response) => {
    if (request.method !== "GET" && request.method !== "HEAD") {
      response.writeHead(405, { allow: "GET, HEAD" }).end();
      return;
    }
    void answer(folder, request.url ?? "/", response);
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the server has no port");
  return { server, url: `http://127.0.0.1:${address.port}/` };
}

async function answer(folder: string, url: string, response: ServerResponse): Promise<void> {
  const path = pathOf(url);
  const bytes = path === undefined ? undefined : await readFile(join(folder, path)).catch(() => undefined);
  if (bytes !== undefined && path !== undefined) {
    const type = types[extname(path)] ?? "text/plain; charset=utf-8";
    response.writeHead(200, { ...securityHeaders, "content-type": type, "cache-control": "no-cache" }).end(bytes);
    return;
  }
  const missing = await readFile(join(folder, "404.html")).catch(() => "not found");
  response.writeHead(404, { ...securityHeaders, "content-type": "text/html; charset=utf-8" }).end(missing);
}

/** The file that an address names; undefined when it is malformed. Normalized from a root, so it cannot leave the folder. */
function pathOf(url: string): string | undefined {
  try {
    const path = normalize(`/${decodeURIComponent(url.replace(/[?#].*$/, ""))}`);
    if (path.includes("\0")) return undefined;
    return path.endsWith("/") ? `${path}index.html` : path;
  } catch {
    return undefined;
  }
}
