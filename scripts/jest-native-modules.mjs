/**
 * Jest's test runner (jest-circus) over Node's own modules. Jest loads the modules of each test file anew, in a context of its
 * own: a third of the time of this suite. Here a worker process loads a module once, with Node's types stripped and its
 * compile cache, and the test files that it runs share it. Jest keeps everything else: workers, hooks, limits, reports.
 *
 * What this asks of tests: a module keeps no state that a test changes and leaves; Jest's module mocks do not exist.
 */
import { createRequire, registerHooks } from "node:module";
import { pathToFileURL } from "node:url";
import circus from "jest-circus/runner";

const require = createRequire(import.meta.url);
const globalsUrl = new URL("jest-globals.mjs", import.meta.url).href;
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === "@jest/globals" ? { url: globalsUrl, shortCircuit: true } : next(specifier, context),
});

export default async function runTestFile(globalConfig, config, environment, runtime, testPath, sendMessage) {
  const { restoreMocks, setGlobals } = await import(globalsUrl);
  const native = {
    // Evaluated anew: its handlers and its tests are those of one file.
    requireInternalModule(path) {
      delete require.cache[path];
      return require(path);
    },
    requireModule: (path) => require(path),
    setGlobalsForRuntime: setGlobals,
    unstable_shouldLoadAsEsm: () => true,
    unstable_importModule: (path) => import(pathToFileURL(path).href),
  };
  const console = Reflect.get(globalThis, "console");
  globalThis.console = environment.global.console;
  try {
    return await circus.default(
      globalConfig,
      config,
      environment,
      { __proto__: runtime, ...native },
      testPath,
      sendMessage,
    );
  } finally {
    restoreMocks();
    globalThis.console = console;
  }
}
