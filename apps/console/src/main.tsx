import "@mantine/core/styles.css";
import "@mantine/spotlight/styles.css";
import "./console.css";
import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { setNonce } from "get-nonce";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { colorSchemes } from "./parts/color-scheme.ts";
import { ProofDialog } from "./parts/proof.tsx";
import { queries } from "./queries.ts";
import { router } from "./router.tsx";
import { cssVariables, theme } from "./theme.ts";

const nonce = document.querySelector("meta[property=csp-nonce]")?.getAttribute("content") ?? "";
// Mantine's lock of scrolling takes the nonce of its style tag only from here.
setNonce(nonce);

const root = document.querySelector("#root");
if (root)
  createRoot(root).render(
    <StrictMode>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={cssVariables}
        colorSchemeManager={colorSchemes}
        defaultColorScheme="auto"
        getStyleNonce={() => nonce}
      >
        <QueryClientProvider client={queries}>
          <ProofDialog />
          <RouterProvider router={router} />
        </QueryClientProvider>
      </MantineProvider>
    </StrictMode>,
  );
