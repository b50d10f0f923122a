import { nativeShape } from "./native-shape.ts";
import { nestedClientsShape } from "./nested-clients-shape.ts";
import type { Shape, ShapeName } from "./shape.ts";
import { widePolicyShape } from "./wide-policy-shape.ts";

export const shapes: Readonly<Record<ShapeName, Shape>> = {
  native: nativeShape,
  wide_policy_csv: widePolicyShape,
  nested_clients_json: nestedClientsShape,
};
