-- Which of a client's sums are made of its policies, because the source gives none (IMP-290).
alter table book.accounts add column derived text[];
