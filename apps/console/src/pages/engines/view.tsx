import { Button, Group, Modal, Select, Stack, Textarea, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Navigate, useNavigate } from "@tanstack/react-router";
import { useState, type ReactElement } from "react";
import { answer, type BodyOf, client } from "../../api.ts";
import { useAct } from "../../parts/confirm.tsx";
import { engineTypes, useEngines } from "../../parts/engines.ts";
import { ActForm } from "../../parts/act-form.tsx";
import { inWords, visible } from "../../parts/format.ts";
import { List } from "../../parts/list.tsx";
import { Page } from "../../parts/page.tsx";
import { useHere, useSearchState } from "../../parts/place.ts";
import { Empty, Refusal, Shown } from "../../parts/states.tsx";
import { Status } from "../../parts/status.tsx";
import { Time } from "../../parts/time.tsx";
import { queries } from "../../queries.ts";

type Row = BodyOf<"/console/v1/o/{organization_id}/e/{environment}/engine-list">["engines"][number];

/** Engines of the organization; `?engine=<id>`, as a found object links here, opens that one. */
export function Engines(): ReactElement {
  const { path, base, name, environment } = useHere();
  const [{ engine: id }] = useSearchState();
  const linked = useEngines().data?.find((engine) => engine.id === id);
  const list = useQuery({
    queryKey: ["engines", path, "list"],
    queryFn: ({ signal }) =>
      answer(client.GET("/console/v1/o/{organization_id}/e/{environment}/engine-list", { signal, params: { path } })),
  });
  if (id !== undefined && linked) return <Navigate to={`${base}/engines/${linked.slug}`} replace />;
  return (
    <Page title="Engines" where={name === undefined ? environment : `${name}, ${environment}`} actions={<NewEngine />}>
      <Shown read={list}>
        {({ engines }) =>
          engines.length === 0 ? (
            <Empty why="This organization has no engine yet. Create one: its draft begins as the preset of its type." />
          ) : (
            <List<Row>
              caption="Engines"
              rows={engines}
              idOf={({ slug }) => slug}
              linkOf={({ slug }) => `${base}/engines/${slug}`}
              name={{ title: "Engine", cell: ({ label }) => visible(label) }}
              columns={[
                { title: "Type", isOnCard: true, cell: (row) => inWords(row.engine_type) },
                { title: "Status", isOnCard: true, cell: (row) => <Status of={row.status} /> },
                { title: "Newest release", isOnCard: true, cell: (row) => row.newest_release ?? "none" },
                { title: "Runs may name a release", cell: (row) => inWords(row.pin_policy) },
                { title: "Draft saved", cell: (row) => <Time at={row.draft_updated_at} /> },
              ]}
            />
          )
        }
      </Shown>
    </Page>
  );
}

function NewEngine(): ReactElement {
  const { path, base } = useHere();
  const navigate = useNavigate();
  const [isOpen, open] = useState(false);
  const [label, setLabel] = useState("");
  const [slug, setSlug] = useState<string>();
  const [description, setDescription] = useState("");
  const [type, setType] = useState<(typeof engineTypes)[number]>("comparison");
  const shownSlug = slug ?? slugOf(label);
  const { run, error, isBusy } = useAct(async () => {
    const made = await answer(
      client.POST("/console/v1/o/{organization_id}/e/{environment}/engines", {
        params: { path },
        body: { slug: shownSlug, label, description, engine_type: type },
      }),
    );
    await queries.invalidateQueries({ queryKey: ["engines"] });
    await navigate({ to: `${base}/engines/${made.slug}` });
  });
  return (
    <>
      <Button onClick={() => open(true)}>New engine</Button>
      <Modal opened={isOpen} onClose={() => open(false)} title="New engine">
        <ActForm onSubmit={run}>
          <Stack>
            <TextInput
              label="Name"
              required
              data-autofocus
              value={label}
              onChange={(event) => setLabel(event.currentTarget.value)}
            />
            <TextInput
              label="Slug"
              description="Callers name the engine by it. It cannot be changed."
              required
              value={shownSlug}
              onChange={(event) => setSlug(event.currentTarget.value)}
            />
            <Select
              label="Type"
              data={engineTypes.map((value) => ({ value, label: inWords(value) }))}
              value={type}
              allowDeselect={false}
              onChange={(value) => setType(engineTypes.find((each) => each === value) ?? type)}
            />
            <Textarea
              label="Description"
              value={description}
              onChange={(event) => setDescription(event.currentTarget.value)}
            />
            {error === undefined ? null : <Refusal error={error} />}
            <Group justify="flex-end">
              <Button type="submit" loading={isBusy} disabled={label.trim() === "" || shownSlug.length < 3}>
                Create
              </Button>
            </Group>
          </Stack>
        </ActForm>
      </Modal>
    </>
  );
}

function slugOf(label: string): string {
  return label
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-+|-+$/g, "")
    .slice(0, 50);
}
