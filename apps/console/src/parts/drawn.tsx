import { memo, type ReactNode } from "react";

/** A part of a long list that stays as it was drawn while others come into sight, until its basis is another. */
export const Drawn = memo(
  function DrawnOnce({ draw }: { readonly basis: readonly unknown[]; readonly draw: () => ReactNode }): ReactNode {
    return draw();
  },
  (one, other) => one.basis.every((each, at) => each === other.basis[at]),
);
