-- Equal bytes may be used under two names: what they count as belongs to the use. Rows from before have the type of their blob.
ALTER TABLE "conversation_attachments" ADD COLUMN "media_type" TEXT;
ALTER TABLE "record_documents" ADD COLUMN "media_type" TEXT;
