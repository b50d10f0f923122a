import { Group, Select } from "@mantine/core";
import type { ReactElement } from "react";
import { CsvLink } from "../../parts/csv-link.tsx";
import { TextFilter } from "../../parts/filter.tsx";
import { changesQuery, History, kindsOfResources } from "../../parts/history.tsx";
import { inWords } from "../../parts/format.ts";
import { Page } from "../../parts/page.tsx";
import { useHere, useSearchState } from "../../parts/place.ts";

/** Who changed what, before and after. */
export function Audit(): ReactElement {
  const { name, organization } = useHere();
  const [state, change] = useSearchState();
  return (
    <Page
      title="Audit"
      where={name}
      actions={
        <CsvLink
          of="these changes"
          address={`/console/v1/o/${organization}/audit/csv`}
          query={changesQuery({ kind: state["kind"], id: state["id"], action: state["action"] })}
        />
      }
    >
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
        <TextFilter name="action" label="Act, as in the file" />
      </Group>
      <History kind={state["kind"]} id={state["id"]} action={state["action"]} />
    </Page>
  );
}
