import { Card, Stack, Table, Title } from "@mantine/core";
import type { ReactElement } from "react";
import { inWords, number } from "../../parts/format.ts";
import { type Place, usePlace } from "../../parts/me.ts";
import { Page } from "../../parts/page.tsx";
import { useHere } from "../../parts/place.ts";
import { Shown } from "../../parts/states.tsx";
import { Environments } from "./environments.tsx";
import { Members } from "./members.tsx";
import { ServiceSettings } from "./service-settings.tsx";

/** Environments, members, and what whoever runs the service has set for the organization. */
export function Settings(): ReactElement {
  const { organization, name, can } = useHere();
  const read = usePlace(organization);
  return (
    <Page title="Settings" where={name}>
      <Shown read={read}>
        {(place) => (
          <Stack gap="lg">
            <Environments place={place} />
            {can("members:manage") ? <Members /> : null}
            <Card withBorder component="section" aria-labelledby="service-settings">
              <Title order={2} id="service-settings" mb="xs">
                Limits and switches
              </Title>
              {can("service:manage") ? <ServiceSettings place={place} /> : <SettingsTable settings={place.settings} />}
            </Card>
          </Stack>
        )}
      </Shown>
    </Page>
  );
}

function SettingsTable({ settings }: { readonly settings: Place["settings"] }): ReactElement {
  return (
    <Table aria-label="Limits and switches">
      <Table.Tbody>
        {Object.entries(settings).map(([name, value]) => (
          <Table.Tr key={name}>
            <Table.Th scope="row">{inWords(name)}</Table.Th>
            <Table.Td>{shown(value)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

function shown(value: unknown): string {
  if (value === null) return "no limit";
  if (typeof value === "number") return number(value);
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (Array.isArray(value)) return value.length === 0 ? "none" : value.join(", ");
  return typeof value === "string" ? inWords(value) : "";
}
