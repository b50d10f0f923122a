import { randomBytes } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { extname, join } from "node:path";

/** The built page, answered to every path that is no route: the page itself reads the address. */
export interface Page {
  /** Whether the request was answered. */
  answer(request: IncomingMessage, response: ServerResponse): boolean;
}

const types: Readonly<Record<string, string>> = {
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".woff2": "font/woff2",
  ".png": "image/png",
  ".ico": "image/x-icon",
  ".map": "application/json",
};

interface Asset {
  readonly bytes: Buffer;
  readonly type: string;
}

/**
 * Reads the built page into memory; it is a few megabytes.
 * @param folder what `vite build` wrote; without it every page says how to build it.
 * @param publicUrl the only address under which the page is answered.
 */
export function openPage(folder: string, publicUrl: URL): Page {
  const isSecure = publicUrl.protocol === "https:";
  const shell = existsSync(join(folder, "index.html")) ? readFileSync(join(folder, "index.html"), "utf8") : missing;
  const assets = readAssets(folder);
  return {
    answer(request, response) {
      const [path = "/"] = (request.url ?? "/").split("?");
      if (path === "/console/csp") {
        response.statusCode = 204;
        response.end();
        return true;
      }
      if (path.startsWith("/console/")) {
        writeSecurityHeaders(response, isSecure);
        return false;
      }
      if (request.method !== "GET" && request.method !== "HEAD") return false;
      if (request.headers.host !== publicUrl.host) {
        writeMisdirected(response, publicUrl);
        return true;
      }
      const asset = assets.get(path);
      if (asset) writeAsset(response, asset, path);
      else if (path.startsWith("/assets/")) {
        writeSecurityHeaders(response, isSecure);
        return false;
      } else writeShell(response, shell, { request, isSecure });
      return true;
    },
  };
}

/** The page under another name would have no cookies and refuse every act. */
function writeMisdirected(response: ServerResponse, publicUrl: URL): void {
  response.statusCode = 421;
  response.setHeader("content-type", "text/plain; charset=utf-8");
  response.setHeader("x-content-type-options", "nosniff");
  response.end(`The console is at ${publicUrl.href}\n`);
}

function readAssets(folder: string): ReadonlyMap<string, Asset> {
  if (!existsSync(folder)) return new Map();
  const names = readdirSync(folder, { recursive: true, withFileTypes: true });
  return new Map(
    names.flatMap((entry): [string, Asset][] => {
      const type = types[extname(entry.name)];
      if (!entry.isFile() || type === undefined) return [];
      const file = join(entry.parentPath, entry.name);
      return [[file.slice(folder.length), { bytes: readFileSync(file), type }]];
    }),
  );
}

function writeAsset(response: ServerResponse, { bytes, type }: Asset, path: string): void {
  response.setHeader("content-type", type);
  response.setHeader("x-content-type-options", "nosniff");
  response.setHeader("cross-origin-resource-policy", "same-origin");
  // Their names contain a hash of their bytes.
  response.setHeader(
    "cache-control",
    path.startsWith("/assets/") ? "public, max-age=31536000, immutable" : "public, max-age=3600",
  );
  response.end(bytes);
}

/** The page without data: it needs no session, so an address that somebody sends works before the sign-in. */
function writeShell(
  response: ServerResponse,
  shell: string,
  { request, isSecure }: { readonly request: IncomingMessage; readonly isSecure: boolean },
): void {
  const nonce = randomBytes(16).toString("base64");
  writeSecurityHeaders(response, isSecure);
  response.setHeader(
    "content-security-policy",
    `default-src 'none'; script-src 'self'; style-src 'self' 'nonce-${nonce}'; img-src 'self' data: blob:; font-src 'self'; ` +
      "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; report-uri /console/csp",
  );
  response.setHeader("content-type", "text/html; charset=utf-8");
  response.setHeader("cache-control", "no-store");
  const scheme = /(?:^|;\s*)console-scheme=(light|dark)(?:;|$)/.exec(request.headers.cookie ?? "")?.[1] ?? "light";
  response.end(shell.replaceAll("%NONCE%", nonce).replaceAll("%SCHEME%", scheme));
}

function writeSecurityHeaders(response: ServerResponse, isSecure: boolean): void {
  response.setHeader("x-content-type-options", "nosniff");
  response.setHeader("referrer-policy", "no-referrer");
  response.setHeader("x-frame-options", "DENY");
  response.setHeader("cross-origin-opener-policy", "same-origin");
  response.setHeader("cross-origin-resource-policy", "same-origin");
  if (isSecure) response.setHeader("strict-transport-security", "max-age=31536000");
}

const missing =
  '<!doctype html><html lang="en"><meta charset="utf-8"><title>Console</title><p>The page of the console is not built: ' +
  "run <code>npm run build:console</code>, or start the service with <code>npm start</code>.</p></html>";
