import { type ConfigOf, oneOfVariable, optional, stringVariable, urlVariable } from "@service/runtime";

/** The variables of every process that stores or reads files. */
export const fileStoreVariables = {
  filesStore: oneOfVariable({
    name: "FILES_STORE",
    words: ["fs", "s3", "none"],
    default: "fs",
    why: "Where files are: under DATA_DIR/files, in a bucket, or nowhere.",
  }),
  s3Bucket: optional(
    stringVariable({
      name: "S3_BUCKET",
      pattern: /^[a-z0-9.-]{3,63}$/,
      shape: "3 to 63 lowercase letters, digits, full stops or hyphens",
      why: "The bucket of FILES_STORE=s3.",
    }),
  ),
  s3Region: stringVariable({
    name: "S3_REGION",
    default: "us-east-1",
    pattern: /^[a-z0-9-]{1,40}$/,
    shape: "1 to 40 lowercase letters, digits or hyphens",
    why: "The region of the bucket.",
  }),
  s3Endpoint: optional(
    urlVariable({
      name: "S3_ENDPOINT",
      protocols: ["http:", "https:"],
      why: "A server other than Amazon's that speaks S3; buckets are then named in the path.",
    }),
  ),
  s3AccessKeyId: optional(
    stringVariable({
      name: "S3_ACCESS_KEY_ID",
      why: "Unset = the identity of the machine, as Amazon's clients find it.",
    }),
  ),
  s3SecretAccessKey: optional(
    stringVariable({ name: "S3_SECRET_ACCESS_KEY", secret: true, why: "The secret of S3_ACCESS_KEY_ID." }),
  ),
};

/** Of the process that hands files out, and of who checks that it can be reached. */
export const filesPublicUrlVariable = optional(
  urlVariable({
    name: "FILES_PUBLIC_URL",
    protocols: ["http:", "https:"],
    why: "Address under which callers reach FILES_PORT. Unset = this machine.",
  }),
);

/** Of processes that bring files in or read them. */
export const scannerVariable = optional(
  stringVariable({
    name: "ATTACHMENT_SCANNER",
    pattern: /^clamd:\/\/(?:\[[0-9a-fA-F:]+\]|[A-Za-z0-9.-]+)(?::\d{1,5})?\/?$/,
    shape: "an address such as clamd://scanner:3310",
    why: "A malware scanner, clamd://host:port: files are handed out and read once it found them clean. Unset = no scan.",
  }),
);

export type FileStoreConfig = ConfigOf<typeof fileStoreVariables>;
