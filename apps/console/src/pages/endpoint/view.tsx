import { Group, SimpleGrid, Stack, Tabs, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ReactElement } from "react";
import { answer, client } from "../../api.ts";
import { Id } from "../../parts/copy.tsx";
import { type Endpoint, useEndpointHealth } from "../../parts/endpoints.ts";
import { Figure } from "../../parts/figure.tsx";
import { duration, inWords, number, visible } from "../../parts/format.ts";
import { History, useSeesChanges } from "../../parts/history.tsx";
import { Page } from "../../parts/page.tsx";
import { useHere, useParam, useSearchState } from "../../parts/place.ts";
import { Shown } from "../../parts/states.tsx";
import { Status } from "../../parts/status.tsx";
import { Time } from "../../parts/time.tsx";
import { Notices, stateOf } from "../endpoints/view.tsx";
import { Deliveries } from "./deliveries.tsx";
import { DeliveryDrawer } from "./delivery-drawer.tsx";
import { EndpointActs } from "./endpoint-acts.tsx";
import { Recovery } from "./recovery.tsx";

export function useEndpoint(id: string) {
  const { path } = useHere();
  return useQuery({
    queryKey: ["endpoints", path, id],
    queryFn: ({ signal }) =>
      answer(
        client.GET("/console/v1/o/{organization_id}/e/{environment}/webhooks/{endpoint_id}", {
          signal,
          params: { path: { ...path, endpoint_id: id } },
        }),
      ),
    refetchInterval: 15_000,
  });
}

/** One endpoint: how it does, what was sent to it, and what can be sent again. */
export function EndpointPage(): ReactElement {
  const { base, name, environment } = useHere();
  const id = useParam("endpoint");
  const seesChanges = useSeesChanges();
  const [state, change] = useSearchState();
  const read = useEndpoint(id);
  const notices = (useEndpointHealth().data?.notices ?? []).filter((notice) => notice.endpoint_id === id);
  const tab = ["recover", "settings", "history"].find((each) => each === state["tab"]) ?? "deliveries";
  return (
    <Page
      title={read.data ? visible(read.data.description || read.data.url) : "Endpoint"}
      where={name === undefined ? environment : `${name}, ${environment}`}
      trail={[{ label: "Endpoints", to: `${base}/endpoints` }]}
      actions={read.data ? <EndpointActs endpoint={read.data} /> : undefined}
    >
      <Notices notices={notices} linkOf={() => `${base}/endpoints/${id}?tab=recover`} />
      <Shown read={read}>
        {(endpoint) => (
          <Stack>
            <Facts endpoint={endpoint} />
            <Tabs
              value={tab}
              onChange={(value) => change({ tab: value === "deliveries" ? undefined : (value ?? undefined) })}
              keepMounted={false}
            >
              <Tabs.List>
                <Tabs.Tab value="deliveries">Deliveries</Tabs.Tab>
                <Tabs.Tab value="recover">Send again</Tabs.Tab>
                <Tabs.Tab value="settings">Settings</Tabs.Tab>
                {seesChanges ? <Tabs.Tab value="history">History</Tabs.Tab> : null}
              </Tabs.List>
              <Tabs.Panel value="deliveries" pt="md">
                <Deliveries id={id} />
              </Tabs.Panel>
              <Tabs.Panel value="recover" pt="md">
                <Recovery endpoint={endpoint} />
              </Tabs.Panel>
              <Tabs.Panel value="settings" pt="md">
                <Settings endpoint={endpoint} />
              </Tabs.Panel>
              <Tabs.Panel value="history" pt="md">
                <History kind="webhook_endpoint" id={id} />
              </Tabs.Panel>
            </Tabs>
          </Stack>
        )}
      </Shown>
      <DeliveryDrawer endpointId={id} />
    </Page>
  );
}

function Facts({ endpoint }: { readonly endpoint: Endpoint }): ReactElement {
  const backlog = useEndpointHealth().data?.endpoints.find(({ endpoint_id: of }) => of === endpoint.id);
  const { health } = endpoint;
  return (
    <Stack gap="sm">
      <Group gap="md">
        <Status of={stateOf(endpoint)} />
        {endpoint.disabled_reason === null ? null : (
          <Text size="sm" component="span">
            {whyDisabled[endpoint.disabled_reason]}, since <Time at={endpoint.disabled_at} />
          </Text>
        )}
        <Text size="sm" ff="monospace">
          {visible(endpoint.url)}
        </Text>
        <Id id={endpoint.id} what="endpoint id" />
      </Group>
      <SimpleGrid cols={{ base: 2, md: 4 }}>
        <Figure
          label="Failures in a row"
          value={number(health.failures_in_a_row)}
          note={
            health.first_failure_at === null ? (
              "it works"
            ) : (
              <>
                since <Time at={health.first_failure_at} />
              </>
            )
          }
        />
        <Figure
          label="Last success"
          value={
            <Text fz="md" fw={650} component="span">
              <Time at={health.last_success_at} />
            </Text>
          }
        />
        <Figure
          label="Waiting"
          value={backlog ? number(backlog.waiting) : "no data"}
          note={
            backlog === undefined || backlog.oldest_due_seconds === null
              ? "none is late"
              : `the oldest has been due for ${duration(backlog.oldest_due_seconds * 1_000)}`
          }
        />
        <Figure
          label="Failed attempts"
          value={backlog ? number(backlog.failures_last_hour) : "no data"}
          note={backlog && backlog.held > 0 ? `in the last hour; ${number(backlog.held)} held` : "in the last hour"}
        />
      </SimpleGrid>
    </Stack>
  );
}

const whyDisabled: Readonly<Record<NonNullable<Endpoint["disabled_reason"]>, string>> = {
  manual: "Disabled by hand",
  gone: "Disabled because the receiver answered that it is gone",
  failing: "Disabled because it failed for five days",
};

function Settings({ endpoint }: { readonly endpoint: Endpoint }): ReactElement {
  const facts: readonly (readonly [string, string])[] = [
    ["Events", endpoint.events.map(inWords).join(", ")],
    ["Body", endpoint.payload_mode === "thin" ? "Ids only" : "With the result"],
    ["Rate", `${number(endpoint.max_per_second)} a second, ${number(endpoint.max_in_flight)} at a time`],
    ["Headers", Object.keys(endpoint.headers).join(", ") || "none"],
    ["Retries", endpoint.retry_policy],
    [
      "After it works again",
      endpoint.auto_recover ? "refused deliveries of 24 hours are sent again" : "nothing is sent by itself",
    ],
  ];
  return (
    <dl className="fact-rows">
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{visible(value)}</dd>
        </div>
      ))}
      <div>
        <dt>Created</dt>
        <dd>
          <Time at={endpoint.created_at} exact />
        </dd>
      </div>
    </dl>
  );
}
