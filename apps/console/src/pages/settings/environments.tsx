import { Button, Card, Group, Stack, Table, Text, TextInput, Title } from "@mantine/core";
import { useState, type ReactElement } from "react";
import { answer, client } from "../../api.ts";
import { Confirmed, useAct } from "../../parts/confirm.tsx";
import { ActForm } from "../../parts/act-form.tsx";
import { visible } from "../../parts/format.ts";
import type { Place } from "../../parts/me.ts";
import { useHere } from "../../parts/place.ts";
import { Refusal } from "../../parts/states.tsx";
import { Time } from "../../parts/time.tsx";
import { queries } from "../../queries.ts";
import { EnvironmentMark } from "../../shell.tsx";

const again = (): Promise<void> => queries.invalidateQueries({ queryKey: ["place"] });

/** `live` and up to five sandboxes. */
export function Environments({ place }: { readonly place: Place }): ReactElement {
  const { path, can } = useHere();
  const mayManage = can("environments:manage");
  return (
    <Card withBorder component="section" aria-labelledby="environments">
      <Title order={2} id="environments" mb="xs">
        Environments
      </Title>
      <div className="scroll-x" role="region" aria-label="Environments" tabIndex={0}>
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Environment</Table.Th>
              <Table.Th>Name</Table.Th>
              <Table.Th>Made</Table.Th>
              <Table.Th>
                <Text span size="sm" style={{ position: "absolute", left: -9999 }}>
                  Acts
                </Text>
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {place.environments.map((each) => (
              <Table.Tr key={each.id}>
                <Table.Td>
                  <EnvironmentMark slug={each.slug} />
                </Table.Td>
                <Table.Td>{visible(each.name)}</Table.Td>
                <Table.Td>
                  <Time at={each.created_at} />
                </Table.Td>
                <Table.Td ta="right">
                  {mayManage && each.kind === "sandbox" ? (
                    <Confirmed
                      label="Delete"
                      title={`Delete ${each.slug}?`}
                      effect="Its keys and endpoints must be gone first, and its runs removed by retention; otherwise it is refused and says what is left."
                      name={each.slug}
                      color="red"
                      act={async () => {
                        await answer(
                          client.DELETE("/console/v1/o/{organization_id}/e/{environment}/environments/{slug}", {
                            params: { path: { ...path, slug: each.slug } },
                          }),
                        );
                        await again();
                      }}
                    />
                  ) : null}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </div>
      {mayManage ? <NewEnvironment /> : null}
    </Card>
  );
}

function NewEnvironment(): ReactElement {
  const { path } = useHere();
  const [slug, setSlug] = useState("");
  const { run, error, isBusy } = useAct(async () => {
    await answer(
      client.POST("/console/v1/o/{organization_id}/e/{environment}/environments", { params: { path }, body: { slug } }),
    );
    setSlug("");
    await again();
  });
  return (
    <ActForm onSubmit={run}>
      <Stack gap="xs" mt="md">
        <Group align="flex-end">
          <TextInput
            label="New sandbox"
            description="1 to 16 lowercase letters, digits or underscores."
            value={slug}
            onChange={(event) => setSlug(event.currentTarget.value)}
          />
          <Button type="submit" variant="default" loading={isBusy} disabled={slug === ""}>
            Make it
          </Button>
        </Group>
        {error === undefined ? null : <Refusal error={error} />}
      </Stack>
    </ActForm>
  );
}
