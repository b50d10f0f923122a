import { existsSync } from "node:fs";

const places = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

/** Chromium of this machine, or the one that CHROMIUM names; undefined without one. */
export const chromiumPath = [process.env["CHROMIUM"] ?? "", ...places].find((path) => path !== "" && existsSync(path));
