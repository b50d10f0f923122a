import { ActingHeaders, aliases, errors, headerNames, WebhookEvent } from "@service/contract";
import type { Access, Viewing } from "@service/domain/access";
import type { ApiDescription } from "@service/http";
import type * as z from "zod";
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
  platform: "Health, this description and robots.txt; no key.",
  engines: "Engines, their draft configuration and immutable releases.",
  runs: "Submit, read and cancel runs.",
  outcomes: "Record what became of a run's recommendations, and judge its output.",
  environments: "The live environment and up to five sandboxes.",
  webhooks: "Endpoints that receive run events, and their deliveries.",
  records: "The book of a broker, as a connection delivered it: rows of families, searches and summaries.",
  turns: "Questions in a conversation and their answers, as streams that can be continued.",
  conversationInstances: "Configured assistants: their draft, their gate and their immutable releases.",
  conversations: "Conversations with a configured assistant, and what people say of its answers.",
  ingest: "Post events of outside systems; authenticated by the source's signature or code instead of a key.",
};

const ofPerson = ActingHeaders.omit({ [headerNames.recordsLens]: true });
/** The acting headers that `resolveViewerOf` reads for an action. */
function actingHeadersOf({ viewer, reads, writes }: Viewing): z.ZodObject | undefined {
  if (writes === "overlay") return ActingHeaders.pick({ [headerNames.recordsLens]: true });
  if (viewer === undefined) return undefined;
  return reads === "runs" ? ofPerson : ActingHeaders;
}

const formerHeaders = Object.entries(aliases.headers)
  .map(([former, current]) => `\`${former}\` for \`${current}\``)
  .join(" and ");
const formerPrefixes = Object.entries(aliases.paths)
  .map(([former, current]) => `\`${former}\` for \`${current}\``)
  .join(" and ");

/** Statuses without the build: the key or the budget was not accepted, or the answer is not the route's (REC-52). */
const unstamped: ReadonlySet<number> = new Set([401, 429, 500, 504]);
const engineBuild = {
  [headerNames.engineBuild]: {
    description: "The build of the service, where it is stamped; absent before key and budget are accepted.",
    schema: { type: "string" },
    example: "4f1c2ab",
  },
};

/** What the OpenAPI document says besides the routes; its version is PLAT-70. */
export const apiDescription: ApiDescription<RouteAccess> = {
  info: {
    title: "Engine-run, conversation, records and webhook service",
    version: "1.0",
    description:
      "JSON over HTTPS, called from servers only. Every error answers with an envelope whose `code` is stable. " +
      "Within v1 new optional response fields and new routes may be added without notice: ignore fields you do not know. " +
      `Former names keep working: the headers ${formerHeaders}, the path prefix ${formerPrefixes}. When both names of a ` +
      "header are sent, today's counts.",
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
  errors,
  accessSentence: ({ rule }) => accessSentence(rule),
  requestHeaders: ({ rule }) => actingHeadersOf(rule),
  posts: { event: { summary: "An event of a run, or a test, sent to a webhook endpoint", body: WebhookEvent } },
  responseHeaders: ({ namesBuild }, status) => (namesBuild && !unstamped.has(status) ? engineBuild : {}),
  isPublic: ({ rule }) => rule.key === "none" || rule.key === "source",
};
