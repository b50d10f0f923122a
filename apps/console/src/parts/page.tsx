import { Anchor, Breadcrumbs, Group, Stack, Title } from "@mantine/core";
import { Link, useRouterState } from "@tanstack/react-router";
import { useEffect, useRef, type ReactElement, type ReactNode } from "react";

/**
 * A page: its heading gets the focus after a navigation, and the window's title becomes "what · where". The router does
 * neither by itself.
 */
export function Page({
  title,
  where,
  trail = [],
  actions,
  children,
}: {
  readonly title: string;
  readonly where?: string | undefined;
  readonly trail?: readonly { readonly label: string; readonly to: string }[];
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}): ReactElement {
  const heading = useRef<HTMLHeadingElement>(null);
  const path = useRouterState({ select: (state) => state.location.pathname });
  useEffect(() => {
    document.title = [title, where, "Console"].filter(Boolean).join(" · ");
  }, [title, where]);
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
  }, [path]);
  return (
    <Stack gap="md" maw={1280} mx="auto">
      {trail.length > 0 ? (
        <Breadcrumbs className="no-print" aria-label="Where you are">
          {trail.map(({ label, to }) => (
            <Anchor key={to} component={Link} to={to} size="sm">
              {label}
            </Anchor>
          ))}
        </Breadcrumbs>
      ) : null}
      <Group justify="space-between" align="flex-start" gap="sm">
        <Title order={1} ref={heading} tabIndex={-1}>
          {title}
        </Title>
        {actions ? (
          <Group gap="xs" className="no-print">
            {actions}
          </Group>
        ) : null}
      </Group>
      {children}
    </Stack>
  );
}
