import type { ReactElement } from "react";
import { Id } from "./copy.tsx";
import { visible } from "./format.ts";
import { useMe } from "./me.ts";

/** Who made a change, as the service stores it: `person:<id>`, or the id of a key. */
export function Author({ id }: { readonly id: string }): ReactElement {
  const me = useMe().data?.person.id;
  const person = id.startsWith("person:") ? id.slice("person:".length) : undefined;
  if (person !== undefined && person === me) return <>you</>;
  if (person === undefined && !/^[0-9a-f]{8}-/.test(id)) return <>{visible(id)}</>;
  return (
    <>
      {person === undefined ? "the key" : "the person"} <Id id={person ?? id} />
    </>
  );
}
