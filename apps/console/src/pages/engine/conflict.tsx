import { Alert, Button, Group, Stack, Text } from "@mantine/core";
import type { ReactElement } from "react";
import { Author } from "../../parts/author.tsx";
import { Copy } from "../../parts/copy.tsx";
import { jsonDiff } from "../../parts/json-diff.ts";
import { parseObject } from "../../parts/json-text.ts";
import { Time } from "../../parts/time.tsx";
import { Differences } from "./differences.tsx";
import type { Draft } from "./draft.ts";

/** A save that lost a race: what was there before, what somebody else saved, and what is in the editor. */
export function Conflict({
  before,
  theirs,
  text,
  onKeepMine,
  onTakeTheirs,
}: {
  readonly before: Draft;
  readonly theirs: Draft;
  readonly text: string;
  readonly onKeepMine: () => void;
  readonly onTakeTheirs: () => void;
}): ReactElement {
  const mine = parsedOr(text);
  const byMe = jsonDiff(before.config, mine);
  const byThem = jsonDiff(before.config, theirs.config);
  const pointers = [...new Set([...byThem, ...byMe].map(({ pointer }) => pointer))].toSorted();
  return (
    <Alert color="yellow" variant="light" role="alert" title="Somebody else saved while you edited">
      <Stack gap="sm">
        <Text size="sm" component="div">
          Saved by <Author id={theirs.savedBy} />, <Time at={theirs.savedAt} />. Nothing of yours was written, and
          nothing is lost: your text is still in the editor.
        </Text>
        <Differences
          caption="What differs"
          titles={["Before", "Theirs", "Yours"]}
          rows={pointers.map((pointer) => ({
            pointer,
            values: [before.config, theirs.config, mine].map((value) => valueAt(value, pointer)),
            mark:
              byMe.some((each) => each.pointer === pointer) && byThem.some((each) => each.pointer === pointer)
                ? "both changed"
                : byMe.some((each) => each.pointer === pointer)
                  ? "changed by you"
                  : "changed by them",
          }))}
        />
        <Group>
          <Button onClick={onKeepMine}>Go on with mine</Button>
          <Button variant="default" onClick={onTakeTheirs}>
            Take theirs
          </Button>
          <Group gap={4}>
            <Text size="sm">Your text</Text>
            <Copy value={text} what="your text" />
          </Group>
        </Group>
        <Text size="xs" c="dimmed">
          “Go on with mine” keeps your text in the editor; the next save replaces theirs. Add what you want of theirs
          first.
        </Text>
      </Stack>
    </Alert>
  );
}

function parsedOr(text: string): unknown {
  try {
    return parseObject(text);
  } catch {
    return {};
  }
}

/** The value at a pointer of `jsonDiff`, which names entries by their key. */
function valueAt(value: unknown, pointer: string): unknown {
  return pointer
    .split("/")
    .slice(1)
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"))
    .reduce<unknown>((current, part) => {
      if (Array.isArray(current)) {
        const entries: readonly unknown[] = current;
        return entries.find((each) => member(each, "key") === part) ?? entries[Number(part)];
      }
      return member(current, part);
    }, value);
}

function member(value: unknown, name: string): unknown {
  if (typeof value !== "object" || value === null) return undefined;
  return Object.entries(value).find(([each]) => each === name)?.[1];
}
