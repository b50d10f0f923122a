-- The engine whose runs refresh the opportunities of a book every night. Alone, because a new value can be used only once its
-- transaction has ended.
ALTER TYPE "engine_purpose" ADD VALUE 'opportunity';
