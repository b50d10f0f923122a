import { Button, Group, MultiSelect, Select, Text } from "@mantine/core";
import { type InfiniteData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useState, type ReactElement } from "react";
import { answer, type BodyOf, client } from "../../api.ts";
import { CsvLink } from "../../parts/csv-link.tsx";
import { useEngines } from "../../parts/engines.ts";
import { TextFilter } from "../../parts/filter.tsx";
import { duration, inWords, moment, number, visible } from "../../parts/format.ts";
import { List } from "../../parts/list.tsx";
import { Page } from "../../parts/page.tsx";
import { More } from "../../parts/more.tsx";
import { useHere, useSearchState } from "../../parts/place.ts";
import { Empty, Shown } from "../../parts/states.tsx";
import { Status } from "../../parts/status.tsx";
import { Time } from "../../parts/time.tsx";
import { queries } from "../../queries.ts";
import { unfinished } from "../run/use-run.ts";
import { filtersOf, isWindow, queryOf, statuses, windows } from "./filters.ts";

type Found = BodyOf<"/console/v1/o/{organization_id}/e/{environment}/run-list">;
type Row = Found["rows"][number];

/** Runs of an environment, newest first, by filters that stand in the address. */
export function Runs(): ReactElement {
  const { path, base, name, environment } = useHere();
  const [state] = useSearchState();
  const [now, setNow] = useState(() => Date.now());
  const query = queryOf(state, now);
  const list = useInfiniteQuery({
    queryKey: ["runs", path, query, now],
    initialPageParam: "",
    queryFn: ({ signal, pageParam, queryKey }) => {
      // Reading again adds nothing above the newest run that is shown, so that no row moves.
      const newest = queries.getQueryData<InfiniteData<Found>>(queryKey)?.pages[0]?.rows[0];
      const upTo = newest && { before: query.before ?? after(newest.created_at) };
      return answer(
        client.GET("/console/v1/o/{organization_id}/e/{environment}/run-list", {
          signal,
          params: { path, query: { ...query, ...upTo, ...(pageParam !== "" && { cursor: pageParam }) } },
        }),
      );
    },
    getNextPageParam: (page) => page.next,
    refetchInterval: (current) => {
      const rows = current.state.data?.pages.flatMap((page) => page.rows) ?? [];
      return rows.length === 0 || rows.some(({ status }) => unfinished.includes(status)) ? 3_000 : false;
    },
  });
  const first = list.data?.pages[0]?.rows[0];
  const arrived = useQuery({
    queryKey: ["runs-arrived", path, query, first?.id],
    enabled: first !== undefined && query.before === undefined,
    refetchInterval: 5_000,
    queryFn: ({ signal }) =>
      answer(
        client.GET("/console/v1/o/{organization_id}/e/{environment}/run-list/count", {
          signal,
          params: { path, query: { ...query, from: after(first?.created_at ?? "") } },
        }),
      ),
  });
  const count = useQuery({
    queryKey: ["runs-count", path, query, now],
    queryFn: ({ signal }) =>
      answer(
        client.GET("/console/v1/o/{organization_id}/e/{environment}/run-list/count", {
          signal,
          params: { path, query },
        }),
      ),
  });
  const search = new URLSearchParams(filtersOf(state)).toString();
  return (
    <Page
      title="Runs"
      where={name === undefined ? environment : `${name}, ${environment}`}
      actions={<CsvLink of="these runs" address={`/console/v1${base}/run-list/csv`} query={query} />}
    >
      <Filters />
      <Shown read={list}>
        {({ pages }) => {
          const rows = pages.flatMap((page) => page.rows);
          const last = pages.at(-1);
          return (
            <>
              <Group gap="sm" mih={28}>
                <Text size="sm" c="dimmed" role="status">
                  {countOf(count.data?.runs, rows.length)}
                </Text>
                {arrived.data?.runs ? (
                  <Button className="no-print" size="compact-sm" variant="light" onClick={() => setNow(Date.now())}>
                    {arrived.data.runs > 1_000 ? "1,000+" : number(arrived.data.runs)} new
                  </Button>
                ) : null}
              </Group>
              {rows.length === 0 ? (
                <Empty
                  why={
                    !last?.searched_back_to
                      ? "No run passes these filters."
                      : `Nothing found so far, searched back to ${moment(last.searched_back_to)}.`
                  }
                />
              ) : (
                <RunTable rows={rows} linkOf={(row) => `${base}/runs/${row.id}${search === "" ? "" : `?${search}`}`} />
              )}
              {last && last.searched_back_to !== null && rows.length > 0 ? (
                <Text size="sm" c="dimmed">
                  Searched back to {moment(last.searched_back_to)}, {number(rows.length)} found.
                </Text>
              ) : null}
              <More list={list} label={!last?.searched_back_to ? "Show more" : "Continue the search"} />
            </>
          );
        }}
      </Shown>
    </Page>
  );
}

/** The millisecond after a moment: lists begin and end between two. */
function after(moment: string): string {
  return new Date(Date.parse(moment) + 1).toISOString();
}

function countOf(runs: number | null | undefined, shown: number): string {
  if (runs === undefined) return `${number(shown)} shown`;
  if (runs === null) return `${number(shown)} shown; counting them all takes too long`;
  return runs > 1_000 ? "1,000+ runs" : `${number(runs)} ${runs === 1 ? "run" : "runs"}`;
}

export function RunTable({
  rows,
  linkOf,
}: {
  readonly rows: readonly Row[];
  readonly linkOf: (row: Row) => string;
}): ReactElement {
  return (
    <List
      caption="Runs"
      rows={rows}
      idOf={(row) => row.id}
      linkOf={linkOf}
      name={{
        title: "Run",
        cell: (row) => visible(row.subject_key ?? `${row.engine_name ?? row.engine_slug} ${row.id.slice(0, 8)}`),
      }}
      columns={[
        {
          title: "Status",
          isOnCard: true,
          cell: (row) => (
            <Group gap={6}>
              <Status of={row.status} />
              {row.is_corrected ? <Status of="review" label="Corrected" /> : null}
            </Group>
          ),
        },
        { title: "Engine", cell: (row) => visible(row.engine_name ?? row.engine_slug), isOnCard: true },
        { title: "Release", cell: (row) => row.version ?? "draft" },
        {
          title: "Cause",
          cell: (row) => (row.code === null ? "" : `${inWords(row.code)}${row.stage === null ? "" : `, ${row.stage}`}`),
        },
        {
          title: "Submitted by",
          cell: (row) => visible(row.acting_principal ?? inWords(row.key_id.split(":")[0] ?? "")),
        },
        { title: "Submitted", cell: (row) => <Time at={row.created_at} />, isOnCard: true },
        {
          title: "Duration",
          isNumber: true,
          cell: (row) => (row.duration_ms === null ? "" : duration(row.duration_ms)),
        },
      ]}
    />
  );
}

function Filters(): ReactElement {
  const [state, change] = useSearchState();
  const engines = useEngines().data ?? [];
  const chosen = (state["status"] ?? "").split(",").filter(Boolean);
  const [isOpen, open] = useState(false);
  const set = Object.keys(filtersOf(state)).length;
  return (
    <>
      <Button
        className="no-print"
        variant="default"
        hiddenFrom="xs"
        aria-expanded={isOpen}
        onClick={() => open(!isOpen)}
      >
        Filters{set === 0 ? "" : ` (${set})`}
      </Button>
      <Group
        align="flex-end"
        gap="sm"
        className={`no-print ${isOpen ? "" : "wide-only"}`}
        role="search"
        aria-label="Filters"
      >
        <MultiSelect
          label="Status"
          data={statuses.map((value) => ({ value, label: inWords(value) }))}
          value={chosen}
          onChange={(value) => change({ status: value.join(",") })}
          placeholder={chosen.length === 0 ? "Any" : ""}
          w={{ base: "100%", xs: 240 }}
          clearable
          clearButtonProps={{ "aria-label": "Clear the status" }}
        />
        {engines.length === 0 ? null : (
          <Select
            label="Engine"
            data={engines.map(({ id, label }) => ({ value: id, label }))}
            value={state["engine_id"] ?? null}
            onChange={(value) => change({ engine_id: value ?? undefined })}
            placeholder="Any"
            w={{ base: "100%", xs: 200 }}
            clearable
            clearButtonProps={{ "aria-label": "Clear the engine" }}
          />
        )}
        <Select
          label="Submitted"
          data={Object.entries(windows).map(([value, [label]]) => ({ value, label }))}
          value={isWindow(state["last"]) ? state["last"] : null}
          onChange={(value) => change({ last: value ?? undefined })}
          placeholder="At any time"
          w={{ base: "100%", xs: 170 }}
          clearable
          clearButtonProps={{ "aria-label": "Clear the time" }}
        />
        <TextFilter name="subject" label="Subject" />
        <TextFilter name="submitted_by" label="Submitted by" />
        <TextFilter name="code" label="Code of failure" />
        {Object.keys(filtersOf(state)).length > 0 ? (
          <Button
            variant="subtle"
            onClick={() => change(Object.fromEntries(Object.keys(filtersOf(state)).map((name) => [name, undefined])))}
          >
            Clear all
          </Button>
        ) : null}
      </Group>
    </>
  );
}
