/** What Sentinel looks after, and where its sentinels are. */
export interface Sentinels {
  readonly sentinels: { readonly host: string; readonly port: number }[];
  /** Of the master. */
  readonly name: string;
  readonly username?: string;
  /** Of the master and its replicas. */
  readonly password?: string;
  readonly db: number;
}

/** For people. */
export const sentinelsShape = "redis+sentinel://[[user]:password@]host:port,host:port/master[/database]";

const host = String.raw`(?:\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9._-]+)(?::\d{1,5})?`;
const address = new RegExp(
  String.raw`^redis\+sentinel://(?:([^:@/]*):([^:@/]+)@)?(${host}(?:,${host})*)/([A-Za-z0-9._-]+)(?:/(\d{1,4}))?$`,
);
const portByDefault = 26_379;
const portMax = 65_535;

/** @returns undefined for any other address. */
export function parseSentinels(url: string): Sentinels | undefined {
  const [isAddress, username = "", password = "", hosts = "", name = "", db = "0"] = address.exec(url) ?? [];
  if (isAddress === undefined) return undefined;
  const sentinels = hosts.split(",").map((text) => {
    const [, before = text, port = String(portByDefault)] = /^(.*):(\d+)$/.exec(text) ?? [];
    return { host: before.replaceAll(/[[\]]/g, ""), port: Number(port) };
  });
  if (sentinels.some(({ port }) => port === 0 || port > portMax) || !canDecode(username) || !canDecode(password))
    return undefined;
  return {
    sentinels,
    name,
    ...(username !== "" && { username: decodeURIComponent(username) }),
    ...(password !== "" && { password: decodeURIComponent(password) }),
    db: Number(db),
  };
}

function canDecode(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}
