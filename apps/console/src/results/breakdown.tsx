import { Stack } from "@mantine/core";
import type { ReactElement } from "react";
import { Bar } from "../parts/gauge.tsx";
import { Words } from "../parts/words.tsx";
import { code, figure, list } from "./values.ts";

interface Part {
  readonly dimension: string;
  readonly weight: number;
  /** `null`: there was nothing to score, and the other dimensions share its weight. */
  readonly utility: number | null;
  readonly contribution: number | null;
  readonly because: string;
}

/** What a score consists of: points of each dimension out of those that it can give, together 100. */
export function Breakdown({ parts }: { readonly parts: readonly Part[] | undefined }): ReactElement {
  const weighted = list(parts).filter(({ weight }) => weight > 0);
  const scored = weighted.reduce((sum, { weight, utility }) => sum + (utility === null ? 0 : weight), 0);
  return (
    <Stack gap="xs">
      {weighted
        .map((part) => ({ ...part, most: (100 * part.weight) / (scored || 100) }))
        .map(({ dimension, utility, contribution, most, because }) => (
          <Bar
            key={dimension}
            label={code(dimension)}
            share={utility === null || contribution === null ? null : contribution / most}
            value={utility === null ? "not scored" : `${figure(contribution)} of ${figure(most)}`}
            note={typeof because === "string" ? <Words text={because} /> : undefined}
          />
        ))}
    </Stack>
  );
}
