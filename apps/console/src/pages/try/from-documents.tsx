import { Button, Card, FileButton, Group, Radio, Stack, Text, TextInput, Title } from "@mantine/core";
import { useDidUpdate } from "@mantine/hooks";
import { type ReactElement, useRef, useState } from "react";
import { answer, type BodyOf, client } from "../../api.ts";
import { useAct } from "../../parts/confirm.tsx";
import { number, visible } from "../../parts/format.ts";
import { useHere } from "../../parts/place.ts";
import { Refusal } from "../../parts/states.tsx";

const route = "/console/v1/o/{organization_id}/e/{environment}/document-text";
type Sent = BodyOf<typeof route, "post">;
interface Offer extends Sent {
  readonly key: string;
}
interface Given {
  readonly offers: readonly Offer[];
  readonly name: string;
  /** Key of an offer; empty for none. */
  readonly inForce: string;
}

/** Why a file has no text, and what to do. */
const reasons: Readonly<Record<string, string>> = {
  scanned: "It holds pictures of pages and no text. Ask for the file itself, or run text recognition over it first.",
  encrypted: "It has a password. Save it without one.",
  unsupported: "This kind of file is not read. Send PDF, Word (.docx), Excel (.xlsx), text, HTML or a mail.",
  too_many_pages: "It has more than 500 pages. Send the pages with the offer.",
};

/** Files of offers become the input of a comparison: nobody writes JSON (CON-99). */
export function FromDocuments({ onInput }: { readonly onInput: (input: object) => void }): ReactElement {
  const { path } = useHere();
  const [given, setGiven] = useState<Given>({ offers: [], name: "", inForce: "" });
  const { offers, name, inForce } = given;
  const count = useRef(0);
  // A file arrives while the name is typed: each change is made to what is there then.
  const write = (next: Partial<Given>): void => setGiven((old) => ({ ...old, ...next }));
  useDidUpdate(() => onInput(inputOf(given)), [given]);
  const read = useAct(async (files: readonly File[]) => {
    for (const file of files) {
      const form = new FormData();
      form.append("file", file);
      const sent = await answer(
        client.POST(route, { params: { path }, body: { file: file.name }, bodySerializer: () => form }),
      );
      count.current += 1;
      const offer = { ...sent, key: `offer-${count.current}` };
      setGiven((old) => ({ ...old, offers: [...old.offers, offer] }));
    }
  });
  const ready = offers.filter(({ status }) => status === "ready");
  return (
    <Card withBorder component="section" aria-label="From documents">
      <Stack gap="sm">
        <Title order={2}>From documents</Title>
        <Text size="sm" c="dimmed">
          Quotes, binders, declarations of what is in force: each file is one offer. Their text is read, and nothing of
          them is kept but with the run.
        </Text>
        <Group align="flex-end">
          <TextInput
            label="Client"
            value={name}
            onChange={(event) => write({ name: event.currentTarget.value })}
            w={{ base: "100%", xs: 280 }}
          />
          <FileButton
            multiple
            onChange={(files) => void read.run(files)}
            inputProps={{ "aria-label": "Files of offers" }}
          >
            {(props) => (
              <Button {...props} variant="default" loading={read.isBusy}>
                Choose files
              </Button>
            )}
          </FileButton>
        </Group>
        {read.error === undefined ? null : <Refusal error={read.error} />}
        {offers.length === 0 ? null : (
          <Radio.Group label="What is in force now" value={inForce} onChange={(value) => write({ inForce: value })}>
            <Stack gap={6} mt={4}>
              {offers.map((offer) => (
                <Group key={offer.key} justify="space-between" gap="xs">
                  {offer.status === "ready" ? (
                    <Radio
                      value={offer.key}
                      label={`${visible(offer.file_name)}, ${number(offer.pages.length)} ${offer.pages.length === 1 ? "page" : "pages"}${offer.is_cut ? ", its end left out" : ""}`}
                    />
                  ) : (
                    <Text size="sm" c="red">
                      {visible(offer.file_name)}:{" "}
                      {reasons[offer.reason ?? ""] ?? "It could not be read. Save it anew and try again."}
                    </Text>
                  )}
                  <Button
                    size="compact-xs"
                    variant="subtle"
                    aria-label={`Remove ${visible(offer.file_name)}`}
                    onClick={() => write({ offers: offers.filter(({ key }) => key !== offer.key) })}
                  >
                    Remove
                  </Button>
                </Group>
              ))}
              <Radio value="" label="None of these: compare the offers with each other" />
            </Stack>
          </Radio.Group>
        )}
        <Text size="sm" role="status">
          {ready.length >= 2
            ? `${number(ready.length)} offers stand in the input below: submit it.`
            : "Two files at least."}
        </Text>
      </Stack>
    </Card>
  );
}

function inputOf(given: Given): object {
  const offers = given.offers.filter(({ status }) => status === "ready");
  const label = given.name.trim() === "" ? "Client" : given.name.trim();
  const key = label
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-|-$/g, "");
  return {
    subject: { key: key === "" ? "client" : key.slice(0, 60), label: label.slice(0, 200) },
    ...(offers.some((offer) => offer.key === given.inForce) && { baseline_key: given.inForce }),
    items: offers.map((offer) => ({
      key: offer.key,
      documents: [{ document_key: `${offer.key}-document`, title: offer.file_name.slice(0, 300), pages: offer.pages }],
    })),
  };
}
