import { Anchor, Card, SegmentedControl, SimpleGrid, Stack, Table, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactElement } from "react";
import { answer, type BodyOf, client } from "../../api.ts";
import { useEndpointHealth } from "../../parts/endpoints.ts";
import { Figure } from "../../parts/figure.tsx";
import { duration, inWords, number } from "../../parts/format.ts";
import { Page } from "../../parts/page.tsx";
import { useHere, useSearchState } from "../../parts/place.ts";
import { Empty, Shown } from "../../parts/states.tsx";
import { Notices } from "../endpoints/view.tsx";
import { HourBars } from "./hour-bars.tsx";

type Answer = BodyOf<"/console/v1/o/{organization_id}/e/{environment}/run-list/overview">;

/** How an environment does: runs by hour, their times, and what fails. */
export function Overview(): ReactElement {
  const { path, name, environment, can } = useHere();
  const [state, change] = useSearchState();
  const window = state["window"] === "7d" ? "7d" : "24h";
  const read = useQuery({
    queryKey: ["overview", path, window],
    queryFn: ({ signal }) =>
      answer(
        client.GET("/console/v1/o/{organization_id}/e/{environment}/run-list/overview", {
          signal,
          params: { path, query: { window } },
        }),
      ),
    refetchInterval: 15_000,
  });
  return (
    <Page
      title="Overview"
      where={name === undefined ? environment : `${name}, ${environment}`}
      actions={
        <SegmentedControl
          aria-label="Time"
          value={window}
          onChange={(value) => change({ window: value === "24h" ? undefined : value })}
          data={[
            { value: "24h", label: "24 hours" },
            { value: "7d", label: "7 days" },
          ]}
        />
      }
    >
      <Notices notices={useEndpointHealth(can("webhooks:manage")).data?.notices ?? []} />
      <Shown read={read}>{(overview) => <Figures overview={overview} window={window} />}</Shown>
    </Page>
  );
}

function Figures({ overview, window }: { readonly overview: Answer; readonly window: string }): ReactElement {
  const { base } = useHere();
  const total = (statuses: readonly string[]): number =>
    overview.hours.filter(({ status }) => statuses.includes(status)).reduce((sum, { runs }) => sum + runs, 0);
  const all = total(["queued", "processing", "completed", "degraded", "failed", "cancelled"]);
  const time = (ms: number | null): string => (ms === null ? "no data" : duration(ms));
  if (all === 0)
    return (
      <Empty why={`No run was submitted within the last ${window === "7d" ? "7 days" : "24 hours"}.`}>
        <Anchor component={Link} to={`${base}/try`}>
          Try an engine
        </Anchor>
      </Empty>
    );
  return (
    <Stack gap="lg">
      <SimpleGrid cols={{ base: 2, md: 4 }}>
        <Figure label="Runs" value={number(all)} note={`${number(total(["queued", "processing"]))} not finished`} />
        <Figure label="Failed" value={number(total(["failed"]))} note={`${number(total(["degraded"]))} degraded`} />
        <Figure
          label="Duration, median"
          value={time(overview.duration_p50_ms)}
          note={`p95 ${time(overview.duration_p95_ms)}`}
        />
        <Figure label="Wait, median" value={time(overview.wait_p50_ms)} note={`p95 ${time(overview.wait_p95_ms)}`} />
      </SimpleGrid>
      <Card withBorder>
        <Title order={2} mb="xs">
          Runs by hour
        </Title>
        <HourBars overview={overview} />
      </Card>
      <Card withBorder>
        <Title order={2} mb="xs">
          Failures
        </Title>
        {overview.failures.length === 0 ? (
          <Text size="sm" c="dimmed">
            No run failed.
          </Text>
        ) : (
          <Table aria-label="Failures by cause">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>Cause</Table.Th>
                <Table.Th>Stage</Table.Th>
                <Table.Th ta="right">Runs</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {overview.failures.map(({ code, stage, runs }) => (
                <Table.Tr key={`${code ?? ""} ${stage ?? ""}`}>
                  <Table.Td>
                    <Anchor
                      component={Link}
                      size="sm"
                      to={`${base}/runs?${new URLSearchParams({ status: "failed", ...(code !== null && { code }), ...(stage !== null && { stage }), last: window }).toString()}`}
                    >
                      {inWords(code ?? "unknown")}
                    </Anchor>
                  </Table.Td>
                  <Table.Td>{stage === null ? "" : inWords(stage)}</Table.Td>
                  <Table.Td ta="right" className="tabular">
                    {number(runs)}
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        )}
      </Card>
    </Stack>
  );
}
