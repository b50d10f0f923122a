import { Stack } from "@mantine/core";
import type { ReactElement } from "react";
import { Bar } from "../parts/gauge.tsx";
import { Words } from "../parts/words.tsx";
import { code, figure, list } from "./values.ts";

interface Part {
  readonly dimension: string;
  readonly weight: number;
  readonly contribution: number | null;
  readonly because: string;
}

/** What a score consists of: points of each dimension out of those that its weight allows. */
export function Breakdown({ parts }: { readonly parts: readonly Part[] | undefined }): ReactElement {
  return (
    <Stack gap="xs">
      {list(parts)
        .filter(({ weight }) => weight > 0)
        .map(({ dimension, weight, contribution, because }) => (
          <Bar
            key={dimension}
            label={code(dimension)}
            share={contribution === null ? null : contribution / weight}
            value={`${figure(contribution)} of ${figure(weight)}`}
            note={typeof because === "string" ? <Words text={because} /> : undefined}
          />
        ))}
    </Stack>
  );
}
