import { Button, Card, Group, PasswordInput, Select, Stack, Switch, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState, type ReactElement } from "react";
import { answer, type BodyOf, client } from "../../api.ts";
import { Confirmed, useAct } from "../../parts/confirm.tsx";
import { ActForm } from "../../parts/act-form.tsx";
import { setZone, visible } from "../../parts/format.ts";
import { List } from "../../parts/list.tsx";
import { type Me, useMe } from "../../parts/me.ts";
import { Page } from "../../parts/page.tsx";
import { Refusal, Shown } from "../../parts/states.tsx";
import { Time } from "../../parts/time.tsx";
import { queries } from "../../queries.ts";
import { SecondFactor } from "./second-factor.tsx";

type Session = BodyOf<"/console/v1/me/sessions">["sessions"][number];

/** Your own sign-in: password, second factor, sessions, and how the console looks for you. */
export function Account(): ReactElement {
  const read = useMe();
  return (
    <Page title="Your account">
      <Shown read={read}>
        {(me) => (
          <Stack gap="lg">
            <Text>
              {visible(me.person.name)}, {visible(me.person.email)}
            </Text>
            {me.person.uses_provider ? (
              <Text size="sm">You sign in at your identity provider; password and second factor are kept there.</Text>
            ) : (
              <>
                <Password />
                <SecondFactor me={me} />
              </>
            )}
            <Looks me={me} />
            <Sessions />
          </Stack>
        )}
      </Shown>
    </Page>
  );
}

function Password(): ReactElement {
  const [current, setCurrent] = useState("");
  const [password, setPassword] = useState("");
  const [isDone, setDone] = useState(false);
  const { run, error, isBusy } = useAct(async () => {
    await answer(client.PUT("/console/v1/me/password", { body: { current, password } }));
    setCurrent("");
    setPassword("");
    setDone(true);
    await queries.invalidateQueries({ queryKey: ["sessions"] });
  });
  return (
    <Card withBorder component="section" aria-labelledby="password">
      <Title order={2} id="password" mb="xs">
        Password
      </Title>
      <ActForm onSubmit={run}>
        <Stack maw={420}>
          <PasswordInput
            label="Password so far"
            autoComplete="current-password"
            value={current}
            onChange={(event) => setCurrent(event.currentTarget.value)}
            required
          />
          <PasswordInput
            label="New password"
            description="At least 15 characters, 8 with a second factor. Your other sessions end."
            autoComplete="new-password"
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
            required
          />
          {error === undefined ? null : <Refusal error={error} />}
          <Group>
            <Button type="submit" variant="default" loading={isBusy}>
              Change it
            </Button>
            {isDone ? (
              <Text size="sm" role="status">
                Changed.
              </Text>
            ) : null}
          </Group>
        </Stack>
      </ActForm>
    </Card>
  );
}

const zones = ["local", "UTC", ...Intl.supportedValuesOf("timeZone").filter((zone) => zone !== "UTC")];

/** Kept with the account, so that it is the same in every browser. */
function Looks({ me }: { readonly me: Me }): ReactElement {
  const { preferences } = me.person;
  const save = async (changes: Me["person"]["preferences"]): Promise<void> => {
    const body = { ...preferences, ...changes };
    setZone(body.zone);
    await answer(client.PUT("/console/v1/me/preferences", { body }));
    await queries.invalidateQueries({ queryKey: ["me"] });
  };
  return (
    <Card withBorder component="section" aria-labelledby="looks">
      <Title order={2} id="looks" mb="xs">
        Times and keys
      </Title>
      <Stack maw={420}>
        <Select
          label="Times are shown in"
          data={zones.map((value) => ({ value, label: value === "local" ? "The zone of this browser" : value }))}
          value={preferences.zone ?? "local"}
          onChange={(value) => void save({ zone: value ?? "local" })}
          searchable
          allowDeselect={false}
        />
        <Switch
          label="Single keys act, such as [ and ] for the runs before and after"
          checked={preferences.keys !== false}
          onChange={(event) => void save({ keys: event.currentTarget.checked })}
        />
      </Stack>
    </Card>
  );
}

function Sessions(): ReactElement {
  const read = useQuery({
    queryKey: ["sessions"],
    queryFn: ({ signal }) => answer(client.GET("/console/v1/me/sessions", { signal })),
  });
  return (
    <Card withBorder component="section" aria-labelledby="sessions">
      <Title order={2} id="sessions" mb="xs">
        Sessions
      </Title>
      <Shown read={read} rows={2}>
        {({ sessions }) => (
          <List<Session>
            caption="Your sessions"
            rows={sessions}
            idOf={(row) => row.session_id}
            name={{ title: "Browser", cell: (row) => (row.is_this ? "This browser" : browserOf(row.user_agent)) }}
            columns={[
              { title: "Address", cell: (row) => row.address ?? "unknown", isOnCard: true },
              { title: "Signed in", cell: (row) => <Time at={row.created_at} /> },
              { title: "Last used", cell: (row) => <Time at={row.seen_at} />, isOnCard: true },
              {
                title: "Acts",
                isOnCard: true,
                cell: (row) =>
                  row.is_this ? null : (
                    <Confirmed
                      label="End"
                      title="End this session?"
                      effect="Whoever uses that browser has to sign in again."
                      variant="subtle"
                      act={async () => {
                        await answer(
                          client.DELETE("/console/v1/me/sessions/{session_id}", {
                            params: { path: { session_id: row.session_id } },
                          }),
                        );
                        await queries.invalidateQueries({ queryKey: ["sessions"] });
                      }}
                    />
                  ),
              },
            ]}
          />
        )}
      </Shown>
    </Card>
  );
}

/** The name of a browser, from what it says of itself. */
function browserOf(userAgent: string | null): string {
  const named = /(Firefox|Edg|OPR|Chrome|Safari)\/(\d+)/.exec(userAgent ?? "");
  const system = /(Windows|Mac OS X|Android|iPhone|iPad|Linux)/.exec(userAgent ?? "")?.[1];
  if (!named) return "Unknown browser";
  const [, name = "", version = ""] = named;
  return `${{ Edg: "Edge", OPR: "Opera" }[name] ?? name} ${version}${system === undefined ? "" : `, ${system}`}`;
}
