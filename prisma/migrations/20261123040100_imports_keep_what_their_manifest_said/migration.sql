-- AlterTable
ALTER TABLE "record_imports" ADD COLUMN     "complete" TEXT[] DEFAULT ARRAY[]::TEXT[],
ADD COLUMN     "problems" TEXT[] DEFAULT ARRAY[]::TEXT[];
