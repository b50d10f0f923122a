/** The two functions of js-yaml that the test of infra/ uses; the package has no types. */
declare module "js-yaml" {
  const yaml: {
    load(text: string): unknown;
    loadAll(text: string): unknown[];
  };
  export default yaml;
}
