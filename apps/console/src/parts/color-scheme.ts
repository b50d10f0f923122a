import type { MantineColorScheme, MantineColorSchemeManager } from "@mantine/core";

const name = "console-scheme";

/** Kept in a cookie that the server reads, so that the first paint has the right colours and no inline script is needed. */
export const colorSchemes: MantineColorSchemeManager = {
  get: (fallback) => schemeOf(document.cookie) ?? fallback,
  set(scheme) {
    document.cookie = `${name}=${scheme}; path=/; max-age=31536000; samesite=strict`;
  },
  subscribe: () => undefined,
  unsubscribe: () => undefined,
  clear() {
    document.cookie = `${name}=; path=/; max-age=0; samesite=strict`;
  },
};

function schemeOf(cookies: string): MantineColorScheme | undefined {
  const found = new RegExp(`(?:^|;\\s*)${name}=(light|dark|auto)(?:;|$)`).exec(cookies)?.[1];
  return found === "light" || found === "dark" || found === "auto" ? found : undefined;
}
