import { createReadStream } from "node:fs";
import { Readable } from "node:stream";
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
  S3Client,
} from "@aws-sdk/client-s3";
import { getSignedUrl } from "@aws-sdk/s3-request-presigner";
import { attachmentHeader, type ObjectKey, objectPath, type ObjectStore } from "./file-store.ts";
import { probeFolder, spoolFile } from "./receive-file.ts";
import { watched, type WatchedStore } from "./watched-store.ts";

export interface Bucket {
  readonly bucket: string;
  readonly region: string;
  /** Of a server that speaks S3; undefined: Amazon's. */
  readonly endpoint: string | undefined;
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string } | undefined;
}

/**
 * Objects in a bucket. A file arrives in `folder` first, because its key is known when its last byte is.
 */
export function openBucketStore(given: Bucket & { readonly folder: string }): WatchedStore {
  const { bucket: Bucket, region, endpoint, credentials, folder } = given;
  const client = new S3Client({
    region,
    ...(endpoint !== undefined && { endpoint, forcePathStyle: true }),
    ...(credentials && { credentials }),
    // Servers other than Amazon's do not all know the newer checksums.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
    maxAttempts: 3,
  });
  const store: Omit<ObjectStore, "put"> = {
    kind: "s3",
    async receive(content, bounds) {
      const spooled = await spoolFile(folder, content, bounds);
      const { path, sha256, bytes } = spooled;
      return {
        ...spooled,
        async store(organizationId) {
          const Key = objectPath({ organizationId, sha256 });
          await client.send(new PutObjectCommand({ Bucket, Key, Body: createReadStream(path), ContentLength: bytes }));
        },
      };
    },
    async head(key) {
      return unlessMissing(async () => {
        const { ContentLength } = await client.send(new HeadObjectCommand({ Bucket, Key: objectPath(key) }));
        return { bytes: ContentLength ?? 0 };
      });
    },
    async get(key, range) {
      return unlessMissing(async () => {
        const Range = range && `bytes=${range.first}-${range.last}`;
        const { Body, ContentLength, ContentRange } = await client.send(
          new GetObjectCommand({ Bucket, Key: objectPath(key), ...(Range !== undefined && { Range }) }),
        );
        if (!(Body instanceof Readable)) throw new Error("the bucket answered no stream");
        const whole = /\/(\d+)$/.exec(ContentRange ?? "")?.[1];
        return { bytes: whole === undefined ? (ContentLength ?? 0) : Number(whole), content: Body };
      });
    },
    async delete(key) {
      await client.send(new DeleteObjectCommand({ Bucket, Key: objectPath(key) }));
    },
    async signGet(key: ObjectKey, { fileName, mediaType, validSeconds }) {
      const command = new GetObjectCommand({
        Bucket,
        Key: objectPath(key),
        ResponseContentDisposition: attachmentHeader(fileName),
        ResponseContentType: mediaType,
        ResponseCacheControl: "no-store",
      });
      return new URL(await getSignedUrl(client, command, { expiresIn: validSeconds }));
    },
  };
  // A file arrives in the folder first.
  return watched(store, () => probeFolder(folder));
}

async function unlessMissing<T>(read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    if (Error.isError(error) && (error.name === "NotFound" || error.name === "NoSuchKey")) return undefined;
    throw error;
  }
}
