/**
 * The rules that no linter of ours can express, checked over every text file of the repository:
 *   - no file names a package or image registry host: where things come from is the reader's own configuration, and a
 *     host in a lock file or script breaks every machine that has a mirror;
 *   - no file names a folder of somebody's machine;
 *   - a public interface exports by name (`export * from` makes every file of a module a promise);
 *   - a lint rule switched off on a line says why (`-- reason`);
 *   - no time limit that memory collection may drop (`AbortSignal.timeout`);
 *   - text is cut by `cut` or `clipped`, never inside a character;
 *   - no module keeps a connection, and no verb takes all that a process opens;
 *   - comments, test titles and documents use the field's words (`private-words.ts`), and so do names (`private-names.ts`);
 *   - SQL, Prisma and the tables of events are used where `sql-rules.mjs` allows it.
 * Prints one line per finding and exits 1 when there are any.
 */
import { readdirSync, readFileSync } from "node:fs";
import { dirname, extname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";

import { privateNames } from "./private-names.ts";
import { privateWords } from "./private-words.ts";
import { sqlFindings } from "./sql-rules.mjs";

const root = resolve(dirname(fileURLToPath(import.meta.url)), "..");
const skippedFolders = new Set(["node_modules", ".git", ".data", ".turbo", "coverage"]);
const skippedPaths = new Set([
  "packages/db/src/generated",
  "packages/client/src/generated",
  "packages/testing/src/generated",
  "bench/results",
  "apps/console/dist",
  "packages/client/dist",
  "packages/mcp/dist",
  "apps/console/src/generated",
]);
const binaryExtensions = new Set([".png", ".jpg", ".jpeg", ".gif", ".ico", ".pdf", ".docx", ".xlsx", ".zip", ".gz"]);

// Written in pieces, because this file is checked as well.
const registryHosts = [
  ["registry", "npmjs", "org"],
  ["registry", "yarnpkg", "com"],
  ["registry", "npmmirror", "com"],
  ["npm", "pkg", "github", "com"],
  ["docker", "io"],
  ["ghcr", "io"],
  ["quay", "io"],
  ["gcr", "io"],
  ["pkg", "dev"],
  ["azurecr", "io"],
  ["dkr", "ecr"],
].map((labels) => labels.join("."));
const hostPattern = new RegExp(
  `(?<![\\w-])(?:${registryHosts.map((host) => host.replaceAll(".", "[.]")).join("|")})(?![\\w-])`,
  "i",
);

const rules = [
  { says: "names a registry host", pattern: hostPattern },
  { says: "names a tarball's address", pattern: /"resolved":\s*"(?:https?|git)/ },
  { says: "sets a registry", pattern: /(?:^|[\s"'])(?:npm_config_|--|@[\w-]+:)?registry=\S/i },
  { says: "names a folder of somebody's machine", pattern: /(?<![\w.])\/(?:home|Users)\/[a-z][\w.-]*\// },
  {
    says: "exports a whole file instead of names",
    pattern: /^\s*export\s+(?:type\s+)?\*/,
    only: /[.](?:[cm]?[jt]s|tsx)$/,
  },
  {
    says: "switches a lint rule off without a reason (`-- why`)",
    pattern: /oxlint-disable(?:-next-line|-line)?(?!.*\s--\s\S)/,
    only: /[.](?:[cm]?[jt]s|tsx)$/,
    except: /^scripts\/check-house-rules[.]mjs$/,
  },
  {
    says: "takes a time limit that Node may drop with the garbage: `endingAfter` (time-budget.ts)",
    pattern: /\bAbortSignal[.]timeout\(/,
    only: /^(?:apps|packages)\/.*[.]ts$/,
  },
  {
    says: "may cut a character in two: `cut` or `clipped` (@service/json)",
    pattern: /[.](?:slice|substring)\(0, \w*[cC]hars\w*\)(?!.*(?:toWellFormed|join)\()/,
    // Elsewhere only keys to match by are cut.
    only: /^(?:apps|packages\/(?:domain|files|http|models|record-families|record-mapping))\/.*[.]ts$/,
    except: /[.]test[.]ts$/,
  },
  {
    says: "keeps a connection in a module: open it in the process's `main` and pass it down",
    pattern: /^(?:export )?(?:const|let) \w+.*(?:Map|Set)<(?:Database|Pool|Queue|Statements|\w*Deps)\b/,
    only: /^(?:apps|packages\/(?:domain|work))\/.*[.]ts$/,
    except: /[.]test[.]ts$|\/test-kit[.]ts$|\/src\/testing\//,
  },
  {
    says: 'takes all that a process opens: name what it uses (`Pick<Deps, "db">`)',
    pattern: /\bdeps: Deps(?:,|\))/,
    only: /^packages\/domain\/.*[.]ts$/,
    except: /[.]test[.]ts$/,
  },
];

function* textFiles(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      if (!skippedFolders.has(entry.name) && !skippedPaths.has(relative(root, path))) yield* textFiles(path);
    } else if (entry.isFile() && !binaryExtensions.has(extname(entry.name).toLowerCase()) && entry.name !== ".env") {
      yield path;
    }
  }
}

let findings = 0;
for (const path of textFiles(root)) {
  const name = relative(root, path);
  const text = readFileSync(path, "utf8");
  if (text.includes("\0")) continue;
  const applicable = rules.filter((rule) => (rule.only?.test(name) ?? true) && !(rule.except?.test(name) ?? false));
  for (const { line, says } of [...privateWords(name, text), ...privateNames(name, text), ...sqlFindings(name, text)]) {
    findings += 1;
    console.error(`${name}:${line} ${says}`);
  }
  for (const [index, line] of text.split("\n").entries()) {
    for (const rule of applicable) {
      if (!rule.pattern.test(line)) continue;
      findings += 1;
      console.error(`${name}:${index + 1} ${rule.says}: ${line.trim().slice(0, 100)}`);
    }
  }
}
if (findings > 0) console.error(`${findings} finding(s)`);
process.exitCode = findings > 0 ? 1 : 0;
