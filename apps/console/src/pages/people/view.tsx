import { Button, Card, Group, Select, Stack, TextInput, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState, type ReactElement } from "react";
import { answer, type BodyOf, client } from "../../api.ts";
import { Confirmed, useAct } from "../../parts/confirm.tsx";
import { ActForm } from "../../parts/act-form.tsx";
import { inWords, visible } from "../../parts/format.ts";
import { List } from "../../parts/list.tsx";
import { useMe } from "../../parts/me.ts";
import { Page } from "../../parts/page.tsx";
import { SecretOnce } from "../../parts/secret.tsx";
import { Refusal, Shown } from "../../parts/states.tsx";
import { Status } from "../../parts/status.tsx";
import { Time } from "../../parts/time.tsx";
import { queries } from "../../queries.ts";

type Person = BodyOf<"/console/v1/people">["people"][number];

const roles = [
  { value: "none", label: "Member of organizations only" },
  { value: "operator", label: "Operator: runs the service" },
  { value: "owner", label: "Owner: also decides about people" },
];
const roleOf = (value: string | null): Person["role"] => (value === "owner" || value === "operator" ? value : null);
const again = (): Promise<void> => queries.invalidateQueries({ queryKey: ["people"] });

/** Everybody who may sign in here. */
export function People(): ReactElement {
  const [link, setLink] = useState<string>();
  const read = useQuery({
    queryKey: ["people"],
    queryFn: ({ signal }) => answer(client.GET("/console/v1/people", { signal })),
  });
  return (
    <Page title="People">
      <Invite onLink={setLink} />
      <Shown read={read}>
        {({ people }) => (
          <List<Person>
            caption="People"
            rows={people}
            idOf={(row) => row.person_id}
            name={{ title: "Name", cell: (row) => visible(row.name) }}
            columns={[
              { title: "Email", cell: (row) => visible(row.email), isOnCard: true },
              { title: "Role", cell: (row) => (row.role === null ? "Member" : inWords(row.role)), isOnCard: true },
              { title: "State", cell: (row) => <State of={row} />, isOnCard: true },
              {
                title: "Second factor",
                cell: (row) => (row.uses_provider ? "At the provider" : row.has_second_factor ? "Yes" : "No"),
              },
              { title: "Last sign-in", cell: (row) => <Time at={row.signed_in_at} /> },
              { title: "Acts", cell: (row) => <Acts person={row} onLink={setLink} />, isOnCard: true },
            ]}
          />
        )}
      </Shown>
      <SecretOnce title="Send this link to its person" secret={link} onClose={() => setLink(undefined)}>
        It lets its person in once, within an hour, to choose a password.
      </SecretOnce>
    </Page>
  );
}

function State({ of: person }: { readonly of: Person }): ReactElement {
  if (person.disabled_at !== null) return <Status of="disabled" />;
  return person.is_invited ? <Status of="pending" label="Invited" /> : <Status of="active" />;
}

function Invite({ onLink }: { readonly onLink: (link: string) => void }): ReactElement {
  const [email, setEmail] = useState("");
  const [name, setName] = useState("");
  const [role, setRole] = useState<string | null>("none");
  const { run, error, isBusy } = useAct(async () => {
    const invited = await answer(client.POST("/console/v1/people", { body: { email, name, role: roleOf(role) } }));
    setEmail("");
    setName("");
    onLink(invited.link);
    await again();
  });
  return (
    <Card withBorder component="section" aria-labelledby="invite">
      <Title order={2} id="invite" mb="xs">
        Invite somebody
      </Title>
      <ActForm onSubmit={run}>
        <Stack gap="xs">
          <Group align="flex-end">
            <TextInput
              label="Email"
              type="email"
              value={email}
              onChange={(event) => setEmail(event.currentTarget.value)}
              required
            />
            <TextInput label="Name" value={name} onChange={(event) => setName(event.currentTarget.value)} required />
            <Select label="Role" data={roles} value={role} onChange={setRole} allowDeselect={false} w={280} />
            <Button type="submit" loading={isBusy}>
              Invite
            </Button>
          </Group>
          {error === undefined ? null : <Refusal error={error} />}
        </Stack>
      </ActForm>
    </Card>
  );
}

function Acts({ person, onLink }: { readonly person: Person; readonly onLink: (link: string) => void }): ReactElement {
  const isOneself = useMe().data?.person.id === person.person_id;
  const params = { path: { person_id: person.person_id } };
  const set = async (body: { role?: Person["role"]; disabled?: boolean }): Promise<void> => {
    await answer(client.PATCH("/console/v1/people/{person_id}", { params, body }));
    await again();
  };
  const reset = async (what: "second_factor" | "all"): Promise<void> => {
    const { link } = await answer(client.POST("/console/v1/people/{person_id}/reset", { params, body: { what } }));
    if (link) onLink(link.link);
    await again();
  };
  const next = person.role === "owner" ? "operator" : "owner";
  return (
    <Group gap={4}>
      {isOneself ? null : (
        <Confirmed
          label={person.role === null ? "Make operator" : `Make ${next}`}
          title={`Change the role of ${visible(person.name)}?`}
          effect="It holds from their next request; their sessions end."
          variant="subtle"
          act={() => set({ role: person.role === null ? "operator" : next })}
        />
      )}
      <Confirmed
        label="New link"
        title={`A new link for ${visible(person.name)}?`}
        effect="Their password and second factor end now; the link lets them choose new ones."
        variant="subtle"
        act={() => reset("all")}
      />
      {person.has_second_factor ? (
        <Confirmed
          label="Take the factor"
          title={`Take the second factor of ${visible(person.name)}?`}
          effect="For somebody who lost it. They sign in with the password alone until they set another."
          variant="subtle"
          act={() => reset("second_factor")}
        />
      ) : null}
      {isOneself ? null : (
        <Confirmed
          label={person.disabled_at === null ? "Disable" : "Enable"}
          title={`${person.disabled_at === null ? "Disable" : "Enable"} ${visible(person.name)}?`}
          effect={
            person.disabled_at === null
              ? "They cannot sign in, and their sessions end. What they did stays."
              : "They can sign in again as before."
          }
          color={person.disabled_at === null ? "red" : "teal"}
          variant="subtle"
          act={() => set({ disabled: person.disabled_at === null })}
        />
      )}
    </Group>
  );
}
