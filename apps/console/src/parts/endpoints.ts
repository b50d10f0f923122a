import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import { answer, client, type BodyOf, type Schemas } from "../api.ts";
import { useHere } from "./place.ts";

export type Endpoint = Schemas["WebhookEndpoint"];
export type EndpointHealth = BodyOf<"/console/v1/o/{organization_id}/endpoint-health">;

export const eventTypes = ["run.completed", "run.failed", "run.cancelled", "run.superseded"] as const;

/** Endpoints of the environment. */
export function useEndpoints(): UseQueryResult<readonly Endpoint[]> {
  const { path } = useHere();
  return useQuery({
    queryKey: ["endpoints", path],
    queryFn: async ({ signal }) =>
      (
        await answer(
          client.GET("/console/v1/o/{organization_id}/e/{environment}/webhooks", { signal, params: { path } }),
        )
      ).endpoints,
    refetchInterval: 15_000,
  });
}

/** What waits and fails at the endpoints of the organization, and the notices that last. */
export function useEndpointHealth(isEnabled = true): UseQueryResult<EndpointHealth> {
  const { organization } = useHere();
  return useQuery({
    queryKey: ["endpoint-health", organization],
    enabled: isEnabled,
    queryFn: ({ signal }) =>
      answer(
        client.GET("/console/v1/o/{organization_id}/endpoint-health", {
          signal,
          params: { path: { organization_id: organization } },
        }),
      ),
    refetchInterval: 15_000,
  });
}
