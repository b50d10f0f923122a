import { Button, Card, Group, Stack, Tabs, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactElement } from "react";
import { answer, type BodyOf, client } from "../../api.ts";
import { Confirmed } from "../../parts/confirm.tsx";
import { Id } from "../../parts/copy.tsx";
import { inWords, number, visible } from "../../parts/format.ts";
import { List } from "../../parts/list.tsx";
import { Page } from "../../parts/page.tsx";
import { useHere, useSearchState } from "../../parts/place.ts";
import { Empty, Shown } from "../../parts/states.tsx";
import { Status } from "../../parts/status.tsx";
import { Time } from "../../parts/time.tsx";
import { queries } from "../../queries.ts";
import { NewKey, NewScopedKey } from "./new-key.tsx";
import { Reach } from "./reach.tsx";

export type Key = BodyOf<"/console/v1/o/{organization_id}/keys">["keys"][number];

/** Keys of the organization: what they reach, when they were last used, and how to make, replace and revoke one. */
export function Keys(): ReactElement {
  const { organization, name, can } = useHere();
  const [state, change] = useSearchState();
  const read = useQuery({
    queryKey: ["keys", organization],
    queryFn: ({ signal }) =>
      answer(
        client.GET("/console/v1/o/{organization_id}/keys", {
          signal,
          params: { path: { organization_id: organization } },
        }),
      ),
    refetchInterval: 15_000,
  });
  return (
    <Page
      title="Keys"
      where={name}
      actions={
        <>
          {can("keys:manage") ? <NewKey /> : null}
          {can("service:manage") ? <NewScopedKey /> : null}
        </>
      }
    >
      <Shown read={read}>
        {({ keys }) => {
          const open = keys.find((key) => key.key_id === state["key"]);
          const isRevoked = state["show"] === "revoked";
          const shown = keys.filter((key) => (key.revoked_at !== null) === isRevoked);
          return (
            <Stack>
              {can("keys:manage") ? null : (
                <Text size="sm" c="dimmed">
                  Developers and admins also see the keys of the organization itself.
                </Text>
              )}
              {open ? <KeyCard key={open.key_id} of={open} /> : null}
              <Tabs
                value={isRevoked ? "revoked" : "valid"}
                onChange={(value) => change({ show: value === "revoked" ? "revoked" : undefined, key: undefined })}
              >
                <Tabs.List>
                  <Tabs.Tab value="valid">Valid</Tabs.Tab>
                  <Tabs.Tab value="revoked">Revoked</Tabs.Tab>
                </Tabs.List>
              </Tabs>
              {shown.length === 0 ? (
                <Empty why={isRevoked ? "No key was revoked." : "There is no key yet that you may see."} />
              ) : (
                <Rows keys={shown} />
              )}
            </Stack>
          );
        }}
      </Shown>
    </Page>
  );
}

function Rows({ keys }: { readonly keys: readonly Key[] }): ReactElement {
  const { base } = useHere();
  return (
    <List
      caption="Keys"
      rows={keys}
      idOf={(row) => row.key_id}
      linkOf={(row) =>
        `${base}/keys?key=${encodeURIComponent(row.key_id)}${row.revoked_at === null ? "" : "&show=revoked"}`
      }
      name={{ title: "Key", cell: nameOf }}
      columns={[
        { title: "Kind", cell: (row) => inWords(row.kind) },
        { title: "Environment", cell: (row) => row.environment, isOnCard: true },
        { title: "Last used", cell: (row) => <Time at={row.used_at} />, isOnCard: true },
        { title: "Calls, 24 h", isNumber: true, cell: (row) => number(row.calls_24h) },
        { title: "Refused, 24 h", isNumber: true, cell: (row) => number(row.refusals_24h) },
        { title: "Made", cell: (row) => <Time at={row.created_at} /> },
      ]}
    />
  );
}

function nameOf(key: Key): string {
  return visible(key.label !== null && key.label !== "" ? key.label : `${key.key_prefix ?? key.key_id}…`);
}

/** One key: what it reaches, its refusals, and what stops when it is revoked. */
function KeyCard({ of: key }: { readonly of: Key }): ReactElement {
  const { base, organization, can } = useHere();
  const [, change] = useSearchState();
  const mayRevoke = can(key.kind === "organization" ? "keys:manage" : "service:manage");
  const params = { path: { organization_id: organization, key_id: key.key_id } };
  return (
    <Card withBorder component="section" aria-label={`Key ${nameOf(key)}`}>
      <Group justify="space-between" align="flex-start">
        <Stack gap={4}>
          <Title order={2}>{nameOf(key)}</Title>
          <Group gap="sm">
            <Status
              of={key.revoked_at === null ? "active" : "revoked"}
              label={key.revoked_at === null ? "Valid" : "Revoked"}
            />
            <Text size="sm">
              {inWords(key.kind)} key of {key.environment}
            </Text>
            <Id id={key.key_id} what="key id" />
          </Group>
        </Stack>
        <Group gap="xs">
          <Button component={Link} to={`${base}/refusals?key_id=${encodeURIComponent(key.key_id)}`} variant="default">
            Its refused calls
          </Button>
          {key.revoked_at === null && mayRevoke ? (
            <Confirmed
              label="Revoke"
              title={`Revoke ${nameOf(key)}?`}
              color="red"
              effect={
                key.calls_24h === 0
                  ? "It was not used within the last 24 hours. Nobody can use it again."
                  : `${number(key.calls_24h)} calls of the last 24 hours came with it; whoever sends them is refused within a minute. Nobody can use it again.`
              }
              name={key.calls_24h > 0 ? "revoke" : undefined}
              act={async () => {
                await answer(
                  key.kind === "organization"
                    ? client.DELETE("/console/v1/o/{organization_id}/keys/{key_id}", { params })
                    : client.DELETE("/console/v1/o/{organization_id}/scoped-keys/{key_id}", { params }),
                );
                await queries.invalidateQueries({ queryKey: ["keys"] });
              }}
            />
          ) : null}
          <Button variant="subtle" onClick={() => change({ key: undefined })}>
            Close
          </Button>
        </Group>
      </Group>
      <Reach keyId={key.key_id} engines={key.engines} />
    </Card>
  );
}
