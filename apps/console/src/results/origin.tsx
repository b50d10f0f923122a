import { Text } from "@mantine/core";
import type { ReactElement } from "react";
import type { Run } from "../pages/run/use-run.ts";
import { Id } from "../parts/copy.tsx";
import { factInWords } from "./evidence.tsx";
import { type Fact, FactList, Section } from "./section.tsx";
import type { Common } from "./types.ts";
import { code, figure, list, say, share, when } from "./values.ts";

/** How sure the result is, and from what it was computed. */
export function Origin({ output, run }: { readonly output: Common; readonly run: Run }): ReactElement {
  const { quality, provenance } = output;
  const missing = list(quality?.missing);
  const hash = run.engine_config_version_hash;
  const facts: readonly Fact[] = [
    { name: "As of", value: when(output.as_of) },
    { name: "Release", value: run.engine_version ?? "draft" },
    ...(hash === undefined ? [] : [{ name: "Hash of the configuration", value: <Id id={hash} what="hash" /> }]),
    { name: "Confidence", value: share(quality?.confidence) },
    { name: "Facts", value: `${figure(quality?.facts_known)} of ${figure(quality?.facts_needed)} present` },
    ...(provenance?.pack === undefined
      ? []
      : [{ name: "Rules", value: `${code(provenance.pack.key)}, version ${figure(provenance.pack.version)}` }]),
    ...list(provenance?.datasets).map(({ dataset_key, version, sha256 }) => ({
      name: nameOfDataset(say(dataset_key)),
      value: (
        <>
          {/* That of a stored file is its hash. */}
          {say(version).length > 40 ? "" : `version ${say(version)}`}{" "}
          {typeof sha256 === "string" ? <Id id={sha256} what="hash of the dataset" /> : null}
        </>
      ),
    })),
  ];
  return (
    <Section title="Where this comes from">
      <div style={{ maxWidth: 640 }}>
        <FactList facts={facts} />
      </div>
      {missing.length === 0 ? null : (
        <Text size="sm">Not available to the engine: {missing.map(factInWords).join("; ").slice(0, 4_000)}.</Text>
      )}
      {provenance?.truncated === true ? (
        <Text size="sm">The output was cut at its limits: not every row is in it.</Text>
      ) : null}
    </Section>
  );
}

/** `documents:sb_…` is a stored file. */
function nameOfDataset(key: string): string {
  const [, ref] = /^documents:sb_(.{8})/.exec(key) ?? [];
  return ref === undefined ? `Dataset ${key.replaceAll("_", " ")}` : `Stored file ${ref}…`;
}
