import { aliases, fail, type Capability, type ErrorCode } from "@service/contract";
import express, { type Express, type Request, type Response } from "express";
import { answerRequest, identify, writeFailure, type PipelineOptions } from "./answer-request.ts";
import type { Route } from "./route.ts";

/**
 * An empty id in a path is an answer of its own, not a missing route (decisions.md 12): `/api/v1/runs/` and everything
 * below `/api/v1/runs//`, by any method, after the key was checked like on the family's reads.
 */
const emptyIds = [
  { prefix: "/api/v1/runs", code: "missing_run_id", capability: "runs:read" },
  { prefix: "/api/v1/webhooks", code: "missing_endpoint_id", capability: "webhooks:manage" },
  { prefix: "/api/v1/engines", code: "invalid_request", capability: "engines:read" },
] as const satisfies readonly { prefix: string; code: ErrorCode; capability: Capability }[];

/**
 * Routes → Express: grouped by path shape, each method mounted, then one handler that answers any other method with an
 * empty 405; what no shape takes is a plain-text 404 that asks for no key.
 */
export function mountRoutes(app: Express, options: PipelineOptions, routes: readonly Route[]): void {
  const router = express.Router({ caseSensitive: true, strict: true });
  // Express looks through its shapes from the top, so the route that most requests are for comes first.
  const busiestFirst = [...routes].sort((a, b) => Number(b.recallsEngine ?? false) - Number(a.recallsEngine ?? false));
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
  // Express knows an error handler by its four parameters.
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
    access: { key: "any", capabilities: [found.capability] },
    budget: "organization",
    params: undefined,
    query: undefined,
    headers: undefined,
    body: undefined,
    responses: {},
    errors: [found.code],
    handle() {
      throw fail(found.code);
    },
  };
}

/** Earlier path prefixes keep working (section 4.4). */
function withAlias(route: Route): Route[] {
  return Object.entries(aliases.paths)
    .filter(([, current]) => route.path === current || route.path.startsWith(`${current}/`))
    .map(([former, current]) => ({ ...route, path: former + route.path.slice(current.length) }));
}
