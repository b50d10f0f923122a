import type { AddressInfo } from "node:net";
import { silentLogger, startTracing, type Logger } from "@service/runtime";
import express from "express";
import { type Arrival, identify, type Pipeline } from "../answer-request.ts";
import { mountRoutes } from "../mount.ts";
import { parseQueryString } from "../query-string.ts";
import { type BodyContent, declareRoute, type ParamsFor, type Route, type RouteDeclaration } from "../route.ts";
import type { Responses } from "../response-forms.ts";
import { serveRequests } from "../serve-requests.ts";
import type * as z from "zod";

/** Access of the test application: whether a request must name a caller in `x-caller`. */
export type TestAccess = "anyone" | "callers";
interface TestGranted {
  readonly caller: string | undefined;
}

/** Declares a route of a test application. */
export function testRoute<
  const Path extends string,
  const R extends Responses,
  P extends ParamsFor<Path> = ParamsFor<Path>,
  Q extends z.ZodObject | undefined = undefined,
  H extends z.ZodObject | undefined = undefined,
  B extends BodyContent | undefined = undefined,
>(
  definition: RouteDeclaration<TestGranted, Path, P, Q, H, B, R> & { readonly access?: TestAccess },
): Route<TestAccess> {
  const { access = "anyone", method, path } = definition;
  return declareRoute({ id: `${method} ${path}`, access, accessErrors: ["unauthorized"] }, definition);
}

export interface TestApp {
  readonly url: string;
  stop(): Promise<void>;
}

/** An application with these routes, listening on a free port. */
export async function startTestApp(
  routes: readonly Route<TestAccess>[],
  given: { readonly admit: (arrival: Arrival<TestAccess>) => Promise<TestGranted> } & Partial<
    Pick<Pipeline<TestAccess>, "refusalOf" | "unmatched" | "timeBudgetMs" | "stopping">
  > & { readonly log?: Logger },
): Promise<TestApp> {
  const log = given.log ?? silentLogger;
  const app = express();
  app.set("query parser", parseQueryString);
  app.use((request, response, next) => {
    identify(request, response);
    next();
  });
  const tracing = await startTracing({ endpoint: undefined, process: "test-app", log });
  mountRoutes(
    app,
    {
      refusalOf: () => undefined,
      unmatched: () => undefined,
      timeBudgetMs: 30_000,
      trustedProxies: () => false,
      stopping: new AbortController().signal,
      ...given,
      log,
      tracing,
    },
    routes,
  );
  const server = serveRequests(app);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // oxlint-disable-next-line typescript/consistent-type-assertions, typescript/no-unsafe-type-assertion -- a server on a port has an address of this type
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await tracing.stop();
    },
  };
}
