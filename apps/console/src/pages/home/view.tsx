import { Alert, Anchor, Card, Group, SimpleGrid, Stack, Table, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactElement } from "react";
import { answer, type BodyOf, client } from "../../api.ts";
import { duration, inWords, number, visible } from "../../parts/format.ts";
import { Figure } from "../../parts/figure.tsx";
import { List } from "../../parts/list.tsx";
import { useMe } from "../../parts/me.ts";
import { Page } from "../../parts/page.tsx";
import { Empty, Shown } from "../../parts/states.tsx";
import { Status } from "../../parts/status.tsx";
import { Time } from "../../parts/time.tsx";

type Overview = BodyOf<"/console/v1/installation">;

/** The installation at a glance: what waits, runs and fails over all organizations. */
export function Home(): ReactElement {
  const read = useQuery({
    queryKey: ["installation"],
    queryFn: ({ signal }) => answer(client.GET("/console/v1/installation", { signal })),
    refetchInterval: 15_000,
  });
  return (
    <Page title="Installation">
      <Shown read={read}>{(overview) => <Whole overview={overview} />}</Shown>
    </Page>
  );
}

function Whole({ overview }: { readonly overview: Overview }): ReactElement {
  const { queue, unserved, processes, conversations, deliveries } = overview;
  const queued = queue.types.reduce((sum, type) => sum + type.queued + type.unheld, 0);
  const held = queue.types.reduce((sum, type) => sum + type.held, 0);
  return (
    <Stack gap="lg">
      {unserved.length === 0 ? null : (
        <Alert
          color="red"
          variant="light"
          title={`No worker takes runs of ${unserved.map(({ engine_type: type }) => inWords(type).toLowerCase()).join(", ")}`}
        >
          {unserved
            .filter(({ waiting }) => waiting > 0)
            .map(({ engine_type: type, waiting, since }) => (
              <Text key={type} size="sm" component="div">
                {inWords(type)}: {number(waiting)} waiting
                {since === null ? null : (
                  <>
                    {" "}
                    since <Time at={since} exact />
                  </>
                )}
                .
              </Text>
            ))}
          Start a worker for these types; runs that wait then start by themselves.
        </Alert>
      )}
      {queue.queue_reachable ? null : (
        <Alert color="yellow" variant="light" title="The queue does not answer">
          Work goes on, found by looking every few seconds. Check Redis.
        </Alert>
      )}
      <SimpleGrid cols={{ base: 2, md: 4 }}>
        <Figure label="Runs waiting" value={number(queued)} />
        <Figure label="Runs under way" value={number(held)} />
        <Figure label="Conversation turns waiting" value={number(conversations.turns.waiting)} />
        <Figure
          label="Oldest delivery due"
          value={
            deliveries.oldest_due_seconds.normal > 0 ? duration(deliveries.oldest_due_seconds.normal * 1_000) : "none"
          }
        />
      </SimpleGrid>
      <Group align="flex-start" grow preventGrowOverflow={false} gap="md">
        <Waiting overview={overview} />
        <Processes processes={processes} />
      </Group>
      <Failing overview={overview} />
      <Organizations />
    </Stack>
  );
}

function Waiting({ overview: { queue } }: { readonly overview: Overview }): ReactElement {
  return (
    <Card withBorder miw={300}>
      <Title order={2} mb="xs">
        Runs by type
      </Title>
      {queue.types.length === 0 ? (
        <Empty why="No run waits or is under way." />
      ) : (
        <Table aria-label="Runs by type">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Type</Table.Th>
              <Table.Th ta="right">Waiting</Table.Th>
              <Table.Th ta="right">Under way</Table.Th>
              <Table.Th ta="right">Oldest</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody className="tabular">
            {queue.types.map((type) => (
              <Table.Tr key={type.engine_type}>
                <Table.Td>{inWords(type.engine_type)}</Table.Td>
                <Table.Td ta="right">{number(type.queued + type.unheld)}</Table.Td>
                <Table.Td ta="right">{number(type.held)}</Table.Td>
                <Table.Td ta="right">
                  {type.oldest_wait_seconds === null ? "" : duration(type.oldest_wait_seconds * 1_000)}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
      {queue.jobs.map((job) => (
        <Text key={job.kind} size="sm" mt="xs" c="dimmed">
          {inWords(job.kind)}: {number(job.waiting)} waiting, {number(job.running)} running
        </Text>
      ))}
    </Card>
  );
}

function Processes({ processes }: { readonly processes: Overview["processes"] }): ReactElement {
  return (
    <Card withBorder miw={300}>
      <Title order={2} mb="xs">
        Processes
      </Title>
      <Table aria-label="Processes">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Process</Table.Th>
            <Table.Th>Build</Table.Th>
            <Table.Th ta="right">Slots</Table.Th>
            <Table.Th>Since</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {processes.map((each) => (
            <Table.Tr key={each.id}>
              <Table.Td>
                {each.name}{" "}
                <Text span c="dimmed" size="xs">
                  {each.host}
                </Text>
              </Table.Td>
              <Table.Td>{each.commit ?? each.version ?? "unknown"}</Table.Td>
              <Table.Td ta="right" className="tabular">
                {each.slots === 0 ? "" : `${each.held} / ${each.slots}`}
              </Table.Td>
              <Table.Td>
                <Time at={each.started_at} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Card>
  );
}

function Failing({ overview: { endpoints, notices } }: { readonly overview: Overview }): ReactElement {
  return (
    <Card withBorder>
      <Title order={2} mb="xs">
        Endpoints that fail
      </Title>
      {notices.length + endpoints.length === 0 ? <Empty why="No endpoint is failing, and nothing is due." /> : null}
      {notices.map((notice) => (
        <Text key={notice.id} size="sm">
          <Anchor
            component={Link}
            to={`/o/${notice.organization_id}/e/${notice.environment}/endpoints/${notice.endpoint_id}`}
          >
            {visible(notice.url)}
          </Anchor>
          : {inWords(notice.kind).toLowerCase()}, since <Time at={notice.episode_at} exact />
        </Text>
      ))}
      {endpoints.length === 0 ? null : (
        <List
          caption="Endpoints with something due or failing"
          rows={endpoints}
          idOf={(row) => row.endpoint_id}
          linkOf={(row) => `/o/${row.organization_id}/e/${row.environment}/endpoints/${row.endpoint_id}`}
          name={{ title: "Endpoint", cell: (row) => visible(row.url) }}
          columns={[
            { title: "State", cell: (row) => <Status of={row.status} />, isOnCard: true },
            { title: "Due", isNumber: true, cell: (row) => number(row.due), isOnCard: true },
            { title: "Waiting", isNumber: true, cell: (row) => number(row.waiting) },
            { title: "Failures in a row", isNumber: true, cell: (row) => number(row.failures_in_a_row) },
          ]}
        />
      )}
    </Card>
  );
}

function Organizations(): ReactElement {
  const organizations = useMe().data?.organizations ?? [];
  return (
    <Card withBorder>
      <Title order={2} mb="xs">
        Organizations
      </Title>
      {organizations.length === 0 ? (
        <Empty why="There is no organization yet. Make one with: svc organization create --name NAME" />
      ) : (
        <List
          caption="Organizations"
          rows={organizations}
          idOf={(row) => row.organization_id}
          linkOf={(row) => `/o/${row.organization_id}/e/live`}
          name={{ title: "Name", cell: (row) => visible(row.name) }}
          columns={[
            {
              title: "Your role",
              cell: (row) => (row.role === null ? "Runs the service" : inWords(row.role)),
              isOnCard: true,
            },
          ]}
        />
      )}
    </Card>
  );
}
