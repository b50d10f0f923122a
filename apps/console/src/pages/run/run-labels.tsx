import { Button, Group, Select, Stack, Text, Textarea, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState, type ReactElement } from "react";
import { answer, type BodyOf, client } from "../../api.ts";
import { useAct } from "../../parts/confirm.tsx";
import { ActForm } from "../../parts/act-form.tsx";
import { inWords, visible } from "../../parts/format.ts";
import { List } from "../../parts/list.tsx";
import { useHere } from "../../parts/place.ts";
import { Empty, Refusal, Shown } from "../../parts/states.tsx";
import { Time } from "../../parts/time.tsx";
import { queries } from "../../queries.ts";
import type { PartOfOutput } from "../../results/label-this.tsx";

const labels = ["useful", "wrong", "incomplete", "needs_review"] as const;
type Label = BodyOf<"/console/v1/o/{organization_id}/e/{environment}/runs/{run_id}/annotations">["annotations"][number];
type Outcome = BodyOf<"/console/v1/o/{organization_id}/e/{environment}/runs/{run_id}/outcomes">["outcomes"][number];

/** What people said of the result, and what became of it. */
export function RunLabels({ id }: { readonly id: string }): ReactElement {
  const { path, can } = useHere();
  const params = { path: { ...path, run_id: id } };
  const annotations = useQuery({
    queryKey: ["labels", path, id],
    queryFn: ({ signal }) =>
      answer(
        client.GET("/console/v1/o/{organization_id}/e/{environment}/runs/{run_id}/annotations", { signal, params }),
      ),
  });
  const outcomes = useQuery({
    queryKey: ["outcomes", path, id],
    queryFn: ({ signal }) =>
      answer(client.GET("/console/v1/o/{organization_id}/e/{environment}/runs/{run_id}/outcomes", { signal, params })),
  });
  return (
    <Stack>
      {can("runs:label") ? <NewLabel id={id} /> : null}
      <Title order={2}>Labels</Title>
      <Shown read={annotations} rows={2}>
        {({ annotations: rows }) =>
          rows.length === 0 ? (
            <Empty why="Nobody has said yet whether this result was useful." />
          ) : (
            <List<Label>
              caption="Labels"
              rows={rows}
              idOf={(row) => row.event_id}
              name={{ title: "Label", cell: (row) => inWords(row.label) }}
              columns={[
                { title: "Of", cell: (row) => pathInWords(row.path), isOnCard: true },
                { title: "Comment", cell: (row) => visible(row.comment ?? ""), isOnCard: true },
                { title: "By", cell: (row) => visible(row.recorded_by) },
                { title: "When", cell: (row) => <Time at={row.recorded_at} />, isOnCard: true },
              ]}
            />
          )
        }
      </Shown>
      <Title order={2}>Outcomes</Title>
      <Shown read={outcomes} rows={2}>
        {({ outcomes: rows }) =>
          rows.length === 0 ? (
            <Empty why="No outcome is recorded: what became of the recommendations comes in by the API." />
          ) : (
            <List<Outcome>
              caption="Outcomes"
              rows={rows}
              idOf={(row) => row.event_id}
              name={{ title: "Outcome", cell: (row) => inWords(row.event_type) }}
              columns={[{ title: "When", cell: (row) => <Time at={row.recorded_at} />, isOnCard: true }]}
            />
          )
        }
      </Shown>
    </Stack>
  );
}

/** `/findings/0` as `Findings, 1`: people count from one. */
function pathInWords(path: string | undefined): string {
  const parts = (path ?? "").split("/").slice(1);
  if (parts.length === 0) return "The whole result";
  return parts.map((part) => (/^\d+$/.test(part) ? String(Number(part) + 1) : visible(inWords(part)))).join(", ");
}

/** Labels a result, or the part of it that a JSON Pointer names. */
export function NewLabel({
  id,
  part,
  onDone = () => undefined,
}: {
  readonly id: string;
  readonly part?: PartOfOutput | undefined;
  readonly onDone?: () => void;
}): ReactElement {
  const { path } = useHere();
  const [label, setLabel] = useState<(typeof labels)[number]>("useful");
  const [comment, setComment] = useState("");
  const { run, error, isBusy } = useAct(async () => {
    await answer(
      client.POST("/console/v1/o/{organization_id}/e/{environment}/runs/{run_id}/annotations", {
        params: { path: { ...path, run_id: id } },
        body: {
          event_id: crypto.randomUUID(),
          label,
          ...(part && { path: part.path }),
          ...(comment.trim() !== "" && { comment }),
        },
      }),
    );
    setComment("");
    await queries.invalidateQueries({ queryKey: ["labels"] });
    onDone();
  });
  return (
    <ActForm onSubmit={run}>
      <Group align="flex-end" gap="sm">
        <Select
          label={part ? "This part is" : "This result is"}
          data={labels.map((value) => ({ value, label: inWords(value) }))}
          value={label}
          onChange={(value) => setLabel(labels.find((each) => each === value) ?? "useful")}
          allowDeselect={false}
        />
        <Textarea
          label="Comment"
          value={comment}
          onChange={(event) => setComment(event.currentTarget.value)}
          autosize
          minRows={1}
          flex={1}
          miw={200}
        />
        <Button type="submit" loading={isBusy}>
          Label
        </Button>
      </Group>
      {error === undefined ? (
        <Text size="xs" c="dimmed" mt={4}>
          Labels improve the engine: a wrong result can become a test case.
        </Text>
      ) : (
        <Refusal error={error} />
      )}
    </ActForm>
  );
}
