import type { RouteComponent } from "@tanstack/react-router";

/** A page and its path: below the environment of an organization, or below the root. */
export interface PageRoute {
  readonly path: string;
  /** Loaded with the first visit. */
  readonly component: RouteComponent;
}
