import { consoleErrors } from "@service/contract/console";
import type { ApiDescription } from "@service/http";
import type { RouteAccess } from "./http/route.ts";

/** What the description of the console's routes says besides them. They may change with any release. */
export const consoleDescription: ApiDescription<RouteAccess> = {
  info: {
    title: "Routes of the console",
    version: "0",
    description:
      "For the console's own page, which is built with it: routes may change with any release. Integrations use the public API.",
    license: { name: "Apache-2.0", identifier: "Apache-2.0" },
  },
  servers: [{ url: "https://{host}", variables: { host: { default: "console.example.com" } } }],
  securitySchemes: { session: { type: "apiKey", in: "cookie", name: "__Host-console" } },
  security: [{ session: [] }],
  tagDescriptions: {},
  errors: consoleErrors,
  accessSentence,
  isPublic: ({ scope }) => scope === "nobody",
};

function accessSentence(access: RouteAccess): string {
  switch (access.scope) {
    case "nobody":
      return "Needs no session.";
    case "session":
      return "Needs a session.";
    case "installation":
      return `People of the installation with \`${access.permission}\`.`;
    case "organization":
    case "environment":
      return access.permission === null
        ? "Whoever may open the organization."
        : `Needs \`${access.permission}\` there.`;
    case "public":
      return `Needs the permission for \`${access.access.action}\` there.`;
  }
}
