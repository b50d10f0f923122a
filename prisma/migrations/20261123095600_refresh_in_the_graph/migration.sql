-- The refresh of opportunities is performed by the loop of derivations, which submits runs of the engine that is designated
-- for it, and puts out which ones.
UPDATE "derivations" SET performed_by = NULL, output = 'derived:opportunity_refresh' WHERE key = 'opportunity_refresh';

ALTER VIEW "graph_edges" RENAME TO "graph_edges_of_data";

-- The edges, and which engine the refresh asks.
CREATE VIEW "graph_edges" AS
SELECT e.organization_id, e.from_kind, e.from_key, e.to_kind, e.to_key, e.kind, e.since FROM graph_edges_of_data e
UNION ALL
SELECT g.organization_id, 'derivation', 'opportunity_refresh', 'engine', e.slug, 'feeds', g.designated_at
FROM designated_engines g JOIN engines e ON e.id = g.engine_id AND e.organization_id = g.organization_id
WHERE g.purpose::text = 'opportunity';
