import { Tooltip } from "@mantine/core";
import { useEffect, useState, type ReactElement } from "react";
import { ago, moment } from "./format.ts";
import { usePrinting } from "./virtual.ts";

const listeners = new Set<() => void>();
setInterval(() => {
  if (!document.hidden) for (const listener of listeners) listener();
}, 10_000);

/** The time of the browser, every ten seconds while the page is seen. */
function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const listener = (): void => setNow(Date.now());
    listeners.add(listener);
    return () => void listeners.delete(listener);
  }, []);
  return now;
}

/** Relative below a day; exact on focus and on paper. */
export function Time({ at, exact = false }: { readonly at: string | null; readonly exact?: boolean }): ReactElement {
  useNow();
  const isPrinting = usePrinting();
  if (at === null) return <span>never</span>;
  return (
    <Tooltip label={moment(at, "full")}>
      <time dateTime={at} className="tabular">
        {exact || isPrinting ? moment(at) : ago(at, Date.now())}
      </time>
    </Tooltip>
  );
}
