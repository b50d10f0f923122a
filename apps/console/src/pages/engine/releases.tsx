import { Drawer, Group, Stack, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ReactElement } from "react";
import { answer, client, type Schemas } from "../../api.ts";
import { Author } from "../../parts/author.tsx";
import { Id } from "../../parts/copy.tsx";
import { visible } from "../../parts/format.ts";
import { JsonTree } from "../../parts/json-tree.tsx";
import { List } from "../../parts/list.tsx";
import { useHere, useSearchState } from "../../parts/place.ts";
import { Empty, Shown } from "../../parts/states.tsx";
import { Status } from "../../parts/status.tsx";
import { Time } from "../../parts/time.tsx";
import { useEnginePath } from "./draft.ts";
import { GateReport } from "./gate-report.tsx";

type Release = Schemas["ReleaseSummary"];
const route = "/console/v1/o/{organization_id}/e/{environment}/engines/{engine_slug}/versions";

/** Releases of an engine, newest first; none for an engine that is not named. */
export function useReleases(slug: string) {
  const path = useEnginePath(slug);
  return useQuery({
    queryKey: ["releases", path],
    enabled: slug !== "",
    queryFn: async ({ signal }) => (await answer(client.GET(route, { signal, params: { path } }))).versions,
  });
}

export function useRelease(slug: string, version: string | undefined) {
  const path = useEnginePath(slug);
  return useQuery({
    queryKey: ["releases", path, version],
    enabled: slug !== "" && version !== undefined && /^\d+[.]\d+$/.test(version),
    queryFn: ({ signal }) =>
      answer(client.GET(`${route}/{version}`, { signal, params: { path: { ...path, version: version ?? "" } } })),
    // A release never changes.
    staleTime: Infinity,
  });
}

export function Releases({ slug }: { readonly slug: string }): ReactElement {
  const { base } = useHere();
  return (
    <Shown read={useReleases(slug)}>
      {(releases) =>
        releases.length === 0 ? (
          <Empty why="Nothing is released: callers can run the draft only. Publish it to give them a release." />
        ) : (
          <List<Release>
            caption="Releases"
            rows={releases}
            idOf={({ version }) => version}
            linkOf={({ version }) => `${base}/engines/${slug}?tab=releases&release=${version}`}
            name={{ title: "Release", cell: ({ version }) => version }}
            columns={[
              { title: "State", isOnCard: true, cell: (row) => <ReleaseState release={row} /> },
              { title: "What was new", isOnCard: true, cell: (row) => visible(row.changelog) },
              { title: "Released", isOnCard: true, cell: (row) => <Time at={row.released_at} /> },
              { title: "By", cell: (row) => <Author id={row.released_by} /> },
              { title: "Configuration", cell: (row) => <Id id={row.engine_config_version_hash} what="hash" /> },
            ]}
          />
        )
      }
    </Shown>
  );
}

function ReleaseState({ release: { servable } }: { readonly release: Pick<Release, "servable"> }): ReactElement {
  return <Status of={servable ? "active" : "revoked"} label={servable ? "Served" : "Withdrawn"} />;
}

/** The release that the address names. */
export function ReleaseDrawer({ slug }: { readonly slug: string }): ReactElement {
  const [state, change] = useSearchState();
  const version = state["tab"] === "releases" ? state["release"] : undefined;
  const read = useRelease(slug, version);
  return (
    <Drawer
      opened={version !== undefined}
      onClose={() => change({ release: undefined })}
      title={`Release ${version ?? ""}`}
      position="right"
      size="xl"
      closeButtonProps={{ "aria-label": "Close" }}
    >
      {version === undefined ? null : (
        <Shown read={read}>
          {(release) => (
            <Stack>
              <Group>
                <ReleaseState release={release} />
                <Text size="sm" component="span">
                  <Time at={release.released_at} exact /> by <Author id={release.released_by} />
                </Text>
              </Group>
              {release.changelog === "" ? null : <Text>{visible(release.changelog)}</Text>}
              <Title order={2}>Gate</Title>
              <GateReport report={release.gate} />
              <Title order={2}>Configuration</Title>
              <JsonTree value={release.config} />
              <Title order={2}>What callers send</Title>
              <JsonTree value={release.request_schema} />
              <Title order={2}>What callers read</Title>
              <JsonTree value={release.response_schema} />
            </Stack>
          )}
        </Shown>
      )}
    </Drawer>
  );
}
