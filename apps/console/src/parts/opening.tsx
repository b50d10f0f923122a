import { Button, Group, Modal, Stack, Text, Textarea } from "@mantine/core";
import { useState, type ReactElement } from "react";
import { answer, client } from "../api.ts";
import { queries } from "../queries.ts";
import { useAct } from "./confirm.tsx";
import { ActForm } from "./act-form.tsx";
import { Refusal } from "./states.tsx";

/** Opens the contents of an organization for an hour, with a reason. */
export function Opening({
  organization,
  name,
}: {
  readonly organization: string;
  readonly name: string;
}): ReactElement {
  const [isOpen, open] = useState(false);
  const [reason, setReason] = useState("");
  const { run, error, isBusy } = useAct(async () => {
    const params = { path: { organization_id: organization } };
    await answer(client.POST("/console/v1/organizations/{organization_id}/open", { params, body: { reason } }));
    await queries.invalidateQueries();
  });
  return (
    <>
      <Button size="compact-sm" variant="default" onClick={() => open(true)}>
        Open with a reason
      </Button>
      <Modal opened={isOpen} onClose={() => open(false)} title={`Open ${name}`}>
        <ActForm onSubmit={() => run().then((isDone) => isDone && open(false))}>
          <Stack>
            <Text size="sm">For 60 minutes you see its contents. Its admins see that you did, and why.</Text>
            <Textarea
              label="Reason"
              description="At least 8 characters, such as a ticket and what you look for."
              value={reason}
              onChange={(event) => setReason(event.currentTarget.value)}
              autosize
              minRows={2}
              data-autofocus
            />
            {error === undefined ? null : <Refusal error={error} />}
            <Group justify="flex-end">
              <Button type="submit" loading={isBusy} disabled={reason.trim().length < 8}>
                Open for an hour
              </Button>
            </Group>
          </Stack>
        </ActForm>
      </Modal>
    </>
  );
}
