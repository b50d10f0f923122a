import { Alert, Button, Group, Stack, Tabs, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactElement } from "react";
import { answer, client, type Schemas } from "../../api.ts";
import { Confirmed } from "../../parts/confirm.tsx";
import { inWords, visible } from "../../parts/format.ts";
import { History, useSeesChanges } from "../../parts/history.tsx";
import { Page } from "../../parts/page.tsx";
import { useHere, useParam, useSearchState } from "../../parts/place.ts";
import { Shown } from "../../parts/states.tsx";
import { Status } from "../../parts/status.tsx";
import { queries } from "../../queries.ts";
import { Compare } from "./compare.tsx";
import { useEnginePath } from "./draft.ts";
import { DraftEditor } from "./draft-editor.tsx";
import { Publish } from "./publish.tsx";
import { ReleaseDrawer, Releases } from "./releases.tsx";
import { ServiceSettings } from "./service-settings.tsx";

type Engine = Schemas["EngineMetadata"];
const route = "/console/v1/o/{organization_id}/e/{environment}/engines/{engine_slug}";
const tabs = ["draft", "releases", "compare", "service", "history"] as const;

/** One engine: its draft, its releases, and what one changed against another. */
export function EnginePage(): ReactElement {
  const { base, name, environment, can } = useHere();
  const seesChanges = useSeesChanges();
  const slug = useParam("engine");
  const path = useEnginePath(slug);
  const [state, change] = useSearchState();
  const tab = tabs.find((each) => each === state["tab"]) ?? "draft";
  const read = useQuery({
    queryKey: ["engines", path],
    queryFn: ({ signal }) => answer(client.GET(route, { signal, params: { path } })),
  });
  const isActive = read.data?.status === "active";
  return (
    <Page
      title={read.data ? visible(read.data.label) : "Engine"}
      where={name === undefined ? environment : `${name}, ${environment}`}
      trail={[{ label: "Engines", to: `${base}/engines` }]}
      actions={
        read.data ? (
          <>
            {isActive && can("runs:write") ? (
              <Button
                variant="default"
                component={Link}
                to={`${base}/try?engine=${slug}${tab === "draft" ? "&version=draft" : ""}`}
              >
                Try it
              </Button>
            ) : null}
            {isActive ? <Publish slug={slug} /> : null}
            <Archive engine={read.data} />
          </>
        ) : undefined
      }
    >
      <Shown read={read}>
        {(engine) => (
          <Stack>
            <Group gap="md">
              <Status of={engine.status} />
              <Text size="sm">{inWords(engine.engine_type)}</Text>
              <Text size="sm" ff="monospace">
                {engine.slug}
              </Text>
              {engine.description === "" ? null : (
                <Text size="sm" c="dimmed">
                  {visible(engine.description)}
                </Text>
              )}
            </Group>
            {engine.status === "archived" ? (
              <Alert color="gray" variant="light">
                It is archived: it takes no runs, and its releases cannot be read. Its draft stays.
              </Alert>
            ) : null}
            <Tabs
              value={engine.status === "archived" && tab !== "history" ? "draft" : tab}
              onChange={(value) => change({ tab: value === "draft" ? undefined : (value ?? undefined) })}
              // An edited draft stays while another tab is looked at.
              keepMounted
            >
              <Tabs.List>
                <Tabs.Tab value="draft">Draft</Tabs.Tab>
                {isActive ? <Tabs.Tab value="releases">Releases</Tabs.Tab> : null}
                {isActive ? <Tabs.Tab value="compare">Compare</Tabs.Tab> : null}
                {isActive && can("service:manage") ? <Tabs.Tab value="service">Service</Tabs.Tab> : null}
                {seesChanges ? <Tabs.Tab value="history">History</Tabs.Tab> : null}
              </Tabs.List>
              <Tabs.Panel value="draft" pt="md">
                <DraftEditor slug={slug} isReadOnly={!isActive} />
              </Tabs.Panel>
              <Tabs.Panel value="history" pt="md">
                {tab === "history" ? <History kind="engine" id={engine.id} /> : null}
              </Tabs.Panel>
              {isActive ? (
                <>
                  <Tabs.Panel value="releases" pt="md">
                    <Releases slug={slug} />
                  </Tabs.Panel>
                  <Tabs.Panel value="compare" pt="md">
                    {tab === "compare" ? <Compare slug={slug} /> : null}
                  </Tabs.Panel>
                  <Tabs.Panel value="service" pt="md">
                    {tab === "service" ? <ServiceSettings engine={engine} /> : null}
                  </Tabs.Panel>
                </>
              ) : null}
            </Tabs>
          </Stack>
        )}
      </Shown>
      {isActive ? <ReleaseDrawer slug={slug} /> : null}
    </Page>
  );
}

function Archive({ engine }: { readonly engine: Engine }): ReactElement {
  const path = useEnginePath(engine.slug);
  const isActive = engine.status === "active";
  return (
    <Confirmed
      label={isActive ? "Archive" : "Bring back"}
      title={isActive ? "Archive this engine?" : "Bring this engine back?"}
      effect={
        isActive
          ? "Callers are refused from now on. Runs that wait are still computed. It can be brought back."
          : "It takes runs again, with its releases as they were."
      }
      color={isActive ? "red" : "teal"}
      act={async () => {
        await answer(client.PATCH(route, { params: { path }, body: { status: isActive ? "archived" : "active" } }));
        await queries.invalidateQueries({ queryKey: ["engines"] });
      }}
    />
  );
}
