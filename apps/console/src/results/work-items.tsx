import type { ReactElement } from "react";
import type { Run } from "../pages/run/use-run.ts";
import { Basis } from "./evidence.tsx";
import { SeverityBadge } from "./findings.tsx";
import { TableSection } from "./section.tsx";
import { date, list, say } from "./values.ts";
import { inWords } from "../parts/format.ts";

type WorkItem = Run["work_items"][number];

/** What people are to do because of this result. */
export function WorkItems({ items }: { readonly items: readonly WorkItem[] }): ReactElement | null {
  return (
    <TableSection<WorkItem>
      title="Work to do"
      rows={items}
      idOf={(item) => textOf(item, "work_item_id")}
      name={{ title: "What", text: (item) => say(textOf(item, "title")) }}
      columns={[
        { title: "Kind", text: (item) => inWords(textOf(item, "kind")), isOnCard: true },
        {
          title: "Severity",
          text: (item) => inWords(textOf(item, "severity")),
          cell: (item) => <SeverityBadge of={textOf(item, "severity")} />,
          isOnCard: true,
        },
        {
          title: "Due",
          text: (item) => (textOf(item, "due_on") === "" ? "" : date(textOf(item, "due_on"))),
          isOnCard: true,
        },
        { title: "Detail", text: (item) => say(textOf(item, "detail")) },
        {
          title: "Basis",
          text: () => "",
          cell: (item) => <Basis of={textOf(item, "title")} ids={idsOf(item)} />,
          isOnCard: true,
        },
      ]}
    />
  );
}

function textOf(item: WorkItem, name: string): string {
  const value = item[name];
  return typeof value === "string" ? value : "";
}

function idsOf(item: WorkItem): readonly string[] {
  const ids = item["evidence_ids"];
  return Array.isArray(ids) ? list<unknown>(ids).filter((id) => typeof id === "string") : [];
}
