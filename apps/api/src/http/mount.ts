import { aliases, fail, type ErrorCode } from "@service/contract";
import { accessTo, type ActionName } from "@service/domain/access";
import express, { type Express, type Request, type Response } from "express";
import { answerRequest, identify, writeFailure, type PipelineOptions } from "./answer-request.ts";
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

/**
 * Routes → Express: grouped by path shape, each method mounted, then one handler that answers any other method with an
 * empty 405. A path of no shape gets a plain-text 404, without a key check.
 */
export function mountRoutes(app: Express, options: PipelineOptions, routes: readonly Route[]): void {
  const router = express.Router({ caseSensitive: true, strict: true });
  // Express tries its shapes in order: mount the busiest route first.
  const busiestFirst = [...routes].sort(
    (a, b) => Number(b.takesCachedEngine ?? false) - Number(a.takesCachedEngine ?? false),
  );
  for (const [path, group] of groupByPath([...busiestFirst, ...routes.flatMap(withAlias)])) {
    const shape = router.route(path.replaceAll(/\{(\w+)\}/g, ":$1"));
    for (const route of group) {
      const answer = (request: Request, response: Response) => answerRequest(options, route, request, response);
      switch (route.method) {
        case "GET":
          shape.get(answer);
          break;
        case "POST":
          shape.post(answer);
          break;
        case "PUT":
          shape.put(answer);
          break;
        case "PATCH":
          shape.patch(answer);
          break;
        case "DELETE":
          shape.delete(answer);
          break;
      }
    }
    // Express answers HEAD wherever it answers GET.
    const allowed = group.flatMap(({ method }) => (method === "GET" ? [method, "HEAD"] : [method])).join(", ");
    shape.all((request, response) => {
      identify(request, response);
      response.statusCode = 405;
      response.setHeader("allow", allowed);
      response.setHeader("content-length", 0);
      response.end();
    });
  }
  app.use(router);
  app.use((request: Request, response: Response) => {
    const refusal = refusalOfEmptyId(request.path);
    if (refusal) return answerRequest(options, refusal, request, response);
    identify(request, response);
    response.statusCode = 404;
    response.setHeader("content-type", "text/plain; charset=utf-8");
    response.end("404 page not found\n");
    return undefined;
  });
  // Keep all four parameters: Express recognizes an error handler by their number.
  app.use((error: unknown, request: Request, response: Response, _next: unknown) => {
    writeFailure(options.deps, undefined, identify(request, response), response, error);
  });
}

function groupByPath(routes: readonly Route[]): Map<string, Route[]> {
  const groups = new Map<string, Route[]>();
  for (const route of routes) {
    const group = groups.get(route.path);
    if (group) group.push(route);
    else groups.set(route.path, [route]);
  }
  return groups;
}

function refusalOfEmptyId(path: string): Route | undefined {
  const found = emptyIds.find(({ prefix }) => path === `${prefix}/` || path.startsWith(`${prefix}//`));
  if (!found) return undefined;
  return {
    id: `empty-id ${found.prefix}`,
    method: "GET",
    path,
    summary: "An id is missing in the path",
    description: undefined,
    action: found.action,
    access: accessTo(found.action),
    budget: "organization",
    params: undefined,
    query: undefined,
    headers: undefined,
    body: undefined,
    responses: {},
    errors: [found.code],
    handle() {
      throw fail(found.code, "message" in found ? { message: found.message } : {});
    },
  };
}

/** Earlier path prefixes keep working (PLAT-6). */
function withAlias(route: Route): Route[] {
  return Object.entries(aliases.paths)
    .filter(([, current]) => route.path === current || route.path.startsWith(`${current}/`))
    .map(([former, current]) => ({ ...route, path: former + route.path.slice(current.length) }));
}
