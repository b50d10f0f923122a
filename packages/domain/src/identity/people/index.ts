/**
 * People: who signs in to the console, and what they may do there (docs/spec/console.md).
 *
 * Guarantees: passwords are argon2id hashes, tokens of links, sessions and browsers SHA-256, the second factor sealed;
 * a link and a code work once; an unknown account answers like a wrong password; nobody is locked out by strangers; the
 * last owner and the last admin stay; every change has its audit row. Not here: cookies, addresses, CSRF (the console's
 * process) and what a permission opens (module "access").
 */
export { firstLink, invitePerson } from "./invite-person.ts";
export type { PersonLink } from "./links.ts";
export { addressOfLink, redeemLink } from "./links.ts";
export { listPeople, namesOfPeople, readPerson, readPersonByEmail } from "./list-people.ts";
export { listMembers, membershipsOf, setMember, type Member, type Membership } from "./members.ts";
export { openOrganization } from "./open-organization.ts";
export { personActor, type Person } from "./person.ts";
export { bindProvider, signInByProvider, type ProviderIdentity } from "./provider-sign-in.ts";
export { beginSecondFactor, confirmSecondFactor, passSecondFactor, removeSecondFactor } from "./second-factor.ts";
export {
  endSession,
  endSessionOf,
  findSession,
  isFresh,
  forgetOldSignIns,
  listSessions,
  type Session,
  type SessionTimes,
  type Whence,
} from "./sessions.ts";
export { resetSignIn, setPerson, setPreferences } from "./set-person.ts";
export { setPassword } from "./set-password.ts";
export { signIn, type SignedIn } from "./sign-in.ts";
export { stepUp } from "./step-up.ts";
export { principalOfPerson, type PersonInPlace } from "./principal-of-person.ts";
