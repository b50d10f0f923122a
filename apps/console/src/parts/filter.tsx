import { TextInput } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { useState, type ReactElement } from "react";
import { useSearchState } from "./place.ts";

/** A field by which a list is filtered; it stands in the address as `name` when nobody types. */
export function TextFilter({ name, label }: { readonly name: string; readonly label: string }): ReactElement {
  const [state, change] = useSearchState();
  const [text, setText] = useState(state[name] ?? "");
  const commit = useDebouncedCallback((value: string) => change({ [name]: value.trim() || undefined }), 400);
  return (
    <TextInput
      label={label}
      value={text}
      onChange={(event) => {
        setText(event.currentTarget.value);
        commit(event.currentTarget.value);
      }}
      w={{ base: "100%", xs: 160 }}
    />
  );
}
