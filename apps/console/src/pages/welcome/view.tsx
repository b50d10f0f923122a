import { Button, PasswordInput, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useEffect, useState, type ReactElement } from "react";
import { answer, client } from "../../api.ts";
import { useAct } from "../../parts/confirm.tsx";
import { ActForm } from "../../parts/act-form.tsx";
import { meQuery } from "../../parts/me.ts";
import { Refusal } from "../../parts/states.tsx";
import { queries } from "../../queries.ts";
import { BackToSignIn, Frame } from "../sign-in/view.tsx";

/** The token of the link: only in the fragment, which no server sees, and only until "continue". */
function takeToken(): string {
  const token = location.hash.slice(1);
  history.replaceState(null, "", location.pathname);
  return token;
}
let token: string | undefined;

/**
 * The first visit with a link: "continue" uses the link, then the person sets a password. Whoever left in between comes
 * back to the password: their session says so.
 */
export function Welcome(): ReactElement {
  token ??= takeToken();
  const navigate = useNavigate();
  const [redeemed, setRedeemed] = useState<{ email: string; name: string }>();
  const [password, setPassword] = useState("");
  const ways = useQuery({ queryKey: ["ways"], queryFn: () => answer(client.GET("/console/v1/sign-in")) });
  useEffect(() => {
    document.title = "Welcome · Console";
  }, []);
  const redeem = useAct(async () => {
    setRedeemed(await answer(client.POST("/console/v1/link", { body: { token: token ?? "" } })));
    token = "";
  });
  const isLinkGone = token === "" || redeem.error !== undefined;
  const me = useQuery({ ...meQuery, enabled: isLinkGone && redeemed === undefined });
  const who = redeemed ?? (me.data?.stage === "setup" ? me.data.person : undefined);
  const choose = useAct(async () => {
    await answer(client.PUT("/console/v1/me/password", { body: { password } }));
    queries.clear();
    await navigate({ to: "/" });
  });
  if (!who)
    return (
      <Frame title="Welcome">
        <Stack>
          {redeem.error === undefined ? null : <Refusal error={redeem.error} />}
          {isLinkGone ? (
            <Text>
              A link lets in once, and its address must be whole. Whoever runs the service makes a new one with{" "}
              <code>svc person reset</code>.
            </Text>
          ) : (
            <>
              <Text>This link lets you in once. Continue to choose how you sign in from now on.</Text>
              <Button loading={redeem.isBusy} onClick={() => void redeem.run()} autoFocus>
                Continue
              </Button>
            </>
          )}
          <BackToSignIn />
        </Stack>
      </Frame>
    );
  return (
    <Frame title={`Welcome, ${who.name}`}>
      <ActForm onSubmit={choose.run}>
        <Stack>
          <input type="email" name="email" autoComplete="username" value={who.email} readOnly hidden />
          <PasswordInput
            label="Choose a password"
            description="At least 15 characters; a few words that belong to nobody are easy to remember."
            autoComplete="new-password"
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
            autoFocus
            required
          />
          {choose.error === undefined ? null : <Refusal error={choose.error} />}
          <Button type="submit" loading={choose.isBusy}>
            Sign in
          </Button>
          {ways.data?.provider ? (
            <Button component="a" href="/console/v1/sign-in/provider?binds=true" variant="default">
              Continue with your identity provider
            </Button>
          ) : null}
        </Stack>
      </ActForm>
    </Frame>
  );
}
