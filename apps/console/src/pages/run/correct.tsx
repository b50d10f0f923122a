import { Button, Group, Modal, Stack, Text, Textarea } from "@mantine/core";
import { useState, type ReactElement } from "react";
import { answer, client } from "../../api.ts";
import { useAct } from "../../parts/confirm.tsx";
import { ActForm } from "../../parts/act-form.tsx";
import { Issues, issuesIn } from "../../parts/issues.tsx";
import { jsonDiff } from "../../parts/json-diff.ts";
import { JsonEditor } from "../../parts/json-editor.tsx";
import { isJson, parseObject, written } from "../../parts/json-text.ts";
import { useHere } from "../../parts/place.ts";
import { Refusal } from "../../parts/states.tsx";
import { queries } from "../../queries.ts";
import { Differences } from "../engine/differences.tsx";
import { type Run, useCorrected } from "./use-run.ts";

/** Attaches a corrected result: edited, shown as it differs from the last one, then attached with a reason. */
export function Correct({ run: computed }: { readonly run: Run }): ReactElement {
  const [isOpen, open] = useState(false);
  const { data } = useCorrected(computed.run_id, true);
  const run = data?.run ?? computed;
  // What the reader does not see would be lost from the corrected result.
  const isWhole = (run.field_policy?.redacted ?? []).length === 0;
  return (
    <>
      <Button variant="default" onClick={() => open(true)} disabled={data === undefined}>
        Correct
      </Button>
      <Modal opened={isOpen} onClose={() => open(false)} title="Correct the result" size="xl">
        {isWhole ? (
          <Form key={data?.corrections.length} run={run} onDone={() => open(false)} />
        ) : (
          <Text size="sm">
            Your field policy withholds parts of this result, which a correction would lose. Somebody who sees all of it
            can correct it.
          </Text>
        )}
      </Modal>
    </>
  );
}

function Form({ run, onDone }: { readonly run: Run; readonly onDone: () => void }): ReactElement {
  const { path } = useHere();
  const before = { output: run.output, ...(run.solutions && { solutions: run.solutions }) };
  const [text, setText] = useState(() => written(before));
  const [reason, setReason] = useState("");
  const [edited, review] = useState<{ readonly output: object; readonly solutions?: readonly unknown[] }>();
  const reviewing = useAct(async () => review(correctionIn(text)));
  const attaching = useAct(async () => {
    if (!edited) return;
    await answer(
      client.POST("/console/v1/o/{organization_id}/e/{environment}/run-list/{run_id}/corrections", {
        params: { path: { ...path, run_id: run.run_id } },
        body: {
          output: { ...edited.output },
          ...(edited.solutions && { solutions: [...edited.solutions] }),
          reason,
        },
      }),
    );
    for (const kind of ["corrected", "timeline", "runs"]) await queries.invalidateQueries({ queryKey: [kind] });
    onDone();
  });
  const issues = issuesIn(attaching.error);
  const changes = edited ? jsonDiff(before, edited) : [];
  return (
    <ActForm onSubmit={() => (edited ? attaching : reviewing).run()}>
      <Stack>
        {edited ? (
          <>
            {changes.length === 0 ? (
              <Text size="sm">Nothing differs from the last result.</Text>
            ) : (
              <Differences
                caption="What the correction changes"
                titles={["Result now", "Corrected"]}
                rows={changes.map(({ pointer, kind, before: was, after }) => ({
                  pointer,
                  values: [was, after],
                  mark: kind,
                }))}
              />
            )}
            <Textarea
              label="Reason"
              description="It stands beside the result, in its packet, and in the audit log."
              value={reason}
              minLength={8}
              maxLength={1_000}
              required
              autosize
              onChange={(event) => setReason(event.currentTarget.value)}
            />
          </>
        ) : (
          <>
            <Text size="sm" c="dimmed">
              The run stays as it was computed. Readers see the corrected result, and can look at the computed one.
            </Text>
            <JsonEditor label="Corrected result" text={text} onChange={setText} />
          </>
        )}
        {issues.length > 0 ? <Issues issues={issues} /> : null}
        {reviewing.error === undefined ? null : <Refusal error={reviewing.error} />}
        {attaching.error === undefined || issues.length > 0 ? null : <Refusal error={attaching.error} />}
        <Group justify="flex-end">
          {edited ? (
            <Button
              variant="default"
              onClick={() => {
                attaching.clear();
                review(undefined);
              }}
            >
              Edit
            </Button>
          ) : null}
          <Button type="submit" loading={attaching.isBusy} disabled={edited !== undefined && changes.length === 0}>
            {edited ? "Attach the correction" : "Review"}
          </Button>
        </Group>
      </Stack>
    </ActForm>
  );
}

/** @throws SyntaxError that says what is missing. */
function correctionIn(text: string): { readonly output: object; readonly solutions?: readonly unknown[] } {
  const { output, solutions } = parseObject(text);
  if (!isJson(output)) throw new SyntaxError("The member output must be a JSON object.");
  if (solutions === undefined) return { output };
  if (!Array.isArray(solutions)) throw new SyntaxError("The member solutions must be a JSON array.");
  return { output, solutions };
}
