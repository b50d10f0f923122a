import { Alert, Anchor, Button, Checkbox, Group, Modal, Stack, Text, Textarea, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState, type ReactElement } from "react";
import { ApiError, answer, client } from "../../api.ts";
import { useAct } from "../../parts/confirm.tsx";
import { ActForm } from "../../parts/act-form.tsx";
import { visible } from "../../parts/format.ts";
import { Issues, issuesIn } from "../../parts/issues.tsx";
import { isJson } from "../../parts/json-text.ts";
import { useSearchState } from "../../parts/place.ts";
import { Refusal, Shown } from "../../parts/states.tsx";
import { queries } from "../../queries.ts";
import { useEnginePath } from "./draft.ts";
import { failingOf, GateReport } from "./gate-report.tsx";
import { Judgement } from "./judgement.tsx";
import { useReleases } from "./releases.tsx";

const route = "/console/v1/o/{organization_id}/e/{environment}/engines/{engine_slug}";

/** Publishes the saved draft, after showing the number that it gets and why, and what the gate says. */
export function Publish({ slug }: { readonly slug: string }): ReactElement {
  const [isOpen, open] = useState(false);
  return (
    <>
      <Button onClick={() => open(true)}>Publish</Button>
      <Modal opened={isOpen} onClose={() => open(false)} title="Publish the saved draft" size="xl">
        <Form slug={slug} onDone={() => open(false)} />
      </Modal>
    </>
  );
}

function Form({ slug, onDone }: { readonly slug: string; readonly onDone: () => void }): ReactElement {
  const path = useEnginePath(slug);
  const [, change] = useSearchState();
  const [changelog, setChangelog] = useState("");
  const [isMajorAccepted, acceptMajor] = useState(false);
  const [reasons, setReasons] = useState<Readonly<Record<string, string>>>({});
  const judged = useQuery({
    queryKey: ["judged", path],
    queryFn: ({ signal }) => answer(client.POST(`${route}/config/validate`, { signal, params: { path }, body: {} })),
    gcTime: 0,
    staleTime: Infinity,
    refetchOnWindowFocus: false,
    retry: false,
  });
  const version = judged.data?.computed_version ?? undefined;
  const isMajor = judged.data?.schema_changes.some(({ level }) => level === "major") === true;
  const regressed = judged.data?.gate?.["gate"] === "cold_start_gate_regressed" ? failingOf(judged.data.gate) : [];
  const keys = [...new Set(regressed.map(({ key }) => key))];
  const publish = useAct(async () => {
    const accepted = keys.map((key) => ({ case_key: key, reason: reasons[key]?.trim() ?? "" }));
    const made = await answer(
      client.POST(`${route}/versions`, {
        params: { path },
        body: {
          changelog,
          ...(isMajor && version !== undefined && { version }),
          ...(accepted.length > 0 && { accept_regressions: accepted }),
        },
      }),
    );
    if (!made.created)
      throw new Error(
        `Nothing was published: the draft is release ${made.version} already. Limits and names are no part of a release.`,
      );
    await queries.invalidateQueries({ queryKey: ["engines"] });
    await queries.invalidateQueries({ queryKey: ["releases"] });
    onDone();
    change({ tab: "releases", release: made.version });
  });
  const released = useReleases(slug).data?.find((release) => release.version === version)?.version;
  const isBlocked =
    released !== undefined ||
    judged.data?.valid !== true ||
    (isMajor && !isMajorAccepted) ||
    keys.some((key) => (reasons[key] ?? "").trim() === "");
  return (
    <ActForm onSubmit={publish.run}>
      <Stack>
        {judged.isPending ? (
          <Text size="sm" role="status">
            A worker runs the gate on the saved draft. That takes some seconds.
          </Text>
        ) : null}
        <Shown read={judged}>
          {(validation) =>
            released !== undefined ? null : validation.valid ? (
              <Judgement validation={validation} />
            ) : (
              <Issues issues={validation.issues} />
            )
          }
        </Shown>
        <Textarea
          label="What is new"
          description="Shown with the release."
          autosize
          minRows={2}
          value={changelog}
          onChange={(event) => setChangelog(event.currentTarget.value)}
        />
        {isMajor ? (
          <Checkbox
            label={`Callers must adapt: publish it as ${version ?? "a new major release"}`}
            checked={isMajorAccepted}
            onChange={(event) => acceptMajor(event.currentTarget.checked)}
          />
        ) : null}
        {keys.map((key) => (
          <TextInput
            key={key}
            label={`Why ${visible(key)} may fail`}
            description="It passed for the newest release. The reason is stored with this one."
            value={reasons[key] ?? ""}
            onChange={(event) => setReasons({ ...reasons, [key]: event.currentTarget.value })}
          />
        ))}
        {released === undefined ? null : (
          <Text size="sm" role="note">
            The saved draft is release {released} already. Limits and names are no part of a release: saving them is
            enough.
          </Text>
        )}
        {publish.error === undefined ? null : <PublishRefusal error={publish.error} />}
        <Group justify="flex-end">
          <Anchor
            component="button"
            type="button"
            size="sm"
            onClick={() => {
              onDone();
              change({ tab: "compare" });
            }}
          >
            Compare first
          </Anchor>
          <Button type="submit" loading={publish.isBusy} disabled={isBlocked}>
            {version === undefined ? "Publish" : `Publish ${version}`}
          </Button>
        </Group>
      </Stack>
    </ActForm>
  );
}

/** A refused publish, with the issues or the report of the gate that refused it. */
function PublishRefusal({ error }: { readonly error: unknown }): ReactElement {
  const details = error instanceof ApiError ? error.details : undefined;
  const issues = issuesIn(error);
  return (
    <>
      <Refusal error={error} />
      {error instanceof ApiError && error.code === "engine_config_changed" ? (
        <Alert color="yellow" variant="light">
          Somebody saved the draft meanwhile. Nothing was published: close this and look at the draft.
        </Alert>
      ) : null}
      {issues.length > 0 ? <Issues issues={issues} /> : null}
      {isJson(details) && "gate" in details ? <GateReport report={details} /> : null}
    </>
  );
}
