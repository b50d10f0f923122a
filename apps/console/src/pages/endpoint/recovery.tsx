import { Alert, Button, Card, Group, Progress, Select, SimpleGrid, Stack, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ReactElement } from "react";
import { answer, type BodyOf, client } from "../../api.ts";
import { Confirmed } from "../../parts/confirm.tsx";
import type { Endpoint } from "../../parts/endpoints.ts";
import { Figure } from "../../parts/figure.tsx";
import { duration, inWords, moment, number } from "../../parts/format.ts";
import { useHere, useSearchState } from "../../parts/place.ts";
import { Empty, Shown } from "../../parts/states.tsx";
import { Status } from "../../parts/status.tsx";
import { queries } from "../../queries.ts";
import { DeliveryTable } from "./deliveries.tsx";

const route = "/console/v1/o/{organization_id}/e/{environment}/webhooks/{endpoint_id}";
type Answer = BodyOf<`${typeof route}/recovery-preview`>;
interface Preview extends Answer {
  readonly since: string;
}

const dayMs = 86_400_000;
const windows = { "1": "Last 24 hours", "3": "Last 3 days", "7": "Last 7 days", "14": "Last 14 days" } as const;
const reasons = ["retry_exhausted", "permanent_response", "endpoint_gone", "window_elapsed"] as const;
const arrived = {
  yes: "accepted once",
  perhaps: "may have arrived: no answer came",
  no: "not accepted",
} as const;

/** Dead letters that can be sent again: what would be sent is shown first, then how far it is. */
export function Recovery({ endpoint }: { readonly endpoint: Endpoint }): ReactElement {
  const { path } = useHere();
  const [search, change] = useSearchState();
  const days = Object.keys(windows).find((each) => each === search["days"]) ?? "14";
  const reason = reasons.find((each) => each === search["reason"]);
  const preview = useQuery({
    queryKey: ["recovery-preview", path, endpoint.id, days, reason],
    queryFn: async ({ signal }): Promise<Preview> => {
      const since = new Date(Date.now() - Number(days) * dayMs).toISOString();
      const query = { since, ...(reason && { reason }) };
      const params = { path: { ...path, endpoint_id: endpoint.id }, query };
      return { ...(await answer(client.GET(`${route}/recovery-preview`, { signal, params }))), since };
    },
    // The oldest window that a recovery may have moves with the time.
    refetchInterval: 60_000,
  });
  const running = search["recovery"] ?? preview.data?.running_id ?? undefined;
  return (
    <Stack>
      {running === undefined ? null : <Progressing endpointId={endpoint.id} id={running} />}
      <Group align="flex-end" gap="sm" role="search" aria-label="Filters">
        <Select
          label="Created"
          data={Object.entries(windows).map(([value, label]) => ({ value, label }))}
          value={days}
          allowDeselect={false}
          onChange={(value) => change({ days: value === "14" ? undefined : (value ?? undefined) })}
          w={{ base: "100%", xs: 170 }}
        />
        <Select
          label="Why they ended"
          placeholder="Any reason"
          data={reasons.map((value) => ({ value, label: inWords(value) }))}
          value={reason ?? null}
          onChange={(value) => change({ reason: value ?? undefined })}
          clearable
          clearButtonProps={{ "aria-label": "Clear the reason" }}
          w={{ base: "100%", xs: 220 }}
        />
      </Group>
      <Shown read={preview}>{(shown) => <PreviewOf preview={shown} endpoint={endpoint} reason={reason} />}</Shown>
    </Stack>
  );
}

function PreviewOf({
  preview,
  endpoint,
  reason,
}: {
  readonly preview: Preview;
  readonly endpoint: Endpoint;
  readonly reason: (typeof reasons)[number] | undefined;
}): ReactElement {
  const { matched, delivered, counted_max: max } = preview;
  const count = (value: number): string => (value >= max ? `${number(max)}+` : number(value));
  if (matched === 0) return <Empty why="No dead letter is in this window: nothing would be sent again." />;
  const time = duration(Math.ceil(matched / preview.max_per_second) * 1_000);
  return (
    <Stack>
      <SimpleGrid cols={{ base: 1, xs: 3 }}>
        <Figure
          label="Would be sent again"
          value={count(matched)}
          note="dead letters, each with the same ids and bytes"
        />
        <Figure
          label="Delivered already"
          value={delivered === null ? "no data" : number(delivered)}
          note="of this window; they are left alone"
        />
        <Figure
          label="Time"
          value={matched >= max ? `over ${time}` : time}
          note={`at the endpoint's ${number(preview.max_per_second)} a second`}
        />
      </SimpleGrid>
      {endpoint.status === "disabled" ? (
        <Alert color="yellow" variant="light">
          The endpoint is disabled: a recovery waits until it is enabled.
        </Alert>
      ) : null}
      <Group>
        <Start preview={preview} endpoint={endpoint} reason={reason} count={count(matched)} time={time} />
        <SendOne preview={preview} endpoint={endpoint} />
      </Group>
      <Title order={2}>
        {matched > preview.first.length
          ? `The first ${preview.first.length} of ${count(matched)}`
          : "These would be sent"}
      </Title>
      <DeliveryTable
        rows={preview.first}
        caption="Dead letters, in the order in which they are sent"
        note={{ title: "At the receiver", cell: (row) => arrived[row.arrived] }}
      />
    </Stack>
  );
}

function Start({
  preview: { since, until, running_id: running },
  endpoint,
  reason,
  count,
  time,
}: {
  readonly preview: Preview;
  readonly endpoint: Endpoint;
  readonly reason: (typeof reasons)[number] | undefined;
  readonly count: string;
  readonly time: string;
}): ReactElement {
  const { path } = useHere();
  const [, change] = useSearchState();
  return (
    <Confirmed
      label={`Send ${count} again`}
      title="Send them again?"
      variant="filled"
      disabled={running !== null}
      effect={`${count} dead letters, created from ${moment(since)} to ${moment(until)}, are sent in about ${time}. It can be stopped.`}
      act={async () => {
        const started = await answer(
          client.POST(`${route}/recover`, {
            params: {
              path: { ...path, endpoint_id: endpoint.id },
              // A second press of the same preview starts nothing more.
              header: { "idempotency-key": `console:${since}:${until}:${reason ?? ""}` },
            },
            body: { since, until, ...(reason && { reason }) },
          }),
        );
        change({ recovery: started.id });
      }}
    />
  );
}

function SendOne({
  preview,
  endpoint,
}: {
  readonly preview: Preview;
  readonly endpoint: Endpoint;
}): ReactElement | null {
  const { path } = useHere();
  const [, change] = useSearchState();
  const [first] = preview.first;
  if (first === undefined) return null;
  return (
    <Confirmed
      label="Send one first"
      title="Send the oldest one first?"
      effect={`Only the oldest, of ${moment(first.created_at)}. It opens, so that you see how the receiver takes it.`}
      act={async () => {
        await answer(
          client.POST(`${route}/deliveries/{delivery_id}/resend`, {
            params: {
              path: { ...path, endpoint_id: endpoint.id, delivery_id: first.id },
              header: { "idempotency-key": `console:${first.cycle}` },
            },
            body: {},
          }),
        );
        change({ delivery: first.id });
        await queries.invalidateQueries({ queryKey: ["recovery-preview"] });
      }}
    />
  );
}

/** How far a recovery is, and a way to stop it. */
function Progressing({ endpointId, id }: { readonly endpointId: string; readonly id: string }): ReactElement {
  const { path } = useHere();
  const [, change] = useSearchState();
  const params = { path: { ...path, endpoint_id: endpointId, recovery_id: id } };
  const read = useQuery({
    queryKey: ["recovery", path, endpointId, id],
    queryFn: async ({ signal }) => {
      const recovery = await answer(client.GET(`${route}/recoveries/{recovery_id}`, { signal, params }));
      if (recovery.state !== "running") {
        void queries.invalidateQueries({ queryKey: ["recovery-preview"] });
        void queries.invalidateQueries({ queryKey: ["deliveries"] });
      }
      return recovery;
    },
    refetchInterval: ({ state: { data } }) => (data && data.state !== "running" ? false : 1_500),
  });
  return (
    <Card withBorder>
      <Shown read={read} rows={2}>
        {({ state, matched, recovered, skipped }) => (
          <Stack gap="xs">
            <Group justify="space-between">
              <Group gap="sm">
                <Title order={2}>Recovery</Title>
                <Status of={state} />
              </Group>
              {state === "running" ? (
                <Confirmed
                  label="Stop"
                  title="Stop this recovery?"
                  effect={`${number(Math.max(0, matched - recovered - skipped))} are not sent again. What is already due is still sent.`}
                  color="red"
                  act={async () => {
                    await answer(client.POST(`${route}/recoveries/{recovery_id}/cancel`, { params, body: {} }));
                    await queries.invalidateQueries({ queryKey: ["recovery"] });
                  }}
                />
              ) : (
                <Button variant="subtle" onClick={() => change({ recovery: undefined })}>
                  Close
                </Button>
              )}
            </Group>
            <Progress
              value={matched === 0 ? 100 : (100 * (recovered + skipped)) / matched}
              aria-label="Progress of the recovery"
            />
            <Text size="sm" role="status">
              {number(recovered)} of {number(matched)} are due again
              {skipped > 0 ? `; ${number(skipped)} were no dead letters any more when their turn came` : ""}.
            </Text>
          </Stack>
        )}
      </Shown>
    </Card>
  );
}
