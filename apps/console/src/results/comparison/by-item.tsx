import type { ReactElement } from "react";
import { Basis } from "../evidence.tsx";
import { TableSection, type TableColumn } from "../section.tsx";
import { amount, brief, code, list, plain, say } from "../values.ts";
import type { Comparison, Item } from "./comparison.ts";

/** Whether each offer meets what was required; a row for each requirement. */
export function Requirements({ output }: { readonly output: Comparison }): ReactElement {
  const items = list(output.items);
  const of = ({ requirement_results: results }: Item, key: string) => list(results).find((each) => each.key === key);
  const keys = [...new Set(items.flatMap((item) => list(item.requirement_results).map(({ key }) => key)))];
  return (
    <TableSection<string>
      title="Requirements"
      rows={keys}
      idOf={(key) => key}
      name={{ title: "Requirement", text: (key) => plain(key) }}
      columns={[
        { title: "Mandatory", text: (key) => (items.some((item) => of(item, key)?.mandatory) ? "Yes" : "No") },
        ...items.map((item): TableColumn<string> => {
          const text = (key: string): string => {
            const result = of(item, key);
            return result === undefined ? "" : `${code(result.result)} (${plain(result.actual)})`;
          };
          return {
            title: brief(item.label),
            text,
            cell: (key) => (
              <>
                {text(key)} <Basis of={`${say(item.label)}: ${plain(key)}`} ids={of(item, key)?.evidence_ids} />
              </>
            ),
            isOnCard: true,
          };
        }),
      ]}
    />
  );
}

/** What each offer leaves to the client in losses that were thought through. */
export function Scenarios({ output }: { readonly output: Comparison }): ReactElement {
  const items = list(output.items);
  const of = ({ scenario_results: results }: Item, key: string) => list(results).find((each) => each.key === key);
  const labels = new Map(
    items.flatMap((item) => list(item.scenario_results).map(({ key, label }): [string, string] => [key, say(label)])),
  );
  return (
    <TableSection<string>
      title="Scenarios"
      note="What the client would keep of each loss, and how much of it is expected in a year."
      rows={[...labels.keys()]}
      idOf={(key) => key}
      name={{ title: "Loss", text: (key) => labels.get(key) ?? "" }}
      columns={items.map((item): TableColumn<string> => ({
        title: brief(item.label),
        text: (key) => {
          const result = of(item, key);
          if (result === undefined) return "";
          const kept = `keeps ${amount(result.retained, output.currency)}, expected ${amount(result.expected, output.currency)}`;
          return `${code(result.covered)}; ${kept}`;
        },
        isOnCard: true,
      }))}
    />
  );
}
