import { statement } from "@service/db";
import type { Deps } from "../../deps.ts";

/** What `svc doctor` asks the database about itself and about what is sealed in it (OPS-60). */
export interface InspectedDatabase {
  readonly serverVersion: string;
  /** Whether this connection is encrypted. */
  readonly isEncrypted: boolean;
  /** Beginnings of the hashes of the keys that stored secrets are sealed with: `SecretBox.keyId`. */
  readonly sealingKeys: readonly string[];
}

const readServer = statement(
  "pg_stat_ssl_read",
  `select current_setting('server_version') as "serverVersion",
     exists (select 1 from pg_stat_ssl s where s.pid = pg_backend_pid() and s.ssl) as "isEncrypted"`,
).narrowed<Pick<InspectedDatabase, "serverVersion" | "isEncrypted">>();

const listSealingKeys = statement(
  "webhook_secrets_list_keys",
  `select distinct split_part(sealed, '.', 2) as "keyId"
   from (select ciphertext as sealed from webhook_secrets
     union all select headers from webhook_endpoints where headers is not null
     union all select ciphertext from inbound_source_secrets
     union all select ciphertext from engine_stamp_secrets where expires_at is null or expires_at > now()
     -- The config of a connection is JSON text, and what is sealed in it are whole strings.
     union all select (regexp_matches(config, '"(v1[.][0-9a-f]{8}[.][A-Za-z0-9_-]+)"', 'g'))[1] from record_connections
     union all select totp_secret from people where totp_secret is not null
     union all select totp_pending from people where totp_pending is not null
     union all select assertion_secret from organizations where assertion_secret is not null
     union all select api_key from model_aliases where api_key is not null) as stored`,
).narrowed<{ readonly keyId: string }>();

export async function inspectDatabase({ db }: Pick<Deps, "db">): Promise<InspectedDatabase> {
  const [server, keys] = await Promise.all([db.pool.query(readServer([])), db.pool.query(listSealingKeys([]))]);
  const [row] = server.rows;
  if (row === undefined) throw new Error("the server describes itself in one row");
  return { ...row, sealingKeys: keys.rows.map(({ keyId }) => keyId) };
}
