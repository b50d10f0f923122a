import { join } from "node:path";
import type { ConfigIssue } from "@service/json";
import { type Fetch, type FetchOptions, lasting } from "../fetch.ts";
import { fileBelow, filesBelow, type FolderFile, hashOfSet, realFolder } from "../files-of-folder.ts";
import { manifestName, readManifest } from "../manifest.ts";
import type { FileDropConfig } from "./file-drop-config.ts";

const problemsListed = 10;

type Options = Pick<FetchOptions, "watermark" | "clock">;

/** A folder that another system exports to (IMP-210 to IMP-212). The files stay where they are. */
export async function fetchFileDrop(config: FileDropConfig, options: Options): Promise<Fetch> {
  const root = await realFolder(config.folder);
  return config.manifest ? announcedFiles(root, config, options) : settledFiles(root, config, options);
}

/** The delivery of a manifest, once all its files are there. */
async function announcedFiles(root: string, config: FileDropConfig, { watermark, clock }: Options): Promise<Fetch> {
  const found = await fileBelow(root, manifestName);
  if (found === undefined) return nothing(`There is no ${manifestName} in the folder.`);
  const read = await readManifest({ path: join(root, manifestName), bytes: found.bytes });
  if (read.kind === "refused") throw lasting(`${manifestName} is refused. ${sentenceOf(read.issues)}`);
  // What the last manifest lists may be replaced one by one, before a new manifest comes last.
  const hash = hashOfSet([found], read.text);
  if (hash === watermark) return nothing("The delivery in the folder was fetched before.");
  const isLate = clock.nowMs() - found.changedMs > config.settle_minutes * 60_000;
  if (read.kind === "not_json") {
    if (isLate) throw lasting(`${manifestName} is not JSON.`);
    return nothing(`${manifestName} is not complete yet.`);
  }
  const { manifest } = read;
  const files: FolderFile[] = [];
  for (const { path } of manifest.files) {
    const file = await fileBelow(root, path);
    if (file === undefined) {
      if (isLate) throw lasting(`${manifestName} names ${path}, which is not in the folder.`);
      return nothing(`${path}, which ${manifestName} names, is not there yet.`);
    }
    files.push(file);
  }
  return {
    kind: "fetched",
    mode: manifest.mode ?? "full",
    asOf: manifest.as_of === undefined ? newestOf(files, clock) : new Date(manifest.as_of),
    fetchedAt: clock.now(),
    folder: root,
    paths: manifest.files.map(({ path }) => path),
    ...(manifest.complete === undefined ? {} : { complete: manifest.complete }),
    manifest: manifest.files.map(({ path, rows, sha256 }) => ({
      path,
      ...(rows === undefined ? {} : { rows }),
      ...(sha256 === undefined ? {} : { sha256 }),
    })),
    watermark: hash,
  };
}

/** All files of the folder, once nothing has changed for as long as the config asks. */
async function settledFiles(root: string, config: FileDropConfig, { watermark, clock }: Options): Promise<Fetch> {
  const { files, changedMs, unfinished } = await filesBelow(root);
  if (files.length === 0) return nothing("The folder is empty.");
  const hash = hashOfSet(files);
  if (hash === watermark) return nothing("The files in the folder were fetched before.");
  if (unfinished !== undefined) return nothing(`${unfinished} is still being written.`);
  if (clock.nowMs() - changedMs < config.settle_minutes * 60_000) {
    return nothing(`The folder has changed within the last ${config.settle_minutes} minutes.`);
  }
  return {
    kind: "fetched",
    mode: "full",
    asOf: newestOf(files, clock),
    fetchedAt: clock.now(),
    folder: root,
    paths: files.map(({ path }) => path),
    watermark: hash,
  };
}

/** When the newest file was written; the clock of a file server may be ahead. */
function newestOf(files: readonly FolderFile[], clock: FetchOptions["clock"]): Date {
  const newestMs = files.reduce((newest, { modifiedMs }) => Math.max(newest, modifiedMs), 0);
  return new Date(Math.min(newestMs, clock.nowMs()));
}

function sentenceOf(issues: readonly ConfigIssue[]): string {
  const listed = issues.slice(0, problemsListed);
  return `${listed.map(({ path, message }) => `${path === "" ? "the document" : path}: ${message}`).join("; ")}.`;
}

function nothing(reason: string): Fetch {
  return { kind: "nothing", reason };
}
