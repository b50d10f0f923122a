import { FileTooLargeError, type ObjectStore, type ReceivedFile } from "./file-store.ts";

/** The store cannot take or give a file now: its disk is full or away, its bucket does not answer. */
export class FileStoreUnavailableError extends Error {
  override readonly name = "FileStoreUnavailableError";

  constructor(cause: unknown) {
    super("the file store cannot be used now", { cause });
  }
}

/** A store that knows whether it works. */
export interface WatchedStore extends ObjectStore {
  /** Whether files can be stored now: nothing failed since the last success, and a small file can be written. */
  ready(): Promise<boolean>;
}

/** Codes of a disk, never of the connection that a file comes over. */
const diskCodes: ReadonlySet<string> = new Set([
  "EACCES",
  "EDQUOT",
  "EEXIST",
  "EIO",
  "EMFILE",
  "ENFILE",
  "ENOENT",
  "ENOSPC",
  "ENOTDIR",
  "EPERM",
  "EROFS",
]);
/** A failure counts so long, unless something succeeds before: later attempts may be smaller. */
const failureCountsMs = 30_000;

/**
 * The store, whose own failures are a FileStoreUnavailableError (STORE-14). What the sender of a file fails at stays as it is.
 * @param probe writes and removes something small.
 */
export function watched(store: Omit<ObjectStore, "put">, probe: () => Promise<void>): WatchedStore {
  let failedAtMs = Number.NEGATIVE_INFINITY;
  async function attempt<T>(work: () => Promise<T>, isOurs: (error: unknown) => boolean): Promise<T> {
    try {
      const result = await work();
      failedAtMs = Number.NEGATIVE_INFINITY;
      return result;
    } catch (error) {
      if (!isOurs(error)) throw error;
      failedAtMs = performance.now();
      throw new FileStoreUnavailableError(error);
    }
  }
  const anyError = (error: unknown): boolean => !(error instanceof FileStoreUnavailableError);
  const withStore = (file: ReceivedFile): ReceivedFile => ({
    ...file,
    store: (organizationId) => attempt(() => file.store(organizationId), anyError),
  });
  const receive: ObjectStore["receive"] = async (content, bounds) =>
    withStore(await attempt(() => store.receive(content, bounds), isOfDisk));
  return {
    ...store,
    receive,
    async put(organizationId, content, bounds) {
      const received = await receive(content, bounds);
      try {
        await received.store(organizationId);
        return { sha256: received.sha256, bytes: received.bytes };
      } finally {
        await received.discard();
      }
    },
    head: (key) => attempt(() => store.head(key), anyError),
    get: (key, range) => attempt(() => store.get(key, range), anyError),
    delete: (key) => attempt(() => store.delete(key), anyError),
    async ready() {
      if (performance.now() - failedAtMs < failureCountsMs) return false;
      return probe().then(
        () => true,
        () => false,
      );
    },
  };
}

function isOfDisk(error: unknown): boolean {
  if (error instanceof FileTooLargeError || !Error.isError(error)) return false;
  return "code" in error && typeof error.code === "string" && diskCodes.has(error.code);
}
