import { UnstyledButton } from "@mantine/core";
import { type ReactElement, useState } from "react";
import { number, visible } from "./format.ts";

const shownChars = 320;
/** What would hide less than this is not cut. */
const leastHidden = 80;

/** Words of a customer or an engine: what is long is cut, with the rest behind it; print has all of it. */
export function Words({ text, most = shownChars }: { readonly text: string; readonly most?: number }): ReactElement {
  const [isWhole, showWhole] = useState(false);
  const safe = visible(text);
  // only a word that no column is wide enough for breaks within itself
  const className = /\S{30}/.test(safe) ? "breaks" : "";
  if (isWhole || safe.length <= most + leastHidden) return <span className={className}>{safe}</span>;
  return (
    <>
      <span className={`screen-only ${className}`}>
        {safe.slice(0, most).replace(/[\s.,;:]+\S{0,29}$/, "")}…{" "}
        <UnstyledButton fz="inherit" td="underline" mih={24} onClick={() => showWhole(true)}>
          {safe.length > 2_000 ? `all ${number(safe.length)} characters` : "more"}
        </UnstyledButton>
      </span>
      <span className={`print-only ${className}`}>{safe}</span>
    </>
  );
}
