import { Alert, Stack, Text } from "@mantine/core";
import type { ReactElement } from "react";
import type { Schemas } from "../../api.ts";
import { GateReport } from "./gate-report.tsx";
import { SchemaChanges } from "./schema-changes.tsx";

/** What publishing a valid configuration would make: the number and its reason, and the gate. */
export function Judgement({ validation }: { readonly validation: Schemas["ConfigValidation"] }): ReactElement {
  const { computed_version: version, schema_changes: changes, gate } = validation;
  return (
    <Stack>
      <Alert color="green" variant="light" role="status" title="The configuration is valid">
        {version === null ? "" : `Published, it would be release ${version}.`}
      </Alert>
      {version === null ? null : <SchemaChanges version={version} changes={changes} />}
      {gate === null ? <Text size="sm">The gate did not judge it.</Text> : <GateReport report={gate} />}
    </Stack>
  );
}
