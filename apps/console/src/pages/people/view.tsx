import { useQuery } from "@tanstack/react-query";
import type { ReactElement } from "react";
import { answer, client } from "../../api.ts";
import { inWords, visible } from "../../parts/format.ts";
import { List } from "../../parts/list.tsx";
import { Page } from "../../parts/page.tsx";
import { Shown } from "../../parts/states.tsx";
import { Status } from "../../parts/status.tsx";
import { Time } from "../../parts/time.tsx";

/** Everybody who may sign in here. */
export function People(): ReactElement {
  const read = useQuery({
    queryKey: ["people"],
    queryFn: ({ signal }) => answer(client.GET("/console/v1/people", { signal })),
  });
  return (
    <Page title="People">
      <Shown read={read}>
        {({ people }) => (
          <List
            caption="People"
            rows={people}
            idOf={(row) => row.person_id}
            name={{ title: "Name", cell: (row) => visible(row.name) }}
            columns={[
              { title: "Email", cell: (row) => visible(row.email), isOnCard: true },
              {
                title: "Role",
                cell: (row) => (row.role === null ? "Member of organizations" : inWords(row.role)),
                isOnCard: true,
              },
              {
                title: "State",
                cell: (row) => (
                  <Status
                    of={row.disabled_at === null ? (row.is_invited ? "pending" : "active") : "disabled"}
                    {...(row.is_invited && row.disabled_at === null && { label: "Invited" })}
                  />
                ),
                isOnCard: true,
              },
              { title: "Last sign-in", cell: (row) => <Time at={row.signed_in_at} /> },
            ]}
          />
        )}
      </Shown>
    </Page>
  );
}
