/**
 * Engine management (ENG-1, ENG-15, ENG-25): metadata, the draft configuration, and the releases published from it.
 * Scoped keys with `engines:read` read the engines they are bound to; every change needs an organization key.
 */
import { createEngine } from "./create-engine.ts";
import { listEngines } from "./list-engines.ts";
import { listVersions } from "./list-versions.ts";
import { publishVersion } from "./publish-version.ts";
import { readConfig } from "./read-config.ts";
import { readEngine } from "./read-engine.ts";
import { readVersion } from "./read-version.ts";
import { saveConfig } from "./save-config.ts";
import { updateEngine } from "./update-engine.ts";
import { validateConfig } from "./validate-config.ts";

export const enginesRoutes = [
  listEngines,
  createEngine,
  readEngine,
  updateEngine,
  readConfig,
  saveConfig,
  validateConfig,
  listVersions,
  publishVersion,
  readVersion,
];
