import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import { answer, client, type BodyOf } from "../api.ts";
import { useHere } from "./place.ts";

export type Engine = BodyOf<"/console/v1/o/{organization_id}/e/{environment}/engines">["engines"][number];

export const engineTypes = [
  "comparison",
  "matching",
  "entity_analysis",
  "diligence",
  "triage",
  "opportunity",
] as const satisfies readonly Engine["engine_type"][];

/** Engines of the organization; none where the person may not see them. */
export function useEngines(): UseQueryResult<readonly Engine[]> {
  const { path, can } = useHere();
  return useQuery({
    queryKey: ["engines", path],
    enabled: can("engines:manage"),
    queryFn: async ({ signal }) =>
      (
        await answer(
          client.GET("/console/v1/o/{organization_id}/e/{environment}/engines", { signal, params: { path } }),
        )
      ).engines,
    staleTime: 30_000,
  });
}
