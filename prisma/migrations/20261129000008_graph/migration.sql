-- The data graph (GRAPH-1): nodes and edges as they follow from the tables that own them. Nothing is stored here, and no
-- column shows a value of a row of the book: only names that operators gave, counts, hashes and times.
-- A graph is read by its organization. `DISTINCT ON` a connection kept that condition outside: the newest imports of all
-- organizations were read, and all their checks, to show those of one (measured with 200 organizations: 130 ms instead of 60).
-- A connection is of one organization, so naming it as well selects the same rows.
CREATE VIEW "graph_syncs" AS
SELECT c.organization_id, c.id AS connection_id, i.*
FROM record_connections c
CROSS JOIN LATERAL (
  SELECT r.id AS import_id, r.state, r.mode, r.seq, r.as_of, r.started_at, r.finished_at, r.files, r.mapping_hash,
    EXISTS (SELECT FROM jsonb_each(r.counts::jsonb) f WHERE (f.value ->> 'quarantined')::int > 0) AS has_findings
  FROM record_imports r WHERE r.connection_id = c.id ORDER BY r.started_at DESC LIMIT 20) i;

CREATE VIEW "graph_families" AS
SELECT * FROM (VALUES
  ('book', 'accounts'), ('book', 'contacts'), ('book', 'policies'), ('book', 'coverages'), ('book', 'contracts'),
  ('book', 'locations'), ('book', 'vehicles'), ('book', 'drivers'), ('claims', 'claims'), ('servicing', 'activities'),
  ('servicing', 'documents'), ('placement', 'submissions'), ('placement', 'quotes'), ('placement', 'renewals'),
  ('billing', 'invoices'), ('billing', 'payments'), ('reference', 'carriers'), ('reference', 'lines'),
  ('reference', 'offices'), ('reference', 'teams'), ('reference', 'staff')) AS f(plane, family);

CREATE VIEW "graph_books" AS
SELECT organization_id, min(created_at) AS since, max(fetched_at) AS updated_at,
  bool_or(served_seq > 0) AS is_served, bool_or(state = 'active') AS is_active
FROM record_connections GROUP BY organization_id;

CREATE VIEW "graph_checks" AS
SELECT c.organization_id, c.id AS connection_id, 'freshness'::text AS name, 'Freshness of ' || c.name AS label,
  CASE WHEN c.state = 'disabled' THEN 'disabled' WHEN c.as_of IS NULL THEN 'unknown'
    WHEN c.as_of < now() - make_interval(hours => c.aging_hours) THEN 'warning' ELSE 'ok' END AS state,
  coalesce(c.as_of, c.created_at) AS updated_at,
  jsonb_build_object('fresh_hours', c.fresh_hours, 'aging_hours', c.aging_hours, 'as_of', c.as_of) AS properties
FROM record_connections c
UNION ALL
SELECT t.* FROM (
  SELECT DISTINCT ON (c.organization_id, c.id, e.data::jsonb ->> 'check') c.organization_id, c.id AS connection_id, e.data::jsonb ->> 'check' AS name,
    (e.data::jsonb ->> 'check') || ' of ' || c.name AS label,
    CASE WHEN c.state = 'disabled' THEN 'disabled'
      WHEN e.type = 'check.recovered' OR coalesce(c.fetched_at > e.occurred_at, false) THEN 'ok' ELSE 'failed' END AS state,
    e.occurred_at AS updated_at, jsonb_build_object('last_event', e.type) AS properties
  FROM platform_events e
  JOIN record_connections c ON c.organization_id = e.organization_id AND c.id::text = e.subject_key
  WHERE e.type IN ('check.failed', 'check.recovered') AND e.subject_kind = 'connection' AND e.data::jsonb ? 'check'
    AND e.recorded_at > now() - interval '90 days'
  ORDER BY c.organization_id, c.id, e.data::jsonb ->> 'check', e.seq DESC) t;

CREATE VIEW "graph_derivations" AS
SELECT d.organization_id, d.key, d.label, d.mode, d.inputs, d.output, d.is_after_sync, d.schedule, d.timezone,
  d.performed_by, d.enabled, d.due_at, d.created_at, last.status, last.rows, last.change_seq_from, last.change_seq_to,
  last.started_at, last.finished_at, last.code,
  CASE WHEN NOT d.enabled THEN 'disabled'
    WHEN last.id IS NULL OR d.performed_by IS NOT NULL THEN CASE WHEN d.performed_by IS NULL THEN 'unknown' ELSE 'ok' END
    WHEN d.failures > 0 OR last.status = 'failed' THEN 'failed'
    WHEN d.due_at < now() - interval '1 day' THEN 'warning'
    WHEN last.status = 'running' AND previous.id IS NULL THEN 'unknown' ELSE 'ok' END AS state
FROM derivations d
LEFT JOIN LATERAL (SELECT e.* FROM derivation_executions e WHERE e.organization_id = d.organization_id AND e.key = d.key
  ORDER BY e.started_at DESC LIMIT 1) last ON true
LEFT JOIN LATERAL (SELECT e.id FROM derivation_executions e WHERE e.organization_id = d.organization_id AND e.key = d.key
  AND e.status = 'succeeded' ORDER BY e.started_at DESC LIMIT 1) previous ON true;

CREATE VIEW "graph_datasets" AS
SELECT DISTINCT ON (v.organization_id, v.dataset_key) v.organization_id, v.dataset_key AS key, v.version, v.rows, v.sha256,
  v.as_of, coalesce(v.completed_at, v.created_at) AS updated_at
FROM dataset_versions v WHERE v.state = 'complete'
ORDER BY v.organization_id, v.dataset_key, v.version DESC;

CREATE VIEW "graph_nodes" AS
SELECT c.organization_id, 'connection'::text AS kind, c.id::text AS key, c.name AS label,
  CASE WHEN c.state = 'disabled' THEN 'disabled' WHEN last.import_id IS NULL THEN 'unknown'
    WHEN last.state IN ('refused', 'failed') THEN 'failed'
    WHEN last.has_findings OR c.as_of < now() - make_interval(hours => c.aging_hours) THEN 'warning'
    WHEN c.served_seq = 0 THEN 'unknown' ELSE 'ok' END AS state,
  coalesce(last.finished_at, last.started_at, c.created_at) AS updated_at,
  jsonb_build_object('connection_kind', c.kind, 'snapshot_seq', c.served_seq, 'as_of', c.as_of, 'fetched_at', c.fetched_at,
    'is_scheduled', c.schedule IS NOT NULL) AS properties
FROM record_connections c
LEFT JOIN LATERAL (SELECT s.* FROM graph_syncs s WHERE s.connection_id = c.id
  AND s.state IN ('served', 'unchanged', 'refused', 'failed') ORDER BY s.started_at DESC LIMIT 1) last ON true
UNION ALL
SELECT s.organization_id, 'source_object', s.connection_id || '/' || (f.value ->> 'name'), f.value ->> 'name', 'ok',
  s.finished_at, jsonb_build_object('bytes', f.value -> 'bytes', 'sha256', f.value -> 'sha256', 'rows', f.value -> 'rows')
FROM (SELECT DISTINCT ON (organization_id, connection_id) * FROM graph_syncs WHERE state IN ('served', 'unchanged')
  ORDER BY organization_id, connection_id, started_at DESC) s
CROSS JOIN LATERAL jsonb_array_elements(s.files::jsonb) f
UNION ALL
SELECT s.organization_id, 'sync', s.import_id::text, 'Import of ' || to_char(s.started_at AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI'),
  CASE WHEN s.state IN ('refused', 'failed') THEN 'failed' WHEN s.state = 'cancelled' THEN 'disabled'
    WHEN s.state IN ('served', 'unchanged') THEN CASE WHEN s.has_findings THEN 'warning' ELSE 'ok' END
    ELSE 'unknown' END,
  coalesce(s.finished_at, s.started_at),
  jsonb_build_object('import_state', s.state, 'mode', s.mode, 'snapshot_seq', s.seq, 'mapping_sha256', s.mapping_hash,
    'as_of', s.as_of, 'started_at', s.started_at, 'finished_at', s.finished_at)
FROM graph_syncs s
UNION ALL
SELECT c.organization_id, 'snapshot', s.connection_id || '/' || s.seq, 'Snapshot ' || s.seq || ' of ' || c.name,
  CASE WHEN c.state = 'disabled' THEN 'disabled' ELSE 'ok' END, s.served_at,
  jsonb_build_object('seq', s.seq, 'as_of', s.as_of, 'is_served', s.seq = c.served_seq)
FROM record_snapshots s JOIN record_connections c ON c.id = s.connection_id
UNION ALL
SELECT b.organization_id, 'plane', f.plane, 'Plane ' || f.plane,
  CASE WHEN NOT b.is_active THEN 'disabled' WHEN b.is_served THEN 'ok' ELSE 'unknown' END, coalesce(b.updated_at, b.since),
  jsonb_build_object('families', count(*))
FROM graph_books b CROSS JOIN graph_families f GROUP BY b.organization_id, f.plane, b.is_active, b.is_served, b.updated_at, b.since
UNION ALL
SELECT b.organization_id, 'family', f.family, 'Family ' || f.family,
  CASE WHEN NOT b.is_active THEN 'disabled' WHEN b.is_served THEN 'ok' ELSE 'unknown' END, coalesce(b.updated_at, b.since),
  jsonb_build_object('plane', f.plane)
FROM graph_books b CROSS JOIN graph_families f
UNION ALL
SELECT d.organization_id, 'dataset', d.key, d.key, 'ok', d.updated_at,
  jsonb_build_object('version', d.version, 'rows', d.rows, 'sha256', d.sha256, 'as_of', d.as_of)
FROM graph_datasets d
UNION ALL
SELECT d.organization_id, 'dataset', d.output, d.output, CASE WHEN max(o.computed_at) IS NULL THEN 'unknown' ELSE 'ok' END,
  coalesce(max(o.computed_at), d.created_at),
  jsonb_build_object('version', coalesce(max(o.version), 0), 'rows', coalesce(sum(o.rows), 0), 'derived', true)
FROM derivations d
LEFT JOIN (book.derived_outputs o JOIN record_connections c ON c.id = o.connection_id)
  ON c.organization_id = d.organization_id AND o.derivation_key = d.key
WHERE d.output IS NOT NULL
GROUP BY d.organization_id, d.key, d.output, d.created_at
UNION ALL
SELECT c.organization_id, 'document_collection', c.id::text, 'Documents of ' || c.name,
  CASE WHEN c.state = 'disabled' THEN 'disabled' ELSE 'ok' END, coalesce(c.fetched_at, c.created_at), '{}'::jsonb
FROM record_connections c
WHERE EXISTS (SELECT FROM book.documents d WHERE d.connection_id = c.id AND d.to_seq IS NULL)
  -- Files that were brought in without rows of the book.
  OR EXISTS (
    SELECT FROM record_documents d WHERE d.organization_id = c.organization_id AND d.connection_id = c.id
  )
UNION ALL
SELECT d.organization_id, 'document_index', d.key, d.label, d.state, coalesce(d.finished_at, d.created_at), '{}'::jsonb
FROM graph_derivations d WHERE d.key = 'document_text_index'
UNION ALL
SELECT d.organization_id, 'derivation', d.key, d.label, d.state, coalesce(d.finished_at, d.started_at, d.created_at),
  jsonb_build_object('mode', d.mode, 'after_sync', d.is_after_sync, 'schedule', d.schedule, 'performed_by', d.performed_by,
    'last_status', d.status, 'last_rows', d.rows)
FROM graph_derivations d
UNION ALL
SELECT d.organization_id, 'schedule', 'derivation:' || d.key, 'Schedule of ' || d.label,
  CASE WHEN d.enabled THEN CASE WHEN d.due_at < now() - interval '1 day' THEN 'warning' ELSE 'ok' END ELSE 'disabled' END,
  d.created_at, jsonb_build_object('schedule', d.schedule, 'timezone', d.timezone, 'next_at', d.due_at)
FROM derivations d WHERE d.schedule IS NOT NULL
UNION ALL
SELECT a.organization_id, 'schedule', 'automation:' || a.automation_key, 'Schedule of ' || a.automation_key,
  CASE WHEN NOT a.enabled THEN 'disabled' WHEN a.next_tick_at < now() - interval '1 day' THEN 'warning' ELSE 'ok' END,
  a.updated_at, jsonb_build_object('schedule', a.schedule, 'timezone', a.timezone, 'next_at', a.next_tick_at)
FROM automations a WHERE a.schedule IS NOT NULL AND a.removed_at IS NULL
UNION ALL
SELECT c.organization_id, 'schedule', 'connection:' || c.id, 'Schedule of ' || c.name,
  CASE WHEN c.state = 'disabled' THEN 'disabled' ELSE 'ok' END, c.created_at, '{}'::jsonb
FROM record_connections c WHERE c.schedule IS NOT NULL
UNION ALL
SELECT k.organization_id, 'check', k.connection_id || '/' || k.name, k.label, k.state, k.updated_at, k.properties
FROM graph_checks k
UNION ALL
SELECT e.organization_id, 'engine', e.slug, e.label,
  CASE WHEN e.status = 'archived' THEN 'disabled'
    WHEN EXISTS (SELECT FROM engine_releases r WHERE r.engine_id = e.id AND r.withdrawn_at IS NULL) THEN 'ok'
    ELSE 'unknown' END,
  e.updated_at, jsonb_build_object('engine_type', e.engine_type, 'status', e.status)
FROM engines e
UNION ALL
SELECT r.organization_id, 'engine_release', e.slug || '/' || r.major || '.' || r.minor, e.label || ' ' || r.major || '.' || r.minor,
  CASE WHEN r.withdrawn_at IS NULL AND e.status = 'active' THEN 'ok' ELSE 'disabled' END, coalesce(r.withdrawn_at, r.released_at),
  jsonb_build_object('config_sha256', r.config_hash, 'released_at', r.released_at, 'withdrawn_at', r.withdrawn_at)
FROM engine_releases r JOIN engines e ON e.id = r.engine_id;

-- An edge follows the data, from what is read to who reads it; schedules and checks stand behind what they are of. Of edges
-- to nodes that are not there a reader sees nothing.
CREATE VIEW "graph_edges_of_data" AS
SELECT s.organization_id, 'connection'::text AS from_kind, s.connection_id::text AS from_key, 'source_object'::text AS to_kind,
  s.connection_id || '/' || (f.value ->> 'name') AS to_key, 'contains'::text AS kind, s.started_at AS since
FROM (SELECT DISTINCT ON (organization_id, connection_id) * FROM graph_syncs WHERE state IN ('served', 'unchanged')
  ORDER BY organization_id, connection_id, started_at DESC) s
CROSS JOIN LATERAL jsonb_array_elements(s.files::jsonb) f
UNION ALL
SELECT s.organization_id, 'source_object', s.connection_id || '/' || (f.value ->> 'name'), 'sync', s.import_id::text, 'feeds',
  s.started_at
FROM (SELECT DISTINCT ON (organization_id, connection_id) * FROM graph_syncs WHERE state IN ('served', 'unchanged')
  ORDER BY organization_id, connection_id, started_at DESC) s
CROSS JOIN LATERAL jsonb_array_elements(s.files::jsonb) f
UNION ALL
SELECT s.organization_id, 'connection', s.connection_id::text, 'sync', s.import_id::text, 'feeds', s.started_at FROM graph_syncs s
UNION ALL
SELECT s.organization_id, 'sync', s.import_id::text, 'snapshot', s.connection_id || '/' || s.seq, 'produces', s.started_at
FROM graph_syncs s WHERE s.state = 'served'
UNION ALL
SELECT DISTINCT c.organization_id, 'snapshot', c.id || '/' || c.served_seq, 'plane', f.plane, 'feeds', c.fetched_at
FROM record_connections c CROSS JOIN graph_families f WHERE c.served_seq > 0
UNION ALL
SELECT b.organization_id, 'plane', f.plane, 'family', f.family, 'contains', b.since FROM graph_books b CROSS JOIN graph_families f
UNION ALL
SELECT c.organization_id, 'family', 'documents', 'document_collection', c.id::text, 'contains', c.created_at
FROM record_connections c
UNION ALL
SELECT c.organization_id, 'document_collection', c.id::text, 'document_index', 'document_text_index', 'indexes', c.created_at
FROM record_connections c
UNION ALL
SELECT d.organization_id, CASE WHEN f.family IS NULL THEN 'dataset' ELSE 'family' END, i.name, 'derivation', d.key, 'reads',
  d.created_at
FROM derivations d CROSS JOIN LATERAL unnest(d.inputs) i(name) LEFT JOIN graph_families f ON f.family = i.name
UNION ALL
SELECT d.organization_id, 'derivation', d.key, 'dataset', d.output, 'produces', d.created_at
FROM derivations d WHERE d.output IS NOT NULL
UNION ALL
SELECT d.organization_id, 'derivation', d.key, 'document_index', d.key, 'produces', d.created_at
FROM derivations d WHERE d.key = 'document_text_index'
UNION ALL
SELECT d.organization_id, 'derivation', d.key, 'schedule', 'derivation:' || d.key, 'scheduled_by', d.created_at
FROM derivations d WHERE d.schedule IS NOT NULL
UNION ALL
SELECT c.organization_id, 'connection', c.id::text, 'schedule', 'connection:' || c.id, 'scheduled_by', c.created_at
FROM record_connections c WHERE c.schedule IS NOT NULL
UNION ALL
SELECT a.organization_id, 'engine', a.effect::jsonb ->> 'engine_slug', 'schedule', 'automation:' || a.automation_key,
  'scheduled_by', a.created_at
FROM automations a WHERE a.schedule IS NOT NULL AND a.removed_at IS NULL AND a.effect::jsonb ? 'engine_slug'
UNION ALL
SELECT k.organization_id, 'connection', k.connection_id::text, 'check', k.connection_id || '/' || k.name, 'checked_by', k.updated_at
FROM graph_checks k
UNION ALL
SELECT DISTINCT e.organization_id, 'dataset', d.value[1], 'engine', e.slug, 'reads', r.released_at
FROM engines e
CROSS JOIN LATERAL (SELECT * FROM engine_releases r WHERE r.engine_id = e.id AND r.withdrawn_at IS NULL
  ORDER BY r.major DESC, r.minor DESC LIMIT 1) r
JOIN engine_configurations c ON c.hash = r.config_hash
-- Found in the text, which need not be parsed for that: a string in JSON holds no quotation mark of its own.
CROSS JOIN LATERAL regexp_matches(c.effective, '"dataset_key"\s*:\s*"([^"\\]+)"', 'g') d(value)
UNION ALL
SELECT r.organization_id, 'engine', e.slug, 'engine_release', e.slug || '/' || r.major || '.' || r.minor, 'released_as', r.released_at
FROM engine_releases r JOIN engines e ON e.id = r.engine_id;

-- The edges, which engine the refresh asks, which lists are indexed, and what opportunity engines read of the book.
CREATE VIEW "graph_edges" AS
SELECT e.organization_id, e.from_kind, e.from_key, e.to_kind, e.to_key, e.kind, e.since FROM graph_edges_of_data e
UNION ALL
SELECT g.organization_id, 'derivation', 'opportunity_refresh', 'engine', e.slug, 'feeds', g.designated_at
FROM designated_engines g JOIN engines e ON e.id = g.engine_id AND e.organization_id = g.organization_id
WHERE g.purpose::text = 'opportunity'
UNION ALL
SELECT d.organization_id, 'dataset', d.key, 'derivation', 'watchlist_index', 'reads', d.updated_at
FROM graph_datasets d WHERE starts_with(d.key, 'watchlist:')
UNION ALL
SELECT e.organization_id, 'family', f.name, 'engine', e.slug, 'reads', e.created_at
FROM engines e
CROSS JOIN unnest(ARRAY['accounts', 'policies', 'coverages', 'claims', 'activities', 'invoices']) f(name)
WHERE e.engine_type = 'opportunity';
