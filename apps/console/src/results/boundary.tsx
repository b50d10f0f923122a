import { Alert, Stack, Text } from "@mantine/core";
import { Component, type ReactNode } from "react";
import { JsonTree } from "../parts/json-tree.tsx";

interface Props {
  readonly value: unknown;
  readonly children: ReactNode;
}

/** A view that fails on an output it did not expect leaves the rest of the page as it is. */
export class ResultBoundary extends Component<Props, { readonly hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError(): { readonly hasFailed: boolean } {
    return { hasFailed: true };
  }

  override render(): ReactNode {
    return this.state.hasFailed ? <OtherShape value={this.props.value} /> : this.props.children;
  }
}

/** An output that no view knows. */
export function OtherShape({ value }: { readonly value: unknown }): ReactNode {
  return (
    <Stack>
      <Alert color="gray" variant="light" title="This result has another shape">
        <Text size="sm">
          This console was built for other outputs of the engine. All of the result is below, as JSON.
        </Text>
      </Alert>
      <JsonTree value={value} />
    </Stack>
  );
}
