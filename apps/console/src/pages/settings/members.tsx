import { Button, Card, Group, Select, Stack, TextInput, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState, type ReactElement } from "react";
import { answer, type BodyOf, client } from "../../api.ts";
import { Confirmed, useAct } from "../../parts/confirm.tsx";
import { ActForm } from "../../parts/act-form.tsx";
import { visible } from "../../parts/format.ts";
import { List } from "../../parts/list.tsx";
import { useHere } from "../../parts/place.ts";
import { SecretOnce } from "../../parts/secret.tsx";
import { Empty, Refusal, Shown } from "../../parts/states.tsx";
import { queries } from "../../queries.ts";

type Member = BodyOf<"/console/v1/o/{organization_id}/members">["members"][number];
const roles = ["reader", "developer", "admin"] as const;
type Role = (typeof roles)[number];
const meanings: Readonly<Record<Role, string>> = {
  reader: "Reader: reads runs and results",
  developer: "Developer: also engines, endpoints and keys",
  admin: "Admin: also environments, members and the audit log",
};
const choices = roles.map((value) => ({ value, label: meanings[value] }));
const again = (): Promise<void> => queries.invalidateQueries({ queryKey: ["members"] });

/** Who works in the organization, and as what. */
export function Members(): ReactElement {
  const { organization } = useHere();
  const read = useQuery({
    queryKey: ["members", organization],
    queryFn: ({ signal }) =>
      answer(
        client.GET("/console/v1/o/{organization_id}/members", {
          signal,
          params: { path: { organization_id: organization } },
        }),
      ),
  });
  return (
    <Card withBorder component="section" aria-labelledby="members">
      <Title order={2} id="members" mb="xs">
        Members
      </Title>
      <Shown read={read} rows={3}>
        {({ members }) =>
          members.length === 0 ? (
            <Empty why="Nobody is a member yet." />
          ) : (
            <List<Member>
              caption="Members"
              rows={members}
              idOf={(row) => row.person_id}
              name={{ title: "Name", cell: (row) => visible(row.name) }}
              columns={[
                { title: "Email", cell: (row) => visible(row.email), isOnCard: true },
                {
                  title: "Role",
                  isOnCard: true,
                  cell: (row) => <RoleOf member={row} />,
                },
                { title: "Acts", isOnCard: true, cell: (row) => <Remove member={row} /> },
              ]}
            />
          )
        }
      </Shown>
      <NewMember />
    </Card>
  );
}

function RoleOf({ member }: { readonly member: Member }): ReactElement {
  const { organization } = useHere();
  const [role, setRole] = useState<Role>(member.role);
  const { run, error, isBusy } = useAct(async () => {
    await answer(
      client.PUT("/console/v1/o/{organization_id}/members/{person_id}", {
        params: { path: { organization_id: organization, person_id: member.person_id } },
        body: { role },
      }),
    );
    await again();
  });
  return (
    <Stack gap={4}>
      <Group gap="xs">
        <Select
          aria-label={`Role of ${member.name}`}
          data={choices}
          value={role}
          onChange={(value) => setRole(roles.find((each) => each === value) ?? member.role)}
          allowDeselect={false}
          size="xs"
          w={280}
        />
        {role === member.role ? null : (
          <Button size="xs" loading={isBusy} onClick={() => void run()}>
            Save
          </Button>
        )}
      </Group>
      {error === undefined ? null : <Refusal error={error} />}
    </Stack>
  );
}

function Remove({ member }: { readonly member: Member }): ReactElement {
  const { organization } = useHere();
  return (
    <Confirmed
      label="Remove"
      title={`Remove ${visible(member.name)}?`}
      effect="They see nothing of this organization from their next request on. Their account and what they did stay."
      color="red"
      variant="subtle"
      act={async () => {
        await answer(
          client.DELETE("/console/v1/o/{organization_id}/members/{person_id}", {
            params: { path: { organization_id: organization, person_id: member.person_id } },
          }),
        );
        await again();
      }}
    />
  );
}

function NewMember(): ReactElement {
  const { organization } = useHere();
  const [email, setEmail] = useState("");
  const [name, setName] = useState("");
  const [role, setRole] = useState<Role>("reader");
  const [link, setLink] = useState<string>();
  const { run, error, isBusy } = useAct(async () => {
    const added = await answer(
      client.POST("/console/v1/o/{organization_id}/members", {
        params: { path: { organization_id: organization } },
        body: { email, name, role },
      }),
    );
    setEmail("");
    setName("");
    setLink(added.link ?? undefined);
    await again();
  });
  return (
    <ActForm onSubmit={run}>
      <Stack gap="xs" mt="md">
        <Group align="flex-end">
          <TextInput
            label="Email"
            type="email"
            value={email}
            onChange={(event) => setEmail(event.currentTarget.value)}
            required
          />
          <TextInput label="Name" value={name} onChange={(event) => setName(event.currentTarget.value)} required />
          <Select
            label="Role"
            data={choices}
            value={role}
            onChange={(value) => setRole(roles.find((each) => each === value) ?? "reader")}
            allowDeselect={false}
            w={300}
          />
          <Button type="submit" variant="default" loading={isBusy}>
            Add
          </Button>
        </Group>
        {error === undefined ? null : <Refusal error={error} />}
      </Stack>
      <SecretOnce title="Send this link to its person" secret={link} onClose={() => setLink(undefined)}>
        It lets its person in once, within an hour, to choose a password.
      </SecretOnce>
    </ActForm>
  );
}
