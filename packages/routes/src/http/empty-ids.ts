import { fail, type ErrorCode } from "@service/contract";
import { accessTo, type ActionName } from "@service/domain/access";
import { declareRoute } from "@service/http";
import { onOrganization } from "./admission.ts";
import type { Route } from "./route.ts";

/**
 * An empty id in a path has its own code instead of a 404 (PLAT-4): `/api/v1/runs/` and everything below
 * `/api/v1/runs//`, by any method, after the key check of the family's reads.
 */
const emptyIds = [
  { prefix: "/api/v1/runs", code: "missing_run_id", action: "runs.unnamed" },
  { prefix: "/api/v1/webhooks", code: "missing_endpoint_id", action: "webhooks.list" },
  {
    prefix: "/api/v1/engines",
    code: "invalid_request",
    action: "engines.list",
    message: "The engine slug is missing in the path.",
  },
] as const satisfies readonly { prefix: string; code: ErrorCode; action: ActionName; message?: string }[];

const refusals = emptyIds.map((given) => ({ prefix: given.prefix, route: refusing(given) }));

/** The route that refuses a path with an empty id; undefined for any other path. */
export function refusalOfEmptyId(path: string): Route | undefined {
  return refusals.find(({ prefix }) => path === `${prefix}/` || path.startsWith(`${prefix}//`))?.route;
}

function refusing(given: (typeof emptyIds)[number]): Route {
  const { prefix, code, action } = given;
  const access = { action, rule: accessTo(action), admission: onOrganization, namesBuild: false };
  return declareRoute(
    { id: `empty-id ${prefix}`, access, accessErrors: [] },
    {
      method: "GET",
      path: prefix,
      summary: "An id is missing in the path",
      responses: {},
      errors: [code],
      handle() {
        throw fail(code, "message" in given ? { message: given.message } : {});
      },
    },
  );
}
