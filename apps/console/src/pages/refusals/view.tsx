import { Anchor, Group, Text } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactElement } from "react";
import { answer, client } from "../../api.ts";
import { CsvLink } from "../../parts/csv-link.tsx";
import { Id } from "../../parts/copy.tsx";
import { TextFilter } from "../../parts/filter.tsx";
import { inWords, visible } from "../../parts/format.ts";
import { List } from "../../parts/list.tsx";
import { Page } from "../../parts/page.tsx";
import { More } from "../../parts/more.tsx";
import { useHere, useSearchState } from "../../parts/place.ts";
import { Empty, Shown } from "../../parts/states.tsx";
import { Time } from "../../parts/time.tsx";

const names = ["key_id", "code", "request_id"] as const;
const labels = { key_id: "Key id", code: "Code", request_id: "Request id" } as const;

/** Calls that were refused within seven days: why a vendor's call does not work. */
export function Refusals(): ReactElement {
  const { path, base, name, environment } = useHere();
  const [state] = useSearchState();
  const query = Object.fromEntries(names.flatMap((each) => (state[each] === undefined ? [] : [[each, state[each]]])));
  const read = useInfiniteQuery({
    queryKey: ["refusals", path, query],
    initialPageParam: "",
    queryFn: ({ signal, pageParam }) =>
      answer(
        client.GET("/console/v1/o/{organization_id}/e/{environment}/refusals", {
          signal,
          params: { path, query: { ...query, ...(pageParam !== "" && { cursor: pageParam }) } },
        }),
      ),
    getNextPageParam: (page) => page.next,
    refetchInterval: 10_000,
  });
  return (
    <Page
      title="Refusals"
      where={name === undefined ? environment : `${name}, ${environment}`}
      actions={<CsvLink of="these refusals" address={`/console/v1${base}/refusals/csv`} query={query} />}
    >
      <Text size="sm" c="dimmed">
        Refused calls of the last seven days, at most 15 seconds after the call. Bodies are not kept.
      </Text>
      <Group align="flex-end" role="search" aria-label="Filters" className="no-print">
        {names.map((each) => (
          <TextFilter key={each} name={each} label={labels[each]} />
        ))}
      </Group>
      <Shown read={read}>
        {({ pages }) => {
          const rows = pages.flatMap((page) => page.rows);
          if (rows.length === 0) return <Empty why="No call was refused." />;
          return (
            <>
              <List
                caption="Refused calls"
                rows={rows}
                idOf={(row) => String(row.id)}
                name={{ title: "Why", cell: (row) => inWords(row.code) }}
                columns={[
                  { title: "Status", isNumber: true, cell: (row) => String(row.status), isOnCard: true },
                  { title: "Call", cell: (row) => `${row.method} ${row.path}`, isOnCard: true },
                  { title: "Field", cell: (row) => visible(row.field ?? "") },
                  {
                    title: "Key",
                    cell: (row) => (
                      <Anchor component={Link} to={`${base}/keys?key=${encodeURIComponent(row.key_id)}`} size="sm">
                        {row.key_id.slice(0, 12)}
                      </Anchor>
                    ),
                  },
                  { title: "Request", cell: (row) => <Id id={row.request_id} what="request id" /> },
                  { title: "When", cell: (row) => <Time at={row.refused_at} />, isOnCard: true },
                ]}
              />
              <More list={read} />
            </>
          );
        }}
      </Shown>
    </Page>
  );
}
