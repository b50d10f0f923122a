import { Alert, Button, Card, Code, Group, Stack, Text, TextInput, Title } from "@mantine/core";
import { useState, type ReactElement } from "react";
import { answer, client } from "../../api.ts";
import { Confirmed, useAct } from "../../parts/confirm.tsx";
import { Copy } from "../../parts/copy.tsx";
import { ActForm } from "../../parts/act-form.tsx";
import type { Me } from "../../parts/me.ts";
import { Refusal } from "../../parts/states.tsx";
import { queries } from "../../queries.ts";

const again = (): Promise<void> => queries.invalidateQueries({ queryKey: ["me"] });

/** Codes of an app on a second device. */
export function SecondFactor({ me }: { readonly me: Me }): ReactElement {
  const [secret, setSecret] = useState<string>();
  const [code, setCode] = useState("");
  const [codes, setCodes] = useState<readonly string[]>();
  const begin = useAct(async () => {
    setSecret((await answer(client.POST("/console/v1/me/second-factor", {}))).secret);
  });
  const confirm = useAct(async () => {
    const made = await answer(client.PUT("/console/v1/me/second-factor", { body: { code } }));
    setSecret(undefined);
    setCode("");
    setCodes(made.recovery_codes);
    await again();
  });
  return (
    <Card withBorder component="section" aria-labelledby="second-factor">
      <Title order={2} id="second-factor" mb="xs">
        Second factor
      </Title>
      {codes ? <RecoveryCodes codes={codes} onClose={() => setCodes(undefined)} /> : null}
      {me.person.has_second_factor ? (
        <Group>
          <Text size="sm">Signing in needs a code of your app.</Text>
          <Confirmed
            label="Remove it"
            title="Remove the second factor?"
            effect="The password alone then lets you in. Refused where your role needs one."
            color="red"
            act={async () => {
              await answer(client.DELETE("/console/v1/me/second-factor", {}));
              await again();
            }}
          />
        </Group>
      ) : secret === undefined ? (
        <Stack>
          <Text size="sm">
            An app on your phone makes a new code every 30 seconds; a stolen password is then not enough.
          </Text>
          {begin.error === undefined ? null : <Refusal error={begin.error} />}
          <Group>
            <Button variant="default" loading={begin.isBusy} onClick={() => void begin.run()}>
              Set one up
            </Button>
          </Group>
        </Stack>
      ) : (
        <ActForm onSubmit={confirm.run}>
          <Stack maw={420}>
            <Text size="sm">Add this key to your authenticator app, then enter the code that it shows.</Text>
            <Group wrap="nowrap">
              <Code block style={{ flex: 1 }} tabIndex={0}>
                {secret.replaceAll(/.{4}(?=.)/g, "$& ")}
              </Code>
              <Copy value={secret} what="key" />
            </Group>
            <TextInput
              label="Code"
              inputMode="numeric"
              autoComplete="one-time-code"
              value={code}
              onChange={(event) => setCode(event.currentTarget.value)}
              required
            />
            {confirm.error === undefined ? null : <Refusal error={confirm.error} />}
            <Group>
              <Button type="submit" loading={confirm.isBusy}>
                Confirm
              </Button>
            </Group>
          </Stack>
        </ActForm>
      )}
    </Card>
  );
}

function RecoveryCodes({
  codes,
  onClose,
}: {
  readonly codes: readonly string[];
  readonly onClose: () => void;
}): ReactElement {
  return (
    <Alert color="yellow" variant="light" title="Keep these recovery codes" mb="md">
      <Text size="sm">Each replaces a code of your app once. They are shown only now.</Text>
      <Group align="flex-start" mt="xs" wrap="nowrap">
        <Code block style={{ flex: 1 }} tabIndex={0}>
          {codes.join("\n")}
        </Code>
        <Copy value={codes.join("\n")} what="codes" />
      </Group>
      <Button mt="xs" variant="default" onClick={onClose}>
        I have kept them
      </Button>
    </Alert>
  );
}
