import type { FunctionComponent } from "react";

/** A page and its path: below the environment of an organization, or below the root. */
export interface PageRoute {
  readonly path: string;
  readonly component: FunctionComponent;
}
