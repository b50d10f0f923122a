import { refuse } from "@service/contract/console";
import { statement } from "@service/db";
import type { Deps } from "../../deps.ts";
import { normalEmail, recordOfPerson } from "./person.ts";
import type { Session, Whence } from "./sessions.ts";
import { completeSignIn, finishSignIn, type SignedIn } from "./sign-in.ts";

/** Who signed in at the identity provider, from its verified ID token. */
export interface ProviderIdentity {
  readonly issuer: string;
  readonly subject: string;
  /** Only when the provider says that it verified the address. */
  readonly verifiedEmail: string | undefined;
}

const bind = statement(
  "people_bind_provider",
  `update people p set oidc_issuer = $2, oidc_subject = $3 where p.id = $1
     and not exists (select 1 from people o where o.oidc_issuer = $2 and o.oidc_subject = $3 and o.id <> p.id)
   returning p.id`,
);

/**
 * Binds an invited person to their account at the identity provider, in the session of their link (CON-18). Later
 * sign-ins go by issuer and subject, never by email: an address can pass to somebody else.
 * @returns tokens for the cookies: the session is active from now on, under a new one.
 * @throws `sign_in_failed` when the provider did not verify the invited address, or another person has the account.
 */
export async function bindProvider(
  { db, clock }: Pick<Deps, "db" | "clock">,
  session: Session,
  identity: ProviderIdentity,
): Promise<Pick<SignedIn, "session" | "browser">> {
  const { person } = session;
  if (session.stage !== "setup" || normalEmail(identity.verifiedEmail ?? "") !== person.email) {
    throw refuse("sign_in_failed", { message: "The account at your provider does not have the invited email." });
  }
  const now = clock.now();
  return db.inTransaction(async (tx) => {
    const { rowCount } = await tx.query(bind([person.id, identity.issuer, identity.subject]));
    if (rowCount === 0) throw refuse("sign_in_failed", { message: "Another person uses this account." });
    await recordOfPerson(tx, person.id, {
      action: "people.bindProvider",
      before: { issuer: null },
      after: { issuer: identity.issuer },
    });
    return finishSignIn(tx, session, now);
  });
}

const findBound = statement(
  "people_find_bound",
  `select id from people where oidc_issuer = $1 and oidc_subject = $2 and disabled_at is null`,
);

/**
 * Signs in whom the identity provider named. The provider answers for the second factor.
 * @throws `sign_in_failed` for somebody who was not invited or is disabled.
 */
export async function signInByProvider(
  deps: Pick<Deps, "db" | "clock">,
  identity: ProviderIdentity,
  request: { readonly browser: string | undefined; readonly whence: Whence },
): Promise<SignedIn> {
  const { rows } = await deps.db.pool.query(findBound([identity.issuer, identity.subject]));
  const [person] = rows;
  if (!person) throw refuse("sign_in_failed", { message: "Nobody with this account was invited." });
  return completeSignIn(deps, { personId: person.id, hasSecondFactor: false, ...request });
}
