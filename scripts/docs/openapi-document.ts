import { readFile } from "node:fs/promises";
import { inlineParts } from "@service/http";
import { z } from "zod";

/** JSON Schema as far as the pages show it; keywords that they do not know are kept and not shown. */
export interface Schema {
  readonly $ref?: string | undefined;
  readonly type?: string | readonly string[] | undefined;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly format?: string | undefined;
  readonly pattern?: string | undefined;
  readonly enum?: readonly unknown[] | undefined;
  readonly const?: unknown;
  readonly properties?: Readonly<Record<string, Schema>> | undefined;
  readonly required?: readonly string[] | undefined;
  readonly additionalProperties?: boolean | Schema | undefined;
  readonly items?: boolean | Schema | undefined;
  readonly anyOf?: readonly Schema[] | undefined;
  readonly oneOf?: readonly Schema[] | undefined;
  readonly allOf?: readonly Schema[] | undefined;
  readonly minLength?: number | undefined;
  readonly maxLength?: number | undefined;
  readonly minItems?: number | undefined;
  readonly maxItems?: number | undefined;
  readonly maxProperties?: number | undefined;
  readonly minimum?: number | undefined;
  readonly maximum?: number | undefined;
  readonly "x-sensitivity"?: string | undefined;
  readonly "x-open-enum"?: boolean | undefined;
}

export const schemaShape: z.ZodType<Schema> = z.lazy(() =>
  z.looseObject({
    $ref: z.string().optional(),
    type: z.union([z.string(), z.array(z.string())]).optional(),
    title: z.string().optional(),
    description: z.string().optional(),
    format: z.string().optional(),
    pattern: z.string().optional(),
    enum: z.array(z.unknown()).optional(),
    const: z.unknown().optional(),
    properties: z.record(z.string(), schemaShape).optional(),
    required: z.array(z.string()).optional(),
    additionalProperties: z.union([z.boolean(), schemaShape]).optional(),
    items: z.union([z.boolean(), schemaShape]).optional(),
    anyOf: z.array(schemaShape).optional(),
    oneOf: z.array(schemaShape).optional(),
    allOf: z.array(schemaShape).optional(),
    minLength: z.number().optional(),
    maxLength: z.number().optional(),
    minItems: z.number().optional(),
    maxItems: z.number().optional(),
    maxProperties: z.number().optional(),
    minimum: z.number().optional(),
    maximum: z.number().optional(),
    "x-sensitivity": z.string().optional(),
    "x-open-enum": z.boolean().optional(),
  }),
);

const content = z.record(
  z.string(),
  z.looseObject({
    schema: schemaShape.optional(),
    example: z.unknown().optional(),
    examples: z.record(z.string(), z.looseObject({ value: z.unknown() })).optional(),
  }),
);

const operation = z.looseObject({
  operationId: z.string(),
  tags: z.array(z.string()).min(1),
  summary: z.string(),
  description: z.string().default(""),
  parameters: z
    .array(
      z.looseObject({
        name: z.string(),
        in: z.string(),
        required: z.boolean().default(false),
        description: z.string().optional(),
        schema: schemaShape,
        example: z.unknown().optional(),
      }),
    )
    .default([]),
  requestBody: z
    .looseObject({ required: z.boolean().default(false), description: z.string().optional(), content })
    .optional(),
  responses: z.record(z.string(), z.looseObject({ description: z.string(), content: content.optional() })),
  security: z.array(z.unknown()).optional(),
});

const document = z.looseObject({
  info: z.looseObject({ title: z.string(), version: z.string(), description: z.string().default("") }),
  tags: z.array(z.looseObject({ name: z.string(), description: z.string().default("") })),
  paths: z.record(z.string(), z.record(z.enum(["get", "post", "put", "patch", "delete"]), operation.optional())),
  components: z.looseObject({ schemas: z.record(z.string(), schemaShape) }),
});

export type OpenApiDocument = z.infer<typeof document>;
export type Operation = z.infer<typeof operation> & { readonly method: string; readonly path: string };

/** Reads the committed document. @throws when it is not of the form that the pages are made from. */
export async function readOpenApi(path: string): Promise<OpenApiDocument> {
  const written: unknown = JSON.parse(await readFile(path, "utf8"));
  return document.parse(inlineParts(written));
}

/** All operations in the order of the document. */
export function operationsOf({ paths }: OpenApiDocument): Operation[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, found]) =>
      found === undefined ? [] : [{ ...found, method: method.toUpperCase(), path }],
    ),
  );
}
