import { ServiceError } from "@service/contract";
import { refuse } from "@service/contract/console";
import { bindProvider, findSession, signInByProvider } from "@service/domain/people";
import { type CallContext, redirect } from "@service/http";
import * as z from "zod";
import { type GrantedToAll, route } from "../http/route.ts";

/** A path of the console and nothing else: no address of another host, however a browser reads it (CON-82). */
export function localPath(next: string | undefined): string {
  return next !== undefined && /^\/(?![/\\])[\u0021-\u007e]*$/u.test(next) ? next : "/";
}

const begin = route({
  id: "session.beginProvider",
  method: "GET",
  path: "/console/v1/sign-in/provider",
  summary: "Go to the identity provider",
  access: { scope: "nobody" },
  query: z.strictObject({ next: z.string().max(2_000).optional(), binds: z.enum(["true"]).optional() }),
  responses: { 302: redirect() },
  errors: ["sign_in_failed"],
  async handle({ deps, query, cookies, sent, reply }) {
    if (!deps.provider) throw refuse("sign_in_failed", { message: "No identity provider is set up here." });
    const { url, sealed } = await deps.provider.begin({
      next: localPath(query.next),
      // The answer comes from another site, without the session of the link: it goes along.
      binds: query.binds === undefined ? undefined : sent.session,
    });
    cookies.setTransaction(sealed);
    return reply(302, url);
  },
});

const finish = route({
  id: "session.finishProvider",
  method: "GET",
  path: "/console/v1/sign-in/provider/return",
  summary: "Come back from the identity provider",
  access: { scope: "nobody", fromElsewhere: true },
  responses: { 302: redirect() },
  errors: ["sign_in_failed"],
  async handle({ settings, reply, ...given }) {
    try {
      return reply(302, new URL(await arrive(given), settings.publicUrl));
    } catch (error) {
      if (!(error instanceof ServiceError) || error.status >= 500) throw error;
      // A person stands here, not a program: the page says what the code means.
      return reply(302, new URL(`/sign-in?refused=${error.code}`, settings.publicUrl));
    }
  },
});

type Arrived = Pick<GrantedToAll, "deps" | "times" | "whence" | "sent" | "cookies"> & Pick<CallContext, "incoming">;

/** Signs in whoever the provider names. @returns the path that was wanted. */
async function arrive({ deps, incoming, times, whence, sent, cookies }: Arrived): Promise<string> {
  if (!deps.provider) throw refuse("sign_in_failed");
  const identity = await deps.provider.finish({
    sealed: sent.transaction,
    query: Object.entries(incoming.query).flatMap(([name, value]): [string, string][] =>
      typeof value === "string" ? [[name, value]] : [],
    ),
  });
  if (identity.binds === undefined)
    cookies.set(await signInByProvider(deps, identity, { browser: sent.browser, whence }));
  else {
    const session = await findSession(deps, identity.binds, times);
    if (!session) throw refuse("link_used");
    cookies.set(await bindProvider(deps, session, identity));
  }
  return localPath(identity.next);
}

export const providerRoutes = [begin, finish];
