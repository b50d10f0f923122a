import { fail, ServiceError } from "@service/contract";
import { isUnavailable } from "@service/db";

export interface Environment {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** The environment that exists from the start and cannot be created or removed. */
export const liveSlug = "live";

export const environmentColumns = `id, slug, name, created_at as "createdAt", updated_at as "updatedAt"`;

/** Audit columns of the environment in `row`. */
export function auditedEnvironment(row: string) {
  const slug = `${row}.slug`;
  return {
    kind: "environment",
    id: slug,
    organizationId: `${row}.organization_id`,
    environment: slug,
    from: row,
  } as const;
}

/**
 * Throws `code` (PLAT-27) for a failure that is neither a refusal nor an unreachable database; those two pass through.
 */
export async function failingAs<T>(
  code: "environment_operation_failed" | "list_environments_failed",
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ServiceError || isUnavailable(error)) throw error;
    throw fail(code, { cause: error });
  }
}
