import { aliases } from "@service/contract";
import type { Express, Request, Response } from "express";
import { answerRequest, identify, type Pipeline } from "./answer-request.ts";
import { finishResponse } from "./finish-response.ts";
import { pathTable } from "./path-table.ts";
import type { Route } from "./route.ts";
import { writeFailure } from "./write-reply.ts";

/**
 * Routes → Express: grouped by path (`pathTable`), in whatever order they are listed. A method that no route of the path
 * has gets an empty 405, a path of no route a plain-text 404, both without a key check.
 */
export function mountRoutes<Access>(app: Express, pipeline: Pipeline<Access>, routes: readonly Route<Access>[]): void {
  const table = pathTable(byPath([...routes, ...routes.flatMap(withAlias)]));
  app.use((request: Request, response: Response) => {
    const { path } = request;
    const found = table.find(path);
    if (!found) {
      const other = pipeline.unmatched(path);
      if (other) return answerRequest(pipeline, { route: other, params: {} }, request, response);
      return writeNotFound(request, response);
    }
    const { value: group, params } = found;
    const route = group.get(request.method === "HEAD" ? "GET" : request.method);
    return route
      ? answerRequest(pipeline, { route, params }, request, response)
      : writeNotAllowed(group, request, response);
  });
  // Keep all four parameters: Express recognizes an error handler by their number.
  app.use((error: unknown, request: Request, response: Response, _next: unknown) => {
    writeFailure({ pipeline, route: undefined, identity: identify(request, response), response }, error);
  });
}

/** The routes of one path by method. */
type PathGroup<Access> = ReadonlyMap<string, Route<Access>>;

function byPath<Access>(routes: readonly Route<Access>[]): Map<string, PathGroup<Access>> {
  const groups = new Map<string, Map<string, Route<Access>>>();
  for (const route of routes) {
    const group = groups.get(route.path) ?? new Map<string, Route<Access>>();
    groups.set(route.path, group.set(route.method, route));
  }
  return groups;
}

function writeNotFound(request: Request, response: Response): void {
  identify(request, response);
  response.statusCode = 404;
  response.setHeader("content-type", "text/plain; charset=utf-8");
  finishResponse(request, response, "404 page not found\n");
}

function writeNotAllowed(group: PathGroup<unknown>, request: Request, response: Response): void {
  identify(request, response);
  response.statusCode = 405;
  // A GET also answers HEAD.
  const allowed = [...group.keys()].flatMap((method) => (method === "GET" ? [method, "HEAD"] : [method]));
  response.setHeader("allow", allowed.join(", "));
  response.setHeader("content-length", 0);
  finishResponse(request, response);
}

/** Earlier path prefixes keep working (PLAT-6). */
function withAlias<Access>(route: Route<Access>): Route<Access>[] {
  return Object.entries(aliases.paths)
    .filter(([, current]) => route.path === current || route.path.startsWith(`${current}/`))
    .map(([former, current]) => ({ ...route, path: former + route.path.slice(current.length) }));
}
