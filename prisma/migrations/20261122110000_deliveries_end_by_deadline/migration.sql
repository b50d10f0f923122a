-- The sweep ends held deliveries whose window is over: without this order it read every held delivery every second. Only
-- statements that say "cycle > 0", which is true of all, may use it: others would read it whole and sort, when statistics
-- are from a time with few held deliveries.
CREATE INDEX "webhook_deliveries_held_until" ON "webhook_deliveries" ("cycle_deadline") WHERE "state" = 'held' AND "cycle" > 0;
