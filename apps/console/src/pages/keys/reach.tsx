import { Badge, Group, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ReactElement } from "react";
import { answer, type BodyOf, client } from "../../api.ts";
import { inWords, visible } from "../../parts/format.ts";
import { useHere } from "../../parts/place.ts";
import { Shown } from "../../parts/states.tsx";

type Reached = BodyOf<"/console/v1/o/{organization_id}/key-reach">;

/** What a key opens. */
export function Reach({
  keyId,
  engines,
}: {
  readonly keyId: string;
  readonly engines: readonly string[] | null;
}): ReactElement {
  const { organization } = useHere();
  const read = useQuery({
    queryKey: ["reach", organization, keyId],
    queryFn: ({ signal }) =>
      answer(
        client.GET("/console/v1/o/{organization_id}/keys/{key_id}/reach", {
          signal,
          params: { path: { organization_id: organization, key_id: keyId } },
        }),
      ),
    staleTime: 60_000,
  });
  return <Shown read={read}>{(reach) => <ReachOf reach={reach} engines={engines} />}</Shown>;
}

/** The routes by family, the engines, and the classes of data. */
export function ReachOf({
  reach,
  engines,
}: {
  readonly reach: Reached;
  readonly engines: readonly string[] | null;
}): ReactElement {
  // An address without an id is refused to everybody: no right shows there.
  const shown = reach.actions.filter(({ action }) => !action.endsWith(".unnamed"));
  const families = Map.groupBy(shown, ({ action }) => action.split(".")[0] ?? action);
  return (
    <Stack gap="xs" mt="md">
      <Text size="sm">
        Engines:{" "}
        {engines === null ? "all of the organization" : engines.length === 0 ? "none" : visible(engines.join(", "))}
      </Text>
      <Text size="sm">
        Of the book it reads {list(reach.reads)}, and changes {list(reach.writes)}.
      </Text>
      <Group gap="xs">
        {[...families].map(([family, actions]) => (
          <Badge
            key={family}
            variant="light"
            color="gray"
            radius="sm"
            tt="none"
            title={actions.map(({ action }) => action).join(", ")}
          >
            {inWords(family)}:{" "}
            {actions
              .map(({ action }) => inWords(action.split(".").slice(1).join(" ")).toLowerCase())
              .slice(0, 4)
              .join(", ")}
            {actions.length > 4 ? ` and ${actions.length - 4} more` : ""}
          </Badge>
        ))}
      </Group>
    </Stack>
  );
}

function list(names: readonly string[]): string {
  return names.length === 0 ? "nothing" : names.map((name) => inWords(name).toLowerCase()).join(", ");
}
