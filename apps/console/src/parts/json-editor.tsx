import { Textarea } from "@mantine/core";
import { useRef, type ReactElement } from "react";
import { type Issue, Issues } from "./issues.tsx";
import { placeOf } from "./json-text.ts";

/** JSON as text, with what is wrong in it; an issue leads to its member. */
export function JsonEditor({
  label,
  description,
  text,
  onChange,
  isReadOnly = false,
  rows = 24,
  issues = [],
}: {
  readonly label: string;
  readonly description?: string;
  readonly text: string;
  readonly onChange: (text: string) => void;
  readonly isReadOnly?: boolean;
  readonly rows?: number;
  readonly issues?: readonly Issue[];
}): ReactElement {
  const area = useRef<HTMLTextAreaElement>(null);
  const lead = (pointer: string): void => {
    const field = area.current;
    if (!field) return;
    const { from, to } = placeOf(text, pointer);
    field.focus();
    field.setSelectionRange(from, to);
    const line = text.slice(0, from).split("\n").length;
    field.scrollTop = Math.max(0, (line - 4) * (field.scrollHeight / text.split("\n").length));
  };
  return (
    <>
      {issues.length > 0 ? <Issues issues={issues} onOpen={lead} /> : null}
      <Textarea
        ref={area}
        label={label}
        description={description}
        value={text}
        onChange={(event) => onChange(event.currentTarget.value)}
        readOnly={isReadOnly}
        rows={rows}
        spellCheck={false}
        autoComplete="off"
        classNames={{ input: "code" }}
      />
    </>
  );
}
