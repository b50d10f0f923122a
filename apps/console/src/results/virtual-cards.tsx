import { Fragment, type ReactElement, type ReactNode } from "react";
import { Drawn } from "../parts/drawn.tsx";
import { Gap } from "../parts/list.tsx";
import { usePart } from "../parts/virtual.ts";

/** Cards below each other; of many only those in sight are drawn, and print has all. */
export function VirtualCards<Row>({
  label,
  rows,
  idOf,
  height,
  card,
}: {
  readonly label: string;
  readonly rows: readonly Row[];
  readonly idOf: (row: Row) => string;
  /** Of a card, roughly. */
  readonly height: number;
  readonly card: (row: Row) => ReactNode;
}): ReactElement {
  const { ref, indexes, above, below, measure } = usePart<HTMLDivElement>(rows.length, height);
  return (
    <div ref={ref} role="list" aria-label={label}>
      <Gap height={above} />
      {indexes.map((at) => {
        const row = rows[at];
        if (row === undefined) return <Fragment key={at} />;
        return (
          <div key={`${idOf(row)} ${at}`} role="listitem" ref={measure} data-index={at} style={{ paddingBottom: 10 }}>
            <Drawn basis={[row, card]} draw={() => card(row)} />
          </div>
        );
      })}
      <Gap height={below} />
    </div>
  );
}
