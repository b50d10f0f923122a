import { useQuery } from "@tanstack/react-query";
import type { ReactElement } from "react";
import { answer, client } from "../../api.ts";
import { visible } from "../../parts/format.ts";
import { List } from "../../parts/list.tsx";
import { Page } from "../../parts/page.tsx";
import { Shown } from "../../parts/states.tsx";
import { Time } from "../../parts/time.tsx";

/** Your own sign-in: password, second factor, sessions, and how the console looks for you. */
export function Account(): ReactElement {
  const read = useQuery({
    queryKey: ["sessions"],
    queryFn: ({ signal }) => answer(client.GET("/console/v1/me/sessions", { signal })),
  });
  return (
    <Page title="Your account">
      <Shown read={read}>
        {({ sessions }) => (
          <List
            caption="Your sessions"
            rows={sessions}
            idOf={(row) => row.session_id}
            name={{
              title: "Session",
              cell: (row) => (row.is_this ? "This browser" : visible(row.user_agent ?? "Unknown browser")),
            }}
            columns={[
              { title: "Address", cell: (row) => row.address ?? "unknown", isOnCard: true },
              { title: "Last used", cell: (row) => <Time at={row.seen_at} />, isOnCard: true },
            ]}
          />
        )}
      </Shown>
    </Page>
  );
}
