/**
 * Conversation instances, their releases, and the conversations that callers have with them (CONV-1). Every change of an
 * instance needs an organization key; the rules are in the domain package.
 */
import { createInstance } from "./instances/create-instance.ts";
import { listInstances } from "./instances/list-instances.ts";
import { readDraft } from "./instances/read-draft.ts";
import { readInstance } from "./instances/read-instance.ts";
import { saveDraft } from "./instances/save-draft.ts";
import { updateInstance } from "./instances/update-instance.ts";
import { listVersions } from "./versions/list-versions.ts";
import { publishVersion } from "./versions/publish-version.ts";
import { readVersion } from "./versions/read-version.ts";

export const conversationsRoutes = [
  listInstances,
  createInstance,
  readInstance,
  updateInstance,
  readDraft,
  saveDraft,
  listVersions,
  publishVersion,
  readVersion,
];
