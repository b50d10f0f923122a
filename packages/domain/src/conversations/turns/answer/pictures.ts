import { buffer } from "node:stream/consumers";
import { attachmentLimits } from "@service/contract";
import { type EgressManifest, type ModelCapabilities, type ModelPicture, picturesMayLeave } from "@service/models";
import { findAttachedFiles } from "../../attachments/index.ts";
import type { AnswerDeps } from "./answer-deps.ts";
import type { AnswerTask } from "./answer-task.ts";

/** A picture that a model is shown. */
interface AttachedPicture {
  readonly attachmentId: string;
  readonly picture: ModelPicture;
}

/**
 * The newest attached pictures of the path, for a model that looks at them, where the configuration reads attachments and the
 * manifest lets them leave as they are (ATT-63). Every other picture is skipped like a file without text.
 */
export async function picturesFor(
  { db, files }: Pick<AnswerDeps, "db" | "files">,
  { viewer, config, conversationId, attachmentIds }: AnswerTask,
  { caps, manifest }: { readonly caps: ModelCapabilities; readonly manifest: EgressManifest },
): Promise<readonly AttachedPicture[]> {
  const isRead = config.grounding.sources.some(({ kind }) => kind === "attachments");
  if (!caps.vision || !isRead || !picturesMayLeave(manifest)) return [];
  if (files === undefined || conversationId === undefined || attachmentIds.length === 0) return [];
  const found = await findAttachedFiles({ db }, viewer, { conversationId, attachmentIds });
  const pictures: AttachedPicture[] = [];
  let bytesLeft: number = attachmentLimits.picturesBytesPerPrompt;
  for (const { attachmentId, sha256, mediaType, bytes, state } of found.toReversed()) {
    if (mediaType !== "image/png" && mediaType !== "image/jpeg") continue;
    if (state.status !== "ready" || bytes > Math.min(attachmentLimits.pictureBytes, bytesLeft)) continue;
    if (pictures.length === attachmentLimits.picturesPerPrompt) break;
    const stored = await files.get({ organizationId: viewer.organizationId, sha256 });
    if (stored === undefined) continue;
    pictures.push({ attachmentId, picture: { mediaType, bytes: await buffer(stored.content) } });
    bytesLeft -= bytes;
  }
  return pictures.toReversed();
}
