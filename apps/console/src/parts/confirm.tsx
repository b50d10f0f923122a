import { Button, Group, Modal, Stack, Text, TextInput } from "@mantine/core";
import { useState, type ReactElement, type ReactNode } from "react";
import { ActForm } from "./act-form.tsx";
import { Refusal } from "./states.tsx";

/** A button whose act is confirmed: with its effect in numbers, and for what cannot be taken back the name typed. */
export function Confirmed({
  label,
  title,
  effect,
  act,
  name,
  color = "teal",
  variant = "default",
  disabled = false,
}: {
  readonly label: string;
  readonly title: string;
  readonly effect: ReactNode;
  readonly act: () => Promise<unknown>;
  /** To be typed first. */
  readonly name?: string | undefined;
  readonly color?: string;
  readonly variant?: string;
  readonly disabled?: boolean;
}): ReactElement {
  const [isOpen, open] = useState(false);
  const [typed, type] = useState("");
  const { run, error, isBusy, clear } = useAct(act);
  const close = (): void => {
    open(false);
    type("");
    clear();
  };
  return (
    <>
      <Button variant={variant} color={color} disabled={disabled} onClick={() => open(true)}>
        {label}
      </Button>
      <Modal opened={isOpen} onClose={close} title={title}>
        <ActForm onSubmit={() => run().then((isDone) => isDone && close())}>
          <Stack>
            <Text size="sm" component="div">
              {effect}
            </Text>
            {name === undefined ? null : (
              <TextInput
                label={`Type ${name} to confirm`}
                value={typed}
                autoComplete="off"
                onChange={(event) => type(event.currentTarget.value)}
                data-autofocus
              />
            )}
            {error === undefined ? null : <Refusal error={error} />}
            <Group justify="flex-end">
              <Button variant="default" onClick={close}>
                Keep as it is
              </Button>
              <Button type="submit" color={color} loading={isBusy} disabled={name !== undefined && typed !== name}>
                {label}
              </Button>
            </Group>
          </Stack>
        </ActForm>
      </Modal>
    </>
  );
}

/** An act of the page: whether it is under way, and its refusal until the next attempt. */
export function useAct<Args extends readonly unknown[]>(
  act: (...args: Args) => Promise<unknown>,
): {
  /** @returns whether it was done. */
  readonly run: (...args: Args) => Promise<boolean>;
  readonly error: unknown;
  readonly isBusy: boolean;
  readonly clear: () => void;
} {
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  return {
    error,
    isBusy,
    clear: () => setError(undefined),
    async run(...args) {
      if (isBusy) return false;
      setBusy(true);
      setError(undefined);
      try {
        await act(...args);
        return true;
      } catch (failure) {
        setError(failure);
        return false;
      } finally {
        setBusy(false);
      }
    },
  };
}
