import type { Pool } from "@service/db";

/**
 * Fills the tables that hot statements read, the same rows in the same order each time: organizations of unequal size,
 * most runs and deliveries finished, a part waiting, held or due. Then gathers statistics. Tables are small enough for
 * statistics of every row, and large enough that a plan without an index would cost a multiple.
 */
export async function seedEveryTable(pool: Pool): Promise<void> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `select oid::regclass::text as name from pg_class
     where relkind = 'r' and relnamespace in ('public'::regnamespace, 'book'::regnamespace) and relname <> '_prisma_migrations'`,
  );
  // Nothing else may gather statistics between the seed and the plans.
  for (const { name } of tables) await pool.query(`alter table ${name} set (autovacuum_enabled = off)`);
  for (const text of seeds) await pool.query(text);
  await pool.query("vacuum (analyze)");
}

/** The id of the n-th row of a kind. */
function id(kind: string, number: string): string {
  return `md5('${kind} ' || (${number}))::uuid`;
}

/** Half of the rows belong to the first organization. */
const organizationOf = (number: string): string => `case when (${number}) % 2 = 0 then 1 else (${number}) % 20 + 1 end`;
const of = organizationOf("n");

const seeds = [
  `insert into organizations (id, name, max_running)
   select ${id("organization", "n")}, 'Agency ' || n, case when n % 10 = 0 then 5 end from generate_series(1, 3000) n`,
  `insert into environments (id, organization_id, slug, name)
   select ${id("environment", "n")}, ${id("organization", "n")}, 'live', 'Live' from generate_series(1, 3000) n`,
  `insert into organization_keys (id, organization_id, environment_id, key_hash)
   select ${id("key", "n")}, ${id("organization", of)}, ${id("environment", of)}, sha256(n::text::bytea)
   from generate_series(1, 400) n`,
  `insert into scoped_keys (id, organization_id, environment_id, secret_hash, capabilities)
   select 'key' || n, ${id("organization", of)}, ${id("environment", of)}, sha256(n::text::bytea), '{runs:write}'
   from generate_series(1, 400) n`,
  `insert into engine_configurations (hash, engine_type, effective, created_at)
   select md5(n::text), 'comparison', '{}', now() - n * interval '1 hour' from generate_series(1, 6000) n`,
  `insert into engines (id, organization_id, slug, label, description, engine_type, draft, draft_config_hash,
     draft_updated_by)
   select ${id("engine", "n")}, ${id("organization", of)}, 'engine-' || n, 'Engine', '',
     (enum_range(null::engine_type_name))[n % 6 + 1], '{}', md5(n::text), 'seed'
   from generate_series(1, 200) n`,
  `insert into scoped_key_engines (key_id, engine_id)
   select 'key' || n, ${id("engine", "n % 200 + 1")} from generate_series(1, 400) n`,
  `insert into engine_releases (id, engine_id, organization_id, major, minor, config_hash, config, request_schema,
     response_schema, request_schema_sha256, response_schema_sha256, gate, released_by)
   select ${id("release", "n * 10 + minor")}, ${id("engine", "n")}, ${id("organization", of)}, 1, minor,
     md5((n + minor)::text), '{}', '{}', '{}', '', '', '{}', 'seed'
   from generate_series(1, 200) n, generate_series(0, 4) minor`,
  `insert into engine_stamp_secrets (id, engine_id, source_key, ciphertext)
   select ${id("stamp", "n")}, ${id("engine", "n")}, 'source', '' from generate_series(1, 200) n`,
  `insert into organization_fairness (organization_id, engine_type, last_rank)
   select ${id("organization", "n")}, t, n from generate_series(1, 20) n, unnest(enum_range(null::engine_type_name)) t`,
  `insert into runs (id, organization_id, environment_id, environment_slug, engine_id, engine_slug, engine_type,
     submitter, key_id, idem_hash, request_hash, status, attempt, lease_token, lease_owner, lease_expires_at,
     cancel_requested_at, engine_version, subject_key, priority, fair_rank, created_at, started_at, completed_at)
   select ${id("run", "n")}, ${id("organization", of)}, ${id("environment", of)}, 'live', ${id("engine", "n % 200 + 1")},
     'engine', (enum_range(null::engine_type_name))[n % 6 + 1], 'key', 'key',
     case when n % 3 = 0 then sha256(n::text::bytea) end, sha256(n::text::bytea), status,
     case when status = 'queued' then 0 else 1 end, case when status = 'processing' then ${id("token", "n")} end,
     'worker', case when status = 'processing' then now() + (n % 200 - 20) * interval '1 second' end,
     case when status = 'processing' and n % 5 = 0 then now() end, '1.0', 'client-' || n % 2000,
     case when (${of}) % 10 = 0 then 9 else 0 end, n, now() - n * interval '1 minute', now() - n * interval '1 minute',
     case when status in ('completed', 'degraded') then now() - n * interval '1 minute' end
   from (select n, case when n % 20 = 0 then 'queued' when n % 20 = 1 then 'processing' when n % 20 = 2 then 'degraded'
     else 'completed' end::run_status as status from generate_series(1, 12000) n) numbered`,
  `insert into run_payloads (run_id, input, output)
   select ${id("run", "n")}, '{}', '{}' from generate_series(1, 12000) n`,
  `insert into webhook_endpoints (id, organization_id, environment_id, url, events, status, disabled_at, auto_recover,
     header_names, failures_in_a_row, resumed_until)
   select ${id("endpoint", "n")}, ${id("organization", of)}, ${id("environment", of)}, 'https://hooks.example.com/',
     '{run.completed}', case when n % 10 = 0 then 'disabled' else 'enabled' end::endpoint_status,
     case when n % 10 = 0 then now() end, n % 3 = 0, '{}', 0, case when n % 10 = 1 then now() end
   from generate_series(1, 3000) n`,
  `insert into webhook_secrets (id, endpoint_id, ciphertext)
   select ${id("secret", "n")}, ${id("endpoint", "n")}, '' from generate_series(1, 200) n`,
  `insert into webhook_events (id, type, organization_id, environment_id, run_id, created_at, expanded_at)
   select ${id("event", "n")}, 'run.completed', ${id("organization", of)}, ${id("environment", of)}, ${id("run", "n")},
     now() - n * interval '1 minute', now() from generate_series(1, 12000) n`,
  `insert into webhook_bodies (event_id, mode, body, byte_count, sha256)
   select ${id("event", "n")}, 'full', '{}', 2, sha256('{}') from generate_series(1, 12000) n`,
  `insert into webhook_deliveries (id, event_id, endpoint_id, organization_id, event_type, run_id, mode, state, reason,
     tries, next_attempt_at, lease_until, lease_token, cycle_deadline, delivered_at, created_at)
   select ${id("delivery", "n")}, ${id("event", "n")}, ${id("endpoint", "n % 300 + 1")}, ${id("organization", of)},
     'run.completed', ${id("run", "n")}, 'full', state,
     case when state = 'dead_letter' then 'permanent_response' when state = 'held' then 'endpoint_disabled' end, 1,
     case when state in ('pending', 'retry_scheduled') then now() + (n % 400 - 100) * interval '1 second' end,
     case when state = 'delivering' then now() + (n % 400 - 100) * interval '1 second' end,
     case when state = 'delivering' then ${id("lease", "n")} end,
     case when state <> 'held' or n % 3 = 0 then now() + (n % 2000) * interval '1 minute' end,
     case when state = 'delivered' then now() end, now() - n * interval '1 minute'
   from (select n, case n % 20 when 0 then 'pending' when 1 then 'retry_scheduled' when 2 then 'delivering'
     when 3 then 'held' when 4 then 'dead_letter' else 'delivered' end::delivery_state as state
     from generate_series(1, 12000) n) numbered`,
  `insert into webhook_attempts (delivery_id, cycle, try, endpoint_id, trigger, outcome, url, secret_ids, started_at)
   select ${id("delivery", "n")}, 1, 1, ${id("endpoint", "n % 300 + 1")}, 'scheduled', 'delivered', '', '{}', now()
   from generate_series(1, 12000) n`,
  `insert into webhook_recoveries (id, organization_id, environment_id, endpoint_id, since, until, matched, request_hash)
   select ${id("recovery", "n")}, ${id("organization", of)}, ${id("environment", of)}, ${id("endpoint", "n")}, now(), now(),
     10, sha256('') from generate_series(1, 200) n`,
  `insert into platform_events (id, organization_id, type, dedupe_key, subject_kind, subject_key, data, occurred_at,
     recorded_at, handled_at)
   select ${id("fact", "n")}, ${id("organization", of)}, 'fact.' || n % 10, 'key ' || n, 'client', 'client', '{}', now(),
     now() - n * interval '1 minute', now() from generate_series(1, 4000) n`,
  `insert into event_marks (event_id, consumer, organization_id, next_attempt_at)
   select ${id("event", "n")}, case when n % 4 = 0 then 'automation:' || ${id("automation", "n % 40 + 1")} else 'webhooks' end,
     ${id("organization", of)}, now() + (n % 200 - 100) * interval '1 second' from generate_series(1, 1000) n`,
  `insert into automations (id, organization_id, automation_key, event_type, effect, max_per_hour, cooldown_seconds)
   select ${id("automation", "n")}, ${id("organization", of)}, 'automation-' || n, 'fact.1', '{}', 60, 0
   from generate_series(1, 40) n`,
  `insert into dataset_versions (id, organization_id, dataset_key, version, state, sha256, as_of)
   select ${id("dataset", "n")}, ${id("organization", of)}, 'key ' || n % 50, n, 'complete', '', now()
   from generate_series(1, 1000) n`,
  `insert into inbound_sources (id, source_key, organization_id, environment_id, kind)
   select ${id("source", "n")}, 'source-' || n, ${id("organization", of)}, ${id("environment", of)}, 'native'
   from generate_series(1, 200) n`,
  `insert into inbound_source_secrets (id, source_id, ciphertext)
   select ${id("source secret", "n")}, ${id("source", "n")}, '' from generate_series(1, 200) n`,
  `insert into inbound_deliveries (source_id, delivery_id, body_hash, outcome, event_id, received_at)
   select ${id("source", "n % 200 + 1")}, 'delivery ' || n, sha256(''), 'appended', ${id("fact", "n")}, now() - n * interval '1 minute'
   from generate_series(1, 6000) n`,
  `insert into record_connections (id, organization_id, name, kind, mapping, served_seq)
   select ${id("connection", "n")}, ${id("organization", "n")}, 'System', 'import', 'native', 9
   from generate_series(1, 20) n`,
  `insert into book.heads (connection_id, client_key, from_seq, to_seq)
   select ${id("connection", "n % 20 + 1")}, 'c_' || n, seq, case when seq < 9 then seq + 4 end
   from generate_series(1, 4000) n, unnest(array[1, 5, 9]) seq`,
  `insert into run_records (run_id, organization_id, connection_id, posture, scope, wanted, client_key, attempt,
     snapshot_seq, subject_seq)
   select ${id("run", "n")}, ${id("organization", of)}, ${id("connection", "n % 20 + 1")}, 'off', 'All', '{}', 'c_' || n, 1, 9, 5
   from generate_series(1, 4000) n`,
  `insert into run_documents (run_id, ref, organization_id, document_id, connection_id, client_key, reader, classes)
   select ${id("run", "n")}, 'sb_' || part, ${id("organization", of)}, ${id("document", "n")}, ${id("connection", "n % 20 + 1")},
     'c_' || n, '{}', array['financial']
   from generate_series(1, 2000) n, generate_series(1, 2) part`,
  `insert into conversation_configurations (hash, config) select 'config ' || n, '{}' from generate_series(1, 60) n`,
  `insert into conversation_instances (id, organization_id, slug, label, description, draft_config_hash, draft_updated_by,
     eval_gate, latest_version)
   select ${id("instance", "n")}, ${id("organization", of)}, 'instance-' || n, 'Desk', '', 'config ' || n, 'key', '{}', 1
   from generate_series(1, 60) n`,
  `insert into conversation_instance_versions (instance_id, organization_id, version, config_hash, gate, released_by)
   select ${id("instance", "n")}, ${id("organization", of)}, 1, 'config ' || n, '{}', 'key' from generate_series(1, 60) n`,
  `insert into conversations (id, organization_id, environment_id, environment_slug, instance_id, owner_principal, client_key,
     run_ids, request_hash, turn_count, head_turn_id, created_at, updated_at, last_turn_at, deleted_at)
   select ${id("conversation", "n")}, ${id("organization", "(n % 60 + 1)")}, ${id("environment", "n % 60 + 1")}, 'live',
     ${id("instance", "n % 60 + 1")}, 'person ' || n % 30, 'c_' || n % 900, '{}', '', 2, ${id("turn", "n * 2")},
     now() - n * interval '1 minute', now() - n * interval '1 minute', now() - n * interval '1 minute',
     case when n % 100 = 0 then now() end
   from generate_series(1, 4000) n`,
  `insert into turns (id, conversation_id, organization_id, environment_id, instance_id, index, status, input_text, config_hash,
     rights, key_id, request_hash, attempt, lease_token, lease_expires_at, output_text, method, fair_rank, created_at, started_at,
     completed_at, attachment_ids, idem_hash)
   select ${id("turn", "n")}, ${id("conversation", "(n + 1) / 2")}, ${id("organization", "((n + 1) / 2 % 60 + 1)")},
     ${id("environment", "(n + 1) / 2 % 60 + 1")}, ${id("instance", "(n + 1) / 2 % 60 + 1")}, 2 - n % 2, state::turn_status,
     'When?', 'config 1', '{}', 'key', '', case when state = 'queued' then 0 else 1 end,
     case when state = 'running' then gen_random_uuid() end, case when state = 'running' then now() + interval '20 seconds' end,
     case when state = 'completed' then 'Now.' end, case when state = 'completed' then 'extractive' end, n,
     now() - n * interval '30 seconds', case when state <> 'queued' then now() end,
     case when state = 'completed' then now() end, '{}', sha256(n::text::bytea)
   from generate_series(1, 8000) n
   cross join lateral (select case n % 100 when 0 then 'queued' when 2 then 'running' else 'completed' end as state) s`,
  `insert into turn_attempts (turn_id, attempt, worker, mode, started_at)
   select id, 1, 'worker', 'restart', now() from turns where attempt = 1`,
];
