import { Card, Code, Group, Stack, Text } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import type { ReactElement } from "react";
import { answer, type BodyOf, client } from "../api.ts";
import type { paths } from "../generated/console-api.ts";
import { inWords, visible } from "./format.ts";
import { More } from "./more.tsx";
import { useHere } from "./place.ts";
import { Empty, Shown } from "./states.tsx";
import { Time } from "./time.tsx";

type Query = NonNullable<paths["/console/v1/o/{organization_id}/audit"]["get"]["parameters"]["query"]>;
type Kind = NonNullable<Query["kind"]>;
type Change = BodyOf<"/console/v1/o/{organization_id}/audit">["changes"][number];

export const kindsOfResources = [
  "engine",
  "organization_key",
  "scoped_key",
  "webhook_endpoint",
  "environment",
  "organization",
  "person",
  "run",
  "dataset",
  "seat",
  "automation",
  "inbound_source",
] as const satisfies readonly Kind[];

interface Selected {
  readonly kind?: string | undefined;
  readonly id?: string | undefined;
  readonly action?: string | undefined;
}

export function changesQuery({ kind, id, action }: Selected): Query {
  const ofKind = kindsOfResources.find((each) => each === kind);
  return {
    ...(ofKind !== undefined && { kind: ofKind }),
    ...(id !== undefined && ofKind !== undefined && { id }),
    ...(action !== undefined && { action }),
  };
}

/** Whether the person may see changes, or at least their own. */
export function useSeesChanges(): boolean {
  const { can } = useHere();
  return can("audit:read") || can("audit:read:own");
}

/** Changes, newest first: of one object, of one kind, or all. */
export function History(selected: Selected): ReactElement {
  const { organization } = useHere();
  const query = changesQuery(selected);
  const isOfOne = "id" in query;
  const read = useInfiniteQuery({
    queryKey: ["audit", organization, query],
    initialPageParam: 0,
    queryFn: ({ signal, pageParam }) =>
      answer(
        client.GET("/console/v1/o/{organization_id}/audit", {
          signal,
          params: {
            path: { organization_id: organization },
            query: { ...query, ...(pageParam !== 0 && { before: pageParam }) },
          },
        }),
      ),
    getNextPageParam: (page) => page.next,
  });
  return (
    <Shown read={read}>
      {({ pages }) => {
        const changes = pages.flatMap((page) => page.changes);
        if (changes.length === 0)
          return (
            <Empty
              why={
                isOfOne || Object.keys(query).length === 0
                  ? "You see no change here yet."
                  : "No change passes these filters."
              }
            />
          );
        return (
          <Stack gap="xs">
            {changes.map((change) => (
              <ChangeCard key={change.change_id} change={change} />
            ))}
            <More list={read} />
          </Stack>
        );
      }}
    </Shown>
  );
}

function ChangeCard({ change }: { readonly change: Change }): ReactElement {
  const fields = changedFields(change.before, change.after);
  return (
    <Card withBorder padding="sm" component="article">
      <Group justify="space-between" gap="xs">
        <Text size="sm" fw={600}>
          {actInWords(change.action)} {inWords(change.resource.kind).toLowerCase()}{" "}
          <Text span size="sm" c="dimmed">
            {visible(change.resource.name ?? change.resource.id)}
          </Text>
        </Text>
        <Text size="sm" component="span">
          {actorOf(change)}, <Time at={change.recorded_at} />
        </Text>
      </Group>
      {change.reason === null ? null : (
        <Text size="sm" mt={4}>
          Reason: {visible(change.reason)}
        </Text>
      )}
      {fields.length === 0 ? null : (
        <Stack gap={2} mt={6}>
          {fields.slice(0, 20).map(({ name, before, after }) => (
            <Text key={name} size="xs" component="div">
              {inWords(name)}: {before === undefined ? null : <Code>{before}</Code>}
              {before === undefined ? "" : " → "}
              <Code>{after ?? "removed"}</Code>
            </Text>
          ))}
        </Stack>
      )}
    </Card>
  );
}

const acts: Readonly<Record<string, string>> = {
  append: "Appended to",
  cancel: "Cancelled",
  create: "Made",
  delete: "Deleted",
  erase: "Erased",
  import: "Imported",
  invite: "Invited",
  open: "Opened",
  publish: "Published a release of",
  recover: "Sent again to",
  register: "Registered",
  remove: "Removed",
  rename: "Renamed",
  revoke: "Revoked",
  rotate: "Rotated the secret of",
  save: "Saved",
  set: "Changed",
  submit: "Submitted",
  switch: "Switched",
  update: "Changed",
};

/** `keys.revoke` as `Revoked`, before what it was done to. */
function actInWords(action: string): string {
  return acts[action.split(".").at(-1) ?? ""] ?? `${inWords(action)}:`;
}

/** Who did it; keys and people by their kind and the beginning of their id. */
function actorOf({ actor: { kind, id, name } }: Change): string {
  if (name !== null) return visible(name);
  const short = id.replace(/^person:/, "");
  return /^[0-9a-f-]{36}$/.test(short) ? `${inWords(kind)} ${short.slice(0, 8)}` : `${inWords(kind)} ${visible(short)}`;
}

/** Fields that differ, as short texts. */
function changedFields(before: unknown, after: unknown) {
  const was = membersOf(before);
  const is = membersOf(after);
  return [...new Set([...Object.keys(was), ...Object.keys(is)])].flatMap((name) =>
    was[name] === is[name] ? [] : [{ name, before: was[name], after: is[name] }],
  );
}

function membersOf(side: unknown): Readonly<Record<string, string>> {
  if (typeof side !== "object" || side === null) return {};
  return Object.fromEntries(
    Object.entries(side).map(([name, value]) => {
      const text = typeof value === "string" ? value : JSON.stringify(value);
      return [name, visible(text.length > 300 ? `${text.slice(0, 300)}…` : text)];
    }),
  );
}
