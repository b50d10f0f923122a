import { Alert, Anchor, Button, Card, Center, PasswordInput, Stack, Text, TextInput, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useEffect, useState, type ReactElement } from "react";
import { answer, client } from "../../api.ts";
import { useAct } from "../../parts/confirm.tsx";
import { ActForm } from "../../parts/act-form.tsx";
import { Refusal } from "../../parts/states.tsx";
import { queries } from "../../queries.ts";

/** Email and password, then the second factor; or the identity provider. Afterwards the page that was wanted. */
export function SignIn(): ReactElement {
  const search: { next?: unknown; refused?: unknown } = useSearch({ strict: false });
  const next = typeof search.next === "string" ? search.next : "/";
  const navigate = useNavigate();
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const [code, setCode] = useState("");
  const [needsFactor, needFactor] = useState(false);
  const ways = useQuery({ queryKey: ["ways"], queryFn: () => answer(client.GET("/console/v1/sign-in")) });
  useEffect(() => {
    document.title = "Sign in · Console";
  }, []);
  const { run, error, isBusy } = useAct(async () => {
    if (needsFactor) await answer(client.POST("/console/v1/sign-in/second-factor", { body: { code } }));
    else {
      const result = await answer(client.POST("/console/v1/sign-in", { body: { email, password } }));
      if (result.needs_second_factor) {
        needFactor(true);
        return;
      }
    }
    queries.clear();
    await navigate({ to: next.startsWith("/") && !next.startsWith("//") ? next : "/" });
  });
  return (
    <Frame title="Sign in">
      <ActForm onSubmit={run}>
        <Stack>
          {typeof search.refused === "string" ? (
            <Alert color="red" variant="light" role="alert">
              {search.refused === "link_used"
                ? "The link was used or has expired. Whoever runs the service makes a new one."
                : "Your identity provider did not let you in, or nobody here has the account that it named. Try it again, or have yourself invited."}
            </Alert>
          ) : null}
          {needsFactor ? (
            <TextInput
              label="Code of your second factor"
              description="Six digits, or one of your recovery codes."
              autoComplete="one-time-code"
              value={code}
              onChange={(event) => setCode(event.currentTarget.value)}
              autoFocus
            />
          ) : ways.data?.password === false ? null : (
            <>
              <TextInput
                label="Email"
                type="email"
                autoComplete="username"
                value={email}
                onChange={(event) => setEmail(event.currentTarget.value)}
                autoFocus
                required
              />
              <PasswordInput
                label="Password"
                autoComplete="current-password"
                value={password}
                onChange={(event) => setPassword(event.currentTarget.value)}
                required
              />
            </>
          )}
          {error === undefined ? null : <Refusal error={error} />}
          {needsFactor || ways.data?.password !== false ? (
            <Button type="submit" loading={isBusy} fullWidth>
              {needsFactor ? "Continue" : "Sign in"}
            </Button>
          ) : null}
          {ways.data?.provider ? (
            <Button
              component="a"
              href={`/console/v1/sign-in/provider?next=${encodeURIComponent(next)}`}
              variant="default"
              fullWidth
            >
              Continue with your identity provider
            </Button>
          ) : null}
          <Text size="sm" c="dimmed">
            No account, or no way in? Whoever runs the service makes a link for you: <code>svc person</code>, or the
            page People.
          </Text>
        </Stack>
      </ActForm>
    </Frame>
  );
}

/** The frame of pages before the sign-in. */
export function Frame({ title, children }: { readonly title: string; readonly children: ReactElement }): ReactElement {
  return (
    <Center component="main" mih="100vh" p="md">
      <Card withBorder shadow="sm" padding="xl" w="100%" maw={420}>
        <Stack>
          <Title order={1}>{title}</Title>
          {children}
        </Stack>
      </Card>
    </Center>
  );
}

export function BackToSignIn(): ReactElement {
  return (
    <Anchor href="/sign-in" size="sm">
      To the sign-in
    </Anchor>
  );
}
