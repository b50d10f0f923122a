import { Button, Group, Modal, PasswordInput, Stack, Text, TextInput } from "@mantine/core";
import { useEffect, useRef, useState, type ReactElement } from "react";
import { answer, client, provideProof } from "../api.ts";
import { useAct } from "./confirm.tsx";
import { ActForm } from "./act-form.tsx";
import { useMe } from "./me.ts";
import { Refusal } from "./states.tsx";

/** Confirms again who the person is, for acts that make secrets or change rights. What was filled in meanwhile stays. */
export function ProofDialog(): ReactElement {
  const [isOpen, open] = useState(false);
  const [proof, setProof] = useState("");
  const waiting = useRef<PromiseWithResolvers<void> | undefined>(undefined);
  const hasFactor = useMe().data?.person.has_second_factor === true;
  const { run, error, isBusy, clear } = useAct(() =>
    answer(client.POST("/console/v1/step-up", { body: hasFactor ? { code: proof } : { password: proof } })),
  );
  useEffect(() => {
    provideProof(() => {
      waiting.current ??= Promise.withResolvers<void>();
      open(true);
      return waiting.current.promise;
    });
    return () => provideProof(undefined);
  }, []);
  const finish = (refusal?: Error): void => {
    open(false);
    setProof("");
    clear();
    const pending = waiting.current;
    waiting.current = undefined;
    if (refusal) pending?.reject(refusal);
    else pending?.resolve();
  };
  const field = {
    value: proof,
    onChange: (event: { currentTarget: { value: string } }) => setProof(event.currentTarget.value),
    "data-autofocus": true,
  };
  return (
    <Modal
      opened={isOpen}
      onClose={() => finish(new Error("You did not confirm who you are: nothing was done."))}
      title="Confirm that it is you"
      // Above the dialog whose act asked for it.
      zIndex={500}
    >
      <ActForm onSubmit={() => run().then((isDone) => isDone && finish())}>
        <Stack>
          <Text size="sm">This act makes a secret, changes rights or deletes. What you filled in stays.</Text>
          {hasFactor ? (
            <TextInput label="Code of your second factor" autoComplete="one-time-code" inputMode="numeric" {...field} />
          ) : (
            <PasswordInput label="Password" autoComplete="current-password" {...field} />
          )}
          {error === undefined ? null : <Refusal error={error} />}
          <Group justify="flex-end">
            <Button type="submit" loading={isBusy}>
              Confirm
            </Button>
          </Group>
        </Stack>
      </ActForm>
    </Modal>
  );
}
