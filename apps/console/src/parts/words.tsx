import { UnstyledButton } from "@mantine/core";
import { type ReactElement, useState } from "react";
import { visible } from "./format.ts";

const shownChars = 320;

/** A text that a customer or an engine wrote: what is long is cut, with "all" behind it; print has all of it. */
export function Words({ text, most = shownChars }: { readonly text: string; readonly most?: number }): ReactElement {
  const [isWhole, showWhole] = useState(false);
  const safe = visible(text);
  if (isWhole || safe.length <= most * 1.25) return <>{safe}</>;
  return (
    <>
      <span className="screen-only">
        {safe.slice(0, most)}…{" "}
        <UnstyledButton fz="inherit" td="underline" mih={24} onClick={() => showWhole(true)}>
          all {safe.length.toLocaleString()} characters
        </UnstyledButton>
      </span>
      <span className="print-only">{safe}</span>
    </>
  );
}
