import { Text } from "@mantine/core";
import type { ReactElement } from "react";
import { Words } from "../parts/words.tsx";
import { Basis } from "./evidence.tsx";
import type { Common } from "./types.ts";

/**
 * The result in sentences. Marks such as `[e1, e2]` go: the evidence opens by the button behind the text; and so does a
 * first sentence that repeats the headline.
 */
export function Narrative({
  narrative,
  headline,
}: {
  readonly narrative: Common["narrative"] | undefined;
  readonly headline: string | undefined;
}): ReactElement | null {
  if (typeof narrative?.text !== "string" || narrative.text === "") return null;
  const whole = narrative.text.replaceAll(/\s*\[e\d+(?:,\s*e\d+)*\]/g, "");
  const text = headline !== undefined && whole.startsWith(`${headline}. `) ? whole.slice(headline.length + 2) : whole;
  return (
    <Text component="div" c="dimmed" maw={960}>
      <Words text={text} most={280} /> <Basis of={text} ids={narrative.citations} />
      {narrative.source === "model" ? (
        <Text span size="xs">
          {" "}
          Written by a model from the facts of this result.
        </Text>
      ) : null}
    </Text>
  );
}
