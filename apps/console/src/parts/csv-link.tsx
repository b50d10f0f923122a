import { Button } from "@mantine/core";
import type { ReactElement } from "react";
import { Icon } from "./icons.tsx";

/** Everything that the filters of a list select, as a file that the server writes (CON-94). */
export function CsvLink({
  of,
  address,
  query,
}: {
  /** What the list holds. */
  readonly of: string;
  readonly address: string;
  readonly query: Readonly<Record<string, unknown>>;
}): ReactElement {
  const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
  return (
    <Button
      component="a"
      href={`${address}?${search.toString()}`}
      download
      variant="default"
      className="no-print"
      leftSection={<Icon name="download" size={14} />}
      aria-label={`CSV of ${of}`}
    >
      CSV
    </Button>
  );
}
