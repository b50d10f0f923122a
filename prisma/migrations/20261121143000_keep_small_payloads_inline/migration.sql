-- Payloads under a page stay in their row uncompressed: compressing them cost more than the rest of settling a small run.
ALTER TABLE "run_payloads" SET (toast_tuple_target = 8160);
ALTER TABLE "webhook_bodies" SET (toast_tuple_target = 8160);
