/**
 * Completes package-lock.json after `npm install`: adds the optional binaries of other platforms that the reachable
 * package registry did not offer and npm therefore dropped, so that `npm ci` accepts the lock on every machine.
 * Platform and processor are read from the packages' names; a name that is not understood is reported and fails.
 */
import { readFileSync, writeFileSync } from "node:fs";

const path = "package-lock.json";
const lock = JSON.parse(readFileSync(path, "utf8"));
const packages = lock.packages;
const platforms = new Set(["darwin", "linux", "win32", "windows", "android", "freebsd", "openharmony"]);
const processors = new Map(
  ["arm64", "x64", "ia32", "arm", "ppc64", "s390x", "riscv64", "loong64"].map((name) => [name, name]),
).set("64", "x64");

let added = 0;
let unclear = 0;
for (const [holder, entry] of Object.entries(packages)) {
  for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
    if (isListed(holder, name)) continue;
    const words = name.split(/[/-]/);
    const platform = words.find((word) => platforms.has(word));
    const processor = words.map((word) => processors.get(word)).find(Boolean);
    if (!platform || !processor || !/^\d/.test(version)) {
      process.stderr.write(`not understood: ${name}@${version} of ${holder}\n`);
      unclear += 1;
      continue;
    }
    packages[`node_modules/${name}`] = {
      version,
      cpu: [processor],
      ...(entry.dev ? { dev: true } : {}),
      ...(platform === "linux" ? { libc: [words.includes("musl") ? "musl" : "glibc"] } : {}),
      optional: true,
      os: [platform === "windows" ? "win32" : platform],
    };
    added += 1;
  }
}
lock.packages = Object.fromEntries(Object.entries(packages).sort(([a], [b]) => a.localeCompare(b, "en")));
writeFileSync(path, `${JSON.stringify(lock, null, 2)}\n`);
process.stdout.write(`${added} entries added\n`);
process.exit(unclear > 0 ? 1 : 0);

/** Whether `name` resolves from the folder of `holder`, as Node would look for it. */
function isListed(holder, name) {
  for (let at = holder; ; at = at.slice(0, Math.max(0, at.lastIndexOf("/node_modules/")))) {
    if (packages[`${at === "" ? "" : `${at}/`}node_modules/${name}`]) return true;
    if (at === "") return false;
  }
}
