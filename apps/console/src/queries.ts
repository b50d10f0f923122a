import { QueryClient } from "@tanstack/react-query";
import { ApiError } from "./api.ts";

/** What the pages have read. A refusal is final; only an unreachable server is called again. */
export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      refetchOnWindowFocus: true,
      retry: (count, error) => count < 2 && error instanceof ApiError && (error.status === 0 || error.status >= 500),
    },
  },
});
