import { Anchor, Card, Code, Drawer, Group, Stack, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactElement } from "react";
import { answer, client, type Schemas } from "../../api.ts";
import { Confirmed } from "../../parts/confirm.tsx";
import { Copy, Id } from "../../parts/copy.tsx";
import { duration, inWords, number, visible } from "../../parts/format.ts";
import { useHere, useSearchState } from "../../parts/place.ts";
import { Shown } from "../../parts/states.tsx";
import { Status } from "../../parts/status.tsx";
import { Time } from "../../parts/time.tsx";
import { queries } from "../../queries.ts";
import { Timings } from "./timings.tsx";

type Detail = Schemas["WebhookDeliveryDetail"];
type Attempt = Schemas["WebhookAttempt"];

/** The delivery that the address names, with its attempts. */
export function DeliveryDrawer({ endpointId }: { readonly endpointId: string }): ReactElement {
  const [search, change] = useSearchState();
  const id = search["delivery"] ?? "";
  const { path } = useHere();
  const read = useQuery({
    queryKey: ["deliveries", path, endpointId, "one", id],
    enabled: id !== "",
    queryFn: ({ signal }) =>
      answer(
        client.GET("/console/v1/o/{organization_id}/e/{environment}/webhooks/{endpoint_id}/deliveries/{delivery_id}", {
          signal,
          params: { path: { ...path, endpoint_id: endpointId, delivery_id: id } },
        }),
      ),
    refetchInterval: ({ state: { data } }) =>
      data && ["pending", "delivering", "retry_scheduled"].includes(data.state) ? 3_000 : false,
  });
  return (
    <Drawer
      opened={id !== ""}
      onClose={() => change({ delivery: undefined })}
      title="Delivery"
      position="right"
      size="xl"
      closeButtonProps={{ "aria-label": "Close" }}
    >
      {id === "" ? null : <Shown read={read}>{(detail) => <DeliveryDetail detail={detail} />}</Shown>}
    </Drawer>
  );
}

function DeliveryDetail({ detail }: { readonly detail: Detail }): ReactElement {
  const { base } = useHere();
  return (
    <Stack>
      <Group justify="space-between">
        <Group gap="sm">
          <Status of={detail.state} />
          <Text fw={600}>{inWords(detail.event_type)}</Text>
        </Group>
        <Resend detail={detail} />
      </Group>
      <dl className="fact-rows">
        {detail.reason === null ? null : (
          <div>
            <dt>Why it ended</dt>
            <dd>{inWords(detail.reason)}</dd>
          </div>
        )}
        <div>
          <dt>Created</dt>
          <dd>
            <Time at={detail.created_at} exact />
          </dd>
        </div>
        {detail.next_attempt_at === null ? null : (
          <div>
            <dt>Next attempt</dt>
            <dd>
              <Time at={detail.next_attempt_at} />
            </dd>
          </div>
        )}
        {detail.run_id === null ? null : (
          <div>
            <dt>Run</dt>
            <dd>
              <Anchor component={Link} size="sm" to={`${base}/runs/${detail.run_id}`}>
                {detail.run_id.slice(0, 8)}
              </Anchor>
            </dd>
          </div>
        )}
        <div>
          <dt>Delivery, event</dt>
          <dd>
            <Id id={detail.id} what="delivery id" /> <Id id={detail.event_id} what="event id" />
          </dd>
        </div>
      </dl>
      <Title order={2}>
        {detail.attempt_log.length === 1 ? "One attempt" : `${number(detail.attempt_log.length)} attempts`}
      </Title>
      {detail.attempt_log.length === 0 ? <Text size="sm">It was not sent yet.</Text> : null}
      {detail.attempt_log.map((attempt) => (
        <AttemptCard key={`${attempt.cycle} ${attempt.number}`} attempt={attempt} />
      ))}
    </Stack>
  );
}

const outcomes: Readonly<Record<Attempt["outcome"], readonly [look: string, label: string]>> = {
  started: ["delivering", "Under way"],
  delivered: ["delivered", "Delivered"],
  transient: ["degraded", "Failed for now"],
  permanent: ["failed", "Refused"],
  unknown: ["review", "No answer"],
};

function AttemptCard({ attempt }: { readonly attempt: Attempt }): ReactElement {
  const [look, label] = outcomes[attempt.outcome];
  const headers = Object.entries(attempt.response_headers ?? {});
  return (
    <Card withBorder padding="sm">
      <Stack gap="xs">
        <Group justify="space-between">
          <Title order={3} fz="sm">
            {attempt.cycle > 1 ? `Cycle ${attempt.cycle}, attempt ${attempt.number}` : `Attempt ${attempt.number}`}
          </Title>
          <Status of={look} label={label} />
        </Group>
        <Text size="sm" component="div">
          <Time at={attempt.started_at} exact />
          {attempt.status === null ? "" : `, answered ${attempt.status}`}
          {attempt.error_code === null || attempt.status !== null
            ? ""
            : `, ${inWords(attempt.error_code).toLowerCase()}`}
          {attempt.ended_at === null
            ? ""
            : `, took ${duration(new Date(attempt.ended_at).getTime() - new Date(attempt.started_at).getTime())}`}
        </Text>
        <Timings of={attempt.timings_ms} />
        <Text size="xs" c="dimmed">
          {visible(attempt.url)}
          {attempt.remote_address === null ? "" : ` at ${attempt.remote_address}`}
          {attempt.secret_ids.length === 0
            ? ""
            : `, signed with ${attempt.secret_ids.map((id) => id.slice(0, 8)).join(", ")}`}
        </Text>
        {headers.length === 0 ? null : (
          <dl className="fact-rows small" aria-label="Headers of the answer">
            {headers.map(([name, value]) => (
              <div key={name}>
                <dt>{visible(name)}</dt>
                <dd>{visible(String(value))}</dd>
              </div>
            ))}
          </dl>
        )}
        {attempt.response_body === null || attempt.response_body === "" ? null : (
          <Body attempt={attempt} body={attempt.response_body} />
        )}
      </Stack>
    </Card>
  );
}

/** Always as text: what a receiver answers is never drawn. */
function Body({ attempt, body }: { readonly attempt: Attempt; readonly body: string }): ReactElement {
  return (
    <div>
      <Group justify="space-between">
        <Text size="xs" c="dimmed">
          Body of the answer
          {attempt.response_body_encoding === "base64" ? ", as base64" : ""}
          {attempt.response_truncated ? ", its beginning" : ""}
        </Text>
        <Copy value={body} what="the body" />
      </Group>
      <Code block tabIndex={0} style={{ whiteSpace: "pre-wrap", maxHeight: 200 }}>
        {visible(body)}
      </Code>
    </div>
  );
}

function Resend({ detail }: { readonly detail: Detail }): ReactElement | null {
  const { path } = useHere();
  if (["pending", "delivering"].includes(detail.state)) return null;
  return (
    <Confirmed
      label="Send again"
      title="Send this delivery again?"
      effect={
        detail.state === "delivered"
          ? "The receiver has it already. It gets the same ids and bytes once more, and can tell by them."
          : "The same ids and bytes, in a new cycle of attempts."
      }
      act={async () => {
        await answer(
          client.POST(
            "/console/v1/o/{organization_id}/e/{environment}/webhooks/{endpoint_id}/deliveries/{delivery_id}/resend",
            {
              params: {
                path: { ...path, endpoint_id: detail.endpoint_id, delivery_id: detail.id },
                // A second press sends nothing more.
                header: { "idempotency-key": `console:${detail.cycle}` },
              },
              body: {},
            },
          ),
        );
        await queries.invalidateQueries({ queryKey: ["deliveries"] });
        await queries.invalidateQueries({ queryKey: ["recovery-preview"] });
      }}
    />
  );
}
