import { fail, type ServiceError } from "@service/contract";
import { isUnavailable } from "@service/db";
import { FileStoreUnavailableError } from "@service/files";

/** The refusal that an error of database or file store stands for: out of reach → 503, a string it cannot store → 400. */
export function refusalOfStorage(error: unknown): ServiceError | undefined {
  if (error instanceof FileStoreUnavailableError) return fail("file_store_unavailable", { cause: error });
  if (isUnavailable(error)) return fail("service_unavailable", { cause: error });
  if (isTextStorageError(error))
    return fail("invalid_request", { message: "A string contains a character that cannot be stored.", cause: error });
  return undefined;
}

/**
 * Postgres refuses U+0000 and broken encodings in text (22021, 22P05). Every field is checked earlier; this keeps a
 * forgotten one from turning a caller's mistake into a 500.
 */
function isTextStorageError(error: unknown): boolean {
  if (!Error.isError(error) || !("code" in error)) return false;
  return error.code === "22021" || error.code === "22P05";
}
