import type { Access } from "@service/domain/access";
import type { ApiDescription } from "@service/http";
import type { RouteAccess } from "./http/route.ts";

/** Who may call, in words; also in docs/generated/access.md. */
export function accessSentence(access: Access): string {
  if (access.key === "none") return "Needs no key.";
  if (access.key === "source") return "Needs no key: authenticated by the source's signature or code.";
  if (access.key === "organization") return "Organization keys only.";
  if (access.key === "operator") return "The operator's command only.";
  const engine = access.on ? " bound to the engine" : "";
  const live = access.live ? " of the live environment" : "";
  return `An organization key${live}, or a scoped key${engine} with ${access.capabilities.map((c) => `\`${c}\``).join(" and ")}.`;
}

const tagDescriptions: Record<string, string> = {
  platform: "Health and robots.txt; no key.",
  engines: "Engines, their draft configuration and immutable releases.",
  runs: "Submit, read and cancel runs.",
  outcomes: "Record what became of a run's recommendations, and judge its output.",
  environments: "The live environment and up to five sandboxes.",
  webhooks: "Endpoints that receive run events, and their deliveries.",
  ingest: "Post events of outside systems; authenticated by the source's signature or code instead of a key.",
};

/** What the OpenAPI document says besides the routes; its version is PLAT-70. */
export const apiDescription: ApiDescription<RouteAccess> = {
  info: {
    title: "Engine-run, conversation, records and webhook service",
    version: "1.0",
    description:
      "JSON over HTTPS, called from servers only. Every error answers with an envelope whose `code` is stable. " +
      "Within v1 new optional response fields and new routes may be added without notice: ignore fields you do not know.",
    license: { name: "Proprietary", identifier: "LicenseRef-Proprietary" },
  },
  servers: [{ url: "https://{host}", variables: { host: { default: "api.example.com" } } }],
  securitySchemes: {
    apiKey: {
      type: "http",
      scheme: "bearer",
      description:
        "`svc_<environment>_…` (organization key) or `svcsk_v1_…` (scoped key). The key decides organization and environment.",
    },
  },
  security: [{ apiKey: [] }],
  tagDescriptions,
  accessSentence: ({ rule }) => accessSentence(rule),
  isPublic: ({ rule }) => rule.key === "none" || rule.key === "source",
};
