import { Button, Group, Modal, Stack, Text } from "@mantine/core";
import { useBlocker } from "@tanstack/react-router";
import { useState, type ReactElement } from "react";
import { ApiError, answer, client, type Schemas } from "../../api.ts";
import { Author } from "../../parts/author.tsx";
import { useAct } from "../../parts/confirm.tsx";
import { issuesIn } from "../../parts/issues.tsx";
import { JsonEditor } from "../../parts/json-editor.tsx";
import { parseObject, written } from "../../parts/json-text.ts";
import { Refusal, Shown } from "../../parts/states.tsx";
import { Time } from "../../parts/time.tsx";
import { queries } from "../../queries.ts";
import { Conflict } from "./conflict.tsx";
import { type Draft, readDraft, saveDraft, useDraft, useEnginePath } from "./draft.ts";
import { Judgement } from "./judgement.tsx";

/** The draft as JSON, checked and saved as a whole. A save that lost a race keeps both texts. */
export function DraftEditor({
  slug,
  isReadOnly,
}: {
  readonly slug: string;
  readonly isReadOnly: boolean;
}): ReactElement {
  const draft = useDraft(slug);
  return (
    <Shown read={draft}>{(saved) => <Editor key={slug} slug={slug} saved={saved} isReadOnly={isReadOnly} />}</Shown>
  );
}

function Editor({
  slug,
  saved,
  isReadOnly,
}: {
  readonly slug: string;
  readonly saved: Draft;
  readonly isReadOnly: boolean;
}): ReactElement {
  const path = useEnginePath(slug);
  const [base, setBase] = useState(saved);
  const [text, setText] = useState(() => written(saved.config));
  const [theirs, setTheirs] = useState<Draft>();
  const [checked, setChecked] = useState<Schemas["ConfigValidation"]>();
  const isEdited = text !== written(base.config);
  const leave = useBlocker({
    shouldBlockFn: ({ current, next }) => isEdited && current.pathname !== next.pathname,
    enableBeforeUnload: () => isEdited,
    withResolver: true,
  });
  const keep = (next: Draft): void => {
    setBase(next);
    setTheirs(undefined);
    queries.setQueryData(["draft", path], next);
    void queries.invalidateQueries({ queryKey: ["engines"] });
  };
  const save = useAct(async () => {
    setChecked(undefined);
    try {
      const next = await saveDraft(path, parseObject(text), base.revision);
      keep(next);
      setText(written(next.config));
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== "revision_conflict") throw error;
      setTheirs(await readDraft(path));
    }
  });
  const check = useAct(async () => {
    save.clear();
    setChecked(undefined);
    setChecked(
      await answer(
        client.POST("/console/v1/o/{organization_id}/e/{environment}/engines/{engine_slug}/config/validate", {
          params: { path },
          body: { config: parseObject(text) },
        }),
      ),
    );
  });
  const issues = checked && !checked.valid ? checked.issues : issuesIn(save.error);
  const error = save.error ?? check.error;
  return (
    <Stack>
      <Modal opened={leave.status === "blocked"} onClose={() => leave.reset?.()} title="Your changes are not saved">
        <Group justify="flex-end">
          <Button variant="default" onClick={() => leave.proceed?.()}>
            Leave without them
          </Button>
          <Button onClick={() => leave.reset?.()} data-autofocus>
            Stay
          </Button>
        </Group>
      </Modal>
      {theirs === undefined ? null : (
        <Conflict
          before={base}
          theirs={theirs}
          text={text}
          onKeepMine={() => keep(theirs)}
          onTakeTheirs={() => {
            keep(theirs);
            setText(written(theirs.config));
          }}
        />
      )}
      <Text size="sm" component="div">
        Saved <Time at={base.savedAt} /> by <Author id={base.savedBy} />
        {isEdited ? "; your changes are not saved yet" : ""}
      </Text>
      <JsonEditor
        label="Configuration, as JSON"
        text={text}
        onChange={setText}
        isReadOnly={isReadOnly}
        issues={issues}
      />
      {isReadOnly ? null : (
        <Group>
          <Button onClick={() => void save.run()} loading={save.isBusy} disabled={!isEdited || theirs !== undefined}>
            Save
          </Button>
          <Button variant="default" onClick={() => void check.run()} loading={check.isBusy}>
            Check
          </Button>
          {isEdited ? (
            <Button variant="subtle" onClick={() => setText(written(base.config))}>
              Undo my changes
            </Button>
          ) : null}
        </Group>
      )}
      {error === undefined ? null : <Refusal error={error} />}
      {checked?.valid ? <Judgement validation={checked} /> : null}
    </Stack>
  );
}
