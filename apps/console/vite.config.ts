import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

/** Static files with hashed names, answered by apps/console-server. No inline script or style: its CSP allows none. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  build: {
    outDir: "dist",
    emptyOutDir: true,
    assetsInlineLimit: 0,
    sourcemap: false,
    modulePreload: { polyfill: false },
  },
  server: { proxy: { "/console": "http://127.0.0.1:8081" } },
});
