import supertest from "supertest";

export type HttpMethod = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

export type HttpAnswer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  /** Parsed JSON; `{}` where the answer has none. */
  readonly body: unknown;
};

/**
 * Sends one request. A `body` that is a Buffer or a string goes as it is, anything else as JSON; `content-type` follows
 * the body unless `headers` names one.
 */
export async function sendRequest(
  baseUrl: string,
  given: {
    readonly method: HttpMethod;
    /** With its query string, if any. */
    readonly path: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly query?: Readonly<Record<string, string>> | undefined;
    readonly body?: unknown;
  },
): Promise<HttpAnswer> {
  const { body, headers, query } = given;
  let request = supertest(baseUrl)[methodNames[given.method]](given.path).set(headers);
  if (query) request = request.query(query);
  const declared = headers["content-type"];
  if (Buffer.isBuffer(body)) request = request.set("content-type", declared ?? "application/octet-stream").send(body);
  else if (body !== undefined) {
    request = request
      .set("content-type", declared ?? "application/json")
      .send(typeof body === "string" ? body : JSON.stringify(body));
  }
  const response = await request;
  return { status: response.status, headers: response.headers, text: response.text, body: response.body };
}

const methodNames = { GET: "get", POST: "post", PUT: "put", PATCH: "patch", DELETE: "delete" } as const;
