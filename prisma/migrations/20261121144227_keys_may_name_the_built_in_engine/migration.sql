-- DropForeignKey
ALTER TABLE "scoped_key_engines" DROP CONSTRAINT "scoped_key_engines_engine_id_fkey";
