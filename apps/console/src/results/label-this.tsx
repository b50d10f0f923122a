import { Button } from "@mantine/core";
import { createContext, type ReactElement, useContext } from "react";
import { Icon } from "../parts/icons.tsx";
import { brief } from "./values.ts";

/** A part of an output: what the page calls it, and its JSON Pointer. */
export interface PartOfOutput {
  readonly of: string;
  readonly path: string;
}

/** Opens the form that labels a part; undefined where the reader may label nothing, or the page shows no stored output. */
export const Labelling = createContext<((part: PartOfOutput) => void) | undefined>(undefined);

/** Labels one part of a result: what it names reaches the label as a JSON Pointer (OUT-10). */
export function LabelThis({ of, path }: PartOfOutput): ReactElement | null {
  const open = useContext(Labelling);
  if (open === undefined) return null;
  return (
    <Button
      size="compact-xs"
      mih={24}
      variant="subtle"
      color="gray"
      className="no-print"
      aria-label={`Label: ${brief(of)}`}
      leftSection={<Icon name="label" size={12} />}
      onClick={() => open({ of, path })}
    >
      Label
    </Button>
  );
}
