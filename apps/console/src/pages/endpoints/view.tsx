import { Alert, Anchor, Button, Modal, Stack } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useState, type ReactElement } from "react";
import { answer, client } from "../../api.ts";
import { type Endpoint, type EndpointHealth, useEndpointHealth, useEndpoints } from "../../parts/endpoints.ts";
import { duration, inWords, number, visible } from "../../parts/format.ts";
import { List } from "../../parts/list.tsx";
import { Page } from "../../parts/page.tsx";
import { useHere } from "../../parts/place.ts";
import { SecretOnce } from "../../parts/secret.tsx";
import { Empty, Shown } from "../../parts/states.tsx";
import { Status } from "../../parts/status.tsx";
import { Time } from "../../parts/time.tsx";
import { queries } from "../../queries.ts";
import { EndpointForm } from "../endpoint/endpoint-form.tsx";

/** Where events of the environment are delivered, and how well. */
export function Endpoints(): ReactElement {
  const { base, name, environment } = useHere();
  const list = useEndpoints();
  const health = useEndpointHealth().data;
  return (
    <Page
      title="Endpoints"
      where={name === undefined ? environment : `${name}, ${environment}`}
      actions={<NewEndpoint />}
    >
      <Notices notices={health?.notices ?? []} />
      <Shown read={list}>
        {(endpoints) =>
          endpoints.length === 0 ? (
            <Empty why="No endpoint is registered here: results can be polled, and nobody is notified of them." />
          ) : (
            <Table
              endpoints={endpoints}
              backlogs={health?.endpoints ?? []}
              linkOf={({ id }) => `${base}/endpoints/${id}`}
            />
          )
        }
      </Shown>
    </Page>
  );
}

function Table({
  endpoints,
  backlogs,
  linkOf,
}: {
  readonly endpoints: readonly Endpoint[];
  readonly backlogs: EndpointHealth["endpoints"];
  readonly linkOf: (endpoint: Endpoint) => string;
}): ReactElement {
  const backlogOf = ({ id }: Endpoint) => backlogs.find(({ endpoint_id: of }) => of === id);
  return (
    <List
      caption="Endpoints"
      rows={endpoints}
      idOf={({ id }) => id}
      linkOf={linkOf}
      name={{ title: "Endpoint", cell: ({ description, url }) => visible(description || url) }}
      columns={[
        { title: "Status", isOnCard: true, cell: (row) => <Status of={stateOf(row)} /> },
        { title: "Address", cell: ({ url }) => visible(url) },
        { title: "Failures in a row", isNumber: true, cell: ({ health }) => number(health.failures_in_a_row) },
        { title: "Last success", isOnCard: true, cell: ({ health }) => <Time at={health.last_success_at} /> },
        { title: "Waiting", isNumber: true, cell: (row) => numberOr(backlogOf(row)?.waiting) },
        { title: "On hold", isNumber: true, cell: (row) => numberOr(backlogOf(row)?.held) },
        {
          title: "Oldest overdue by",
          cell: (row) => {
            const seconds = backlogOf(row)?.oldest_due_seconds;
            return seconds === undefined || seconds === null ? "" : duration(seconds * 1_000);
          },
        },
      ]}
    />
  );
}

function numberOr(value: number | undefined): string {
  return value === undefined ? "no data" : number(value);
}

/** `failing` and `gone` are reasons for which the service itself stopped sending. */
export function stateOf({ status, health }: Endpoint): string {
  if (status === "disabled") return "disabled";
  return health.failures_in_a_row > 0 ? "failing" : "enabled";
}

/** Notices of the environment that last, each with a way to its endpoint. */
export function Notices({
  notices,
  linkOf,
}: {
  readonly notices: EndpointHealth["notices"];
  readonly linkOf?: (endpointId: string) => string;
}): ReactElement | null {
  const { base, environment } = useHere();
  const here = notices.filter((notice) => notice.environment === environment);
  if (here.length === 0) return null;
  return (
    <Stack gap="xs">
      {here.map((notice) => (
        <Alert key={notice.id} color="red" variant="light" title="An endpoint fails">
          <Anchor
            component={Link}
            to={linkOf?.(notice.endpoint_id) ?? `${base}/endpoints/${notice.endpoint_id}?tab=recover`}
          >
            {visible(notice.url)}
          </Anchor>{" "}
          {inWords(notice.kind).toLowerCase()}, since <Time at={notice.episode_at} exact />.
        </Alert>
      ))}
    </Stack>
  );
}

function NewEndpoint(): ReactElement {
  const { path } = useHere();
  const [isOpen, open] = useState(false);
  const [secret, setSecret] = useState<string>();
  return (
    <>
      <Button onClick={() => open(true)}>New endpoint</Button>
      <Modal opened={isOpen} onClose={() => open(false)} title="New endpoint" size="lg">
        <EndpointForm
          label="Create"
          save={async (body) => {
            const made = await answer(
              client.POST("/console/v1/o/{organization_id}/e/{environment}/webhooks", { params: { path }, body }),
            );
            open(false);
            setSecret(made.secret);
            await queries.invalidateQueries({ queryKey: ["endpoints"] });
          }}
        />
      </Modal>
      <SecretOnce title="Signing secret" secret={secret} onClose={() => setSecret(undefined)}>
        The receiver checks with it that a delivery comes from this service.
      </SecretOnce>
    </>
  );
}
