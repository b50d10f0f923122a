import type { ReactElement } from "react";

/** Outlines on a grid of 24, drawn with the colour of their text. Beside a word, never instead of one. */
const outlines = {
  home: "M4 11l8-7 8 7v9h-5v-6H9v6H4z",
  overview: "M4 20V10M10 20V4M16 20v-8M21 20H3",
  runs: "M7 5l11 7-11 7z",
  engine:
    "M12 8a4 4 0 100 8 4 4 0 000-8zM12 3v3M12 18v3M3 12h3M18 12h3M5.6 5.6l2.1 2.1M16.3 16.3l2.1 2.1M18.4 5.6l-2.1 2.1M7.7 16.3l-2.1 2.1",
  endpoint: "M5 12h9M10 7l5 5-5 5M19 5v14",
  key: "M15.5 4a4.5 4.5 0 00-4.3 5.8L4 17v3h3.5v-2H10v-2.5l2-2A4.5 4.5 0 1015.5 4z",
  refusal: "M12 3a9 9 0 100 18 9 9 0 000-18zM6 6l12 12",
  audit: "M6 3h9l4 4v14H6zM9 11h7M9 15h7M9 7h3",
  settings: "M4 7h10M18 7h2M4 12h3M11 12h9M4 17h8M16 17h4M16 5v4M9 10v4M14 15v4",
  people: "M9 11a3.5 3.5 0 100-7 3.5 3.5 0 000 7zM3 20c0-3.5 2.5-6 6-6s6 2.5 6 6M16 5a3 3 0 010 6M18 14c2 .7 3 2.7 3 6",
  account: "M12 12a4 4 0 100-8 4 4 0 000 8zM4 21c0-4 3.5-7 8-7s8 3 8 7",
  try: "M9 4h6M10 4v6l-5 10h14l-5-10V4M8 14h8",
  search: "M11 4a7 7 0 100 14 7 7 0 000-14zM16 16l5 5",
  copy: "M9 9h11v11H9zM5 15H4V4h11v1",
  label: "M4 4h7l9 9-7 7-9-9zM8 8h.01",
  check: "M4 12l5 5L20 6",
  cross: "M6 6l12 12M18 6L6 18",
  warning: "M12 3l10 18H2zM12 10v5M12 18v.5",
  clock: "M12 3a9 9 0 100 18 9 9 0 000-18zM12 7v5l4 2",
  play: "M8 6l9 6-9 6z",
  stop: "M7 7h10v10H7z",
  print: "M7 9V3h10v6M7 17H4V9h16v8h-3M7 14h10v7H7z",
  download: "M12 4v11M7 11l5 5 5-5M5 20h14",
  scheme: "M12 3a9 9 0 100 18zM12 3a9 9 0 010 18",
  open: "M9 6l6 6-6 6",
  more: "M6 12h.01M12 12h.01M18 12h.01",
  lock: "M6 11h12v9H6zM8 11V8a4 4 0 018 0v3",
} as const;

export type IconName = keyof typeof outlines;

export function Icon({ name, size = 18 }: { readonly name: IconName; readonly size?: number }): ReactElement {
  return (
    <svg
      aria-hidden="true"
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={name === "more" ? 3 : 1.8}
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d={outlines[name]} />
    </svg>
  );
}
