import { refuse } from "@service/contract/console";
import {
  beginSecondFactor,
  confirmSecondFactor,
  endSession,
  endSessionOf,
  listSessions,
  membershipsOf,
  passSecondFactor,
  redeemLink,
  removeSecondFactor,
  setPassword,
  setPreferences,
  signIn,
  stepUp,
} from "@service/domain/people";
import { empty } from "@service/http";
import * as z from "zod";
import { route } from "../http/route.ts";
import { presentAs } from "./present-as.ts";
import { Id, Moment, noBody, Preferences, SecretText, sentBytes, Text } from "./shapes.ts";

const anyStage = ["setup", "second_factor", "unproved", "active"] as const;
const signedIn = ["unproved", "active"] as const;

const readSignIn = route({
  id: "session.ways",
  method: "GET",
  path: "/console/v1/sign-in",
  summary: "How people sign in here",
  access: { scope: "nobody" },
  responses: { 200: z.object({ password: z.boolean(), provider: z.boolean(), version: z.string() }) },
  errors: [],
  handle: ({ settings, reply }) => reply(200, { ...settings.signIn, version: settings.version }),
});

const redeem = route({
  id: "session.redeemLink",
  method: "POST",
  path: "/console/v1/link",
  summary: "Use a link once, to set a password or to continue with the identity provider",
  access: { scope: "nobody" },
  body: { schema: z.strictObject({ token: SecretText }), limitBytes: sentBytes },
  responses: { 200: z.object({ email: z.string(), name: z.string() }) },
  errors: ["link_used"],
  async handle({ deps, body, whence, cookies, reply }) {
    const { session, email, name } = await redeemLink(deps, body.token, whence);
    cookies.set({ session });
    return reply(200, { email, name });
  },
});

const signInByPassword = route({
  id: "session.signIn",
  method: "POST",
  path: "/console/v1/sign-in",
  summary: "Sign in by email and password",
  access: { scope: "nobody" },
  body: { schema: z.strictObject({ email: Text, password: SecretText }), limitBytes: sentBytes },
  responses: { 200: z.object({ needs_second_factor: z.boolean() }) },
  errors: ["sign_in_failed"],
  async handle({ deps, settings, body, whence, sent, cookies, reply }) {
    if (!settings.signIn.password) throw refuse("sign_in_failed", { message: "People sign in at the provider here." });
    const tokens = await signIn(deps, { ...body, browser: sent.browser, whence });
    cookies.set(tokens);
    return reply(200, { needs_second_factor: tokens.needsSecondFactor });
  },
});

const passFactor = route({
  id: "session.passSecondFactor",
  method: "POST",
  path: "/console/v1/sign-in/second-factor",
  summary: "Complete a sign-in with the code of the second factor, or a recovery code",
  access: { scope: "session", needs: ["second_factor"] },
  body: { schema: z.strictObject({ code: SecretText }), limitBytes: sentBytes },
  responses: { 204: empty },
  errors: ["second_factor_wrong", "sign_in_throttled"],
  async handle({ deps, session, body, cookies, reply }) {
    cookies.set(await passSecondFactor(deps, session, body.code));
    return reply(204);
  },
});

const changePassword = route({
  id: "session.setPassword",
  method: "PUT",
  path: "/console/v1/me/password",
  summary: "Set the first password after a link, or another one",
  access: { scope: "session", needs: ["setup", "unproved", "active"] },
  body: { schema: z.strictObject({ password: SecretText, current: SecretText.optional() }), limitBytes: sentBytes },
  responses: { 204: empty },
  errors: ["password_refused", "sign_in_failed", "sign_in_throttled", "step_up_required"],
  async handle({ deps, settings, session, body, cookies, reply }) {
    if (!settings.signIn.password) throw refuse("sign_in_failed", { message: "People sign in at the provider here." });
    cookies.set(await setPassword(deps, session, { password: body.password, current: body.current }));
    return reply(204);
  },
});

const proveAgain = route({
  id: "session.stepUp",
  method: "POST",
  path: "/console/v1/step-up",
  summary: "Prove again who you are, for acts that make secrets, change rights or delete",
  access: { scope: "session", needs: signedIn },
  body: {
    schema: z.strictObject({ password: SecretText.optional(), code: SecretText.optional() }),
    limitBytes: sentBytes,
  },
  responses: { 204: empty },
  errors: ["sign_in_failed", "second_factor_wrong", "sign_in_throttled"],
  async handle({ deps, session, body, cookies, reply }) {
    cookies.set({ session: await stepUp(deps, session, body) });
    return reply(204);
  },
});

const signOut = route({
  id: "session.signOut",
  method: "POST",
  path: "/console/v1/sign-out",
  summary: "End this session",
  access: { scope: "session", needs: anyStage },
  body: noBody,
  responses: { 204: empty },
  errors: [],
  async handle({ deps, sent, cookies, reply }) {
    if (sent.session !== undefined) await endSession(deps, sent.session);
    cookies.clear();
    return reply(204);
  },
});

const Place = z.object({
  organization_id: z.string(),
  name: z.string(),
  role: z.enum(["admin", "developer", "reader"]).nullable(),
  opened_until: Moment.nullable(),
});

const Me = z.object({
  stage: z.enum(["setup", "second_factor", "active"]),
  person: z.object({
    id: z.string(),
    email: z.string(),
    name: z.string(),
    role: z.enum(["owner", "operator"]).nullable(),
    has_password: z.boolean(),
    has_second_factor: z.boolean(),
    uses_provider: z.boolean(),
    preferences: Preferences,
  }),
  organizations: z.array(Place),
  session_ends_at: Moment,
  proved_at: Moment,
  version: z.string(),
  commit: z.string().nullable(),
});

const readMe = route({
  id: "session.me",
  method: "GET",
  path: "/console/v1/me",
  summary: "Who you are, how far your session has come, and where you may go",
  access: { scope: "session", needs: anyStage },
  responses: { 200: Me },
  errors: [],
  async handle({ deps, settings, session, person, reply }) {
    const me = {
      stage: session.stage,
      person: { ...person, preferences: Preferences.catch({}).parse(person.preferences) },
      organizations: session.stage === "active" ? await membershipsOf(deps, person) : [],
      sessionEndsAt: session.endsAt,
      provedAt: session.provedAt,
      version: settings.version,
      commit: settings.buildCommit ?? null,
    };
    return reply(200, presentAs(Me, me));
  },
});

const savePreferences = route({
  id: "session.setPreferences",
  method: "PUT",
  path: "/console/v1/me/preferences",
  summary: "Keep how the console looks for you",
  access: { scope: "session", needs: signedIn },
  body: { schema: Preferences, limitBytes: sentBytes },
  responses: { 204: empty },
  errors: [],
  async handle({ deps, person, body, reply }) {
    await setPreferences(deps, person.id, body);
    return reply(204);
  },
});

const Sessions = z.object({
  sessions: z.array(
    z.object({
      session_id: z.string(),
      is_this: z.boolean(),
      created_at: Moment,
      seen_at: Moment,
      address: z.string().nullable(),
      user_agent: z.string().nullable(),
    }),
  ),
});

const listOwn = route({
  id: "session.list",
  method: "GET",
  path: "/console/v1/me/sessions",
  summary: "Your sessions, last used first",
  access: { scope: "session", needs: signedIn },
  responses: { 200: Sessions },
  errors: [],
  async handle({ deps, session, person, reply }) {
    const sessions = await listSessions(deps, person.id);
    const shown = sessions.map((each) => ({ ...each, sessionId: each.id, isThis: each.id === session.id }));
    return reply(200, presentAs(Sessions, { sessions: shown }));
  },
});

const endOwn = route({
  id: "session.end",
  method: "DELETE",
  path: "/console/v1/me/sessions/{session_id}",
  summary: "End one of your sessions",
  access: { scope: "session", needs: signedIn },
  params: z.object({ session_id: Id }),
  responses: { 204: empty },
  errors: ["not_found"],
  async handle({ deps, person, params, reply }) {
    await endSessionOf(deps, person.id, params.session_id);
    return reply(204);
  },
});

const beginFactor = route({
  id: "session.beginSecondFactor",
  method: "POST",
  path: "/console/v1/me/second-factor",
  summary: "Begin a second factor: shows a secret that counts once a code of it is confirmed",
  access: { scope: "session", needs: signedIn, fresh: true },
  body: noBody,
  responses: { 200: z.object({ uri: z.string(), secret: z.string() }) },
  errors: [],
  handle: async ({ deps, session, reply }) => reply(200, await beginSecondFactor(deps, session)),
});

const confirmFactor = route({
  id: "session.confirmSecondFactor",
  method: "PUT",
  path: "/console/v1/me/second-factor",
  summary: "Confirm the second factor with a code of it; shows ten recovery codes once",
  access: { scope: "session", needs: signedIn, fresh: true },
  body: { schema: z.strictObject({ code: SecretText }), limitBytes: sentBytes },
  responses: { 200: z.object({ recovery_codes: z.array(z.string()) }) },
  errors: ["second_factor_wrong"],
  async handle({ deps, session, body, reply }) {
    const { recoveryCodes } = await confirmSecondFactor(deps, session, body.code);
    return reply(200, { recovery_codes: [...recoveryCodes] });
  },
});

const removeFactor = route({
  id: "session.removeSecondFactor",
  method: "DELETE",
  path: "/console/v1/me/second-factor",
  summary: "Remove your second factor; refused where your role needs one",
  access: { scope: "session", needs: signedIn, fresh: true },
  responses: { 204: empty },
  errors: ["second_factor_missing"],
  async handle({ deps, session, mustHaveFactor, reply }) {
    if (mustHaveFactor) throw refuse("second_factor_missing");
    await removeSecondFactor(deps, session);
    return reply(204);
  },
});

export const sessionRoutes = [
  readSignIn,
  redeem,
  signInByPassword,
  passFactor,
  changePassword,
  proveAgain,
  signOut,
  readMe,
  savePreferences,
  listOwn,
  endOwn,
  beginFactor,
  confirmFactor,
  removeFactor,
];
