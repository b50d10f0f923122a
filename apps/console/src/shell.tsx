import {
  ActionIcon,
  Alert,
  AppShell,
  Badge,
  Burger,
  Button,
  Divider,
  Group,
  Kbd,
  Menu,
  NavLink,
  Select,
  Text,
  Tooltip,
  UnstyledButton,
  useMantineColorScheme,
} from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { spotlight } from "@mantine/spotlight";
import { Link, Outlet, useNavigate, useRouterState } from "@tanstack/react-router";
import { useEffect, type ReactElement } from "react";
import { answer, client } from "./api.ts";
import { moment } from "./parts/format.ts";
import { Icon, type IconName } from "./parts/icons.tsx";
import { setLive, useIsLive } from "./parts/live.ts";
import { type Me, useMe, usePlace } from "./parts/me.ts";
import { Opening } from "./parts/opening.tsx";
import { openTo } from "./parts/targets.ts";
import { Palette } from "./parts/palette.tsx";
import { SelectedRows } from "./parts/selected-rows.tsx";
import { SessionEnd } from "./parts/session-end.tsx";
import { Shortcuts } from "./parts/shortcuts.tsx";
import { useAddress } from "./parts/place.ts";
import { queries } from "./queries.ts";

/** The frame of every page behind the sign-in. */
export function Shell(): ReactElement {
  const [isOpen, { toggle, close }] = useDisclosure(false);
  const me = useMe().data;
  const { organization } = useAddress();
  const path = useRouterState({ select: (state) => state.location.pathname });
  useEffect(close, [path, close]);
  return (
    <AppShell
      header={{ height: 56 }}
      navbar={{ width: 220, breakpoint: "sm", collapsed: { mobile: !isOpen } }}
      padding={{ base: "sm", sm: "lg" }}
    >
      <AppShell.Header px="md">
        <Group h="100%" justify="space-between" wrap="nowrap" gap="xs">
          <Group gap="xs" wrap="nowrap" miw={0}>
            <Burger
              opened={isOpen}
              onClick={toggle}
              hiddenFrom="sm"
              size="sm"
              aria-label={isOpen ? "Close the navigation" : "Open the navigation"}
            />
            {me ? <Places me={me} /> : null}
          </Group>
          <Group gap="xs" wrap="nowrap">
            <UnstyledButton onClick={spotlight.open} px="sm" mih={32}>
              <Group gap={6} wrap="nowrap">
                <Icon name="search" />
                <Text size="sm" c="dimmed" className="short-on-narrow">
                  Find anything <Kbd size="xs">Ctrl K</Kbd>
                </Text>
              </Group>
            </UnstyledButton>
            <Scheme />
            {me ? <AccountMenu me={me} /> : null}
          </Group>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="xs" aria-label="Pages">
        {organization === undefined ? null : <Pages />}
        {me?.person.role ? (
          <>
            {organization === undefined ? null : <Divider my="xs" />}
            <Entry to="/home" label="Installation" icon="home" isExact />
            {me.person.role === "owner" ? <Entry to="/people" label="People" icon="people" isExact /> : null}
          </>
        ) : null}
      </AppShell.Navbar>
      <AppShell.Main>
        {me ? <SessionEnd /> : null}
        <Paused />
        {organization === undefined ? null : <OpenedBanner />}
        <Outlet />
      </AppShell.Main>
      <Palette />
      <Shortcuts />
      <SelectedRows />
    </AppShell>
  );
}

/** Which organization and environment: `live` differs from sandboxes by word and shape. */
function Places({ me }: { readonly me: Me }): ReactElement {
  const { organization, environment } = useAddress();
  const place = usePlace(organization ?? "");
  const navigate = useNavigate();
  const environments = organization === undefined ? [] : (place.data?.environments ?? []);
  return (
    <Group gap="xs" wrap="nowrap" miw={0}>
      <Select
        aria-label="Organization"
        placeholder="Choose an organization"
        data={me.organizations.map(({ organization_id, name }) => ({ value: organization_id, label: name }))}
        value={organization ?? null}
        onChange={(value) => value !== null && void navigate({ to: `/o/${value}/e/live` })}
        searchable
        allowDeselect={false}
        size="sm"
        w={{ base: 112, sm: 280 }}
        styles={{ input: { textOverflow: "ellipsis" } }}
      />
      {environments.length > 0 ? (
        <Menu>
          <Menu.Target>
            <Button
              variant="default"
              size="sm"
              px="xs"
              style={{ flexShrink: 0 }}
              aria-label={`Environment ${environment ?? ""}, change it`}
            >
              <EnvironmentMark slug={environment ?? "live"} />
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {environments.map(({ slug, name }) => (
              <Menu.Item key={slug} onClick={() => void navigate({ to: `/o/${organization ?? ""}/e/${slug}` })}>
                <Group gap="xs">
                  <EnvironmentMark slug={slug} />
                  {name === slug ? null : <Text size="sm">{name}</Text>}
                </Group>
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      ) : null}
    </Group>
  );
}

export function EnvironmentMark({ slug }: { readonly slug: string }): ReactElement {
  return slug === "live" ? (
    <Badge color="teal" variant="filled" radius="sm" tt="none" miw="fit-content">
      live
    </Badge>
  ) : (
    <Badge color="orange" variant="outline" radius="xl" tt="none" c="var(--mantine-color-text)" miw="fit-content">
      {slug}
    </Badge>
  );
}

function Pages(): ReactElement {
  const { organization = "", environment = "live" } = useAddress();
  const place = usePlace(organization).data;
  const base = `/o/${organization}/e/${environment}`;
  return (
    <>
      {openTo(place?.permissions ?? []).map(({ label, path, icon }) => (
        <Entry key={path} to={`${base}${path}`} label={label} icon={icon} isExact={path === ""} />
      ))}
    </>
  );
}

function Entry({
  to,
  label,
  icon,
  isExact,
}: {
  readonly to: string;
  readonly label: string;
  readonly icon: IconName;
  readonly isExact: boolean;
}): ReactElement {
  const path = useRouterState({ select: (state) => state.location.pathname });
  const isHere = isExact ? path === to : path === to || path.startsWith(`${to}/`);
  return (
    <NavLink
      component={Link}
      to={to}
      label={label}
      leftSection={<Icon name={icon} />}
      active={isHere}
      // The router would mark every page above the open one.
      activeOptions={{ exact: true, includeSearch: false }}
      activeProps={{}}
      aria-current={isHere ? "page" : undefined}
      style={{ borderRadius: "var(--mantine-radius-md)" }}
    />
  );
}

/** People of the installation see contents only while they have opened the organization, and read on every page that they do. */
function OpenedBanner(): ReactElement | null {
  const { organization = "" } = useAddress();
  const place = usePlace(organization).data;
  if (!place || place.role !== null) return null;
  return place.opened_until === null ? (
    <Alert color="gray" variant="light" mb="md" className="no-print">
      <Group justify="space-between">
        <Text size="sm">Contents of {place.name} are closed to you: inputs, results, bodies and records.</Text>
        <Opening organization={organization} name={place.name} />
      </Group>
    </Alert>
  ) : (
    <Alert color="orange" variant="light" mb="md" className="no-print">
      You opened {place.name} until {moment(place.opened_until)}. Its admins see that, and your reason.
    </Alert>
  );
}

/** One switch stops every update that nobody requested; the pages say so while it is off. */
function Paused(): ReactElement | null {
  if (useIsLive()) return null;
  return (
    <Alert color="gray" variant="light" mb="md" className="no-print" role="status">
      <Group justify="space-between">
        <Text size="sm">Live updates are paused: the pages show what they read when they were opened.</Text>
        <Button variant="default" size="compact-sm" onClick={() => setLive(true)}>
          Resume
        </Button>
      </Group>
    </Alert>
  );
}

function Scheme(): ReactElement {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const next = colorScheme === "light" ? "dark" : colorScheme === "dark" ? "auto" : "light";
  return (
    <Tooltip label={`Colours: ${colorScheme === "auto" ? "as the system" : colorScheme}`}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={`Colours: ${colorScheme}; change to ${next}`}
        onClick={() => setColorScheme(next)}
      >
        <Icon name="scheme" />
      </ActionIcon>
    </Tooltip>
  );
}

function AccountMenu({ me }: { readonly me: Me }): ReactElement {
  const navigate = useNavigate();
  const isLive = useIsLive();
  const signOut = async (): Promise<void> => {
    await answer(client.POST("/console/v1/sign-out", {})).catch(() => undefined);
    queries.clear();
    await navigate({ to: "/sign-in" });
  };
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label={`Account of ${me.person.name}`}>
          <Icon name="account" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{me.person.email}</Menu.Label>
        <Menu.Item onClick={() => void navigate({ to: "/account" })}>Your account</Menu.Item>
        <Menu.Item onClick={() => setLive(!isLive)}>{isLive ? "Pause live updates" : "Resume live updates"}</Menu.Item>
        <Menu.Item onClick={() => void signOut()}>Sign out</Menu.Item>
        <Menu.Divider />
        <Menu.Label>
          Release {me.version}
          {me.commit === null ? "" : ` · ${me.commit}`}
        </Menu.Label>
      </Menu.Dropdown>
    </Menu>
  );
}
