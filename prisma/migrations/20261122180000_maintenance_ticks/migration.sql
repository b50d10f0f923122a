-- breaking-change (decision 0019): reconcilers of the release before log a warning every half minute until they are replaced.
ALTER TABLE "caretaker_ticks" RENAME TO "maintenance_ticks";
ALTER TABLE "maintenance_ticks" RENAME CONSTRAINT "caretaker_ticks_pkey" TO "maintenance_ticks_pkey";
