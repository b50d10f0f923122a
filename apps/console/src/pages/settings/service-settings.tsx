import { Button, Group, NumberInput, Select, Stack, Switch, Text } from "@mantine/core";
import { useState, type ReactElement } from "react";
import { answer, client } from "../../api.ts";
import { useAct } from "../../parts/confirm.tsx";
import { ActForm } from "../../parts/act-form.tsx";
import type { Place } from "../../parts/me.ts";
import { Refusal } from "../../parts/states.tsx";
import { queries } from "../../queries.ts";

type Settings = Place["settings"];
const postures = [
  { value: "off", label: "Everybody sees the whole book (off)" },
  { value: "shadow", label: "The same, and what seats would hide is counted (shadow)" },
  { value: "lit", label: "Each person sees what their seat allows (lit)" },
] as const;
const setups = [
  { value: "per_run", label: "One for a run, however often it is corrected" },
  { value: "per_correction", label: "One for each correction" },
] as const;

/** Budgets, caps and switches, for whoever runs the service. */
export function ServiceSettings({ place }: { readonly place: Place }): ReactElement {
  const [settings, setSettings] = useState<Settings>(place.settings);
  const [isSaved, setSaved] = useState(false);
  const put = (changes: Partial<Settings>): void => {
    setSaved(false);
    setSettings({ ...settings, ...changes });
  };
  const { run, error, isBusy } = useAct(async () => {
    const { verifies_assertions: _own, ...body } = settings;
    await answer(
      client.PATCH("/console/v1/o/{organization_id}", {
        params: { path: { organization_id: place.organization_id } },
        body,
      }),
    );
    setSaved(true);
    await queries.invalidateQueries({ queryKey: ["place"] });
  });
  const cap = (value: string | number): number | null => (typeof value === "number" ? value : null);
  return (
    <ActForm onSubmit={run}>
      <Stack>
        <Group align="flex-end">
          <NumberInput
            label="Requests per minute"
            value={settings.requests_per_minute}
            onChange={(value) => typeof value === "number" && put({ requests_per_minute: value })}
            min={1}
            allowDecimal={false}
          />
          <NumberInput
            label="Runs per month"
            placeholder="No cap"
            value={settings.monthly_run_cap ?? ""}
            onChange={(value) => put({ monthly_run_cap: cap(value) })}
            min={0}
            allowDecimal={false}
          />
          <NumberInput
            label="Runs under way"
            placeholder="No cap"
            value={settings.max_running ?? ""}
            onChange={(value) => put({ max_running: cap(value) })}
            min={1}
            allowDecimal={false}
          />
        </Group>
        <Group align="flex-end">
          <Select
            label="Who sees which records"
            data={postures}
            w={400}
            maw="100%"
            value={settings.records_posture}
            onChange={(value) =>
              put({ records_posture: postures.find((each) => each.value === value)?.value ?? "off" })
            }
            allowDeselect={false}
          />
          <Select
            label="Webhooks of corrections"
            data={setups}
            w={340}
            maw="100%"
            value={settings.delivery_setup}
            onChange={(value) =>
              put({ delivery_setup: setups.find((each) => each.value === value)?.value ?? "per_run" })
            }
            allowDeselect={false}
          />
          <Switch
            label="Analyses over the book"
            checked={settings.analyses_enabled}
            onChange={(event) => put({ analyses_enabled: event.currentTarget.checked })}
            mb={8}
          />
        </Group>
        {error === undefined ? null : <Refusal error={error} />}
        <Group>
          <Button type="submit" loading={isBusy}>
            Save
          </Button>
          {isSaved ? (
            <Text size="sm" role="status">
              Saved. Requests with organization keys notice within a minute.
            </Text>
          ) : null}
        </Group>
      </Stack>
    </ActForm>
  );
}
