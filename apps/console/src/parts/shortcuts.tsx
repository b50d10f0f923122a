import { Kbd, Modal, Table } from "@mantine/core";
import { useWindowEvent } from "@mantine/hooks";
import { useNavigate } from "@tanstack/react-router";
import { type ReactElement, useRef, useState } from "react";
import { useMe, usePlace } from "./me.ts";
import { useAddress } from "./place.ts";
import { toggleRow } from "./selected-rows.tsx";
import { openTo } from "./targets.ts";

const keys: readonly (readonly [keys: string, what: string])[] = [
  ["Ctrl K", "Find anything"],
  ["/", "Go to the first filter"],
  ["j", "Next row"],
  ["k", "Row before"],
  ["Enter", "Open the row"],
  ["x", "Select the row, or not"],
  ["c", "Copy the id of the row"],
  ["[ ]", "Newer or older run of the list it was opened from"],
  ["?", "These keys"],
];

/**
 * Keys for who does not use a mouse (CON-95). Single keys do nothing in fields and dialogs, and can be switched off
 * (WCAG 2.1.4).
 */
export function Shortcuts(): ReactElement {
  const [isOpen, open] = useState(false);
  const hasKeys = useMe().data?.person.preferences.keys !== false;
  const { organization, environment = "live" } = useAddress();
  const place = usePlace(organization ?? "").data;
  const pages = organization === undefined ? [] : openTo(place?.permissions ?? []);
  const navigate = useNavigate();
  const wentAt = useRef(Number.NEGATIVE_INFINITY);
  useWindowEvent("keydown", (event) => {
    if (!hasKeys || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event)) return;
    const isSecond = event.timeStamp - wentAt.current < 1_500;
    wentAt.current = event.key === "g" ? event.timeStamp : Number.NEGATIVE_INFINITY;
    const page = isSecond ? pages.find(({ key }) => key === event.key) : undefined;
    if (page) void navigate({ to: `/o/${organization ?? ""}/e/${environment}${page.path}` });
    else if (event.key === "?") open(true);
    else if (event.key === "j" || event.key === "k") moveBy(event.key === "j" ? 1 : -1);
    else if (event.key === "c") void copyId();
    else if (event.key === "x") selectRow();
    else if (event.key === "/") document.querySelector<HTMLElement>("[role=search] input")?.focus();
    else return;
    event.preventDefault();
  });
  return (
    <Modal opened={isOpen} onClose={() => open(false)} title="Keys">
      <Table aria-label="Keys">
        <Table.Tbody>
          {[...keys, ...pages.map(({ key, label }) => [`g ${key}`, label] as const)].map(([pressed, what]) => (
            <Table.Tr key={pressed}>
              <Table.Th scope="row">
                <Kbd>{pressed}</Kbd>
              </Table.Th>
              <Table.Td>{what}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Modal>
  );
}

function isTyping({ target }: KeyboardEvent): boolean {
  if (document.querySelector("[role=dialog], [role=menu]") !== null) return true;
  return (
    target instanceof HTMLElement && (target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  );
}

/** Moves to the link of another row of the list; to the first from elsewhere. */
function moveBy(step: number): void {
  const links = [...document.querySelectorAll<HTMLElement>("[data-row] a")];
  const at = links.findIndex((link) => link.closest("[data-row]")?.contains(document.activeElement) === true);
  links[at === -1 ? 0 : at + step]?.focus();
}

function rowHere(): string | null | undefined {
  return document.activeElement?.closest("[data-row]")?.getAttribute("data-row");
}

function selectRow(): void {
  const id = rowHere();
  if (id) toggleRow(id);
}

async function copyId(): Promise<void> {
  const id = rowHere();
  if (id) await navigator.clipboard.writeText(id).catch(() => undefined);
}
