import { aliases, fail, type ErrorCode } from "@service/contract";
import { accessTo, type ActionName } from "@service/domain/access";
import type { Express, Request, Response } from "express";
import { answerRequest, identify, writeFailure, type PipelineOptions } from "./answer-request.ts";
import { onOrganization } from "./admission.ts";
import { pathTable } from "./path-table.ts";
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
 * Routes → Express: grouped by path (`pathTable`), in whatever order they are listed. A method that no route of the path
 * has gets an empty 405, a path of no route a plain-text 404, both without a key check.
 */
export function mountRoutes(app: Express, options: PipelineOptions, routes: readonly Route[]): void {
  const table = pathTable(byPath([...routes, ...routes.flatMap(withAlias)]));
  app.use((request: Request, response: Response) => {
    const { path } = request;
    const found = table.find(path);
    if (!found) {
      const refusal = refusalOfEmptyId(path);
      if (refusal) return answerRequest(options, { route: refusal, params: {} }, request, response);
      return writeNotFound(request, response);
    }
    const { value: group, params } = found;
    const route = group.get(request.method === "HEAD" ? "GET" : request.method);
    return route
      ? answerRequest(options, { route, params }, request, response)
      : writeNotAllowed(group, request, response);
  });
  // Keep all four parameters: Express recognizes an error handler by their number.
  app.use((error: unknown, request: Request, response: Response, _next: unknown) => {
    writeFailure(options.deps, undefined, identify(request, response), response, error);
  });
}

/** The routes of one path by method. */
type PathGroup = ReadonlyMap<string, Route>;

function byPath(routes: readonly Route[]): Map<string, PathGroup> {
  const groups = new Map<string, Map<string, Route>>();
  for (const route of routes) {
    const group = groups.get(route.path) ?? new Map<string, Route>();
    groups.set(route.path, group.set(route.method, route));
  }
  return groups;
}

function writeNotFound(request: Request, response: Response): void {
  identify(request, response);
  response.statusCode = 404;
  response.setHeader("content-type", "text/plain; charset=utf-8");
  response.end("404 page not found\n");
}

function writeNotAllowed(group: PathGroup, request: Request, response: Response): void {
  identify(request, response);
  response.statusCode = 405;
  // A GET also answers HEAD.
  const allowed = [...group.keys()].flatMap((method) => (method === "GET" ? [method, "HEAD"] : [method]));
  response.setHeader("allow", allowed.join(", "));
  response.setHeader("content-length", 0);
  response.end();
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
    admission: onOrganization,
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
