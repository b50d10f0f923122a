import { Group, Select } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import type { ReactElement } from "react";
import { answer, client, type Schemas } from "../../api.ts";
import { eventTypes } from "../../parts/endpoints.ts";
import { TextFilter } from "../../parts/filter.tsx";
import { inWords, number } from "../../parts/format.ts";
import { List } from "../../parts/list.tsx";
import { More } from "../../parts/more.tsx";
import { useHere, useSearchState } from "../../parts/place.ts";
import { Empty, Shown } from "../../parts/states.tsx";
import { Status } from "../../parts/status.tsx";
import { Time } from "../../parts/time.tsx";

type Delivery = Schemas["WebhookDelivery"];

const states = ["pending", "delivering", "retry_scheduled", "held", "delivered", "dead_letter", "cancelled"] as const;
const types = [...eventTypes, "webhook.test"] as const;
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Deliveries to an endpoint, newest first, by filters of the address. */
export function Deliveries({ id }: { readonly id: string }): ReactElement {
  const { path } = useHere();
  const [search, change] = useSearchState();
  const runId = search["run"];
  const query = {
    ...pick("state", states, search["state"]),
    ...pick("event_type", types, search["type"]),
    ...(runId !== undefined && uuid.test(runId) && { run_id: runId }),
  };
  const list = useInfiniteQuery({
    queryKey: ["deliveries", path, id, query],
    initialPageParam: "",
    queryFn: ({ signal, pageParam }) =>
      answer(
        client.GET("/console/v1/o/{organization_id}/e/{environment}/webhooks/{endpoint_id}/deliveries", {
          signal,
          params: {
            path: { ...path, endpoint_id: id },
            query: { ...query, ...(pageParam !== "" && { cursor: pageParam }) },
          },
        }),
      ),
    getNextPageParam: (page) => page.next_cursor,
    refetchInterval: 5_000,
  });
  const isFiltered = Object.keys(query).length > 0;
  return (
    <>
      <Group align="flex-end" gap="sm" mb="md" role="search" aria-label="Filters">
        <Select
          label="State"
          placeholder="Any"
          data={states.map((value) => ({ value, label: inWords(value) }))}
          value={query.state ?? null}
          onChange={(value) => change({ state: value ?? undefined })}
          clearable
          clearButtonProps={{ "aria-label": "Clear the state" }}
          w={{ base: "100%", xs: 180 }}
        />
        <Select
          label="Event"
          placeholder="Any"
          data={types.map((value) => ({ value, label: inWords(value) }))}
          value={query.event_type ?? null}
          onChange={(value) => change({ type: value ?? undefined })}
          clearable
          clearButtonProps={{ "aria-label": "Clear the event" }}
          w={{ base: "100%", xs: 180 }}
        />
        <TextFilter name="run" label="Run id" />
      </Group>
      {runId !== undefined && !uuid.test(runId) ? (
        <Empty why="A run id has 36 characters; this filter is left out." />
      ) : null}
      <Shown read={list}>
        {({ pages }) => {
          const rows = pages.flatMap(({ deliveries }) => deliveries);
          return rows.length === 0 ? (
            <Empty
              why={
                isFiltered ? "No delivery passes these filters." : "Nothing was sent here yet. Send a test to see one."
              }
            />
          ) : (
            <DeliveryTable rows={rows} />
          );
        }}
      </Shown>
      <More list={list} />
    </>
  );
}

/** Rows of deliveries; each opens the drawer of the page. */
export function DeliveryTable<Row extends Delivery>({
  rows,
  caption = "Deliveries",
  note,
}: {
  readonly rows: readonly Row[];
  readonly caption?: string;
  readonly note?: { readonly title: string; readonly cell: (row: Row) => string };
}): ReactElement {
  const [search] = useSearchState();
  const { base } = useHere();
  return (
    <List<Row>
      caption={caption}
      rows={rows}
      idOf={(row) => row.id}
      linkOf={(row) =>
        `${base}/endpoints/${row.endpoint_id}?${new URLSearchParams({ ...search, delivery: row.id }).toString()}`
      }
      name={{ title: "Event", cell: (row) => inWords(row.event_type) }}
      columns={[
        {
          title: "State",
          isOnCard: true,
          cell: (row) => <Status of={row.state} />,
        },
        { title: "Reason", cell: (row) => (row.reason === null ? "" : inWords(row.reason)) },
        ...(note ? [{ ...note, isOnCard: true as const }] : []),
        { title: "Attempts", isNumber: true, cell: (row) => number(row.attempts) },
        { title: "Created", isOnCard: true, cell: (row) => <Time at={row.created_at} /> },
        {
          title: "Next attempt",
          cell: (row) => (row.next_attempt_at === null ? "" : <Time at={row.next_attempt_at} />),
        },
      ]}
    />
  );
}

function pick<Name extends string, Value extends string>(
  name: Name,
  values: readonly Value[],
  text: string | undefined,
): { readonly [Key in Name]?: Value } {
  const found = values.find((value) => value === text);
  const one: { [Key in Name]?: Value } = {};
  if (found !== undefined) one[name] = found;
  return one;
}
