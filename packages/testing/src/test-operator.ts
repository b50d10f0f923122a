/** Who makes what a test needs before it begins; with `organizationId`, who acts in an organization. */
export const testOperator = { kind: "operator", id: "test" } as const;
