import { Spotlight } from "@mantine/spotlight";
import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState, type ReactElement } from "react";
import { answer, client, type BodyOf } from "../api.ts";
import { inWords, visible } from "./format.ts";
import { Icon, type IconName } from "./icons.tsx";
import { useMe, usePlace } from "./me.ts";
import { useAddress } from "./place.ts";
import { openTo } from "./targets.ts";

type Found = BodyOf<"/console/v1/find">["found"][number];

/** Finds pages, and any pasted id or word, from anywhere. */
export function Palette(): ReactElement {
  const [query, setQuery] = useState("");
  const [text] = useDebouncedValue(query.trim(), 150);
  const { organization, environment = "live" } = useAddress();
  const place = usePlace(organization ?? "").data;
  const isOfInstallation = (useMe().data?.person.role ?? null) !== null;
  const navigate = useNavigate();
  const found = useQuery({
    queryKey: ["find", organization, text],
    enabled: text.length >= 2 && (organization !== undefined || isOfInstallation),
    queryFn: ({ signal }) =>
      organization === undefined
        ? answer(client.GET("/console/v1/find", { signal, params: { query: { text } } }))
        : answer(
            client.GET("/console/v1/o/{organization_id}/find", {
              signal,
              params: { path: { organization_id: organization }, query: { text } },
            }),
          ),
  });
  const pages =
    organization === undefined
      ? []
      : openTo(place?.permissions ?? [])
          .filter(({ label }) => label.toLowerCase().includes(query.trim().toLowerCase()))
          .map(({ label, path, icon }) => ({
            id: path,
            label,
            description: "Page",
            icon,
            to: `/o/${organization}/e/${environment}${path}`,
          }));
  const objects = (text.length < 2 ? [] : (found.data?.found ?? [])).map((each) => ({
    id: `${each.kind} ${each.id}`,
    label: visible(each.title),
    description: `${inWords(each.kind)} · ${each.id}`,
    icon: icons[each.kind] ?? "open",
    to: addressOf(each, environment),
  }));
  const go = (to: string): void => {
    setQuery("");
    void navigate({ to });
  };
  return (
    <Spotlight.Root
      query={query}
      onQueryChange={setQuery}
      shortcut={["mod + K"]}
      tagsToIgnore={[]}
      scrollable
      maxHeight={420}
    >
      <Spotlight.Search
        placeholder="Page, id, engine, endpoint, key …"
        aria-label="Find anything"
        leftSection={<Icon name="search" />}
      />
      <Spotlight.ActionsList>
        {[...objects, ...pages].map(({ id, label, description, icon, to }) => (
          <Spotlight.Action
            key={id}
            label={label}
            description={description}
            leftSection={<Icon name={icon} />}
            onClick={() => go(to)}
          />
        ))}
        {objects.length + pages.length === 0 ? (
          <Spotlight.Empty>
            {found.isFetching ? "Looking …" : "Nothing here has this id or name. Ids are looked up whole."}
          </Spotlight.Empty>
        ) : null}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  );
}

const icons: Readonly<Record<string, IconName>> = {
  run: "runs",
  engine: "engine",
  endpoint: "endpoint",
  delivery: "endpoint",
  organization_key: "key",
  scoped_key: "key",
  environment: "settings",
  member: "people",
  organization: "home",
};

/** The page of an object. */
function addressOf({ kind, id, organization_id: organization, environment, of_id: of }: Found, here: string): string {
  const base = `/o/${organization}/e/${environment ?? here}`;
  switch (kind) {
    case "run":
      return `${base}/runs/${id}`;
    case "event":
      return of === null ? base : `${base}/runs/${of}?tab=timeline`;
    case "engine":
      return `${base}/engines?engine=${id}`;
    case "endpoint":
      return `${base}/endpoints/${id}`;
    case "delivery":
      return of === null ? base : `${base}/endpoints/${of}?delivery=${id}`;
    case "organization_key":
    case "scoped_key":
      return `${base}/keys?key=${id}`;
    case "member":
    case "environment":
      return `${base}/settings`;
    default:
      return base;
  }
}
