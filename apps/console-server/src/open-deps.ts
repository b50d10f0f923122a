import type { SentFiles } from "@service/domain/documents";
import type { ReadInstallation } from "@service/domain/installation";
import type { RunOverviews } from "@service/domain/run-search";
import type { ApiDeps } from "@service/routes";
import type { IdentityProvider } from "./sign-in/identity-provider.ts";
import type { WatchRun } from "./watch-runs.ts";

/** All that the routes need: those of the public routes, and where people sign in. */
export type ConsoleDeps = ApiDeps & {
  /** Undefined without `OIDC_ISSUER`. */
  readonly provider: IdentityProvider | undefined;
  readonly runOverviews: RunOverviews;
  readonly watchRun: WatchRun;
  readonly installation: ReadInstallation;
  readonly sentFiles: SentFiles;
};
