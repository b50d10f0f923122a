import { parseArgs } from "node:util";
import type { Person } from "./create-server.ts";

/** Where streamable HTTP is served, and for whom. */
export interface HttpSettings {
  readonly baseUrl: string;
  readonly host: string;
  /** 0 = a free one. */
  readonly port: number;
  /** Host names that requests may be addressed to. */
  readonly allowedHosts: readonly string[];
  /** Origins of pages that may call; programs that are not browsers send none. */
  readonly allowedOrigins: readonly string[];
}

/** How the server is started. */
export type Settings = { readonly stdio: Person } | { readonly http: HttpSettings };

/** The settings are wrong; the message says how to correct them. */
export class BadSettings extends Error {
  override readonly name = "BadSettings";
}

const usage = `service-mcp                     over stdio, for the person of SERVICE_ACTING_PRINCIPAL
service-mcp --http [--host 127.0.0.1] [--port 8090] [--allowed-host NAME]… [--allowed-origin ORIGIN]…
                                over streamable HTTP at /mcp, for the key and person of each request

SERVICE_URL                     address of the service (both)
SERVICE_API_KEY                 API key (stdio)
SERVICE_ACTING_PRINCIPAL        the person's stable user id (stdio)
SERVICE_ACTING_EMAIL            the person's sign-in address (stdio, optional)
SERVICE_ASSERTION_SECRET        signs who acts (stdio, where the organization verifies it)`;

/** Reads flags and variables. @throws `BadSettings` */
export function readSettings(
  flags: readonly string[],
  variables: Readonly<Record<string, string | undefined>>,
): Settings {
  const given = parse(flags);
  const required = (name: string): string => {
    const value = variables[name]?.trim() ?? "";
    if (value === "") throw new BadSettings(`${name} is missing.\n\n${usage}`);
    return value;
  };
  const baseUrl = required("SERVICE_URL");
  if (!/^https?:\/\//.test(baseUrl) || !URL.canParse(baseUrl))
    throw new BadSettings("SERVICE_URL must be an address such as https://api.example.com");
  if (given.http === true) {
    const { host, port } = given;
    if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535) throw new BadSettings("--port must be 0 to 65535");
    const allowedHosts = ["localhost", "127.0.0.1", "[::1]", ...(given["allowed-host"] ?? [])];
    const allowedOrigins = given["allowed-origin"] ?? [];
    return { http: { baseUrl, host, port: Number(port), allowedHosts, allowedOrigins } };
  }
  return {
    stdio: {
      baseUrl,
      apiKey: required("SERVICE_API_KEY"),
      actingPrincipal: required("SERVICE_ACTING_PRINCIPAL"),
      actingEmail: variables["SERVICE_ACTING_EMAIL"],
      assertionSecret: variables["SERVICE_ASSERTION_SECRET"],
    },
  };
}

function parse(flags: readonly string[]) {
  try {
    return parseArgs({
      args: [...flags],
      options: {
        http: { type: "boolean" },
        host: { type: "string", default: "127.0.0.1" },
        port: { type: "string", default: "8090" },
        "allowed-host": { type: "string", multiple: true },
        "allowed-origin": { type: "string", multiple: true },
      },
    }).values;
  } catch (error) {
    throw new BadSettings(`${error instanceof Error ? error.message : "wrong flags"}\n\n${usage}`);
  }
}

/** Flags and variables of this process. */
export const ofProcess = { flags: process.argv.slice(2), variables: process.env } as const;
