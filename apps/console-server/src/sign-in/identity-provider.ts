import { refuse } from "@service/contract/console";
import type { ProviderIdentity } from "@service/domain/people";
import type { SecretBox } from "@service/runtime";
import * as oidc from "openid-client";
import * as z from "zod";

/** A sign-in at the identity provider that has begun: kept sealed in a cookie of ten minutes. */
const Transaction = z.object({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  /** Token of the session of a link, where an invited person binds their account (CON-18). */
  binds: z.string().optional(),
  /** Where the person wanted to go: a path of the console. */
  next: z.string(),
  startedAt: z.number(),
});
type Transaction = z.output<typeof Transaction>;

export interface IdentityProvider {
  /** The address to which the browser goes, and the transaction to keep. */
  begin(given: Pick<Transaction, "binds" | "next">): Promise<{ readonly url: URL; readonly sealed: string }>;
  /**
   * Verifies what the provider sent back.
   * @throws `sign_in_failed`
   */
  finish(given: {
    readonly sealed: string | undefined;
    readonly query: readonly (readonly [string, string])[];
  }): Promise<ProviderIdentity & Pick<Transaction, "binds" | "next">>;
}

const transactionMs = 10 * 60_000;
const context = "console-oidc";

/**
 * The identity provider of the installation: code flow with PKCE, state and nonce (CON-18). Its description is read at the
 * first sign-in and again after a failure, so the console starts without it.
 */
export function openIdentityProvider(given: {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string | undefined;
  /** Of the console. */
  readonly publicUrl: URL;
  readonly secrets: SecretBox;
  readonly nowMs: () => number;
}): IdentityProvider {
  const issuer = new URL(given.issuer);
  const callback = new URL("/console/v1/sign-in/provider/return", given.publicUrl);
  let discovered: Promise<oidc.Configuration> | undefined;
  const configuration = (): Promise<oidc.Configuration> => {
    discovered ??= oidc
      .discovery(issuer, given.clientId, given.clientSecret, undefined, {
        // oxlint-disable-next-line typescript/no-deprecated -- marked to stand out; over http only where the operator named an http issuer, a provider on the own machine
        execute: issuer.protocol === "http:" ? [oidc.allowInsecureRequests] : [],
        timeout: 10,
      })
      .catch((error: unknown) => {
        discovered = undefined;
        throw refuse("sign_in_failed", { message: "Your identity provider does not answer.", cause: error });
      });
    return discovered;
  };
  return {
    async begin({ binds, next }) {
      const config = await configuration();
      const verifier = oidc.randomPKCECodeVerifier();
      const transaction: Transaction = {
        state: oidc.randomState(),
        nonce: oidc.randomNonce(),
        verifier,
        binds,
        next,
        startedAt: given.nowMs(),
      };
      const url = oidc.buildAuthorizationUrl(config, {
        redirect_uri: callback.href,
        scope: "openid email",
        code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
        code_challenge_method: "S256",
        state: transaction.state,
        nonce: transaction.nonce,
      });
      return { url, sealed: given.secrets.seal(JSON.stringify(transaction), context) };
    },
    async finish({ sealed, query }) {
      const transaction = openTransaction(given, sealed);
      const config = await configuration();
      const tokens = await oidc
        .authorizationCodeGrant(
          config,
          new URL(
            `${callback.href}?${new URLSearchParams(query.map(([name, value]): [string, string] => [name, value])).toString()}`,
          ),
          {
            pkceCodeVerifier: transaction.verifier,
            expectedState: transaction.state,
            expectedNonce: transaction.nonce,
            idTokenExpected: true,
          },
        )
        .catch((error: unknown) => {
          throw refuse("sign_in_failed", { message: "Your identity provider refused the sign-in.", cause: error });
        });
      const claims = tokens.claims();
      if (!claims) throw refuse("sign_in_failed");
      const { iss, sub, email, email_verified: isVerified } = claims;
      return {
        issuer: iss,
        subject: sub,
        verifiedEmail: isVerified === true && typeof email === "string" ? email : undefined,
        binds: transaction.binds,
        next: transaction.next,
      };
    },
  };
}

function openTransaction(
  { secrets, nowMs }: { readonly secrets: SecretBox; readonly nowMs: () => number },
  sealed: string | undefined,
): Transaction {
  try {
    const transaction = Transaction.parse(JSON.parse(secrets.open(sealed ?? "", context)));
    if (nowMs() - transaction.startedAt <= transactionMs) return transaction;
  } catch {
    // A cookie that is missing or was changed says the same as an old one.
  }
  throw refuse("sign_in_failed", { message: "The sign-in took too long or began in another browser. Begin again." });
}
