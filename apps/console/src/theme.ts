import { createTheme, type CSSVariablesResolver, Menu, ScrollArea, Modal, Table, Tooltip } from "@mantine/core";

/** One theme and one accent; contrast of WCAG 2.2 AA in light and dark. */
export const theme = createTheme({
  primaryColor: "teal",
  primaryShade: 9,
  defaultRadius: "md",
  fontFamily: "Inter, system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif",
  fontFamilyMonospace: "ui-monospace, SFMono-Regular, Menlo, Consolas, monospace",
  headings: {
    fontWeight: "650",
    sizes: { h1: { fontSize: "1.5rem", lineHeight: "1.3" }, h2: { fontSize: "1.125rem" } },
  },
  cursorType: "pointer",
  components: {
    Menu: Menu.extend({ defaultProps: { withInitialFocusPlaceholder: false, shadow: "md" } }),
    ScrollArea: ScrollArea.extend({
      defaultProps: { viewportProps: { tabIndex: 0, role: "region", "aria-label": "List" } },
    }),
    Modal: Modal.extend({
      defaultProps: { centered: true, returnFocus: true, closeButtonProps: { "aria-label": "Close" } },
    }),
    Table: Table.extend({ defaultProps: { verticalSpacing: "xs", horizontalSpacing: "sm", fz: "sm" } }),
    Tooltip: Tooltip.extend({ defaultProps: { events: { hover: true, focus: true, touch: true }, openDelay: 200 } }),
  },
});

/** Where Mantine's own colours are too pale for text: greys, and the words of badges and alerts. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    "--mantine-color-dimmed": "#566069",
    "--mantine-color-placeholder": "#66707a",
    "--mantine-color-anchor": "#086a6f",
    "--mantine-color-body": "#ffffff",
    "--mantine-color-teal-light-color": "#055c42",
    "--mantine-color-green-light-color": "#1a5c29",
    "--mantine-color-yellow-light-color": "#6e4300",
    "--mantine-color-orange-light-color": "#7d3500",
    "--mantine-color-red-light-color": "#8f1515",
    "--mantine-color-blue-light-color": "#0b4a86",
    "--mantine-color-gray-light-color": "#343a40",
    "--mantine-color-indigo-light-color": "#2c3d86",
  },
  dark: {
    "--mantine-color-dimmed": "#a9b2bb",
    "--mantine-color-placeholder": "#9aa4ae",
    "--mantine-color-anchor": "#63d3c8",
    "--mantine-color-body": "#14181c",
    "--mantine-color-dark-7": "#14181c",
    "--mantine-color-dark-6": "#1c2127",
    "--mantine-color-dark-5": "#262d34",
    "--mantine-color-dark-4": "#3a444d",
  },
});
