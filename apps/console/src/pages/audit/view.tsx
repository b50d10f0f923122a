import { Button, Group, Select, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ReactElement } from "react";
import { answer, client } from "../../api.ts";
import { CsvLink } from "../../parts/csv-link.tsx";
import { TextFilter } from "../../parts/filter.tsx";
import { changesQuery, History, kindsOfResources } from "../../parts/history.tsx";
import { inWords, number } from "../../parts/format.ts";
import { Page } from "../../parts/page.tsx";
import { useHere, useSearchState } from "../../parts/place.ts";

/** Who changed what, before and after. */
export function Audit(): ReactElement {
  const { name, organization, can } = useHere();
  const [state, change] = useSearchState();
  return (
    <Page
      title="Audit"
      where={name}
      actions={
        <>
          {can("audit:read") ? <Verify /> : null}
          <CsvLink
            of="these changes"
            address={`/console/v1/o/${organization}/audit/csv`}
            query={changesQuery({ kind: state["kind"], id: state["id"], action: state["action"] })}
          />
        </>
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
        <TextFilter name="action" label="Act, as in the file: keys.revoke" />
      </Group>
      <History kind={state["kind"]} id={state["id"]} action={state["action"]} />
    </Page>
  );
}

/** Walks the seals of the log on demand: the whole log is read for it. */
function Verify(): ReactElement {
  const { organization } = useHere();
  const read = useQuery({
    queryKey: ["audit-verified", organization],
    queryFn: ({ signal }) =>
      answer(
        client.GET("/console/v1/o/{organization_id}/audit/verified", {
          signal,
          params: { path: { organization_id: organization } },
        }),
      ),
    enabled: false,
  });
  return (
    <>
      <Text size="sm" role="status" {...(read.data?.verified === false && { c: "red", fw: 600 })}>
        {read.data === undefined ? "" : (read.data.misfit ?? `${number(read.data.changes)} changes are as recorded.`)}
      </Text>
      <Button variant="default" loading={read.isFetching} onClick={() => void read.refetch()}>
        Verify
      </Button>
    </>
  );
}
