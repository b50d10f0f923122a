import { Group, Select, TextInput } from "@mantine/core";
import type { ReactElement } from "react";
import { History, kindsOfResources } from "../../parts/history.tsx";
import { inWords } from "../../parts/format.ts";
import { Page } from "../../parts/page.tsx";
import { useHere, useSearchState } from "../../parts/place.ts";

/** Who changed what, before and after. */
export function Audit(): ReactElement {
  const { name } = useHere();
  const [state, change] = useSearchState();
  return (
    <Page title="Audit" where={name}>
      <Group align="flex-end" role="search" aria-label="Filters" className="no-print">
        <Select
          label="What"
          data={kindsOfResources.map((value) => ({ value, label: inWords(value) }))}
          value={state["kind"] ?? null}
          onChange={(value) => change({ kind: value ?? undefined, id: undefined })}
          placeholder="Anything"
          clearable
          clearButtonProps={{ "aria-label": "Clear what" }}
          w={{ base: "100%", xs: 220 }}
        />
        <TextInput
          label="Act"
          description="As in the log, such as keys.create."
          defaultValue={state["action"] ?? ""}
          onBlur={(event) => change({ action: event.currentTarget.value.trim() || undefined })}
          onKeyDown={(event) =>
            event.key === "Enter" && change({ action: event.currentTarget.value.trim() || undefined })
          }
          w={{ base: "100%", xs: 260 }}
        />
      </Group>
      <History kind={state["kind"]} id={state["id"]} action={state["action"]} />
    </Page>
  );
}
