/**
 * Stands in for `@jest/globals` in test files, which run as ordinary modules of their process (`jest-native-modules.mjs`). The
 * modules that they import are loaded once for many files, so each name leads to what Jest has made for the file of now.
 */
import { ModuleMocker } from "jest-mock";

const mocker = new ModuleMocker(globalThis);
const timeoutKey = Symbol.for("TEST_TIMEOUT_SYMBOL");

/** What Jest has made for the file of now. */
let current;

/** Called before a test file is loaded. */
export function setGlobals(globals) {
  current = globals;
  Reflect.deleteProperty(globalThis, timeoutKey);
}

/** Called after the last test of a file. */
export function restoreMocks() {
  mocker.restoreAllMocks();
}

const leadingTo = (name) =>
  new Proxy(() => undefined, {
    apply: (_target, _self, given) => current[name](...given),
    get: (_target, key) => current[name][key],
  });

export const expect = leadingTo("expect");
export const test = leadingTo("test");
export const describe = leadingTo("describe");
export const beforeAll = leadingTo("beforeAll");
export const beforeEach = leadingTo("beforeEach");
export const afterAll = leadingTo("afterAll");
export const afterEach = leadingTo("afterEach");

/** The part of Jest's object that the tests use. */
export const jest = {
  fn: mocker.fn.bind(mocker),
  spyOn: mocker.spyOn.bind(mocker),
  setTimeout(milliseconds) {
    Reflect.set(globalThis, timeoutKey, milliseconds);
  },
};
