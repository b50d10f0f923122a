import { isJsonObject, type Json, parseJson } from "@service/json";
import type { Clock } from "@service/runtime";
import { type ConnectorError, lasting } from "../fetch.ts";
import type { Auth } from "./http-json-config.ts";
import type { PatientRequests } from "./patient-requests.ts";

export interface Authorization {
  /** Headers for the next request. @throws ConnectorError when no token is given. */
  headers(signal: AbortSignal): Promise<Readonly<Record<string, string>>>;
  /** Forgets a token that was refused; whether asking once more may help. */
  forget(): boolean;
}

type OAuth = Extract<Auth, { kind: "oauth2_client_credentials" }>;

/** A token is renewed so long before its end, and lives so long when nothing is said. */
const renewedBeforeMs = 60_000;
const defaultLifeSeconds = 300;

/** What proves who asks (IMP-222). */
export function authorizationOf(auth: Auth | undefined, requests: PatientRequests, clock: Clock): Authorization {
  if (auth === undefined) return fixed({});
  switch (auth.kind) {
    case "basic":
      return fixed({ authorization: basic(auth.username, auth.password) });
    case "bearer":
      return fixed({ authorization: `Bearer ${auth.token}` });
    case "header":
      return fixed({ [auth.name.toLowerCase()]: auth.value });
    case "oauth2_client_credentials":
      return withTokens(auth, requests, clock);
  }
}

function fixed(headers: Readonly<Record<string, string>>): Authorization {
  return { headers: () => Promise.resolve(headers), forget: () => false };
}

function basic(user: string, password: string): string {
  return `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}`;
}

function withTokens(auth: OAuth, requests: PatientRequests, clock: Clock): Authorization {
  let current: { readonly token: Promise<string>; readonly renewAtMs: number } | undefined;

  /** Requests that are under way together share one token. */
  function renew(signal: AbortSignal): Promise<string> {
    const fetched = fetchToken(signal);
    const entry = { token: fetched.then(({ token }) => token), renewAtMs: Number.POSITIVE_INFINITY };
    fetched.then(
      ({ lifeMs }) => {
        entry.renewAtMs = clock.nowMs() + Math.max(lifeMs - renewedBeforeMs, lifeMs / 2);
      },
      () => {
        if (current === entry) current = undefined;
      },
    );
    current = entry;
    return entry.token;
  }

  async function fetchToken(signal: AbortSignal): Promise<{ token: string; lifeMs: number }> {
    const isBasic = auth.client_auth === "basic";
    const form = new URLSearchParams({
      grant_type: "client_credentials",
      ...(isBasic ? {} : { client_id: auth.client_id, client_secret: auth.client_secret }),
      ...(auth.scope === undefined ? {} : { scope: auth.scope }),
      ...(auth.audience === undefined ? {} : { audience: auth.audience }),
    });
    const { body } = await requests.ask({
      what: "The token",
      url: new URL(auth.token_url),
      // Both parts are form-encoded first (RFC 6749 2.3.1).
      headers: isBasic
        ? { authorization: basic(encodeURIComponent(auth.client_id), encodeURIComponent(auth.client_secret)) }
        : {},
      form: form.toString(),
      signal,
    });
    return readToken(body);
  }

  return {
    headers: async (signal) => {
      const token =
        current !== undefined && clock.nowMs() < current.renewAtMs ? await current.token : await renew(signal);
      return { authorization: `Bearer ${token}` };
    },
    forget: () => {
      current = undefined;
      return true;
    },
  };
}

/** Never repeats the answer: it holds the token. */
function readToken(body: Buffer): { token: string; lifeMs: number } {
  let json: Json;
  try {
    json = parseJson(body.toString("utf8"));
  } catch {
    throw refused("is not JSON");
  }
  if (!isJsonObject(json)) throw refused("is not a JSON object");
  const { access_token: token, token_type: type, expires_in: life } = json;
  if (typeof token !== "string" || !/^[\x21-\x7e]{1,8192}$/.test(token)) throw refused("has no access_token");
  if (typeof type === "string" && type.toLowerCase() !== "bearer") throw refused("is not a bearer token");
  const seconds = Number(life ?? defaultLifeSeconds);
  return { token, lifeMs: (Number.isFinite(seconds) && seconds > 0 ? seconds : defaultLifeSeconds) * 1_000 };
}

function refused(why: string): ConnectorError {
  return lasting(`The answer of the token endpoint ${why}.`);
}
