import { histogram, type Metrics } from "@service/runtime";
import type { RequestObserver } from "./create-app.ts";

/** Duration of requests by method and status. Never add the path as a label: it contains ids. */
export function createRequestMetrics(metrics: Metrics): RequestObserver {
  const { duration } = metrics.register({
    duration: histogram(
      "service_http_request_seconds",
      "Time from the request's head to the end of its response.",
      [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
      ["method", "status"],
    ),
  });
  return {
    observe(request, response) {
      const startedAt = performance.now();
      response.once("close", () => {
        // A caller that went away before its answer was complete: `client_closed_request`.
        const status = response.writableFinished ? String(response.statusCode) : "499";
        duration.observe({ method: request.method ?? "", status }, (performance.now() - startedAt) / 1000);
      });
    },
  };
}
