import { createHash, createSign, generateKeyPairSync } from "node:crypto";
import { createServer } from "node:http";
import { text } from "node:stream/consumers";

/** Whom the provider signs in next. */
export interface ProviderAccount {
  readonly sub: string;
  readonly email: string;
  readonly email_verified: boolean;
}

export interface LocalProvider {
  readonly issuer: string;
  /** Signs `account` in, as a browser that follows `authorization` would; answers the query of the way back. */
  signIn(authorization: URL, account: ProviderAccount): string;
  stop(): Promise<void>;
}

const base64 = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url");

/** An identity provider of the outside world: OpenID Connect with code flow, PKCE and signed ID tokens. */
export async function startProvider(clientId: string): Promise<LocalProvider> {
  const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const grants = new Map<string, { readonly challenge: string; readonly claims: object }>();
  let issuer = "";
  const answers = async (path: string, body: URLSearchParams): Promise<[status: number, answer: object]> => {
    if (path === "/.well-known/openid-configuration")
      return [
        200,
        {
          issuer,
          authorization_endpoint: `${issuer}/authorize`,
          token_endpoint: `${issuer}/token`,
          jwks_uri: `${issuer}/keys`,
          id_token_signing_alg_values_supported: ["RS256"],
          response_types_supported: ["code"],
          subject_types_supported: ["public"],
          code_challenge_methods_supported: ["S256"],
        },
      ];
    if (path === "/keys")
      return [200, { keys: [{ ...publicKey.export({ format: "jwk" }), kid: "1", alg: "RS256", use: "sig" }] }];
    const grant = grants.get(body.get("code") ?? "");
    const proof = createHash("sha256")
      .update(body.get("code_verifier") ?? "")
      .digest("base64url");
    if (path !== "/token" || grant?.challenge !== proof) return [400, { error: "invalid_grant" }];
    const signed = `${base64({ alg: "RS256", kid: "1" })}.${base64(grant.claims)}`;
    const signature = createSign("RSA-SHA256").update(signed).sign(privateKey).toString("base64url");
    return [200, { access_token: "a", token_type: "Bearer", id_token: `${signed}.${signature}` }];
  };
  const server = createServer((request, response) => {
    void text(request)
      .then((body) => answers(request.url ?? "", new URLSearchParams(body)))
      .then(([status, answer]) => {
        response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(answer));
      });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the provider has no port");
  issuer = `http://127.0.0.1:${address.port}`;
  return {
    issuer,
    signIn(authorization, account) {
      const wanted = authorization.searchParams;
      const code = `code-${grants.size}`;
      const now = Math.floor(Date.now() / 1_000);
      const claims = { iss: issuer, aud: clientId, iat: now, exp: now + 60, nonce: wanted.get("nonce"), ...account };
      grants.set(code, { challenge: wanted.get("code_challenge") ?? "", claims });
      return new URLSearchParams({ code, state: wanted.get("state") ?? "" }).toString();
    },
    stop: () => new Promise((resolve) => void server.close(() => resolve())),
  };
}
