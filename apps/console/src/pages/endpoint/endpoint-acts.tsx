import { Button, Modal } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { useState, type ReactElement } from "react";
import { answer, client } from "../../api.ts";
import { Confirmed } from "../../parts/confirm.tsx";
import type { Endpoint } from "../../parts/endpoints.ts";
import { moment } from "../../parts/format.ts";
import { useHere, useSearchState } from "../../parts/place.ts";
import { SecretOnce } from "../../parts/secret.tsx";
import { queries } from "../../queries.ts";
import { EndpointForm } from "./endpoint-form.tsx";

const route = "/console/v1/o/{organization_id}/e/{environment}/webhooks/{endpoint_id}";

/** What can be done with an endpoint. */
export function EndpointActs({ endpoint }: { readonly endpoint: Endpoint }): ReactElement {
  const { path, base } = useHere();
  const navigate = useNavigate();
  const params = { path: { ...path, endpoint_id: endpoint.id } };
  const isEnabled = endpoint.status === "enabled";
  const refresh = () => queries.invalidateQueries({ queryKey: ["endpoints"] });
  return (
    <>
      <Test endpoint={endpoint} />
      <Edit endpoint={endpoint} />
      <Confirmed
        label={isEnabled ? "Disable" : "Enable"}
        title={isEnabled ? "Disable this endpoint?" : "Enable this endpoint?"}
        effect={
          isEnabled
            ? "Nothing more is sent. What waits is held, and sent when the endpoint is enabled again."
            : `What is held is sent, at most ${endpoint.max_per_second} a second.`
        }
        act={async () => {
          await answer(client.PATCH(route, { params, body: { status: isEnabled ? "disabled" : "enabled" } }));
          await refresh();
        }}
      />
      <Rotate endpoint={endpoint} />
      <Confirmed
        label="Delete"
        title="Delete this endpoint?"
        effect="Its unfinished deliveries are cancelled, and its log can no longer be read."
        name={endpoint.description || endpoint.url}
        color="red"
        act={async () => {
          await answer(client.DELETE(route, { params }));
          await navigate({ to: `${base}/endpoints` });
          await refresh();
        }}
      />
    </>
  );
}

function Test({ endpoint }: { readonly endpoint: Endpoint }): ReactElement {
  const { path } = useHere();
  const [, change] = useSearchState();
  return (
    <Confirmed
      label="Send a test"
      title="Send a test event?"
      effect="An event of the type “Webhook test” is signed, sent, logged and retried like any other. Its delivery opens."
      act={async () => {
        const sent = await answer(
          client.POST(`${route}/test`, { params: { path: { ...path, endpoint_id: endpoint.id } }, body: {} }),
        );
        change({ delivery: sent.id, tab: undefined });
        await queries.invalidateQueries({ queryKey: ["deliveries"] });
      }}
    />
  );
}

function Edit({ endpoint }: { readonly endpoint: Endpoint }): ReactElement {
  const { path } = useHere();
  const [isOpen, open] = useState(false);
  return (
    <>
      <Button variant="default" onClick={() => open(true)}>
        Edit
      </Button>
      <Modal opened={isOpen} onClose={() => open(false)} title="Edit the endpoint" size="lg">
        <EndpointForm
          endpoint={endpoint}
          label="Save"
          save={async (body) => {
            await answer(client.PATCH(route, { params: { path: { ...path, endpoint_id: endpoint.id } }, body }));
            await queries.invalidateQueries({ queryKey: ["endpoints"] });
            open(false);
          }}
        />
      </Modal>
    </>
  );
}

function Rotate({ endpoint }: { readonly endpoint: Endpoint }): ReactElement {
  const { path } = useHere();
  const [rotated, setRotated] = useState<{ secret: string; until: string }>();
  return (
    <>
      <Confirmed
        label="Rotate the secret"
        title="Rotate the signing secret?"
        effect="Deliveries are signed with the new and the old secret for 24 hours. Give the receiver the new one in that time."
        act={async () => {
          const { secret, previous_expire_at: until } = await answer(
            client.POST(`${route}/secret/rotate`, {
              params: { path: { ...path, endpoint_id: endpoint.id } },
              body: {},
            }),
          );
          setRotated({ secret, until });
        }}
      />
      <SecretOnce title="New signing secret" secret={rotated?.secret} onClose={() => setRotated(undefined)}>
        {rotated === undefined ? null : `The old secret signs until ${moment(rotated.until)}.`}
      </SecretOnce>
    </>
  );
}
