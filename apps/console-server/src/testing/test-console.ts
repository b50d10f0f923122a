import { consoleErrors } from "@service/contract/console";
import type { InstallationRole, MemberRole } from "@service/domain/access";
import { createEnvironment } from "@service/domain/environments";
import { createOrganization } from "@service/domain/organizations";
import { invitePerson, setMember } from "@service/domain/people";
import { checkAnswer, routeOf } from "@service/http/testing";
import { readConfig, silentLogger } from "@service/runtime";
import { testDatabase, testOperator } from "@service/testing";
import { sendRequest } from "@service/testing/send-request";
import { consoleConfig } from "../config.ts";
import { routes } from "../routes/index.ts";
import { type RunningConsole, startConsole } from "../start-console.ts";

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Body;
  readonly text: string;
}
// JSON whose shape has been compared with the schema of its route.
type Body = { readonly [key: string]: Body } & readonly Body[] & { toString(): string };

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** A browser with the console's page: keeps cookies and sends what the page sends. */
interface Browser {
  readonly cookies: Map<string, string>;
  get(path: string): Promise<Answer>;
  send(method: Method, path: string, body?: object, headers?: Readonly<Record<string, string>>): Promise<Answer>;
}

interface Roles {
  readonly role?: InstallationRole | null;
  readonly member?: { readonly organizationId: string; readonly role: MemberRole };
}

export interface SignedInPerson extends Browser {
  readonly personId: string;
  readonly email: string;
}

export interface TestConsole {
  readonly running: RunningConsole;
  /** Of the first owner: nobody else decides about people. */
  readonly owner: SignedInPerson;
  browser(): Browser;
  /** Somebody who has used their link and set `password`. */
  person(roles?: Roles): Promise<SignedInPerson>;
  /** An organization with `live` and `sandbox`. */
  organization(name?: string): Promise<string>;
  stop(): Promise<void>;
}

export const password = "correct-horse-battery-staple-9";
/** What the page of the console is served under. */
const publicHost = "127.0.0.1:8081";

/** The real console with a database of its own. */
export async function startTestConsole(variables: Readonly<Record<string, string>> = {}): Promise<TestConsole> {
  const database = await testDatabase();
  const config = readConfig(consoleConfig, {
    DATABASE_URL: database.url,
    CONSOLE_PORT: "0",
    TRUSTED_PROXIES: "127.0.0.1",
    SECRETS_KEY: Buffer.alloc(32, 7).toString("base64"),
    ...variables,
  });
  const running = await startConsole(config, { log: silentLogger });
  const { deps } = running;
  let count = 0;
  async function person({ role = null, member }: Roles = {}): Promise<SignedInPerson> {
    count += 1;
    const email = `person-${count}@example.com`;
    const { token, personId } = await invitePerson(deps, testOperator, { email, name: `Person ${count}`, role });
    if (member)
      await setMember(deps, { ...testOperator, organizationId: member.organizationId }, { personId, ...member });
    const browser = browserOn(running.url);
    await browser.send("POST", "/console/v1/link", { token });
    const set = await browser.send("PUT", "/console/v1/me/password", { password });
    if (set.status !== 204) throw new Error(set.text);
    return { ...browser, personId, email };
  }
  // The first person of an installation is an owner.
  const owner = await person({ role: "owner" });
  return {
    running,
    owner,
    person,
    browser: () => browserOn(running.url),
    async organization(name = "Harborline") {
      const { id } = await createOrganization(deps, testOperator, { name });
      await createEnvironment(deps, { ...testOperator, organizationId: id }, { slug: "sandbox" });
      return id;
    },
    async stop() {
      await running.stop.stop("end of the test");
      await database.drop();
    },
  };
}

let addresses = 0;

/** Each browser has an address, as the load balancer reports it. */
function browserOn(url: string): Browser {
  addresses += 1;
  const address = `203.0.113.${addresses % 250}`;
  const cookies = new Map<string, string>();
  const send: Browser["send"] = async (method, path, body, headers = {}) => {
    const sent = {
      host: publicHost,
      "x-forwarded-for": address,
      "sec-fetch-site": "same-origin",
      ...(cookies.size > 0 && { cookie: [...cookies].map((pair) => pair.join("=")).join("; ") }),
      ...(method !== "GET" && { "x-console": "1", origin: `http://${publicHost}` }),
      ...headers,
    };
    const response = await sendRequest(url, { method, path, headers: sent, body });
    keepCookies(cookies, response.headers["set-cookie"]);
    // oxlint-disable-next-line typescript/consistent-type-assertions, typescript/no-unsafe-type-assertion -- tests read fields of an answer that checkAnswer compares with its schema
    const answer: Answer = { ...response, body: response.body as Body };
    if (path.startsWith("/console/v1")) {
      const where = `${method} ${path} → ${answer.status} ${answer.text.slice(0, 600)}`;
      checkAnswer({ route: routeOf(routes, method, path), table: consoleErrors }, where, answer);
    }
    return answer;
  };
  return { cookies, send, get: (path) => send("GET", path) };
}

/** @param sent every line of the header, which the library gives as a list. */
function keepCookies(cookies: Map<string, string>, sent: unknown): void {
  for (const line of Array.isArray(sent) ? sent : []) {
    const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(String(line)) ?? [];
    if (String(line).includes("Max-Age=0")) cookies.delete(name);
    else cookies.set(name, value);
  }
}
