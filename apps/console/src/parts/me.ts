import { queryOptions, useQuery, type UseQueryResult } from "@tanstack/react-query";
import { answer, client } from "../api.ts";
import type { BodyOf } from "../api.ts";

/** Who is signed in, and where they may go. */
export type Me = BodyOf<"/console/v1/me">;
export type Place = BodyOf<"/console/v1/o/{organization_id}">;
export type Permission = Place["permissions"][number];

export const meQuery = queryOptions({
  queryKey: ["me"],
  queryFn: ({ signal }) => answer(client.GET("/console/v1/me", { signal })),
  staleTime: 30_000,
  retry: false,
});

export function useMe(): UseQueryResult<Me> {
  return useQuery(meQuery);
}

/** An organization, its environments, and what the person may do there. */
export function usePlace(organization: string): UseQueryResult<Place> {
  return useQuery({
    queryKey: ["place", organization],
    enabled: organization !== "",
    queryFn: ({ signal }) =>
      answer(
        client.GET("/console/v1/o/{organization_id}", { signal, params: { path: { organization_id: organization } } }),
      ),
    staleTime: 30_000,
  });
}
