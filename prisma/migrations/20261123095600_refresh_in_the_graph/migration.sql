-- The refresh of opportunities is performed by the loop of derivations, which submits runs of the engine that is designated
-- for it, and puts out which ones.
UPDATE "derivations" SET performed_by = NULL, output = 'derived:opportunity_refresh' WHERE key = 'opportunity_refresh';

ALTER VIEW "graph_edges" RENAME TO "graph_edges_of_data";

-- The lists are indexed by the loop of derivations as well.
UPDATE "derivations" SET performed_by = NULL, output = 'derived:watchlist_index' WHERE key = 'watchlist_index';

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
