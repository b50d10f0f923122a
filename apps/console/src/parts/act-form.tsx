import type { ReactElement, ReactNode } from "react";

/** Fields with a button that submits them: the page acts, and the browser sends nothing itself. */
export function ActForm({
  onSubmit,
  children,
}: {
  readonly onSubmit: () => unknown;
  readonly children: ReactNode;
}): ReactElement {
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void onSubmit();
      }}
    >
      {children}
    </form>
  );
}
