import type { ApiDeps } from "@service/routes";
import type { IdentityProvider } from "./sign-in/identity-provider.ts";

/** All that the routes need: those of the public routes, and where people sign in. */
export type ConsoleDeps = ApiDeps & {
  /** Undefined without `OIDC_ISSUER`. */
  readonly provider: IdentityProvider | undefined;
};
