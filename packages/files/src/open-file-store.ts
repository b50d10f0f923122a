import { join } from "node:path";
import { ConfigError } from "@service/runtime";
import type { DownloadTokens } from "./download-tokens.ts";
import type { WatchedStore } from "./watched-store.ts";
import type { FileStoreConfig } from "./file-store-variables.ts";
import { openFolderStore } from "./folder-store.ts";

/**
 * The store that the configuration names; undefined for `none`.
 * @param downloads how URLs of the store `fs` are made; left out in processes that hand out none.
 * @throws ConfigError naming the variable that is missing.
 */
export async function openFileStore(
  config: FileStoreConfig & { readonly dataDir: string },
  downloads?: { readonly tokens: DownloadTokens; readonly publicUrl: () => string },
): Promise<WatchedStore | undefined> {
  const folder = join(config.dataDir, "files");
  switch (config.filesStore) {
    case "none":
      return undefined;
    case "fs":
      return openFolderStore({ folder, downloads });
    case "s3": {
      const { s3Bucket, s3AccessKeyId, s3SecretAccessKey } = config;
      if (s3Bucket === undefined)
        throw new ConfigError([{ variable: "S3_BUCKET", problem: "is required with FILES_STORE=s3" }]);
      if ((s3AccessKeyId === undefined) !== (s3SecretAccessKey === undefined))
        throw new ConfigError([
          { variable: "S3_ACCESS_KEY_ID", problem: "is set together with S3_SECRET_ACCESS_KEY, or neither" },
        ]);
      // Loaded where it is used: the client of a bucket takes longer to load than most commands take.
      const { openBucketStore } = await import("./bucket-store.ts");
      return openBucketStore({
        bucket: s3Bucket,
        region: config.s3Region,
        endpoint: config.s3Endpoint,
        credentials:
          s3AccessKeyId === undefined || s3SecretAccessKey === undefined
            ? undefined
            : { accessKeyId: s3AccessKeyId, secretAccessKey: s3SecretAccessKey },
        folder: join(folder, ".incoming"),
      });
    }
  }
}
