-- Every index of runs is written for a submission, a claim and an end. These served what others can: unfinished runs
-- are in "runs_claimable" and "runs_processing", and retention finds old runs by their ids, which begin with their time.
DROP INDEX "runs_unfinished_by_environment";
DROP INDEX "runs_finished_by_age";
