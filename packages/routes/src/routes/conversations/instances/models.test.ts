import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { registerModel } from "@service/domain/models";
import { setOrganization } from "@service/domain/organizations";
import { builtInManifests } from "@service/models";
import { testOperator } from "@service/testing";
import { startTestApi, type TestApi, type TestOrganization } from "../../../testing/test-api.ts";

let api: TestApi;
let org: TestOrganization;

beforeAll(async () => {
  api = await startTestApi({ hasGates: false });
  org = await api.organization();
  await registerModel(api.deps, testOperator, registration("house", ["conversation"]));
  await registerModel(api.deps, testOperator, registration("only-judges", ["judge"]));
  await registerModel(api.deps, testOperator, registration("closed", ["conversation"]));
  await setOrganization(api.deps, testOperator, org.organizationId, { models: ["house", "only-judges"] });
  await org.organization.post("/conversation-instances", { slug: "desk", label: "Desk" });
});
afterAll(() => api.stop());

const registration = (alias: string, surfaces: readonly string[]) =>
  JSON.stringify({
    alias,
    provider: "openai_compatible",
    base_url: "https://models.example/v1",
    model: "m-1",
    api_key: "sk-house",
    context_tokens: 8_000,
    max_output_tokens: 500,
    caps: {},
    surfaces,
  });

const open = builtInManifests.conversation_knowledge.sha256;
const at = "/conversation-instances/desk/draft";
/** Code and places of the refusal of a draft; a save leaves the revision up to date. */
async function saved(config: object) {
  const { revision } = (await org.organization.get(at)).body;
  const headers = { "if-match": `"${String(revision)}"` };
  const answer = await org.organization.put(at, { config }, { headers });
  const details = answer.body["details"]?.map?.((issue) => String(issue["path"]));
  return [answer.status, answer.body["code"], details] as const;
}

test("a draft may name a model that is open for conversations, within its bound, and to which its manifest lets leave what it needs (CONV-16)", async () => {
  const named = (alias: string, more: object = { max_output_tokens: 400 }) => ({
    model: { alias, ...more },
    egress_manifest_version: open,
  });
  const invalid = (...paths: string[]) => [422, "invalid_instance_config", paths];
  expect(await saved(named("house"))).toEqual([200, undefined, undefined]);
  expect(await saved(named("nothing"))).toEqual([501, "provider_not_configured", undefined]);
  expect(await saved(named("closed"))).toEqual(invalid("/model/alias"));
  expect(await saved(named("only-judges"))).toEqual(invalid("/model/alias"));
  expect(await saved(named("house", {}))).toEqual(invalid("/model/max_output_tokens"));
  expect(await saved(named("house", { max_output_tokens: 501 }))).toEqual(invalid("/model/max_output_tokens"));
  expect(await saved({ model: { alias: "house", max_output_tokens: 9 } })).toEqual(invalid("/egress_manifest_version"));
  const fallback = { alias: "embedded", fallback_aliases: ["closed"] };
  expect(await saved({ model: fallback, egress_manifest_version: open })).toEqual(invalid("/model/fallback_aliases/0"));
  const { models } = (await org.organization.get(at)).body;
  expect(models?.map((model) => String(model["alias"]))).toEqual(["embedded", "house"]);
});
