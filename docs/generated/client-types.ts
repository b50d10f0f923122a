// Generated from docs/generated/openapi.json by openapi-typescript (npm run generate). Do not edit.
export interface paths {
    "/api/v1/engines": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List engines
         * @description Without their configurations. A scoped key gets the engines it is bound to.
         *
         *     An organization key, or a scoped key with `engines:read`.
         */
        get: operations["engines.list"];
        put?: never;
        /**
         * Create an engine
         * @description Its draft is the preset of the engine type; nothing is released until a version is published.
         *
         *     Organization keys only.
         */
        post: operations["engines.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/engines/{engine_slug}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an engine
         * @description An organization key, or a scoped key bound to the engine with `engines:read`.
         */
        get: operations["engines.read"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Update, archive or restore an engine
         * @description At least one field must be present and not null.
         *
         *     Organization keys only.
         */
        patch: operations["engines.update"];
        trace?: never;
    };
    "/api/v1/engines/{engine_slug}/config": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the draft configuration
         * @description Exactly what was saved last, beside the preset of the engine type.
         *
         *     An organization key, or a scoped key bound to the engine with `engines:read`.
         */
        get: operations["engines.config.read"];
        /**
         * Replace the draft configuration
         * @description A full replacement, not a partial update; releases are not touched.
         *
         *     Organization keys only.
         */
        put: operations["engines.config.save"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/engines/{engine_slug}/config/validate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Check a configuration without saving it
         * @description Runs the checks of publishing on `config`, or on the saved draft when it is absent; nothing is stored.
         *
         *     Organization keys only.
         */
        post: operations["engines.config.validate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/engines/{engine_slug}/runs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Submit a run to an engine
         * @description Accepted runs are processed by a worker: poll the run, wait with `Prefer: wait=N`, or listen to webhooks. A repeated request with the same `Idempotency-Key` answers the original run and its current status.
         *
         *     An organization key, or a scoped key bound to the engine with `runs:write`.
         */
        post: operations["runs.submit"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/engines/{engine_slug}/runs/latest": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the newest finished run of a subject
         * @description The newest completed or degraded run about `subject_key` in the key's environment, as `GET /api/v1/runs/{run_id}` shows it. `engine_version` restricts it to a release (`1.3`) or a line (`1.x`).
         *
         *     An organization key, or a scoped key bound to the engine with `runs:read`.
         */
        get: operations["runs.latest"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/engines/{engine_slug}/runs/latest/batch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Read the newest finished runs of up to 100 subjects
         * @description Results come in the order of the request; a subject may be named twice.
         *
         *     An organization key, or a scoped key bound to the engine with `runs:read`.
         */
        post: operations["runs.latest.batch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/engines/{engine_slug}/versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the releases of an engine
         * @description Newest first.
         *
         *     An organization key, or a scoped key bound to the engine with `engines:read`.
         */
        get: operations["engines.versions.list"];
        put?: never;
        /**
         * Publish the draft as a release
         * @description Checks the draft, compares its schemas with the latest release, runs the evaluation gate and stores an immutable release. An unchanged configuration answers the existing release with `created: false`.
         *
         *     Organization keys only.
         */
        post: operations["engines.versions.publish"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/engines/{engine_slug}/versions/{version}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a release
         * @description With its configuration, both schemas and the result of its gate.
         *
         *     An organization key, or a scoped key bound to the engine with `engines:read`.
         */
        get: operations["engines.versions.read"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/environments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the environments of the organization
         * @description `live` first, then the sandboxes by age.
         *
         *     Organization keys only.
         */
        get: operations["environments.list"];
        put?: never;
        /**
         * Create a sandbox environment
         * @description An organization has at most five sandboxes besides `live`. `name` defaults to the slug.
         *
         *     Organization keys only.
         */
        post: operations["environments.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/environments/{slug}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a sandbox environment
         * @description Refused while unrevoked keys, webhook endpoints or stored runs refer to it; finished runs do until retention removes them.
         *
         *     Organization keys only.
         */
        delete: operations["environments.delete"];
        options?: never;
        head?: never;
        /**
         * Rename an environment
         * @description Organization keys only.
         */
        patch: operations["environments.update"];
        trace?: never;
    };
    "/api/v1/events/ingest/{source_key}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Post an event to a source
         * @description Takes an event into the organization's log. `native` sources sign by Standard Webhooks (`webhook-id`, `webhook-timestamp`, `webhook-signature`) and send `{type, data, occurred_at?}`; `repo_host` sources sign with `X-Hub-Signature-256`; `ams_ons` sources send a shared code, by default in `X-Service-Source-Code`. Every outcome is `200`, also `rejected`: sending it again would change nothing. A delivery id is recorded once; a repeat of the same body returns the stored outcome.
         *
         *     Needs no key: the source's signature or code is what counts.
         */
        post: operations["ingest.event"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/runs/{run_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a run
         * @description Status, result and the fields that only this read shows. The field policy of the acting seat applies.
         *
         *     An organization key, or a scoped key bound to the engine with `runs:read`.
         */
        get: operations["runs.read"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/runs/{run_id}/annotations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the annotations of a run
         * @description Oldest first.
         *
         *     An organization key, or a scoped key bound to the engine with `runs:read`.
         */
        get: operations["outcomes.annotations.list"];
        put?: never;
        /**
         * Record a judgement of a run's output
         * @description Append-only. A repeat with the same `event_id` answers the first record with `replay: true`.
         *
         *     An organization key, or a scoped key bound to the engine with `runs:write`.
         */
        post: operations["outcomes.annotations.record"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/runs/{run_id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel a run
         * @description `202`: the run is cancelled, or its worker will cancel it within seconds. `200`: it had already finished; its status and stored output are answered.
         *
         *     An organization key, or a scoped key bound to the engine with `runs:write`.
         */
        post: operations["runs.cancel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/runs/{run_id}/defensibility-packet": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the defensibility packet of a finished run
         * @description Everything that explains the run in one document: release, digests of input and output, data used, decisive rules, scores, evidence, model use, what people said about it, corrections. `integrity.packet_sha256` is the SHA-256 of the RFC 8785 form of all members but `generated_at` and `integrity`; it is the same on every read of an unchanged run.
         *
         *     An organization key, or a scoped key bound to the engine with `runs:defensibility:read`.
         */
        get: operations["defensibility.read"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/runs/{run_id}/outcomes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the outcomes of a run
         * @description Oldest first.
         *
         *     An organization key, or a scoped key bound to the engine with `runs:read`.
         */
        get: operations["outcomes.list"];
        put?: never;
        /**
         * Record what became of a run's recommendation
         * @description Append-only. A repeat with the same `event_id` answers the first record with `replay: true`.
         *
         *     An organization key, or a scoped key bound to the engine with `runs:write`.
         */
        post: operations["outcomes.record"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the webhook endpoints of the key's environment
         * @description An organization key, or a scoped key with `webhooks:manage`.
         */
        get: operations["webhooks.list"];
        put?: never;
        /**
         * Register a webhook endpoint
         * @description In the key's environment, at most 20. The answer carries the signing secret, which is not shown again. `invalid_url` says in `details.reason` which rule the URL breaks.
         *
         *     An organization key, or a scoped key with `webhooks:manage`.
         */
        post: operations["webhooks.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks/{endpoint_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a webhook endpoint
         * @description An organization key, or a scoped key with `webhooks:manage`.
         */
        get: operations["webhooks.get"];
        put?: never;
        post?: never;
        /**
         * Delete a webhook endpoint
         * @description Its unfinished deliveries are cancelled.
         *
         *     An organization key, or a scoped key with `webhooks:manage`.
         */
        delete: operations["webhooks.delete"];
        options?: never;
        head?: never;
        /**
         * Change, enable or disable a webhook endpoint
         * @description Disabling holds the waiting deliveries; enabling resumes them, spread at the endpoint's rate. Deliveries that exist keep their content.
         *
         *     An organization key, or a scoped key with `webhooks:manage`.
         */
        patch: operations["webhooks.update"];
        trace?: never;
    };
    "/api/v1/webhooks/{endpoint_id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the deliveries of a webhook endpoint
         * @description Newest first. A cursor belongs to the endpoint and the filters it was made with.
         *
         *     An organization key, or a scoped key with `webhooks:manage`.
         */
        get: operations["webhooks.listDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks/{endpoint_id}/deliveries/{delivery_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a delivery with the log of its tries
         * @description An organization key, or a scoped key with `webhooks:manage`.
         */
        get: operations["webhooks.getDelivery"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks/{endpoint_id}/deliveries/{delivery_id}/resend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a delivery again
         * @description Same delivery id, event id and bytes; a new cycle with the whole schedule. The same `Idempotency-Key` sends nothing more. On a disabled endpoint it is one try.
         *
         *     An organization key, or a scoped key with `webhooks:manage`.
         */
        post: operations["webhooks.resend"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks/{endpoint_id}/recover": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send the dead letters of a webhook endpoint again
         * @description All that were created in the window and buried for the given reason, each in a new cycle, at the endpoint's rate. The job survives restarts; read its progress under `/recoveries/{recovery_id}`. The same `Idempotency-Key` answers the recovery it started. One runs at a time; while the endpoint is disabled it waits.
         *
         *     An organization key, or a scoped key with `webhooks:manage`.
         */
        post: operations["webhooks.recover"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks/{endpoint_id}/recoveries/{recovery_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read how far a recovery has come
         * @description An organization key, or a scoped key with `webhooks:manage`.
         */
        get: operations["webhooks.getRecovery"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks/{endpoint_id}/recoveries/{recovery_id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * End a recovery where it stands
         * @description What it has put back is still sent. A recovery that has ended is answered as it is.
         *
         *     An organization key, or a scoped key with `webhooks:manage`.
         */
        post: operations["webhooks.cancelRecovery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks/{endpoint_id}/secret/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Give a webhook endpoint a new signing secret
         * @description Deliveries are signed with every live secret, newest first; at most three live at once.
         *
         *     An organization key, or a scoped key with `webhooks:manage`.
         */
        post: operations["webhooks.rotateSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks/{endpoint_id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test event to a webhook endpoint
         * @description Type `webhook.test` with a random id; signed, logged and retried like any delivery.
         *
         *     An organization key, or a scoped key with `webhooks:manage`.
         */
        post: operations["webhooks.test"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Health of the service
         * @description Always `200`; `degraded` when the database or the queue does not answer within 3 seconds. No key, no rate limit.
         *
         *     Needs no key.
         */
        get: operations["platform.health"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/robots.txt": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Nothing here is for crawlers
         * @description Needs no key.
         */
        get: operations["platform.robots"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        Annotation: {
            /** Format: uuid */
            event_id: string;
            /** @enum {string} */
            label: "useful" | "wrong" | "incomplete" | "needs_review";
            /** @example /findings/0 */
            path?: string;
            /** @example The umbrella was endorsed in March; the schedule is outdated. */
            comment?: string;
            /**
             * Format: date-time
             * @description RFC 3339 timestamp.
             */
            recorded_at: string;
            /** @example key_8f14e45f */
            recorded_by: string;
        };
        AnnotationList: {
            annotations: components["schemas"]["Annotation"][];
        };
        /**
         * @example {
         *       "event_id": "7a3f9a52-0f0e-4a8e-8e43-6a6b7a4f9a10",
         *       "label": "useful",
         *       "path": "/summary"
         *     }
         */
        AnnotationRequest: {
            /** Format: uuid */
            event_id?: string;
            /** @enum {unknown} */
            label?: "useful" | "wrong" | "incomplete" | "needs_review";
            /**
             * @description JSON Pointer into the output.
             * @example /findings/0
             */
            path?: string;
            /** @example The umbrella was endorsed in March; the schedule is outdated. */
            comment?: string;
        };
        /**
         * @example {
         *       "reason": "Superseded by a newer proposal"
         *     }
         */
        CancelRequest: {
            /** @example Superseded by a newer proposal */
            reason?: string;
        };
        CancelledRun: {
            /** Format: uuid */
            run_id: string;
            /** @enum {string} */
            status: "queued" | "processing" | "completed" | "degraded" | "failed" | "cancelled";
            /** @example live */
            environment: string;
            /** @example 1 */
            attempt: number;
            /**
             * Format: date-time
             * @description RFC 3339 timestamp.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description RFC 3339 timestamp.
             */
            completed_at?: string;
            /** @example The run exceeded its time budget. */
            error?: string;
            error_details?: components["schemas"]["RunErrorDetails"];
            /**
             * Format: date-time
             * @description RFC 3339 timestamp.
             */
            cancel_requested_at?: string;
            /** @description Only on completed and degraded runs. */
            output?: Record<string, never>;
            /** @example 4bf92f3577b34da6a3ce929d0e0e4736 */
            trace_id?: string;
            /** @example 1.3 */
            engine_version?: string;
            /** @example 7b3fffc81fbb01b19c24049db61bbe22691b7b38c72455d36eda4e00a8955787 */
            engine_config_version_hash?: string;
        };
        ConfigValidation: {
            valid: boolean;
            issues: {
                /** @example /evaluation/labelled_sets/0 */
                path: string;
                /** @example the dataset "labelled:known-names" is not imported in this organization */
                message: string;
            }[];
            /** @example 1.4 */
            computed_version: string | null;
            schema_changes: {
                /** @example response */
                schema: string;
                /** @example /properties/output/properties/summary */
                path: string;
                /** @example property added, optional */
                rule: string;
                /** @enum {string} */
                level: "major" | "minor";
            }[];
            gate: Record<string, never> | null;
        };
        /**
         * @example {
         *       "url": "https://hooks.example.com/engine",
         *       "events": [
         *         "run.completed",
         *         "run.failed"
         *       ],
         *       "payload_mode": "thin"
         *     }
         */
        CreateEndpointRequest: {
            /** @example https://hooks.harborline.example/engine */
            url: string;
            events: ("run.completed" | "run.failed" | "run.cancelled" | "run.superseded")[];
            /** @enum {string} */
            payload_mode?: "thin" | "full";
            /** @example Renewal desk */
            description?: string;
            headers?: {
                [key: string]: string;
            };
            /** @example 50 */
            max_per_second?: number;
            /** @example 10 */
            max_in_flight?: number;
            auto_recover?: boolean;
        };
        /**
         * @example {
         *       "slug": "proposal-review",
         *       "label": "Proposal review",
         *       "description": "",
         *       "engine_type": "comparison"
         *     }
         */
        CreateEngineRequest: {
            /** @example proposal-review */
            slug: string;
            /** @example Proposal review */
            label: string;
            /** @example Side by side of quotes against the expiring policy */
            description: string;
            /** @enum {string} */
            engine_type: "comparison" | "matching" | "entity_analysis" | "diligence" | "triage" | "opportunity";
        };
        /**
         * @example {
         *       "slug": "staging",
         *       "name": "Staging"
         *     }
         */
        CreateEnvironmentRequest: {
            /** @example staging */
            slug: string;
            /** @example Staging */
            name?: string;
        };
        CreatedWebhookEndpoint: {
            /** Format: uuid */
            id: string;
            /** @example https://hooks.harborline.example/engine */
            url: string;
            events: ("run.completed" | "run.failed" | "run.cancelled" | "run.superseded")[];
            /** @enum {string} */
            payload_mode: "thin" | "full";
            /** @example Renewal desk */
            description: string;
            /** @enum {string} */
            status: "enabled" | "disabled";
            /** @example null */
            disabled_reason: ("manual" | "gone" | "failing") | null;
            /** @example null */
            disabled_at: string | null;
            /**
             * @description `standard-v3` on new endpoints; read-only.
             * @example standard-v3
             */
            retry_policy: string;
            /** @description Values are masked. */
            headers: Record<string, never>;
            /** @example 50 */
            max_per_second: number;
            /** @example 10 */
            max_in_flight: number;
            auto_recover: boolean;
            /** @example live */
            environment: string;
            health: {
                /** @example null */
                last_success_at: string | null;
                /** @example null */
                first_failure_at: string | null;
                /** @example 0 */
                failures_in_a_row: number;
            };
            /**
             * Format: date-time
             * @description RFC 3339 timestamp.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description RFC 3339 timestamp.
             */
            updated_at: string;
            /**
             * @description `whsec_` and base64 of 32 random bytes; shown once.
             * @example whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw3m1p5q7r9s0=
             */
            secret: string;
        };
        DecisionTraceEntry: {
            /** @example evaluate */
            stage: string;
            /** @example liq_in */
            rule_key: string;
            /** @enum {string} */
            result: "true" | "false" | "unknown";
            facts: {
                /** @example items[harborstone].liquor_liability/liquor_each_cause/included */
                path: string;
                /**
                 * @description null where a field policy withholds it.
                 * @example false
                 */
                value: unknown;
            }[];
            evidence_ids: string[];
        };
        DefensibilityPacket: {
            /** @constant */
            packet_version: 1;
            run: {
                /** Format: uuid */
                run_id: string;
                /** @example proposal-review */
                engine: string;
                /** @example comparison */
                engine_type: string;
                /** @example live */
                environment: string;
                /** @enum {string} */
                status: "completed" | "degraded" | "failed" | "cancelled";
                /** @example 1 */
                attempt: number;
                /**
                 * Format: date-time
                 * @description RFC 3339 timestamp.
                 */
                created_at: string;
                /**
                 * Format: date-time
                 * @description RFC 3339 timestamp.
                 */
                completed_at: string;
                /**
                 * @description The acting principal of the submission.
                 * @example pat.moreno
                 */
                submitted_by: string | null;
                /** @example key_8f14e45f */
                key_id: string;
                /** @example 4bf92f3577b34da6a3ce929d0e0e4736 */
                trace_id: string | null;
            };
            release: {
                /** @example 1.3 */
                engine_version: string | null;
                /** @example 7b3fffc81fbb01b19c24049db61bbe22691b7b38c72455d36eda4e00a8955787 */
                config_version_hash: string | null;
                /**
                 * @description null for a draft, which has no release.
                 * @example 2c1f0f4d7be1f7f2d6f1f3f7f7b0b8f5c9f3a1f7f8c84a1b1d0f6e5c4b3a2918
                 */
                request_schema_sha256: string | null;
                /** @example 91d3f0b2a4c6e8f00112233445566778899aabbccddeeff00123456789abcdef */
                response_schema_sha256: string | null;
                pack: {
                    /** @example us_commercial_core */
                    key: string;
                    /** @example 1 */
                    version: number;
                    /** @example 7b3fffc81fbb01b19c24049db61bbe22691b7b38c72455d36eda4e00a8955787 */
                    sha256: string | null;
                } | null;
            };
            input_digest: components["schemas"]["Digest"];
            output_digest: components["schemas"]["Digest"] | null;
            data: {
                /** @example null */
                heads: unknown;
                datasets: {
                    /** @example offerings */
                    dataset_key: string;
                    /** @example 1.3 */
                    version: string;
                    /** @example 7b3fffc81fbb01b19c24049db61bbe22691b7b38c72455d36eda4e00a8955787 */
                    sha256: string;
                }[];
                documents: {
                    ref: Record<string, never>;
                    /** @example 7b3fffc81fbb01b19c24049db61bbe22691b7b38c72455d36eda4e00a8955787 */
                    sha256: string;
                }[];
                lists: Record<string, never>[];
            };
            decision_trace: components["schemas"]["DecisionTraceEntry"][];
            scoring: {
                target: Record<string, never>;
                breakdown: Record<string, never>[];
            }[];
            evidence: Record<string, never>[];
            model_use: {
                /** @example optional */
                mode: ("off" | "optional" | "required") | null;
                calls: components["schemas"]["ModelCall"][];
                /** @example 44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a */
                egress_manifest_version: string | null;
                /** @description Paths of what left the service, `[]` for list elements. */
                fields_sent: string[];
            };
            human: {
                outcomes: components["schemas"]["Outcome"][];
                annotations: components["schemas"]["Annotation"][];
                ledger_actions: {
                    /** @example 118 */
                    seq: number;
                    /** @example create_task */
                    type: string;
                }[];
            };
            corrections: components["schemas"]["PacketCorrection"][];
            limitations: {
                /** @example advisory */
                code: string;
                /** @example The result is a recommendation for a licensed person. */
                message: string;
            }[];
            /**
             * Format: date-time
             * @description RFC 3339 timestamp.
             */
            generated_at: string;
            integrity: {
                /** @constant */
                algorithm: "sha256-jcs";
                /**
                 * @description Of everything but `generated_at` and `integrity`, as RFC 8785 JSON.
                 * @example 91d3f0b2a4c6e8f00112233445566778899aabbccddeeff00123456789abcdef
                 */
                packet_sha256: string;
            };
        };
        Digest: {
            /** @example 7b3fffc81fbb01b19c24049db61bbe22691b7b38c72455d36eda4e00a8955787 */
            sha256: string;
            /** @example 18412 */
            bytes: number;
        };
        EngineConfigResponse: {
            /** @description The draft exactly as saved. */
            config: Record<string, never>;
            /**
             * Format: date-time
             * @description RFC 3339 timestamp.
             */
            config_updated_at: string;
            /**
             * @description Identifier of the key that last saved it.
             * @example key_8f14e45f
             */
            config_updated_by: string;
            /** @enum {string} */
            engine_type: "comparison" | "matching" | "entity_analysis" | "diligence" | "triage" | "opportunity";
            /** @description Default configuration template of the engine type. */
            preset: Record<string, never>;
        };
        EngineList: {
            engines: components["schemas"]["EngineMetadata"][];
        };
        /**
         * @example {
         *       "id": "0b6c5a0e-6d1e-4c7e-9a51-3e0f3f3f7a10",
         *       "slug": "proposal-review",
         *       "label": "Proposal review",
         *       "description": "Side by side of quotes against the expiring policy",
         *       "engine_type": "comparison",
         *       "status": "active",
         *       "group_key": "",
         *       "created_at": "2026-11-21T09:00:00.000Z",
         *       "updated_at": "2026-11-21T09:00:00.000Z"
         *     }
         */
        EngineMetadata: {
            /** Format: uuid */
            id: string;
            /** @example proposal-review */
            slug: string;
            /** @example Proposal review */
            label: string;
            /** @example Side by side of quotes against the expiring policy */
            description: string;
            /** @enum {string} */
            engine_type: "comparison" | "matching" | "entity_analysis" | "diligence" | "triage" | "opportunity";
            /** @enum {string} */
            status: "active" | "archived";
            /**
             * @description May be the empty string.
             * @example renewals
             */
            group_key: string;
            /**
             * Format: date-time
             * @description RFC 3339 timestamp.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description RFC 3339 timestamp.
             */
            updated_at: string;
        };
        /**
         * @example {
         *       "id": "5f0f4f3e-6a4f-4f7e-8f0e-0c8d0f6a1b2c",
         *       "slug": "staging",
         *       "name": "Staging",
         *       "kind": "sandbox",
         *       "created_at": "2026-11-21T09:00:00.000Z",
         *       "updated_at": "2026-11-21T09:00:00.000Z"
         *     }
         */
        Environment: {
            /** Format: uuid */
            id: string;
            /** @example staging */
            slug: string;
            /** @example Staging */
            name: string;
            /** @enum {string} */
            kind: "live" | "sandbox";
            /**
             * Format: date-time
             * @description RFC 3339 timestamp.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description RFC 3339 timestamp.
             */
            updated_at: string;
        };
        EnvironmentInUseError: {
            /** @constant */
            code: "environment_in_use";
            /** @example Keys, endpoints or runs still reference the environment. */
            message: string;
            blockers: {
                /** @example 2 */
                keys: number;
                /** @example 1 */
                webhook_endpoints: number;
                inbound_sources: number;
                /** @example 14 */
                runs: number;
            };
        };
        EnvironmentList: {
            environments: components["schemas"]["Environment"][];
        };
        /** @description The body of every refusal. Match on `code`; what each means is in the guide under /reference/errors.html. */
        ErrorEnvelope: {
            /**
             * @description Stable, snake_case. Match on this.
             * @example invalid_input
             */
            code: string;
            /**
             * @description For people; wording may change.
             * @example The input does not satisfy the engine's schema.
             */
            message: string;
            details?: unknown;
        };
        ForeignEventForm: {
            /**
             * @description The event as JSON.
             * @example {"action":"opened"}
             */
            payload: string;
        };
        Head: {
            /** @example agency-ams */
            connection_id: string;
            /** @example 412 */
            snapshot_seq: number;
            /** @example 398 */
            subject_seq: number;
        } | null;
        /**
         * @example {
         *       "status": "ok",
         *       "commit": "4c1f9e2"
         *     }
         */
        Health: {
            /** @enum {string} */
            status: "ok" | "degraded";
            /**
             * @description Omitted when the build is not stamped.
             * @example 7132803
             */
            commit?: string;
        };
        /**
         * @example {
         *       "outcome": "appended",
         *       "event_id": "9b2f6c1e-8f43-4a39-9d5c-6f1f7f0f2b11"
         *     }
         */
        IngestResult: {
            /** @enum {string} */
            outcome: "appended" | "ignored" | "rejected";
            /**
             * @description Of `ignored` and `rejected`.
             * @enum {string}
             */
            reason?: "ping" | "event_not_mapped" | "invalid_json" | "unknown_event_type" | "schema_invalid" | "delivery_id_reused";
            /**
             * Format: uuid
             * @description The event in the organization's log; of `appended`.
             */
            event_id?: string;
        };
        LatestBatch: {
            results: {
                /** @example c-1042 */
                subject_key: string;
                found: boolean;
                run?: {
                    /** Format: uuid */
                    run_id: string;
                    /** @enum {string} */
                    status: "queued" | "processing" | "completed" | "degraded" | "failed" | "cancelled";
                    /**
                     * Format: date-time
                     * @description RFC 3339 timestamp.
                     */
                    created_at: string;
                    /**
                     * Format: date-time
                     * @description RFC 3339 timestamp.
                     */
                    completed_at?: string;
                    /** @example 1.3 */
                    engine_version?: string;
                    stale: boolean;
                    /** @example Harborstone is 11.4% cheaper but drops liquor liability */
                    headline?: string;
                    output?: Record<string, never>;
                };
            }[];
        };
        /**
         * @example {
         *       "subjects": [
         *         {
         *           "subject_key": "blue-harbor"
         *         }
         *       ]
         *     }
         */
        LatestBatchRequest: {
            subjects: {
                /** @example c-1042 */
                subject_key: string;
            }[];
            include_output?: boolean;
            /** @example 1.3 */
            engine_version?: string;
        };
        ModelCall: {
            /** @example anthropic */
            provider: string;
            /** @example claude-sonnet */
            model: string;
            /** @example narrate */
            task: string;
            /** @example 0a6f8b1d2e4c3f5a7b9d8e0f1a2b3c4d5e6f708192a3b4c5d6e7f8091a2b3c4d */
            prompt_sha256: string;
            /**
             * @description null when there was no usable answer.
             * @example 91d3f0b2a4c6e8f00112233445566778899aabbccddeeff00123456789abcdef
             */
            response_sha256: string | null;
            accepted: boolean;
            /**
             * @description Why nothing of the answer was taken.
             * @example a number of the text stands in no evidence
             */
            reason?: string;
        };
        /**
         * @example {
         *       "type": "order.placed",
         *       "data": {
         *         "order_id": 4711
         *       },
         *       "occurred_at": "2026-11-21T09:00:00.000Z"
         *     }
         */
        NativeEvent: {
            /**
             * @description From your own vocabulary.
             * @example order.placed
             */
            type: string;
            data: {
                [key: string]: unknown;
            };
            /**
             * Format: date-time
             * @description When it happened; when left out, when it was recorded.
             */
            occurred_at?: string;
        };
        Outcome: {
            /** Format: uuid */
            event_id: string;
            /** @enum {string} */
            event_type: "accepted" | "rejected" | "modified" | "bound" | "lost" | "declined_by_market" | "false_positive" | "confirmed_match" | "completed_action" | "other";
            /**
             * Format: date-time
             * @description RFC 3339 timestamp.
             */
            occurred_at: string;
            target?: Record<string, never>;
            payload?: Record<string, never>;
            /** @example The client kept the expiring carrier because of liquor liability. */
            reason_text?: string;
            /**
             * Format: date-time
             * @description RFC 3339 timestamp.
             */
            recorded_at: string;
            /** @example key_8f14e45f */
            recorded_by: string;
        };
        OutcomeList: {
            outcomes: components["schemas"]["Outcome"][];
        };
        /**
         * @example {
         *       "event_id": "2f1c8c3e-58f1-4b7b-9f0a-0d3f7a1b9c55",
         *       "event_type": "bound",
         *       "target": {
         *         "solution_key": "harborstone"
         *       },
         *       "payload": {
         *         "premium": 19100,
         *         "carrier_key": "harborstone"
         *       }
         *     }
         */
        OutcomeRequest: {
            /**
             * Format: uuid
             * @description Chosen by the caller; makes a repeat safe.
             */
            event_id?: string;
            /** @enum {unknown} */
            event_type?: "accepted" | "rejected" | "modified" | "bound" | "lost" | "declined_by_market" | "false_positive" | "confirmed_match" | "completed_action" | "other";
            /**
             * Format: date-time
             * @description RFC 3339 timestamp.
             */
            occurred_at?: string;
            /** @description One of solution_key, finding_key, hit_key, submission_key, opportunity_id, as found in the run. */
            target?: unknown;
            /**
             * @description At most 50 scalars.
             * @example {"action":"opened","number":42}
             */
            payload?: unknown;
            /** @example The client kept the expiring carrier because of liquor liability. */
            reason_text?: string;
        };
        PacketCorrection: {
            /** Format: uuid */
            correction_id: string;
            /** @example 1 */
            seq: number;
            /**
             * Format: date-time
             * @description RFC 3339 timestamp.
             */
            created_at: string;
            /** @example compliance-desk */
            created_by: string;
            /** @example The deductible of the quote was read from the wrong page. */
            reason: string;
            output_digest: components["schemas"]["Digest"];
        };
        /**
         * @example {
         *       "changelog": "First release"
         *     }
         */
        PublishRequest: {
            /** @example 1.3 */
            version?: string;
            /** @example Liquor liability is a critical line item */
            changelog?: string;
            accept_regressions?: {
                /** @example renewal_drops_liquor */
                case_key: string;
                /** @example The rule was too strict for restaurants. */
                reason: string;
            }[];
        };
        PublishedRelease: {
            /** @example 1.3 */
            version: string;
            /** @example 7b3fffc81fbb01b19c24049db61bbe22691b7b38c72455d36eda4e00a8955787 */
            engine_config_version_hash: string;
            /**
             * Format: date-time
             * @description RFC 3339 timestamp.
             */
            released_at: string;
            /** @example 2c1f0f4d7be1f7f2d6f1f3f7f7b0b8f5c9f3a1f7f8c84a1b1d0f6e5c4b3a2918 */
            request_schema_sha256: string;
            /** @example 91d3f0b2a4c6e8f00112233445566778899aabbccddeeff00123456789abcdef */
            response_schema_sha256: string;
            /** @example Liquor liability is a critical line item */
            changelog: string;
            /** @description False when the configuration equals the latest release: safe in CI. */
            created: boolean;
        };
        RecordedEvent: {
            /** Format: uuid */
            event_id: string;
            /**
             * Format: date-time
             * @description RFC 3339 timestamp.
             */
            recorded_at: string;
            replay: boolean;
        };
        /**
         * @example {
         *       "since": "2026-11-20T00:00:00Z",
         *       "reason": "permanent_response"
         *     }
         */
        RecoverRequest: {
            /**
             * Format: date-time
             * @description Deliveries created from this moment on; at most 14 days back.
             */
            since: string;
            /**
             * Format: date-time
             * @description Deliveries created before this moment; now when left out.
             */
            until?: string;
            /**
             * @description Only those buried for this reason.
             * @enum {string}
             */
            reason?: "retry_exhausted" | "permanent_response" | "endpoint_gone" | "window_elapsed";
        };
        ReleaseDetail: {
            /** @example 1.3 */
            version: string;
            /** @example 7b3fffc81fbb01b19c24049db61bbe22691b7b38c72455d36eda4e00a8955787 */
            engine_config_version_hash: string;
            /**
             * Format: date-time
             * @description RFC 3339 timestamp.
             */
            released_at: string;
            /** @example key_8f14e45f */
            released_by: string;
            /** @example Liquor liability is a critical line item */
            changelog: string;
            servable: boolean;
            config: Record<string, never>;
            request_schema: Record<string, never>;
            response_schema: Record<string, never>;
            /** @example 2c1f0f4d7be1f7f2d6f1f3f7f7b0b8f5c9f3a1f7f8c84a1b1d0f6e5c4b3a2918 */
            request_schema_sha256: string;
            /** @example 91d3f0b2a4c6e8f00112233445566778899aabbccddeeff00123456789abcdef */
            response_schema_sha256: string;
            gate: Record<string, never>;
        };
        ReleaseList: {
            versions: components["schemas"]["ReleaseSummary"][];
        };
        ReleaseSummary: {
            /** @example 1.3 */
            version: string;
            /** @example 7b3fffc81fbb01b19c24049db61bbe22691b7b38c72455d36eda4e00a8955787 */
            engine_config_version_hash: string;
            /**
             * Format: date-time
             * @description RFC 3339 timestamp.
             */
            released_at: string;
            /** @example key_8f14e45f */
            released_by: string;
            /** @example Liquor liability is a critical line item */
            changelog: string;
            servable: boolean;
        };
        /**
         * @example {
         *       "previous_expires_in": 3600
         *     }
         */
        RotateSecretRequest: {
            /** @description Seconds the previous secrets keep signing beside the new one; 0 drops them at once. Default 86400. */
            previous_expires_in?: number;
        };
        RotatedSecret: {
            /** Format: uuid */
            endpoint_id: string;
            /**
             * @description `whsec_` and base64 of 32 random bytes; shown once.
             * @example whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw3m1p5q7r9s0=
             */
            secret: string;
            /**
             * Format: date-time
             * @description RFC 3339 timestamp.
             */
            previous_expire_at: string;
        };
        Run: {
            /** Format: uuid */
            run_id: string;
            /** @enum {string} */
            status: "queued" | "processing" | "completed" | "degraded" | "failed" | "cancelled";
            /** @example live */
            environment: string;
            /** @example 1 */
            attempt: number;
            /**
             * Format: date-time
             * @description RFC 3339 timestamp.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description RFC 3339 timestamp.
             */
            completed_at?: string;
            /** @example The run exceeded its time budget. */
            error?: string;
            error_details?: components["schemas"]["RunErrorDetails"];
            /**
             * Format: date-time
             * @description RFC 3339 timestamp.
             */
            cancel_requested_at?: string;
            /** @description Only on completed and degraded runs. */
            output?: Record<string, never>;
            solutions?: Record<string, never>[];
            /** @example 4bf92f3577b34da6a3ce929d0e0e4736 */
            trace_id?: string;
            /** @example 1.3 */
            engine_version?: string;
            /** @example 7b3fffc81fbb01b19c24049db61bbe22691b7b38c72455d36eda4e00a8955787 */
            engine_config_version_hash?: string;
            /** @enum {string} */
            output_phase: "pending" | "deterministic" | "final";
            /**
             * Format: date-time
             * @description RFC 3339 timestamp.
             */
            completed_deterministic_at?: string;
            /** @description Only when the saved configuration turns on expose_warnings. */
            warnings?: components["schemas"]["RunWarning"][];
            work_items: Record<string, never>[];
            input: Record<string, never>;
            computed_at_head: components["schemas"]["Head"];
            served_head: components["schemas"]["Head"];
            stale: boolean;
            field_policy?: {
                /** @example service */
                policy_key: string;
                redacted: string[];
            };
        };
        /**
         * @example {
         *       "run_id": "9b2f6c1e-8f43-4a39-9d5c-6f1f7f0f2b11",
         *       "status": "queued"
         *     }
         */
        RunAccepted: {
            /** Format: uuid */
            run_id: string;
            /** @enum {string} */
            status: "queued" | "processing" | "completed" | "degraded" | "failed" | "cancelled";
        };
        RunErrorDetails: {
            /**
             * @example worker_interrupted
             * @example pipeline_error
             * @example pipeline_timeout
             */
            type: string;
            /** @example budget_exceeded */
            code?: string;
            restarting?: boolean;
            /** @example evaluate */
            stage?: string;
        };
        RunSubmission: {
            /** @description Required. Validated by the engine's release. */
            input?: {
                [key: string]: unknown;
            };
            /**
             * @description `major.minor`, `major.x` or `draft`.
             * @example 1.3
             */
            engine_version?: string;
            /** @description Matching engines only: the carrier programs to choose from, instead of the imported dataset (/engines/matching.html). */
            offerings?: unknown;
            /**
             * @description Sandbox only.
             * @enum {unknown}
             */
            test_scenario?: "completed" | "degraded" | "failed";
            /** @example pat.moreno */
            submitted_by?: string;
        };
        RunWarning: {
            /** @example fact_missing */
            code: string;
            /** @example risk.revenue is not known; offerings that depend on it stay open */
            message: string;
            /** @example evaluate */
            stage: string;
            /** @enum {string} */
            severity: "info" | "warning";
            /** @example risk.revenue */
            path?: string;
        };
        SaveConfigRequest: {
            config: {
                [key: string]: unknown;
            };
        };
        /**
         * @example {
         *       "status": "disabled"
         *     }
         */
        UpdateEndpointRequest: {
            /** @example https://hooks.harborline.example/engine */
            url?: string;
            events?: ("run.completed" | "run.failed" | "run.cancelled" | "run.superseded")[];
            /** @enum {string} */
            payload_mode?: "thin" | "full";
            /** @example Renewal desk */
            description?: string;
            headers?: {
                [key: string]: string;
            };
            /** @example 50 */
            max_per_second?: number;
            /** @example 10 */
            max_in_flight?: number;
            auto_recover?: boolean;
            /** @enum {string} */
            status?: "enabled" | "disabled";
        };
        /**
         * @example {
         *       "status": "archived"
         *     }
         */
        UpdateEngineRequest: {
            /** @example Proposal review */
            label?: string | null;
            /** @example Side by side of quotes against the expiring policy */
            description?: string | null;
            status?: ("active" | "archived") | null;
            /** @example renewals */
            group_key?: string | null;
        };
        /**
         * @example {
         *       "name": "Staging EU"
         *     }
         */
        UpdateEnvironmentRequest: {
            /** @example Staging EU */
            name: string;
        };
        ValidateConfigRequest: {
            config?: {
                [key: string]: unknown;
            };
        };
        WebhookAttempt: {
            /** @example 1 */
            number: number;
            /** @example 1 */
            cycle: number;
            /** @example scheduled */
            trigger: string;
            /** @enum {string} */
            outcome: "started" | "delivered" | "transient" | "permanent" | "unknown";
            /** @example http_503 */
            error_code: string | null;
            /** @example 503 */
            status: number | null;
            /** @example https://hooks.harborline.example/engine */
            url: string;
            /** @example 203.0.113.24 */
            remote_address: string | null;
            timings_ms: Record<string, never> | null;
            response_headers: Record<string, never> | null;
            /** @example upstream is restarting */
            response_body: string | null;
            /** @enum {string} */
            response_body_encoding: "text" | "base64";
            response_truncated: boolean;
            secret_ids: string[];
            /**
             * Format: date-time
             * @description RFC 3339 timestamp.
             */
            started_at: string;
            /** @example 2026-11-21T09:00:00.180Z */
            ended_at: string | null;
            /** @example 2026-11-21T09:01:05.000Z */
            next_attempt_at: string | null;
        };
        WebhookDelivery: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            endpoint_id: string;
            /** Format: uuid */
            event_id: string;
            /**
             * @description A webhook event type, or the platform event type that an automation delivers.
             * @example run.completed
             */
            event_type: string;
            /** @example 9b2f6c1e-8f43-4a39-9d5c-6f1f7f0f2b11 */
            run_id: string | null;
            /** @enum {string} */
            payload_mode: "thin" | "full";
            /** @enum {string} */
            state: "pending" | "delivering" | "retry_scheduled" | "held" | "delivered" | "dead_letter" | "cancelled";
            /** @example null */
            reason: ("retry_exhausted" | "permanent_response" | "endpoint_gone" | "window_elapsed") | null;
            /** @example 1 */
            cycle: number;
            /** @example 1 */
            attempts: number;
            /** @example 2026-11-21T09:01:05.000Z */
            next_attempt_at: string | null;
            /** @example null */
            delivered_at: string | null;
            /**
             * Format: date-time
             * @description RFC 3339 timestamp.
             */
            created_at: string;
        };
        WebhookDeliveryDetail: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            endpoint_id: string;
            /** Format: uuid */
            event_id: string;
            /**
             * @description A webhook event type, or the platform event type that an automation delivers.
             * @example run.completed
             */
            event_type: string;
            /** @example 9b2f6c1e-8f43-4a39-9d5c-6f1f7f0f2b11 */
            run_id: string | null;
            /** @enum {string} */
            payload_mode: "thin" | "full";
            /** @enum {string} */
            state: "pending" | "delivering" | "retry_scheduled" | "held" | "delivered" | "dead_letter" | "cancelled";
            /** @example null */
            reason: ("retry_exhausted" | "permanent_response" | "endpoint_gone" | "window_elapsed") | null;
            /** @example 1 */
            cycle: number;
            /** @example 1 */
            attempts: number;
            /** @example 2026-11-21T09:01:05.000Z */
            next_attempt_at: string | null;
            /** @example null */
            delivered_at: string | null;
            /**
             * Format: date-time
             * @description RFC 3339 timestamp.
             */
            created_at: string;
            attempt_log: components["schemas"]["WebhookAttempt"][];
        };
        WebhookDeliveryList: {
            deliveries: components["schemas"]["WebhookDelivery"][];
            /** @example eyJhZnRlciI6IjIwMjYtMTEtMjFUMDk6MDA6MDAuMDAwWiJ9 */
            next_cursor: string | null;
        };
        WebhookEndpoint: {
            /** Format: uuid */
            id: string;
            /** @example https://hooks.harborline.example/engine */
            url: string;
            events: ("run.completed" | "run.failed" | "run.cancelled" | "run.superseded")[];
            /** @enum {string} */
            payload_mode: "thin" | "full";
            /** @example Renewal desk */
            description: string;
            /** @enum {string} */
            status: "enabled" | "disabled";
            /** @example null */
            disabled_reason: ("manual" | "gone" | "failing") | null;
            /** @example null */
            disabled_at: string | null;
            /**
             * @description `standard-v3` on new endpoints; read-only.
             * @example standard-v3
             */
            retry_policy: string;
            /** @description Values are masked. */
            headers: Record<string, never>;
            /** @example 50 */
            max_per_second: number;
            /** @example 10 */
            max_in_flight: number;
            auto_recover: boolean;
            /** @example live */
            environment: string;
            health: {
                /** @example 2026-11-21T09:00:00.000Z */
                last_success_at: string | null;
                /** @example null */
                first_failure_at: string | null;
                /** @example 0 */
                failures_in_a_row: number;
            };
            /**
             * Format: date-time
             * @description RFC 3339 timestamp.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description RFC 3339 timestamp.
             */
            updated_at: string;
        };
        WebhookEndpointList: {
            endpoints: components["schemas"]["WebhookEndpoint"][];
        };
        WebhookRecovery: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            endpoint_id: string;
            /**
             * Format: date-time
             * @description RFC 3339 timestamp.
             */
            since: string;
            /**
             * Format: date-time
             * @description RFC 3339 timestamp.
             */
            until: string;
            /** @example permanent_response */
            reason: ("retry_exhausted" | "permanent_response" | "endpoint_gone" | "window_elapsed") | null;
            /** @enum {string} */
            state: "running" | "completed" | "cancelled";
            /**
             * @description Dead letters in the window when the recovery was started.
             * @example 42
             */
            matched: number;
            /**
             * @description Put back so far; each starts a new cycle.
             * @example 40
             */
            recovered: number;
            /**
             * @description Matched, and no longer a dead letter when their turn came.
             * @example 2
             */
            skipped: number;
            /**
             * Format: date-time
             * @description RFC 3339 timestamp.
             */
            created_at: string;
            /** @example null */
            finished_at: string | null;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    "engines.list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "engines": [
                     *         {
                     *           "id": "0b6c5a0e-6d1e-4c7e-9a51-3e0f3f3f7a10",
                     *           "slug": "proposal-review",
                     *           "label": "Proposal review",
                     *           "description": "Side by side of quotes against the expiring policy",
                     *           "engine_type": "comparison",
                     *           "status": "active",
                     *           "group_key": "",
                     *           "created_at": "2026-11-21T09:00:00.000Z",
                     *           "updated_at": "2026-11-21T09:00:00.000Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["EngineList"];
                };
            };
            /** @description `unauthorized`: The API key is missing, malformed, unknown or revoked. */
            401: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `insufficient_capability`: This key may not call this route. */
            403: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `rate_limited`: The request budget is used up. Retry after the given time. */
            429: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    /** @description Whole seconds, at least 1. */
                    "retry-after"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `internal_error`: The service failed unexpectedly. */
            500: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /**
             * @description `auth_unavailable`: Keys cannot be checked right now. Try again.
             *
             *     `service_unavailable`: The service cannot reach its storage right now. Try again.
             */
            503: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `request_timeout`: The request ran past its time budget. */
            504: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
        };
    };
    "engines.create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 262144 bytes. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "slug": "proposal-review",
                 *       "label": "Proposal review",
                 *       "description": "",
                 *       "engine_type": "comparison"
                 *     }
                 */
                "application/json": components["schemas"]["CreateEngineRequest"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0b6c5a0e-6d1e-4c7e-9a51-3e0f3f3f7a10",
                     *       "slug": "proposal-review",
                     *       "label": "Proposal review",
                     *       "description": "Side by side of quotes against the expiring policy",
                     *       "engine_type": "comparison",
                     *       "status": "active",
                     *       "group_key": "",
                     *       "created_at": "2026-11-21T09:00:00.000Z",
                     *       "updated_at": "2026-11-21T09:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["EngineMetadata"];
                };
            };
            /**
             * @description `invalid_engine_type`: engine_type is not one of the registered types.
             *
             *     `invalid_request`: The request is not valid.
             */
            400: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `unauthorized`: The API key is missing, malformed, unknown or revoked. */
            401: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `insufficient_capability`: This key may not call this route. */
            403: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /**
             * @description `engine_limit_reached`: The organization has reached its number of engines.
             *
             *     `engine_slug_conflict`: An engine with this slug exists.
             */
            409: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `rate_limited`: The request budget is used up. Retry after the given time. */
            429: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    /** @description Whole seconds, at least 1. */
                    "retry-after"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `internal_error`: The service failed unexpectedly. */
            500: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /**
             * @description `auth_unavailable`: Keys cannot be checked right now. Try again.
             *
             *     `service_unavailable`: The service cannot reach its storage right now. Try again.
             */
            503: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `request_timeout`: The request ran past its time budget. */
            504: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
        };
    };
    "engines.read": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example proposal-review */
                engine_slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0b6c5a0e-6d1e-4c7e-9a51-3e0f3f3f7a10",
                     *       "slug": "proposal-review",
                     *       "label": "Proposal review",
                     *       "description": "Side by side of quotes against the expiring policy",
                     *       "engine_type": "comparison",
                     *       "status": "active",
                     *       "group_key": "",
                     *       "created_at": "2026-11-21T09:00:00.000Z",
                     *       "updated_at": "2026-11-21T09:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["EngineMetadata"];
                };
            };
            /** @description `invalid_request`: The request is not valid. */
            400: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `unauthorized`: The API key is missing, malformed, unknown or revoked. */
            401: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /**
             * @description `engine_binding_forbidden`: This key is not bound to the engine.
             *
             *     `insufficient_capability`: This key may not call this route.
             */
            403: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `engine_not_found`: No engine with this slug exists. */
            404: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `rate_limited`: The request budget is used up. Retry after the given time. */
            429: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    /** @description Whole seconds, at least 1. */
                    "retry-after"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `internal_error`: The service failed unexpectedly. */
            500: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /**
             * @description `auth_unavailable`: Keys cannot be checked right now. Try again.
             *
             *     `service_unavailable`: The service cannot reach its storage right now. Try again.
             */
            503: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `request_timeout`: The request ran past its time budget. */
            504: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
        };
    };
    "engines.update": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example proposal-review */
                engine_slug: string;
            };
            cookie?: never;
        };
        /** @description At most 262144 bytes. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "status": "archived"
                 *     }
                 */
                "application/json": components["schemas"]["UpdateEngineRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0b6c5a0e-6d1e-4c7e-9a51-3e0f3f3f7a10",
                     *       "slug": "proposal-review",
                     *       "label": "Proposal review",
                     *       "description": "Side by side of quotes against the expiring policy",
                     *       "engine_type": "comparison",
                     *       "status": "active",
                     *       "group_key": "",
                     *       "created_at": "2026-11-21T09:00:00.000Z",
                     *       "updated_at": "2026-11-21T09:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["EngineMetadata"];
                };
            };
            /** @description `invalid_request`: The request is not valid. */
            400: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `unauthorized`: The API key is missing, malformed, unknown or revoked. */
            401: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `insufficient_capability`: This key may not call this route. */
            403: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `engine_not_found`: No engine with this slug exists. */
            404: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `rate_limited`: The request budget is used up. Retry after the given time. */
            429: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    /** @description Whole seconds, at least 1. */
                    "retry-after"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `internal_error`: The service failed unexpectedly. */
            500: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /**
             * @description `auth_unavailable`: Keys cannot be checked right now. Try again.
             *
             *     `service_unavailable`: The service cannot reach its storage right now. Try again.
             */
            503: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `request_timeout`: The request ran past its time budget. */
            504: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
        };
    };
    "engines.config.read": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example proposal-review */
                engine_slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "config": {
                     *         "schema_version": 1,
                     *         "domain_key": "us_insurance_distribution",
                     *         "response_type": "proposal_comparison",
                     *         "pack_key": "us_commercial_core",
                     *         "pack_version": 1,
                     *         "privacy_policy": {
                     *           "mode": "default_deny"
                     *         },
                     *         "egress_manifest_version": "44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a",
                     *         "ranking": {
                     *           "enabled": true,
                     *           "weights": {
                     *             "coverage": 45,
                     *             "price": 30,
                     *             "terms": 15,
                     *             "carrier": 10
                     *           }
                     *         }
                     *       },
                     *       "config_updated_at": "2026-11-21T09:00:00.000Z",
                     *       "config_updated_by": "key_8f14e45f",
                     *       "engine_type": "comparison",
                     *       "preset": {
                     *         "schema_version": 1,
                     *         "domain_key": "us_insurance_distribution",
                     *         "response_type": "proposal_comparison",
                     *         "pack_key": "us_commercial_core",
                     *         "pack_version": 1,
                     *         "privacy_policy": {
                     *           "mode": "default_deny"
                     *         },
                     *         "egress_manifest_version": "44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a",
                     *         "ranking": {
                     *           "enabled": true,
                     *           "weights": {
                     *             "coverage": 45,
                     *             "price": 30,
                     *             "terms": 15,
                     *             "carrier": 10
                     *           }
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["EngineConfigResponse"];
                };
            };
            /** @description `invalid_request`: The request is not valid. */
            400: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `unauthorized`: The API key is missing, malformed, unknown or revoked. */
            401: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /**
             * @description `engine_binding_forbidden`: This key is not bound to the engine.
             *
             *     `insufficient_capability`: This key may not call this route.
             */
            403: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `engine_not_found`: No engine with this slug exists. */
            404: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `rate_limited`: The request budget is used up. Retry after the given time. */
            429: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    /** @description Whole seconds, at least 1. */
                    "retry-after"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `internal_error`: The service failed unexpectedly. */
            500: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /**
             * @description `auth_unavailable`: Keys cannot be checked right now. Try again.
             *
             *     `service_unavailable`: The service cannot reach its storage right now. Try again.
             */
            503: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `request_timeout`: The request ran past its time budget. */
            504: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
        };
    };
    "engines.config.save": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example proposal-review */
                engine_slug: string;
            };
            cookie?: never;
        };
        /** @description At most 262144 bytes. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "config": {
                 *         "schema_version": 1,
                 *         "domain_key": "us_insurance_distribution",
                 *         "response_type": "proposal_comparison",
                 *         "pack_key": "us_commercial_core",
                 *         "pack_version": 1,
                 *         "privacy_policy": {
                 *           "mode": "default_deny"
                 *         },
                 *         "egress_manifest_version": "44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a",
                 *         "ranking": {
                 *           "enabled": true,
                 *           "weights": {
                 *             "coverage": 45,
                 *             "price": 30,
                 *             "terms": 15,
                 *             "carrier": 10
                 *           }
                 *         }
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["SaveConfigRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "config": {
                     *         "schema_version": 1,
                     *         "domain_key": "us_insurance_distribution",
                     *         "response_type": "proposal_comparison",
                     *         "pack_key": "us_commercial_core",
                     *         "pack_version": 1,
                     *         "privacy_policy": {
                     *           "mode": "default_deny"
                     *         },
                     *         "egress_manifest_version": "44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a",
                     *         "ranking": {
                     *           "enabled": true,
                     *           "weights": {
                     *             "coverage": 45,
                     *             "price": 30,
                     *             "terms": 15,
                     *             "carrier": 10
                     *           }
                     *         }
                     *       },
                     *       "config_updated_at": "2026-11-21T09:00:00.000Z",
                     *       "config_updated_by": "key_8f14e45f",
                     *       "engine_type": "comparison",
                     *       "preset": {
                     *         "schema_version": 1,
                     *         "domain_key": "us_insurance_distribution",
                     *         "response_type": "proposal_comparison",
                     *         "pack_key": "us_commercial_core",
                     *         "pack_version": 1,
                     *         "privacy_policy": {
                     *           "mode": "default_deny"
                     *         },
                     *         "egress_manifest_version": "44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a",
                     *         "ranking": {
                     *           "enabled": true,
                     *           "weights": {
                     *             "coverage": 45,
                     *             "price": 30,
                     *             "terms": 15,
                     *             "carrier": 10
                     *           }
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["EngineConfigResponse"];
                };
            };
            /**
             * @description `invalid_request`: The request is not valid.
             *
             *     `validation_error`: The configuration failed validation.
             */
            400: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `unauthorized`: The API key is missing, malformed, unknown or revoked. */
            401: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /**
             * @description `engine_archived`: The engine is archived.
             *
             *     `insufficient_capability`: This key may not call this route.
             */
            403: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `engine_not_found`: No engine with this slug exists. */
            404: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `rate_limited`: The request budget is used up. Retry after the given time. */
            429: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    /** @description Whole seconds, at least 1. */
                    "retry-after"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `internal_error`: The service failed unexpectedly. */
            500: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /**
             * @description `auth_unavailable`: Keys cannot be checked right now. Try again.
             *
             *     `service_unavailable`: The service cannot reach its storage right now. Try again.
             */
            503: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `request_timeout`: The request ran past its time budget. */
            504: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
        };
    };
    "engines.config.validate": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example proposal-review */
                engine_slug: string;
            };
            cookie?: never;
        };
        /** @description At most 262144 bytes. */
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "config": {
                 *         "schema_version": 1,
                 *         "domain_key": "us_insurance_distribution",
                 *         "response_type": "proposal_comparison",
                 *         "pack_key": "us_commercial_core",
                 *         "pack_version": 1,
                 *         "privacy_policy": {
                 *           "mode": "default_deny"
                 *         },
                 *         "egress_manifest_version": "44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a",
                 *         "ranking": {
                 *           "enabled": true,
                 *           "weights": {
                 *             "coverage": 45,
                 *             "price": 30,
                 *             "terms": 15,
                 *             "carrier": 10
                 *           }
                 *         }
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["ValidateConfigRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "valid": true,
                     *       "issues": [],
                     *       "computed_version": "1.4",
                     *       "schema_changes": [
                     *         {
                     *           "schema": "response",
                     *           "path": "/properties/output/properties/sections",
                     *           "rule": "property added",
                     *           "level": "minor"
                     *         }
                     *       ],
                     *       "gate": {
                     *         "gate": "passed",
                     *         "required": {
                     *           "cases": 3,
                     *           "completed_cases": 1,
                     *           "rule_coverage": 0.6,
                     *           "pass_rate": 1,
                     *           "metric_tolerance": 0.02
                     *         },
                     *         "actual": {
                     *           "cases": 5,
                     *           "completed_cases": 4,
                     *           "rule_coverage": 0.95,
                     *           "pass_rate": 1
                     *         },
                     *         "failing": []
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["ConfigValidation"];
                };
            };
            /** @description `invalid_request`: The request is not valid. */
            400: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `unauthorized`: The API key is missing, malformed, unknown or revoked. */
            401: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /**
             * @description `engine_archived`: The engine is archived.
             *
             *     `insufficient_capability`: This key may not call this route.
             */
            403: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `engine_not_found`: No engine with this slug exists. */
            404: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `rate_limited`: The request budget is used up. Retry after the given time. */
            429: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    /** @description Whole seconds, at least 1. */
                    "retry-after"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /**
             * @description `engine_config_hash_inconsistent`: The stored configuration failed its integrity check.
             *
             *     `internal_error`: The service failed unexpectedly.
             */
            500: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /**
             * @description `auth_unavailable`: Keys cannot be checked right now. Try again.
             *
             *     `engine_config_hash_unavailable`: The configuration hash is not available yet.
             *
             *     `service_unavailable`: The service cannot reach its storage right now. Try again.
             */
            503: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `request_timeout`: The request ran past its time budget. */
            504: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
        };
    };
    "runs.submit": {
        parameters: {
            query?: never;
            header?: {
                /** @example renewal-c-1042-2027 */
                "idempotency-key"?: string;
                /**
                 * @description The person for whom the call is made: the stable user id of your identity provider, never an address or a name.
                 * @example pat.moreno
                 */
                "x-service-acting-principal"?: string;
                /**
                 * @description `wait=N` (seconds, at most 30): answer when the run is finished or N seconds have passed.
                 * @example wait=20
                 */
                prefer?: string;
            };
            path: {
                /** @example proposal-review */
                engine_slug: string;
            };
            cookie?: never;
        };
        /** @description At most 10485760 bytes. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "input": {
                 *         "subject": {
                 *           "key": "blue-harbor",
                 *           "client_key": "c-1042",
                 *           "label": "Blue Harbor Cafe"
                 *         },
                 *         "baseline_key": "expiring",
                 *         "items": [
                 *           {
                 *             "key": "expiring",
                 *             "kind": "policy",
                 *             "label": "Expiring policy",
                 *             "carrier": {
                 *               "name": "Meridian Mutual",
                 *               "rating": "A"
                 *             },
                 *             "effective_on": "2026-01-01",
                 *             "expires_on": "2027-01-01",
                 *             "premium": {
                 *               "base": 8400,
                 *               "taxes": 336,
                 *               "fees": 150
                 *             },
                 *             "coverages": [
                 *               {
                 *                 "line": "general_liability",
                 *                 "coverage": "each_occurrence",
                 *                 "included": true,
                 *                 "limit": 1000000
                 *               },
                 *               {
                 *                 "line": "liquor_liability",
                 *                 "coverage": "liquor_each_cause",
                 *                 "included": true,
                 *                 "limit": 1000000
                 *               }
                 *             ]
                 *           },
                 *           {
                 *             "key": "harborstone",
                 *             "kind": "quote",
                 *             "label": "Harborstone quote",
                 *             "carrier": {
                 *               "name": "Harborstone",
                 *               "rating": "A-"
                 *             },
                 *             "effective_on": "2027-01-01",
                 *             "expires_on": "2028-01-01",
                 *             "premium": {
                 *               "base": 7476,
                 *               "taxes": 299.04,
                 *               "fees": 100
                 *             },
                 *             "coverages": [
                 *               {
                 *                 "line": "general_liability",
                 *                 "coverage": "each_occurrence",
                 *                 "included": true,
                 *                 "limit": 1000000
                 *               },
                 *               {
                 *                 "line": "liquor_liability",
                 *                 "coverage": "liquor_each_cause",
                 *                 "included": false
                 *               }
                 *             ]
                 *           }
                 *         ]
                 *       },
                 *       "engine_version": "1.x"
                 *     }
                 */
                "application/json": components["schemas"]["RunSubmission"];
            };
        };
        responses: {
            /** @description Accepted. */
            202: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "run_id": "9b2f6c1e-8f43-4a39-9d5c-6f1f7f0f2b11",
                     *       "status": "queued"
                     *     }
                     */
                    "application/json": components["schemas"]["RunAccepted"];
                };
            };
            /**
             * @description `acting_principal_mismatch`: submitted_by needs the acting-principal header and must equal it.
             *
             *     `engine_version_draft_requires_sandbox_key`: draft needs a key of a sandbox environment.
             *
             *     `engine_version_exact_required`: This engine accepts only exact pins (major.minor).
             *
             *     `engine_version_invalid_format`: engine_version must be major.minor, major.x or draft.
             *
             *     `engine_version_not_found`: The engine has no such release.
             *
             *     `engine_version_required`: This engine needs an exact engine_version.
             *
             *     `invalid_idempotency_key`: Idempotency-Key is empty or over 255 characters.
             *
             *     `invalid_input`: The input failed validation.
             *
             *     `invalid_offerings`: The offerings failed validation.
             *
             *     `invalid_request`: The request is not valid.
             *
             *     `invalid_test_scenario`: test_scenario is completed, degraded or failed.
             *
             *     `missing_input`: A run needs input.
             *
             *     `request_bound_exceeded`: The request is larger or deeper than allowed.
             *
             *     `run_requires_acting_principal`: Runs of this engine type need an acting principal.
             *
             *     `test_scenario_exact_version_required`: test_scenario needs an exact engine_version.
             *
             *     `test_scenario_sandbox_only`: test_scenario needs a sandbox environment.
             *
             *     `test_scenario_version_not_supported`: The release is not in the contract registry.
             */
            400: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `unauthorized`: The API key is missing, malformed, unknown or revoked. */
            401: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /**
             * @description `engine_archived`: The engine is archived.
             *
             *     `engine_binding_forbidden`: This key is not bound to the engine.
             *
             *     `insufficient_capability`: This key may not call this route.
             *
             *     `test_scenario_forbidden`: The key lacks the capability runs:test.
             */
            403: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /**
             * @description `engine_not_found`: No engine with this slug exists.
             *
             *     `engine_version_not_found`: The engine has no such release.
             */
            404: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `idempotency_key_reused`: The Idempotency-Key was used with a different request. */
            409: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `request_bound_exceeded`: The request is larger or deeper than allowed. */
            413: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /**
             * @description `engine_release_unservable`: The release cannot serve runs.
             *
             *     `submission_stamp_missing`: The submission failed a source check.
             *
             *     `submission_stamp_unknown_source`: The submission failed a source check.
             *
             *     `submission_stamp_expired`: The submission failed a source check.
             *
             *     `submission_stamp_content_mismatch`: The submission failed a source check.
             *
             *     `submission_stamp_signature_invalid`: The submission failed a source check.
             */
            422: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /**
             * @description `rate_limited`: The request budget is used up. Retry after the given time.
             *
             *     `run_cap_exceeded`: The monthly run cap is reached. No run was created.
             */
            429: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    /** @description Whole seconds, at least 1. */
                    "retry-after"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /**
             * @description `create_run_failed`: The run could not be created.
             *
             *     `engine_config_hash_inconsistent`: The stored configuration failed its integrity check.
             *
             *     `engine_version_none_released`: The engine has no release yet: publish one.
             *
             *     `internal_error`: The service failed unexpectedly.
             */
            500: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /**
             * @description `auth_unavailable`: Keys cannot be checked right now. Try again.
             *
             *     `engine_config_hash_unavailable`: The configuration hash is not available yet.
             *
             *     `queue_unreachable`: The run was created but could not be queued; it is stored as failed. Submit again with a new key.
             *
             *     `service_unavailable`: The service cannot reach its storage right now. Try again.
             */
            503: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `request_timeout`: The request ran past its time budget. */
            504: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
        };
    };
    "runs.latest": {
        parameters: {
            query: {
                /** @example c-1042 */
                subject_key: string;
                /** @example 1.3 */
                engine_version?: string;
            };
            header?: never;
            path: {
                /** @example proposal-review */
                engine_slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "run_id": "9b2f6c1e-8f43-4a39-9d5c-6f1f7f0f2b11",
                     *       "status": "completed",
                     *       "environment": "live",
                     *       "attempt": 1,
                     *       "created_at": "2026-11-21T09:00:00.000Z",
                     *       "completed_at": "2026-11-21T09:00:01.384Z",
                     *       "output": {
                     *         "schema_version": 1,
                     *         "engine_type": "comparison",
                     *         "as_of": "2026-11-21T09:00:00Z",
                     *         "subject": {
                     *           "kind": "client",
                     *           "key": "c-1042",
                     *           "label": "Blue Harbor Cafe"
                     *         },
                     *         "headline": "Harborstone is 11.4% cheaper but drops liquor liability",
                     *         "summary": {
                     *           "item_count": 2,
                     *           "row_count": 4,
                     *           "material_differences": 1,
                     *           "best_key": "expiring",
                     *           "cheapest_key": "harborstone"
                     *         },
                     *         "findings": [
                     *           {
                     *             "finding_key": "coverage_missing:harborstone",
                     *             "rule_key": "liq_in",
                     *             "severity": "high",
                     *             "status": "gap",
                     *             "title": "Harborstone does not include liquor liability",
                     *             "detail": "The expiring policy includes it with a limit of 1,000,000.",
                     *             "confidence": 1,
                     *             "evidence_ids": [
                     *               "e1",
                     *               "e2"
                     *             ]
                     *           }
                     *         ]
                     *       },
                     *       "solutions": [
                     *         {
                     *           "rank": 1,
                     *           "solution_key": "expiring",
                     *           "score": 71.2,
                     *           "eligible": true,
                     *           "breakdown": [
                     *             {
                     *               "dimension": "coverage",
                     *               "weight": 45,
                     *               "utility": 0.82,
                     *               "contribution": 36.9,
                     *               "because": "both coverages included"
                     *             }
                     *           ],
                     *           "strengths": [
                     *             "liquor liability included"
                     *           ],
                     *           "concerns": [
                     *             "11.4% dearer than Harborstone"
                     *           ]
                     *         }
                     *       ],
                     *       "trace_id": "4bf92f3577b34da6a3ce929d0e0e4736",
                     *       "engine_version": "1.3",
                     *       "engine_config_version_hash": "7b3fffc81fbb01b19c24049db61bbe22691b7b38c72455d36eda4e00a8955787",
                     *       "output_phase": "final",
                     *       "completed_deterministic_at": "2026-11-21T09:00:01.384Z",
                     *       "work_items": [
                     *         {
                     *           "work_item_id": "b0b7c8de-5a0f-5d56-9d0b-2f4a7c1e9a33",
                     *           "kind": "review_gap",
                     *           "title": "Ask Harborstone for liquor liability",
                     *           "detail": "The quote lacks a coverage that the expiring policy has.",
                     *           "severity": "high",
                     *           "finding_keys": [
                     *             "coverage_missing:harborstone"
                     *           ],
                     *           "evidence_ids": [
                     *             "e1",
                     *             "e2"
                     *           ]
                     *         }
                     *       ],
                     *       "input": {
                     *         "subject": {
                     *           "key": "blue-harbor",
                     *           "client_key": "c-1042",
                     *           "label": "Blue Harbor Cafe"
                     *         },
                     *         "baseline_key": "expiring",
                     *         "items": [
                     *           {
                     *             "key": "expiring",
                     *             "kind": "policy",
                     *             "label": "Expiring policy",
                     *             "carrier": {
                     *               "name": "Meridian Mutual",
                     *               "rating": "A"
                     *             },
                     *             "effective_on": "2026-01-01",
                     *             "expires_on": "2027-01-01",
                     *             "premium": {
                     *               "base": 8400,
                     *               "taxes": 336,
                     *               "fees": 150
                     *             },
                     *             "coverages": [
                     *               {
                     *                 "line": "general_liability",
                     *                 "coverage": "each_occurrence",
                     *                 "included": true,
                     *                 "limit": 1000000
                     *               },
                     *               {
                     *                 "line": "liquor_liability",
                     *                 "coverage": "liquor_each_cause",
                     *                 "included": true,
                     *                 "limit": 1000000
                     *               }
                     *             ]
                     *           },
                     *           {
                     *             "key": "harborstone",
                     *             "kind": "quote",
                     *             "label": "Harborstone quote",
                     *             "carrier": {
                     *               "name": "Harborstone",
                     *               "rating": "A-"
                     *             },
                     *             "effective_on": "2027-01-01",
                     *             "expires_on": "2028-01-01",
                     *             "premium": {
                     *               "base": 7476,
                     *               "taxes": 299.04,
                     *               "fees": 100
                     *             },
                     *             "coverages": [
                     *               {
                     *                 "line": "general_liability",
                     *                 "coverage": "each_occurrence",
                     *                 "included": true,
                     *                 "limit": 1000000
                     *               },
                     *               {
                     *                 "line": "liquor_liability",
                     *                 "coverage": "liquor_each_cause",
                     *                 "included": false
                     *               }
                     *             ]
                     *           }
                     *         ]
                     *       },
                     *       "computed_at_head": null,
                     *       "served_head": null,
                     *       "stale": false
                     *     }
                     */
                    "application/json": components["schemas"]["Run"];
                };
            };
            /**
             * @description `engine_version_invalid_format`: engine_version must be major.minor, major.x or draft.
             *
             *     `invalid_request`: The request is not valid.
             */
            400: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `unauthorized`: The API key is missing, malformed, unknown or revoked. */
            401: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /**
             * @description `engine_binding_forbidden`: This key is not bound to the engine.
             *
             *     `insufficient_capability`: This key may not call this route.
             */
            403: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /**
             * @description `engine_not_found`: No engine with this slug exists.
             *
             *     `run_not_found`: No run with this id exists in the key's environment.
             */
            404: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `rate_limited`: The request budget is used up. Retry after the given time. */
            429: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    /** @description Whole seconds, at least 1. */
                    "retry-after"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /**
             * @description `internal_error`: The service failed unexpectedly.
             *
             *     `load_run_failed`: The run could not be read.
             */
            500: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /**
             * @description `auth_unavailable`: Keys cannot be checked right now. Try again.
             *
             *     `service_unavailable`: The service cannot reach its storage right now. Try again.
             */
            503: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `request_timeout`: The request ran past its time budget. */
            504: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
        };
    };
    "runs.latest.batch": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example proposal-review */
                engine_slug: string;
            };
            cookie?: never;
        };
        /** @description At most 65536 bytes. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "subjects": [
                 *         {
                 *           "subject_key": "blue-harbor"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["LatestBatchRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "results": [
                     *         {
                     *           "subject_key": "c-1042",
                     *           "found": false,
                     *           "run": {
                     *             "run_id": "9b2f6c1e-8f43-4a39-9d5c-6f1f7f0f2b11",
                     *             "status": "queued",
                     *             "created_at": "2026-11-21T09:00:00.000Z",
                     *             "completed_at": "2026-11-21T09:00:00.000Z",
                     *             "engine_version": "1.3",
                     *             "stale": false,
                     *             "headline": "Harborstone is 11.4% cheaper but drops liquor liability",
                     *             "output": {
                     *               "schema_version": 1,
                     *               "engine_type": "comparison",
                     *               "as_of": "2026-11-21T09:00:00Z",
                     *               "subject": {
                     *                 "kind": "client",
                     *                 "key": "c-1042",
                     *                 "label": "Blue Harbor Cafe"
                     *               },
                     *               "headline": "Harborstone is 11.4% cheaper but drops liquor liability",
                     *               "summary": {
                     *                 "item_count": 2,
                     *                 "row_count": 4,
                     *                 "material_differences": 1,
                     *                 "best_key": "expiring",
                     *                 "cheapest_key": "harborstone"
                     *               },
                     *               "findings": [
                     *                 {
                     *                   "finding_key": "coverage_missing:harborstone",
                     *                   "rule_key": "liq_in",
                     *                   "severity": "high",
                     *                   "status": "gap",
                     *                   "title": "Harborstone does not include liquor liability",
                     *                   "detail": "The expiring policy includes it with a limit of 1,000,000.",
                     *                   "confidence": 1,
                     *                   "evidence_ids": [
                     *                     "e1",
                     *                     "e2"
                     *                   ]
                     *                 }
                     *               ]
                     *             }
                     *           }
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["LatestBatch"];
                };
            };
            /**
             * @description `engine_version_invalid_format`: engine_version must be major.minor, major.x or draft.
             *
             *     `invalid_batch_size`: A batch has 1 to 100 subjects.
             *
             *     `invalid_request`: The request is not valid.
             */
            400: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `unauthorized`: The API key is missing, malformed, unknown or revoked. */
            401: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /**
             * @description `engine_binding_forbidden`: This key is not bound to the engine.
             *
             *     `insufficient_capability`: This key may not call this route.
             */
            403: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `engine_not_found`: No engine with this slug exists. */
            404: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `rate_limited`: The request budget is used up. Retry after the given time. */
            429: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    /** @description Whole seconds, at least 1. */
                    "retry-after"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /**
             * @description `internal_error`: The service failed unexpectedly.
             *
             *     `load_run_failed`: The run could not be read.
             */
            500: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /**
             * @description `auth_unavailable`: Keys cannot be checked right now. Try again.
             *
             *     `service_unavailable`: The service cannot reach its storage right now. Try again.
             */
            503: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `request_timeout`: The request ran past its time budget. */
            504: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
        };
    };
    "engines.versions.list": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example proposal-review */
                engine_slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "versions": [
                     *         {
                     *           "version": "1.3",
                     *           "engine_config_version_hash": "7b3fffc81fbb01b19c24049db61bbe22691b7b38c72455d36eda4e00a8955787",
                     *           "released_at": "2026-11-21T09:00:00.000Z",
                     *           "released_by": "key_8f14e45f",
                     *           "changelog": "Liquor liability is a critical line item",
                     *           "servable": false
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ReleaseList"];
                };
            };
            /** @description `invalid_request`: The request is not valid. */
            400: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `unauthorized`: The API key is missing, malformed, unknown or revoked. */
            401: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /**
             * @description `engine_archived`: The engine is archived.
             *
             *     `engine_binding_forbidden`: This key is not bound to the engine.
             *
             *     `insufficient_capability`: This key may not call this route.
             */
            403: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `engine_not_found`: No engine with this slug exists. */
            404: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `rate_limited`: The request budget is used up. Retry after the given time. */
            429: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    /** @description Whole seconds, at least 1. */
                    "retry-after"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `internal_error`: The service failed unexpectedly. */
            500: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /**
             * @description `auth_unavailable`: Keys cannot be checked right now. Try again.
             *
             *     `service_unavailable`: The service cannot reach its storage right now. Try again.
             */
            503: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `request_timeout`: The request ran past its time budget. */
            504: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
        };
    };
    "engines.versions.publish": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example proposal-review */
                engine_slug: string;
            };
            cookie?: never;
        };
        /** @description At most 262144 bytes. */
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "changelog": "First release"
                 *     }
                 */
                "application/json": components["schemas"]["PublishRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "version": "1.3",
                     *       "engine_config_version_hash": "7b3fffc81fbb01b19c24049db61bbe22691b7b38c72455d36eda4e00a8955787",
                     *       "released_at": "2026-11-21T09:00:00.000Z",
                     *       "request_schema_sha256": "2c1f0f4d7be1f7f2d6f1f3f7f7b0b8f5c9f3a1f7f8c84a1b1d0f6e5c4b3a2918",
                     *       "response_schema_sha256": "91d3f0b2a4c6e8f00112233445566778899aabbccddeeff00123456789abcdef",
                     *       "changelog": "Liquor liability is a critical line item",
                     *       "created": false
                     *     }
                     */
                    "application/json": components["schemas"]["PublishedRelease"];
                };
            };
            /** @description `invalid_request`: The request is not valid. */
            400: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `unauthorized`: The API key is missing, malformed, unknown or revoked. */
            401: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /**
             * @description `engine_archived`: The engine is archived.
             *
             *     `insufficient_capability`: This key may not call this route.
             */
            403: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `engine_not_found`: No engine with this slug exists. */
            404: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /**
             * @description `engine_config_changed`: The draft changed while it was being published.
             *
             *     `engine_limit_reached`: The organization has reached its number of engines.
             *
             *     `engine_version_publish_mismatch`: The requested version differs from the computed one.
             *
             *     `engine_version_schema_change_requires_major`: The schema change needs a new major version.
             */
            409: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /**
             * @description `cold_start_gate_failed`: The evaluation gate failed.
             *
             *     `cold_start_gate_not_met`: The evaluation gate is not met.
             *
             *     `cold_start_gate_regressed`: A case that passed for the latest release fails now.
             *
             *     `invalid_engine_config`: The draft cannot be published.
             */
            422: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `rate_limited`: The request budget is used up. Retry after the given time. */
            429: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    /** @description Whole seconds, at least 1. */
                    "retry-after"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /**
             * @description `engine_config_hash_inconsistent`: The stored configuration failed its integrity check.
             *
             *     `internal_error`: The service failed unexpectedly.
             */
            500: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /**
             * @description `auth_unavailable`: Keys cannot be checked right now. Try again.
             *
             *     `engine_config_hash_unavailable`: The configuration hash is not available yet.
             *
             *     `service_unavailable`: The service cannot reach its storage right now. Try again.
             */
            503: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `request_timeout`: The request ran past its time budget. */
            504: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
        };
    };
    "engines.versions.read": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example proposal-review */
                engine_slug: string;
                /** @example 1.0 */
                version: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "version": "1.3",
                     *       "engine_config_version_hash": "7b3fffc81fbb01b19c24049db61bbe22691b7b38c72455d36eda4e00a8955787",
                     *       "released_at": "2026-11-21T09:00:00.000Z",
                     *       "released_by": "key_8f14e45f",
                     *       "changelog": "Liquor liability is a critical line item",
                     *       "servable": false,
                     *       "config": {
                     *         "schema_version": 1,
                     *         "domain_key": "us_insurance_distribution",
                     *         "response_type": "proposal_comparison",
                     *         "pack_key": "us_commercial_core",
                     *         "pack_version": 1,
                     *         "privacy_policy": {
                     *           "mode": "default_deny"
                     *         },
                     *         "egress_manifest_version": "44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a",
                     *         "ranking": {
                     *           "enabled": true,
                     *           "weights": {
                     *             "coverage": 45,
                     *             "price": 30,
                     *             "terms": 15,
                     *             "carrier": 10
                     *           }
                     *         }
                     *       },
                     *       "request_schema": {
                     *         "type": "object",
                     *         "properties": {
                     *           "input": {
                     *             "type": "object"
                     *           }
                     *         },
                     *         "required": [
                     *           "input"
                     *         ]
                     *       },
                     *       "response_schema": {
                     *         "type": "object",
                     *         "properties": {
                     *           "output": {
                     *             "type": "object"
                     *           }
                     *         },
                     *         "required": [
                     *           "output"
                     *         ]
                     *       },
                     *       "request_schema_sha256": "2c1f0f4d7be1f7f2d6f1f3f7f7b0b8f5c9f3a1f7f8c84a1b1d0f6e5c4b3a2918",
                     *       "response_schema_sha256": "91d3f0b2a4c6e8f00112233445566778899aabbccddeeff00123456789abcdef",
                     *       "gate": {
                     *         "gate": "passed",
                     *         "required": {
                     *           "cases": 3,
                     *           "completed_cases": 1,
                     *           "rule_coverage": 0.6,
                     *           "pass_rate": 1,
                     *           "metric_tolerance": 0.02
                     *         },
                     *         "actual": {
                     *           "cases": 5,
                     *           "completed_cases": 4,
                     *           "rule_coverage": 0.95,
                     *           "pass_rate": 1
                     *         },
                     *         "failing": []
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["ReleaseDetail"];
                };
            };
            /**
             * @description `engine_version_not_found`: The engine has no such release.
             *
             *     `invalid_request`: The request is not valid.
             */
            400: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `unauthorized`: The API key is missing, malformed, unknown or revoked. */
            401: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /**
             * @description `engine_archived`: The engine is archived.
             *
             *     `engine_binding_forbidden`: This key is not bound to the engine.
             *
             *     `insufficient_capability`: This key may not call this route.
             */
            403: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /**
             * @description `engine_not_found`: No engine with this slug exists.
             *
             *     `engine_version_not_found`: The engine has no such release.
             */
            404: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `rate_limited`: The request budget is used up. Retry after the given time. */
            429: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    /** @description Whole seconds, at least 1. */
                    "retry-after"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `internal_error`: The service failed unexpectedly. */
            500: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /**
             * @description `auth_unavailable`: Keys cannot be checked right now. Try again.
             *
             *     `service_unavailable`: The service cannot reach its storage right now. Try again.
             */
            503: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `request_timeout`: The request ran past its time budget. */
            504: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
        };
    };
    "environments.list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "environments": [
                     *         {
                     *           "id": "5f0f4f3e-6a4f-4f7e-8f0e-0c8d0f6a1b2c",
                     *           "slug": "staging",
                     *           "name": "Staging",
                     *           "kind": "sandbox",
                     *           "created_at": "2026-11-21T09:00:00.000Z",
                     *           "updated_at": "2026-11-21T09:00:00.000Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["EnvironmentList"];
                };
            };
            /** @description `unauthorized`: The API key is missing, malformed, unknown or revoked. */
            401: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `insufficient_capability`: This key may not call this route. */
            403: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `rate_limited`: The request budget is used up. Retry after the given time. */
            429: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    /** @description Whole seconds, at least 1. */
                    "retry-after"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /**
             * @description `internal_error`: The service failed unexpectedly.
             *
             *     `list_environments_failed`: The environments could not be read.
             */
            500: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /**
             * @description `auth_unavailable`: Keys cannot be checked right now. Try again.
             *
             *     `service_unavailable`: The service cannot reach its storage right now. Try again.
             */
            503: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `request_timeout`: The request ran past its time budget. */
            504: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
        };
    };
    "environments.create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 262144 bytes. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "slug": "staging",
                 *       "name": "Staging"
                 *     }
                 */
                "application/json": components["schemas"]["CreateEnvironmentRequest"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "5f0f4f3e-6a4f-4f7e-8f0e-0c8d0f6a1b2c",
                     *       "slug": "staging",
                     *       "name": "Staging",
                     *       "kind": "sandbox",
                     *       "created_at": "2026-11-21T09:00:00.000Z",
                     *       "updated_at": "2026-11-21T09:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Environment"];
                };
            };
            /**
             * @description `environment_limit_reached`: The organization already has five sandbox environments.
             *
             *     `environment_name_invalid`: The environment name is missing or over 64 bytes of UTF-8.
             *
             *     `environment_slug_invalid`: The environment slug is missing or does not match the pattern.
             *
             *     `environment_slug_reserved`: The environment slug is reserved.
             *
             *     `environment_slug_taken`: An environment with this slug exists.
             *
             *     `invalid_request`: The request is not valid.
             */
            400: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `unauthorized`: The API key is missing, malformed, unknown or revoked. */
            401: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `insufficient_capability`: This key may not call this route. */
            403: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `rate_limited`: The request budget is used up. Retry after the given time. */
            429: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    /** @description Whole seconds, at least 1. */
                    "retry-after"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /**
             * @description `environment_operation_failed`: The environment could not be changed.
             *
             *     `internal_error`: The service failed unexpectedly.
             */
            500: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /**
             * @description `auth_unavailable`: Keys cannot be checked right now. Try again.
             *
             *     `service_unavailable`: The service cannot reach its storage right now. Try again.
             */
            503: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `request_timeout`: The request ran past its time budget. */
            504: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
        };
    };
    "environments.delete": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example staging */
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; no body. */
            204: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /**
             * @description `environment_live_immutable`: The live environment cannot be deleted.
             *
             *     `invalid_request`: The request is not valid.
             */
            400: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `unauthorized`: The API key is missing, malformed, unknown or revoked. */
            401: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `insufficient_capability`: This key may not call this route. */
            403: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `environment_not_found`: No environment with this slug exists. */
            404: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `environment_in_use`: Keys, webhook endpoints, inbound sources or runs still reference the environment. */
            409: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"] | components["schemas"]["EnvironmentInUseError"];
                };
            };
            /** @description `rate_limited`: The request budget is used up. Retry after the given time. */
            429: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    /** @description Whole seconds, at least 1. */
                    "retry-after"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /**
             * @description `environment_operation_failed`: The environment could not be changed.
             *
             *     `internal_error`: The service failed unexpectedly.
             */
            500: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /**
             * @description `auth_unavailable`: Keys cannot be checked right now. Try again.
             *
             *     `service_unavailable`: The service cannot reach its storage right now. Try again.
             */
            503: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `request_timeout`: The request ran past its time budget. */
            504: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
        };
    };
    "environments.update": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example staging */
                slug: string;
            };
            cookie?: never;
        };
        /** @description At most 262144 bytes. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Staging EU"
                 *     }
                 */
                "application/json": components["schemas"]["UpdateEnvironmentRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "5f0f4f3e-6a4f-4f7e-8f0e-0c8d0f6a1b2c",
                     *       "slug": "staging",
                     *       "name": "Staging",
                     *       "kind": "sandbox",
                     *       "created_at": "2026-11-21T09:00:00.000Z",
                     *       "updated_at": "2026-11-21T09:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Environment"];
                };
            };
            /**
             * @description `environment_name_invalid`: The environment name is missing or over 64 bytes of UTF-8.
             *
             *     `invalid_request`: The request is not valid.
             */
            400: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `unauthorized`: The API key is missing, malformed, unknown or revoked. */
            401: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `insufficient_capability`: This key may not call this route. */
            403: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `environment_not_found`: No environment with this slug exists. */
            404: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `rate_limited`: The request budget is used up. Retry after the given time. */
            429: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    /** @description Whole seconds, at least 1. */
                    "retry-after"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /**
             * @description `environment_operation_failed`: The environment could not be changed.
             *
             *     `internal_error`: The service failed unexpectedly.
             */
            500: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /**
             * @description `auth_unavailable`: Keys cannot be checked right now. Try again.
             *
             *     `service_unavailable`: The service cannot reach its storage right now. Try again.
             */
            503: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `request_timeout`: The request ran past its time budget. */
            504: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
        };
    };
    "ingest.event": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description `native`: id of the delivery.
                 * @example msg_4711
                 */
                "webhook-id"?: string;
                /**
                 * @description `native`: seconds since 1970, within five minutes of ours.
                 * @example 1795251600
                 */
                "webhook-timestamp"?: string;
                /**
                 * @description `native`: `v1,` and base64 of HMAC-SHA256 over id, timestamp and body, joined by full stops; several are separated by spaces.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature"?: string;
                /**
                 * @description `repo_host`: `sha256=` and hexadecimal HMAC-SHA256 over the body.
                 * @example sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17
                 */
                "x-hub-signature-256"?: string;
                /**
                 * @description `repo_host`: the event's name.
                 * @example push
                 */
                "x-github-event"?: string;
                /**
                 * @description `repo_host`: id of the delivery.
                 * @example 72d3162e-cc78-11e3-81ab-4c9367dc0958
                 */
                "x-github-delivery"?: string;
                /**
                 * @description `ams_ons`: the code, unless the source's mapping names another place.
                 * @example 5f2b8c0e9a7d4e61b3c8f0a1d2e3f4055f2b8c0e9a7d4e61b3c8f0a1d2e3f405
                 */
                "x-service-source-code"?: string;
            };
            path: {
                /**
                 * @description Key of the source, given by the operator.
                 * @example 5f2b8c0e9a7d4e61b3c8f0a1d2e3f405
                 */
                source_key: string;
            };
            cookie?: never;
        };
        /** @description At most 1048576 bytes. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "type": "order.placed",
                 *       "data": {
                 *         "order_id": 4711
                 *       },
                 *       "occurred_at": "2026-11-21T09:00:00.000Z"
                 *     }
                 */
                "application/json": components["schemas"]["NativeEvent"] | {
                    [key: string]: unknown;
                };
                /**
                 * @example {
                 *       "payload": "{\"action\":\"opened\"}"
                 *     }
                 */
                "application/x-www-form-urlencoded": components["schemas"]["ForeignEventForm"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "outcome": "appended",
                     *       "event_id": "9b2f6c1e-8f43-4a39-9d5c-6f1f7f0f2b11"
                     *     }
                     */
                    "application/json": components["schemas"]["IngestResult"];
                };
            };
            /** @description `invalid_request`: The request is not valid. */
            400: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `unauthorized`: The API key is missing, malformed, unknown or revoked. */
            401: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `source_not_found`: No source with this key exists. */
            404: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `body_too_large`: The event body is over 1 MiB. */
            413: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `rate_limited`: The request budget is used up. Retry after the given time. */
            429: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    /** @description Whole seconds, at least 1. */
                    "retry-after"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `internal_error`: The service failed unexpectedly. */
            500: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `service_unavailable`: The service cannot reach its storage right now. Try again. */
            503: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `request_timeout`: The request ran past its time budget. */
            504: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
        };
    };
    "runs.read": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The person for whom the call is made: the stable user id of your identity provider, never an address or a name.
                 * @example pat.moreno
                 */
                "x-service-acting-principal"?: string;
                /** @example wait=20 */
                prefer?: string;
            };
            path: {
                /** @example 9b2f6c1e-8f43-4a39-9d5c-6f1f7f0f2b11 */
                run_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "run_id": "9b2f6c1e-8f43-4a39-9d5c-6f1f7f0f2b11",
                     *       "status": "completed",
                     *       "environment": "live",
                     *       "attempt": 1,
                     *       "created_at": "2026-11-21T09:00:00.000Z",
                     *       "completed_at": "2026-11-21T09:00:01.384Z",
                     *       "output": {
                     *         "schema_version": 1,
                     *         "engine_type": "comparison",
                     *         "as_of": "2026-11-21T09:00:00Z",
                     *         "subject": {
                     *           "kind": "client",
                     *           "key": "c-1042",
                     *           "label": "Blue Harbor Cafe"
                     *         },
                     *         "headline": "Harborstone is 11.4% cheaper but drops liquor liability",
                     *         "summary": {
                     *           "item_count": 2,
                     *           "row_count": 4,
                     *           "material_differences": 1,
                     *           "best_key": "expiring",
                     *           "cheapest_key": "harborstone"
                     *         },
                     *         "findings": [
                     *           {
                     *             "finding_key": "coverage_missing:harborstone",
                     *             "rule_key": "liq_in",
                     *             "severity": "high",
                     *             "status": "gap",
                     *             "title": "Harborstone does not include liquor liability",
                     *             "detail": "The expiring policy includes it with a limit of 1,000,000.",
                     *             "confidence": 1,
                     *             "evidence_ids": [
                     *               "e1",
                     *               "e2"
                     *             ]
                     *           }
                     *         ]
                     *       },
                     *       "solutions": [
                     *         {
                     *           "rank": 1,
                     *           "solution_key": "expiring",
                     *           "score": 71.2,
                     *           "eligible": true,
                     *           "breakdown": [
                     *             {
                     *               "dimension": "coverage",
                     *               "weight": 45,
                     *               "utility": 0.82,
                     *               "contribution": 36.9,
                     *               "because": "both coverages included"
                     *             }
                     *           ],
                     *           "strengths": [
                     *             "liquor liability included"
                     *           ],
                     *           "concerns": [
                     *             "11.4% dearer than Harborstone"
                     *           ]
                     *         }
                     *       ],
                     *       "trace_id": "4bf92f3577b34da6a3ce929d0e0e4736",
                     *       "engine_version": "1.3",
                     *       "engine_config_version_hash": "7b3fffc81fbb01b19c24049db61bbe22691b7b38c72455d36eda4e00a8955787",
                     *       "output_phase": "final",
                     *       "completed_deterministic_at": "2026-11-21T09:00:01.384Z",
                     *       "work_items": [
                     *         {
                     *           "work_item_id": "b0b7c8de-5a0f-5d56-9d0b-2f4a7c1e9a33",
                     *           "kind": "review_gap",
                     *           "title": "Ask Harborstone for liquor liability",
                     *           "detail": "The quote lacks a coverage that the expiring policy has.",
                     *           "severity": "high",
                     *           "finding_keys": [
                     *             "coverage_missing:harborstone"
                     *           ],
                     *           "evidence_ids": [
                     *             "e1",
                     *             "e2"
                     *           ]
                     *         }
                     *       ],
                     *       "input": {
                     *         "subject": {
                     *           "key": "blue-harbor",
                     *           "client_key": "c-1042",
                     *           "label": "Blue Harbor Cafe"
                     *         },
                     *         "baseline_key": "expiring",
                     *         "items": [
                     *           {
                     *             "key": "expiring",
                     *             "kind": "policy",
                     *             "label": "Expiring policy",
                     *             "carrier": {
                     *               "name": "Meridian Mutual",
                     *               "rating": "A"
                     *             },
                     *             "effective_on": "2026-01-01",
                     *             "expires_on": "2027-01-01",
                     *             "premium": {
                     *               "base": 8400,
                     *               "taxes": 336,
                     *               "fees": 150
                     *             },
                     *             "coverages": [
                     *               {
                     *                 "line": "general_liability",
                     *                 "coverage": "each_occurrence",
                     *                 "included": true,
                     *                 "limit": 1000000
                     *               },
                     *               {
                     *                 "line": "liquor_liability",
                     *                 "coverage": "liquor_each_cause",
                     *                 "included": true,
                     *                 "limit": 1000000
                     *               }
                     *             ]
                     *           },
                     *           {
                     *             "key": "harborstone",
                     *             "kind": "quote",
                     *             "label": "Harborstone quote",
                     *             "carrier": {
                     *               "name": "Harborstone",
                     *               "rating": "A-"
                     *             },
                     *             "effective_on": "2027-01-01",
                     *             "expires_on": "2028-01-01",
                     *             "premium": {
                     *               "base": 7476,
                     *               "taxes": 299.04,
                     *               "fees": 100
                     *             },
                     *             "coverages": [
                     *               {
                     *                 "line": "general_liability",
                     *                 "coverage": "each_occurrence",
                     *                 "included": true,
                     *                 "limit": 1000000
                     *               },
                     *               {
                     *                 "line": "liquor_liability",
                     *                 "coverage": "liquor_each_cause",
                     *                 "included": false
                     *               }
                     *             ]
                     *           }
                     *         ]
                     *       },
                     *       "computed_at_head": null,
                     *       "served_head": null,
                     *       "stale": false
                     *     }
                     */
                    "application/json": components["schemas"]["Run"];
                };
            };
            /**
             * @description `invalid_request`: The request is not valid.
             *
             *     `invalid_run_id`: The run id is not a UUID.
             *
             *     `missing_run_id`: The run id is missing.
             */
            400: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `unauthorized`: The API key is missing, malformed, unknown or revoked. */
            401: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /**
             * @description `engine_binding_forbidden`: This key is not bound to the engine.
             *
             *     `insufficient_capability`: This key may not call this route.
             */
            403: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `run_not_found`: No run with this id exists in the key's environment. */
            404: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `rate_limited`: The request budget is used up. Retry after the given time. */
            429: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    /** @description Whole seconds, at least 1. */
                    "retry-after"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /**
             * @description `internal_error`: The service failed unexpectedly.
             *
             *     `load_run_failed`: The run could not be read.
             */
            500: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /**
             * @description `auth_unavailable`: Keys cannot be checked right now. Try again.
             *
             *     `service_unavailable`: The service cannot reach its storage right now. Try again.
             */
            503: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `request_timeout`: The request ran past its time budget. */
            504: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
        };
    };
    "outcomes.annotations.list": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 9b2f6c1e-8f43-4a39-9d5c-6f1f7f0f2b11 */
                run_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "annotations": [
                     *         {
                     *           "event_id": "9b2f6c1e-8f43-4a39-9d5c-6f1f7f0f2b11",
                     *           "label": "useful",
                     *           "path": "/findings/0",
                     *           "comment": "The umbrella was endorsed in March; the schedule is outdated.",
                     *           "recorded_at": "2026-11-21T09:00:00.000Z",
                     *           "recorded_by": "key_8f14e45f"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["AnnotationList"];
                };
            };
            /**
             * @description `invalid_request`: The request is not valid.
             *
             *     `invalid_run_id`: The run id is not a UUID.
             *
             *     `missing_run_id`: The run id is missing.
             */
            400: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `unauthorized`: The API key is missing, malformed, unknown or revoked. */
            401: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /**
             * @description `engine_binding_forbidden`: This key is not bound to the engine.
             *
             *     `insufficient_capability`: This key may not call this route.
             */
            403: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `run_not_found`: No run with this id exists in the key's environment. */
            404: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `rate_limited`: The request budget is used up. Retry after the given time. */
            429: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    /** @description Whole seconds, at least 1. */
                    "retry-after"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /**
             * @description `internal_error`: The service failed unexpectedly.
             *
             *     `load_run_failed`: The run could not be read.
             */
            500: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /**
             * @description `auth_unavailable`: Keys cannot be checked right now. Try again.
             *
             *     `service_unavailable`: The service cannot reach its storage right now. Try again.
             */
            503: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `request_timeout`: The request ran past its time budget. */
            504: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
        };
    };
    "outcomes.annotations.record": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 9b2f6c1e-8f43-4a39-9d5c-6f1f7f0f2b11 */
                run_id: string;
            };
            cookie?: never;
        };
        /** @description At most 32768 bytes. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "event_id": "7a3f9a52-0f0e-4a8e-8e43-6a6b7a4f9a10",
                 *       "label": "useful",
                 *       "path": "/summary"
                 *     }
                 */
                "application/json": components["schemas"]["AnnotationRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "event_id": "9b2f6c1e-8f43-4a39-9d5c-6f1f7f0f2b11",
                     *       "recorded_at": "2026-11-21T09:00:00.000Z",
                     *       "replay": false
                     *     }
                     */
                    "application/json": components["schemas"]["RecordedEvent"];
                };
            };
            /**
             * @description `invalid_event_id`: event_id is not a UUID.
             *
             *     `invalid_payload`: The payload is not valid.
             *
             *     `invalid_request`: The request is not valid.
             *
             *     `invalid_run_id`: The run id is not a UUID.
             *
             *     `missing_event_id`: event_id is missing.
             *
             *     `missing_run_id`: The run id is missing.
             *
             *     `reason_text_too_long`: reason_text is over 1,000 characters.
             */
            400: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `unauthorized`: The API key is missing, malformed, unknown or revoked. */
            401: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /**
             * @description `engine_binding_forbidden`: This key is not bound to the engine.
             *
             *     `insufficient_capability`: This key may not call this route.
             */
            403: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `run_not_found`: No run with this id exists in the key's environment. */
            404: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `event_id_reused`: The event_id was used for a different event. */
            409: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `rate_limited`: The request budget is used up. Retry after the given time. */
            429: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    /** @description Whole seconds, at least 1. */
                    "retry-after"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /**
             * @description `internal_error`: The service failed unexpectedly.
             *
             *     `load_run_failed`: The run could not be read.
             *
             *     `outcome_write_failed`: The outcome could not be recorded. Retry with the same event_id.
             */
            500: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /**
             * @description `auth_unavailable`: Keys cannot be checked right now. Try again.
             *
             *     `service_unavailable`: The service cannot reach its storage right now. Try again.
             */
            503: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `request_timeout`: The request ran past its time budget. */
            504: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
        };
    };
    "runs.cancel": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 9b2f6c1e-8f43-4a39-9d5c-6f1f7f0f2b11 */
                run_id: string;
            };
            cookie?: never;
        };
        /** @description At most 262144 bytes. */
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "reason": "Superseded by a newer proposal"
                 *     }
                 */
                "application/json": components["schemas"]["CancelRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "run_id": "9b2f6c1e-8f43-4a39-9d5c-6f1f7f0f2b11",
                     *       "status": "processing",
                     *       "environment": "live",
                     *       "attempt": 1,
                     *       "created_at": "2026-11-21T09:00:00.000Z",
                     *       "cancel_requested_at": "2026-11-21T09:00:04.120Z",
                     *       "trace_id": "4bf92f3577b34da6a3ce929d0e0e4736",
                     *       "engine_version": "1.3",
                     *       "engine_config_version_hash": "7b3fffc81fbb01b19c24049db61bbe22691b7b38c72455d36eda4e00a8955787"
                     *     }
                     */
                    "application/json": components["schemas"]["CancelledRun"];
                };
            };
            /** @description Accepted. */
            202: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "run_id": "9b2f6c1e-8f43-4a39-9d5c-6f1f7f0f2b11",
                     *       "status": "processing",
                     *       "environment": "live",
                     *       "attempt": 1,
                     *       "created_at": "2026-11-21T09:00:00.000Z",
                     *       "cancel_requested_at": "2026-11-21T09:00:04.120Z",
                     *       "trace_id": "4bf92f3577b34da6a3ce929d0e0e4736",
                     *       "engine_version": "1.3",
                     *       "engine_config_version_hash": "7b3fffc81fbb01b19c24049db61bbe22691b7b38c72455d36eda4e00a8955787"
                     *     }
                     */
                    "application/json": components["schemas"]["CancelledRun"];
                };
            };
            /**
             * @description `invalid_request`: The request is not valid.
             *
             *     `invalid_run_id`: The run id is not a UUID.
             *
             *     `missing_run_id`: The run id is missing.
             */
            400: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `unauthorized`: The API key is missing, malformed, unknown or revoked. */
            401: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /**
             * @description `engine_binding_forbidden`: This key is not bound to the engine.
             *
             *     `insufficient_capability`: This key may not call this route.
             */
            403: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `run_not_found`: No run with this id exists in the key's environment. */
            404: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `rate_limited`: The request budget is used up. Retry after the given time. */
            429: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    /** @description Whole seconds, at least 1. */
                    "retry-after"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /**
             * @description `cancel_run_failed`: The cancel request could not be recorded.
             *
             *     `internal_error`: The service failed unexpectedly.
             */
            500: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /**
             * @description `auth_unavailable`: Keys cannot be checked right now. Try again.
             *
             *     `service_unavailable`: The service cannot reach its storage right now. Try again.
             */
            503: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `request_timeout`: The request ran past its time budget. */
            504: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
        };
    };
    "defensibility.read": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 9b2f6c1e-8f43-4a39-9d5c-6f1f7f0f2b11 */
                run_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "packet_version": 1,
                     *       "run": {
                     *         "run_id": "9b2f6c1e-8f43-4a39-9d5c-6f1f7f0f2b11",
                     *         "engine": "proposal-review",
                     *         "engine_type": "comparison",
                     *         "environment": "live",
                     *         "status": "completed",
                     *         "attempt": 1,
                     *         "created_at": "2026-11-21T09:00:00.000Z",
                     *         "completed_at": "2026-11-21T09:00:00.000Z",
                     *         "submitted_by": "pat.moreno",
                     *         "key_id": "key_8f14e45f",
                     *         "trace_id": "4bf92f3577b34da6a3ce929d0e0e4736"
                     *       },
                     *       "release": {
                     *         "engine_version": "1.3",
                     *         "config_version_hash": "7b3fffc81fbb01b19c24049db61bbe22691b7b38c72455d36eda4e00a8955787",
                     *         "request_schema_sha256": "2c1f0f4d7be1f7f2d6f1f3f7f7b0b8f5c9f3a1f7f8c84a1b1d0f6e5c4b3a2918",
                     *         "response_schema_sha256": "91d3f0b2a4c6e8f00112233445566778899aabbccddeeff00123456789abcdef",
                     *         "pack": {
                     *           "key": "us_commercial_core",
                     *           "version": 1,
                     *           "sha256": "7b3fffc81fbb01b19c24049db61bbe22691b7b38c72455d36eda4e00a8955787"
                     *         }
                     *       },
                     *       "input_digest": {
                     *         "sha256": "7b3fffc81fbb01b19c24049db61bbe22691b7b38c72455d36eda4e00a8955787",
                     *         "bytes": 18412
                     *       },
                     *       "output_digest": {
                     *         "sha256": "7b3fffc81fbb01b19c24049db61bbe22691b7b38c72455d36eda4e00a8955787",
                     *         "bytes": 18412
                     *       },
                     *       "data": {
                     *         "heads": null,
                     *         "datasets": [
                     *           {
                     *             "dataset_key": "offerings",
                     *             "version": "1.3",
                     *             "sha256": "7b3fffc81fbb01b19c24049db61bbe22691b7b38c72455d36eda4e00a8955787"
                     *           }
                     *         ],
                     *         "documents": [
                     *           {
                     *             "ref": {
                     *               "document_key": "d-app"
                     *             },
                     *             "sha256": "7b3fffc81fbb01b19c24049db61bbe22691b7b38c72455d36eda4e00a8955787"
                     *           }
                     *         ],
                     *         "lists": [
                     *           {
                     *             "list_key": "watch_demo",
                     *             "version": "12",
                     *             "entries": 20009,
                     *             "as_of": "2026-11-20T02:00:00.000Z",
                     *             "status": "screened"
                     *           }
                     *         ]
                     *       },
                     *       "decision_trace": [
                     *         {
                     *           "stage": "evaluate",
                     *           "rule_key": "liq_in",
                     *           "result": "true",
                     *           "facts": [
                     *             {
                     *               "path": "items[harborstone].liquor_liability/liquor_each_cause/included",
                     *               "value": false
                     *             }
                     *           ],
                     *           "evidence_ids": [
                     *             "e1",
                     *             "e2"
                     *           ]
                     *         }
                     *       ],
                     *       "scoring": [
                     *         {
                     *           "target": {
                     *             "solution_key": "harborstone"
                     *           },
                     *           "breakdown": [
                     *             {
                     *               "dimension": "coverage",
                     *               "weight": 45,
                     *               "utility": 0.82,
                     *               "contribution": 36.9,
                     *               "because": "both coverages included"
                     *             }
                     *           ]
                     *         }
                     *       ],
                     *       "evidence": [
                     *         {
                     *           "evidence_id": "e1",
                     *           "kind": "fact",
                     *           "ref": {
                     *             "fact": "items[harborstone].coverages"
                     *           },
                     *           "value": false
                     *         }
                     *       ],
                     *       "model_use": {
                     *         "mode": "optional",
                     *         "calls": [
                     *           {
                     *             "provider": "anthropic",
                     *             "model": "claude-sonnet",
                     *             "task": "narrate",
                     *             "prompt_sha256": "0a6f8b1d2e4c3f5a7b9d8e0f1a2b3c4d5e6f708192a3b4c5d6e7f8091a2b3c4d",
                     *             "response_sha256": "91d3f0b2a4c6e8f00112233445566778899aabbccddeeff00123456789abcdef",
                     *             "accepted": false,
                     *             "reason": "a number of the text stands in no evidence"
                     *           }
                     *         ],
                     *         "egress_manifest_version": "44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a",
                     *         "fields_sent": [
                     *           "findings[].title",
                     *           "findings[].detail"
                     *         ]
                     *       },
                     *       "human": {
                     *         "outcomes": [
                     *           {
                     *             "event_id": "9b2f6c1e-8f43-4a39-9d5c-6f1f7f0f2b11",
                     *             "event_type": "accepted",
                     *             "occurred_at": "2026-11-21T09:00:00.000Z",
                     *             "target": {
                     *               "solution_key": "harborstone"
                     *             },
                     *             "payload": {
                     *               "premium": 7476,
                     *               "carrier_key": "harborstone"
                     *             },
                     *             "reason_text": "The client kept the expiring carrier because of liquor liability.",
                     *             "recorded_at": "2026-11-21T09:00:00.000Z",
                     *             "recorded_by": "key_8f14e45f"
                     *           }
                     *         ],
                     *         "annotations": [
                     *           {
                     *             "event_id": "9b2f6c1e-8f43-4a39-9d5c-6f1f7f0f2b11",
                     *             "label": "useful",
                     *             "path": "/findings/0",
                     *             "comment": "The umbrella was endorsed in March; the schedule is outdated.",
                     *             "recorded_at": "2026-11-21T09:00:00.000Z",
                     *             "recorded_by": "key_8f14e45f"
                     *           }
                     *         ],
                     *         "ledger_actions": [
                     *           {
                     *             "seq": 118,
                     *             "type": "create_task"
                     *           }
                     *         ]
                     *       },
                     *       "corrections": [
                     *         {
                     *           "correction_id": "9b2f6c1e-8f43-4a39-9d5c-6f1f7f0f2b11",
                     *           "seq": 1,
                     *           "created_at": "2026-11-21T09:00:00.000Z",
                     *           "created_by": "compliance-desk",
                     *           "reason": "The deductible of the quote was read from the wrong page.",
                     *           "output_digest": {
                     *             "sha256": "7b3fffc81fbb01b19c24049db61bbe22691b7b38c72455d36eda4e00a8955787",
                     *             "bytes": 18412
                     *           }
                     *         }
                     *       ],
                     *       "limitations": [
                     *         {
                     *           "code": "advisory",
                     *           "message": "The result is a recommendation for a licensed person."
                     *         }
                     *       ],
                     *       "generated_at": "2026-11-21T09:00:00.000Z",
                     *       "integrity": {
                     *         "algorithm": "sha256-jcs",
                     *         "packet_sha256": "91d3f0b2a4c6e8f00112233445566778899aabbccddeeff00123456789abcdef"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["DefensibilityPacket"];
                };
            };
            /**
             * @description `invalid_request`: The request is not valid.
             *
             *     `invalid_run_id`: The run id is not a UUID.
             *
             *     `missing_run_id`: The run id is missing.
             */
            400: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `unauthorized`: The API key is missing, malformed, unknown or revoked. */
            401: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /**
             * @description `engine_binding_forbidden`: This key is not bound to the engine.
             *
             *     `insufficient_capability`: This key may not call this route.
             */
            403: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `run_not_found`: No run with this id exists in the key's environment. */
            404: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `run_not_finished`: The run is not finished. */
            409: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `engine_release_unservable`: The release cannot serve runs. */
            422: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `rate_limited`: The request budget is used up. Retry after the given time. */
            429: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    /** @description Whole seconds, at least 1. */
                    "retry-after"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /**
             * @description `engine_config_hash_inconsistent`: The stored configuration failed its integrity check.
             *
             *     `internal_error`: The service failed unexpectedly.
             *
             *     `load_run_failed`: The run could not be read.
             */
            500: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /**
             * @description `auth_unavailable`: Keys cannot be checked right now. Try again.
             *
             *     `engine_config_hash_unavailable`: The configuration hash is not available yet.
             *
             *     `service_unavailable`: The service cannot reach its storage right now. Try again.
             */
            503: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `request_timeout`: The request ran past its time budget. */
            504: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
        };
    };
    "outcomes.list": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 9b2f6c1e-8f43-4a39-9d5c-6f1f7f0f2b11 */
                run_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "outcomes": [
                     *         {
                     *           "event_id": "9b2f6c1e-8f43-4a39-9d5c-6f1f7f0f2b11",
                     *           "event_type": "accepted",
                     *           "occurred_at": "2026-11-21T09:00:00.000Z",
                     *           "target": {
                     *             "solution_key": "harborstone"
                     *           },
                     *           "payload": {
                     *             "premium": 7476,
                     *             "carrier_key": "harborstone"
                     *           },
                     *           "reason_text": "The client kept the expiring carrier because of liquor liability.",
                     *           "recorded_at": "2026-11-21T09:00:00.000Z",
                     *           "recorded_by": "key_8f14e45f"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["OutcomeList"];
                };
            };
            /**
             * @description `invalid_request`: The request is not valid.
             *
             *     `invalid_run_id`: The run id is not a UUID.
             *
             *     `missing_run_id`: The run id is missing.
             */
            400: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `unauthorized`: The API key is missing, malformed, unknown or revoked. */
            401: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /**
             * @description `engine_binding_forbidden`: This key is not bound to the engine.
             *
             *     `insufficient_capability`: This key may not call this route.
             */
            403: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `run_not_found`: No run with this id exists in the key's environment. */
            404: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `rate_limited`: The request budget is used up. Retry after the given time. */
            429: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    /** @description Whole seconds, at least 1. */
                    "retry-after"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /**
             * @description `internal_error`: The service failed unexpectedly.
             *
             *     `load_run_failed`: The run could not be read.
             */
            500: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /**
             * @description `auth_unavailable`: Keys cannot be checked right now. Try again.
             *
             *     `service_unavailable`: The service cannot reach its storage right now. Try again.
             */
            503: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `request_timeout`: The request ran past its time budget. */
            504: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
        };
    };
    "outcomes.record": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 9b2f6c1e-8f43-4a39-9d5c-6f1f7f0f2b11 */
                run_id: string;
            };
            cookie?: never;
        };
        /** @description At most 32768 bytes. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "event_id": "2f1c8c3e-58f1-4b7b-9f0a-0d3f7a1b9c55",
                 *       "event_type": "bound",
                 *       "target": {
                 *         "solution_key": "harborstone"
                 *       },
                 *       "payload": {
                 *         "premium": 19100,
                 *         "carrier_key": "harborstone"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["OutcomeRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "event_id": "9b2f6c1e-8f43-4a39-9d5c-6f1f7f0f2b11",
                     *       "recorded_at": "2026-11-21T09:00:00.000Z",
                     *       "replay": false
                     *     }
                     */
                    "application/json": components["schemas"]["RecordedEvent"];
                };
            };
            /**
             * @description `invalid_event_id`: event_id is not a UUID.
             *
             *     `invalid_event_type`: event_type is not known.
             *
             *     `invalid_payload`: The payload is not valid.
             *
             *     `invalid_request`: The request is not valid.
             *
             *     `invalid_run_id`: The run id is not a UUID.
             *
             *     `missing_event_id`: event_id is missing.
             *
             *     `missing_run_id`: The run id is missing.
             *
             *     `reason_text_too_long`: reason_text is over 1,000 characters.
             */
            400: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `unauthorized`: The API key is missing, malformed, unknown or revoked. */
            401: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /**
             * @description `engine_binding_forbidden`: This key is not bound to the engine.
             *
             *     `insufficient_capability`: This key may not call this route.
             */
            403: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `run_not_found`: No run with this id exists in the key's environment. */
            404: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `event_id_reused`: The event_id was used for a different event. */
            409: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `rate_limited`: The request budget is used up. Retry after the given time. */
            429: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    /** @description Whole seconds, at least 1. */
                    "retry-after"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /**
             * @description `internal_error`: The service failed unexpectedly.
             *
             *     `load_run_failed`: The run could not be read.
             *
             *     `outcome_write_failed`: The outcome could not be recorded. Retry with the same event_id.
             */
            500: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /**
             * @description `auth_unavailable`: Keys cannot be checked right now. Try again.
             *
             *     `service_unavailable`: The service cannot reach its storage right now. Try again.
             */
            503: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `request_timeout`: The request ran past its time budget. */
            504: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
        };
    };
    "webhooks.list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "endpoints": [
                     *         {
                     *           "id": "9b2f6c1e-8f43-4a39-9d5c-6f1f7f0f2b11",
                     *           "url": "https://hooks.harborline.example/engine",
                     *           "events": [
                     *             "run.completed"
                     *           ],
                     *           "payload_mode": "thin",
                     *           "description": "Renewal desk",
                     *           "status": "enabled",
                     *           "disabled_reason": null,
                     *           "disabled_at": null,
                     *           "retry_policy": "standard-v3",
                     *           "headers": {
                     *             "X-Tenant": "••••••"
                     *           },
                     *           "max_per_second": 50,
                     *           "max_in_flight": 10,
                     *           "auto_recover": false,
                     *           "environment": "live",
                     *           "health": {
                     *             "last_success_at": "2026-11-21T09:00:00.000Z",
                     *             "first_failure_at": null,
                     *             "failures_in_a_row": 0
                     *           },
                     *           "created_at": "2026-11-21T09:00:00.000Z",
                     *           "updated_at": "2026-11-21T09:00:00.000Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookEndpointList"];
                };
            };
            /** @description `unauthorized`: The API key is missing, malformed, unknown or revoked. */
            401: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `insufficient_capability`: This key may not call this route. */
            403: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `rate_limited`: The request budget is used up. Retry after the given time. */
            429: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    /** @description Whole seconds, at least 1. */
                    "retry-after"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `internal_error`: The service failed unexpectedly. */
            500: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /**
             * @description `auth_unavailable`: Keys cannot be checked right now. Try again.
             *
             *     `service_unavailable`: The service cannot reach its storage right now. Try again.
             */
            503: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `request_timeout`: The request ran past its time budget. */
            504: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
        };
    };
    "webhooks.create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 262144 bytes. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "url": "https://hooks.example.com/engine",
                 *       "events": [
                 *         "run.completed",
                 *         "run.failed"
                 *       ],
                 *       "payload_mode": "thin"
                 *     }
                 */
                "application/json": components["schemas"]["CreateEndpointRequest"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "9b2f6c1e-8f43-4a39-9d5c-6f1f7f0f2b11",
                     *       "url": "https://hooks.harborline.example/engine",
                     *       "events": [
                     *         "run.completed"
                     *       ],
                     *       "payload_mode": "thin",
                     *       "description": "Renewal desk",
                     *       "status": "enabled",
                     *       "disabled_reason": null,
                     *       "disabled_at": null,
                     *       "retry_policy": "standard-v3",
                     *       "headers": {
                     *         "X-Tenant": "••••••"
                     *       },
                     *       "max_per_second": 50,
                     *       "max_in_flight": 10,
                     *       "auto_recover": false,
                     *       "environment": "live",
                     *       "health": {
                     *         "last_success_at": null,
                     *         "first_failure_at": null,
                     *         "failures_in_a_row": 0
                     *       },
                     *       "created_at": "2026-11-21T09:00:00.000Z",
                     *       "updated_at": "2026-11-21T09:00:00.000Z",
                     *       "secret": "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw3m1p5q7r9s0="
                     *     }
                     */
                    "application/json": components["schemas"]["CreatedWebhookEndpoint"];
                };
            };
            /**
             * @description `invalid_events`: events lists 1 to 4 different run event types.
             *
             *     `invalid_header`: A custom header is not allowed.
             *
             *     `invalid_payload_mode`: payload_mode is thin or full.
             *
             *     `invalid_request`: The request is not valid.
             *
             *     `invalid_url`: The URL is not valid or resolves to a disallowed host. Use public HTTPS.
             */
            400: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `unauthorized`: The API key is missing, malformed, unknown or revoked. */
            401: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `insufficient_capability`: This key may not call this route. */
            403: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `webhook_endpoint_limit_reached`: The environment already has 20 webhook endpoints. */
            409: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `rate_limited`: The request budget is used up. Retry after the given time. */
            429: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    /** @description Whole seconds, at least 1. */
                    "retry-after"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `internal_error`: The service failed unexpectedly. */
            500: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /**
             * @description `auth_unavailable`: Keys cannot be checked right now. Try again.
             *
             *     `service_unavailable`: The service cannot reach its storage right now. Try again.
             */
            503: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `request_timeout`: The request ran past its time budget. */
            504: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
        };
    };
    "webhooks.get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 9b2f6c1e-8f43-4a39-9d5c-6f1f7f0f2b11 */
                endpoint_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "9b2f6c1e-8f43-4a39-9d5c-6f1f7f0f2b11",
                     *       "url": "https://hooks.harborline.example/engine",
                     *       "events": [
                     *         "run.completed"
                     *       ],
                     *       "payload_mode": "thin",
                     *       "description": "Renewal desk",
                     *       "status": "enabled",
                     *       "disabled_reason": null,
                     *       "disabled_at": null,
                     *       "retry_policy": "standard-v3",
                     *       "headers": {
                     *         "X-Tenant": "••••••"
                     *       },
                     *       "max_per_second": 50,
                     *       "max_in_flight": 10,
                     *       "auto_recover": false,
                     *       "environment": "live",
                     *       "health": {
                     *         "last_success_at": "2026-11-21T09:00:00.000Z",
                     *         "first_failure_at": null,
                     *         "failures_in_a_row": 0
                     *       },
                     *       "created_at": "2026-11-21T09:00:00.000Z",
                     *       "updated_at": "2026-11-21T09:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookEndpoint"];
                };
            };
            /**
             * @description `invalid_endpoint_id`: The webhook endpoint id is not a UUID.
             *
             *     `invalid_request`: The request is not valid.
             *
             *     `missing_endpoint_id`: The webhook endpoint id is missing.
             */
            400: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `unauthorized`: The API key is missing, malformed, unknown or revoked. */
            401: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `insufficient_capability`: This key may not call this route. */
            403: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `webhook_endpoint_not_found`: No webhook endpoint with this id exists. */
            404: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `rate_limited`: The request budget is used up. Retry after the given time. */
            429: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    /** @description Whole seconds, at least 1. */
                    "retry-after"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `internal_error`: The service failed unexpectedly. */
            500: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /**
             * @description `auth_unavailable`: Keys cannot be checked right now. Try again.
             *
             *     `service_unavailable`: The service cannot reach its storage right now. Try again.
             */
            503: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `request_timeout`: The request ran past its time budget. */
            504: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
        };
    };
    "webhooks.delete": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 9b2f6c1e-8f43-4a39-9d5c-6f1f7f0f2b11 */
                endpoint_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; no body. */
            204: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /**
             * @description `invalid_endpoint_id`: The webhook endpoint id is not a UUID.
             *
             *     `invalid_request`: The request is not valid.
             *
             *     `missing_endpoint_id`: The webhook endpoint id is missing.
             */
            400: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `unauthorized`: The API key is missing, malformed, unknown or revoked. */
            401: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `insufficient_capability`: This key may not call this route. */
            403: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `webhook_endpoint_not_found`: No webhook endpoint with this id exists. */
            404: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `rate_limited`: The request budget is used up. Retry after the given time. */
            429: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    /** @description Whole seconds, at least 1. */
                    "retry-after"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `internal_error`: The service failed unexpectedly. */
            500: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /**
             * @description `auth_unavailable`: Keys cannot be checked right now. Try again.
             *
             *     `service_unavailable`: The service cannot reach its storage right now. Try again.
             */
            503: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `request_timeout`: The request ran past its time budget. */
            504: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
        };
    };
    "webhooks.update": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 9b2f6c1e-8f43-4a39-9d5c-6f1f7f0f2b11 */
                endpoint_id: string;
            };
            cookie?: never;
        };
        /** @description At most 262144 bytes. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "status": "disabled"
                 *     }
                 */
                "application/json": components["schemas"]["UpdateEndpointRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "9b2f6c1e-8f43-4a39-9d5c-6f1f7f0f2b11",
                     *       "url": "https://hooks.harborline.example/engine",
                     *       "events": [
                     *         "run.completed"
                     *       ],
                     *       "payload_mode": "thin",
                     *       "description": "Renewal desk",
                     *       "status": "enabled",
                     *       "disabled_reason": null,
                     *       "disabled_at": null,
                     *       "retry_policy": "standard-v3",
                     *       "headers": {
                     *         "X-Tenant": "••••••"
                     *       },
                     *       "max_per_second": 50,
                     *       "max_in_flight": 10,
                     *       "auto_recover": false,
                     *       "environment": "live",
                     *       "health": {
                     *         "last_success_at": "2026-11-21T09:00:00.000Z",
                     *         "first_failure_at": null,
                     *         "failures_in_a_row": 0
                     *       },
                     *       "created_at": "2026-11-21T09:00:00.000Z",
                     *       "updated_at": "2026-11-21T09:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookEndpoint"];
                };
            };
            /**
             * @description `invalid_endpoint_id`: The webhook endpoint id is not a UUID.
             *
             *     `invalid_events`: events lists 1 to 4 different run event types.
             *
             *     `invalid_header`: A custom header is not allowed.
             *
             *     `invalid_payload_mode`: payload_mode is thin or full.
             *
             *     `invalid_request`: The request is not valid.
             *
             *     `invalid_url`: The URL is not valid or resolves to a disallowed host. Use public HTTPS.
             *
             *     `missing_endpoint_id`: The webhook endpoint id is missing.
             */
            400: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `unauthorized`: The API key is missing, malformed, unknown or revoked. */
            401: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `insufficient_capability`: This key may not call this route. */
            403: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `webhook_endpoint_not_found`: No webhook endpoint with this id exists. */
            404: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `rate_limited`: The request budget is used up. Retry after the given time. */
            429: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    /** @description Whole seconds, at least 1. */
                    "retry-after"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `internal_error`: The service failed unexpectedly. */
            500: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /**
             * @description `auth_unavailable`: Keys cannot be checked right now. Try again.
             *
             *     `service_unavailable`: The service cannot reach its storage right now. Try again.
             */
            503: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `request_timeout`: The request ran past its time budget. */
            504: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
        };
    };
    "webhooks.listDeliveries": {
        parameters: {
            query?: {
                /** @example 25 */
                limit?: number;
                /** @example eyJhZnRlciI6IjIwMjYtMTEtMjFUMDk6MDA6MDAuMDAwWiJ9 */
                cursor?: string;
                /** @example pending */
                state?: "pending" | "delivering" | "retry_scheduled" | "held" | "delivered" | "dead_letter" | "cancelled";
                /**
                 * @description A webhook event type, or the platform event type that an automation delivers.
                 * @example run.completed
                 */
                event_type?: string;
                /** @example 9b2f6c1e-8f43-4a39-9d5c-6f1f7f0f2b11 */
                run_id?: string;
                /**
                 * @description RFC 3339 timestamp.
                 * @example 2026-11-21T09:00:00.000Z
                 */
                created_from?: string;
                /**
                 * @description RFC 3339 timestamp.
                 * @example 2026-11-21T09:00:00.000Z
                 */
                created_to?: string;
            };
            header?: never;
            path: {
                /** @example 9b2f6c1e-8f43-4a39-9d5c-6f1f7f0f2b11 */
                endpoint_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "deliveries": [
                     *         {
                     *           "id": "9b2f6c1e-8f43-4a39-9d5c-6f1f7f0f2b11",
                     *           "endpoint_id": "9b2f6c1e-8f43-4a39-9d5c-6f1f7f0f2b11",
                     *           "event_id": "9b2f6c1e-8f43-4a39-9d5c-6f1f7f0f2b11",
                     *           "event_type": "run.completed",
                     *           "run_id": "9b2f6c1e-8f43-4a39-9d5c-6f1f7f0f2b11",
                     *           "payload_mode": "thin",
                     *           "state": "pending",
                     *           "reason": null,
                     *           "cycle": 1,
                     *           "attempts": 1,
                     *           "next_attempt_at": "2026-11-21T09:01:05.000Z",
                     *           "delivered_at": null,
                     *           "created_at": "2026-11-21T09:00:00.000Z"
                     *         }
                     *       ],
                     *       "next_cursor": "eyJhZnRlciI6IjIwMjYtMTEtMjFUMDk6MDA6MDAuMDAwWiJ9"
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookDeliveryList"];
                };
            };
            /**
             * @description `invalid_cursor`: The cursor is not valid for this list.
             *
             *     `invalid_endpoint_id`: The webhook endpoint id is not a UUID.
             *
             *     `invalid_request`: The request is not valid.
             *
             *     `invalid_run_id`: The run id is not a UUID.
             *
             *     `missing_endpoint_id`: The webhook endpoint id is missing.
             */
            400: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `unauthorized`: The API key is missing, malformed, unknown or revoked. */
            401: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `insufficient_capability`: This key may not call this route. */
            403: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `webhook_endpoint_not_found`: No webhook endpoint with this id exists. */
            404: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `rate_limited`: The request budget is used up. Retry after the given time. */
            429: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    /** @description Whole seconds, at least 1. */
                    "retry-after"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `internal_error`: The service failed unexpectedly. */
            500: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /**
             * @description `auth_unavailable`: Keys cannot be checked right now. Try again.
             *
             *     `service_unavailable`: The service cannot reach its storage right now. Try again.
             */
            503: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `request_timeout`: The request ran past its time budget. */
            504: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
        };
    };
    "webhooks.getDelivery": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 9b2f6c1e-8f43-4a39-9d5c-6f1f7f0f2b11 */
                endpoint_id: string;
                /** @example 9b2f6c1e-8f43-4a39-9d5c-6f1f7f0f2b11 */
                delivery_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "9b2f6c1e-8f43-4a39-9d5c-6f1f7f0f2b11",
                     *       "endpoint_id": "9b2f6c1e-8f43-4a39-9d5c-6f1f7f0f2b11",
                     *       "event_id": "9b2f6c1e-8f43-4a39-9d5c-6f1f7f0f2b11",
                     *       "event_type": "run.completed",
                     *       "run_id": "9b2f6c1e-8f43-4a39-9d5c-6f1f7f0f2b11",
                     *       "payload_mode": "thin",
                     *       "state": "pending",
                     *       "reason": null,
                     *       "cycle": 1,
                     *       "attempts": 1,
                     *       "next_attempt_at": "2026-11-21T09:01:05.000Z",
                     *       "delivered_at": null,
                     *       "created_at": "2026-11-21T09:00:00.000Z",
                     *       "attempt_log": [
                     *         {
                     *           "number": 1,
                     *           "cycle": 1,
                     *           "trigger": "scheduled",
                     *           "outcome": "started",
                     *           "error_code": "http_503",
                     *           "status": 503,
                     *           "url": "https://hooks.harborline.example/engine",
                     *           "remote_address": "203.0.113.24",
                     *           "timings_ms": {
                     *             "dns": 4,
                     *             "connect": 21,
                     *             "tls": 38,
                     *             "first_byte": 160,
                     *             "total": 180
                     *           },
                     *           "response_headers": {
                     *             "content-type": "text/plain",
                     *             "retry-after": "60"
                     *           },
                     *           "response_body": "upstream is restarting",
                     *           "response_body_encoding": "text",
                     *           "response_truncated": false,
                     *           "secret_ids": [
                     *             "9b2f6c1e-8f43-4a39-9d5c-6f1f7f0f2b11"
                     *           ],
                     *           "started_at": "2026-11-21T09:00:00.000Z",
                     *           "ended_at": "2026-11-21T09:00:00.180Z",
                     *           "next_attempt_at": "2026-11-21T09:01:05.000Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookDeliveryDetail"];
                };
            };
            /**
             * @description `invalid_endpoint_id`: The webhook endpoint id is not a UUID.
             *
             *     `invalid_request`: The request is not valid.
             *
             *     `missing_endpoint_id`: The webhook endpoint id is missing.
             */
            400: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `unauthorized`: The API key is missing, malformed, unknown or revoked. */
            401: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `insufficient_capability`: This key may not call this route. */
            403: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /**
             * @description `webhook_delivery_not_found`: No delivery with this id exists on this endpoint.
             *
             *     `webhook_endpoint_not_found`: No webhook endpoint with this id exists.
             */
            404: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `rate_limited`: The request budget is used up. Retry after the given time. */
            429: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    /** @description Whole seconds, at least 1. */
                    "retry-after"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `internal_error`: The service failed unexpectedly. */
            500: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /**
             * @description `auth_unavailable`: Keys cannot be checked right now. Try again.
             *
             *     `service_unavailable`: The service cannot reach its storage right now. Try again.
             */
            503: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `request_timeout`: The request ran past its time budget. */
            504: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
        };
    };
    "webhooks.resend": {
        parameters: {
            query?: never;
            header?: {
                /** @example renewal-c-1042-2027 */
                "idempotency-key"?: string;
            };
            path: {
                /** @example 9b2f6c1e-8f43-4a39-9d5c-6f1f7f0f2b11 */
                endpoint_id: string;
                /** @example 9b2f6c1e-8f43-4a39-9d5c-6f1f7f0f2b11 */
                delivery_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Accepted. */
            202: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "9b2f6c1e-8f43-4a39-9d5c-6f1f7f0f2b11",
                     *       "endpoint_id": "9b2f6c1e-8f43-4a39-9d5c-6f1f7f0f2b11",
                     *       "event_id": "9b2f6c1e-8f43-4a39-9d5c-6f1f7f0f2b11",
                     *       "event_type": "run.completed",
                     *       "run_id": "9b2f6c1e-8f43-4a39-9d5c-6f1f7f0f2b11",
                     *       "payload_mode": "thin",
                     *       "state": "pending",
                     *       "reason": null,
                     *       "cycle": 1,
                     *       "attempts": 1,
                     *       "next_attempt_at": "2026-11-21T09:01:05.000Z",
                     *       "delivered_at": null,
                     *       "created_at": "2026-11-21T09:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookDelivery"];
                };
            };
            /**
             * @description `invalid_endpoint_id`: The webhook endpoint id is not a UUID.
             *
             *     `invalid_idempotency_key`: Idempotency-Key is empty or over 255 characters.
             *
             *     `invalid_request`: The request is not valid.
             *
             *     `missing_endpoint_id`: The webhook endpoint id is missing.
             */
            400: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `unauthorized`: The API key is missing, malformed, unknown or revoked. */
            401: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `insufficient_capability`: This key may not call this route. */
            403: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /**
             * @description `webhook_delivery_not_found`: No delivery with this id exists on this endpoint.
             *
             *     `webhook_endpoint_not_found`: No webhook endpoint with this id exists.
             */
            404: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /**
             * @description `delivery_in_progress`: The delivery is being sent right now.
             *
             *     `delivery_not_resendable`: The delivery was cancelled and cannot be sent again.
             */
            409: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `delivery_body_expired`: Retention removed the body of this delivery. */
            410: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `rate_limited`: The request budget is used up. Retry after the given time. */
            429: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    /** @description Whole seconds, at least 1. */
                    "retry-after"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `internal_error`: The service failed unexpectedly. */
            500: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /**
             * @description `auth_unavailable`: Keys cannot be checked right now. Try again.
             *
             *     `service_unavailable`: The service cannot reach its storage right now. Try again.
             */
            503: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `request_timeout`: The request ran past its time budget. */
            504: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
        };
    };
    "webhooks.recover": {
        parameters: {
            query?: never;
            header?: {
                /** @example renewal-c-1042-2027 */
                "idempotency-key"?: string;
            };
            path: {
                /** @example 9b2f6c1e-8f43-4a39-9d5c-6f1f7f0f2b11 */
                endpoint_id: string;
            };
            cookie?: never;
        };
        /** @description At most 262144 bytes. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "since": "2026-11-20T00:00:00Z",
                 *       "reason": "permanent_response"
                 *     }
                 */
                "application/json": components["schemas"]["RecoverRequest"];
            };
        };
        responses: {
            /** @description Accepted. */
            202: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "9b2f6c1e-8f43-4a39-9d5c-6f1f7f0f2b11",
                     *       "endpoint_id": "9b2f6c1e-8f43-4a39-9d5c-6f1f7f0f2b11",
                     *       "since": "2026-11-21T09:00:00.000Z",
                     *       "until": "2026-11-21T09:00:00.000Z",
                     *       "reason": "permanent_response",
                     *       "state": "running",
                     *       "matched": 42,
                     *       "recovered": 40,
                     *       "skipped": 2,
                     *       "created_at": "2026-11-21T09:00:00.000Z",
                     *       "finished_at": null
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookRecovery"];
                };
            };
            /**
             * @description `invalid_endpoint_id`: The webhook endpoint id is not a UUID.
             *
             *     `invalid_idempotency_key`: Idempotency-Key is empty or over 255 characters.
             *
             *     `invalid_recovery_window`: since lies before until and at most 14 days back.
             *
             *     `invalid_request`: The request is not valid.
             *
             *     `missing_endpoint_id`: The webhook endpoint id is missing.
             */
            400: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `unauthorized`: The API key is missing, malformed, unknown or revoked. */
            401: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `insufficient_capability`: This key may not call this route. */
            403: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `webhook_endpoint_not_found`: No webhook endpoint with this id exists. */
            404: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /**
             * @description `recovery_in_progress`: Another recovery of this endpoint is under way.
             *
             *     `recovery_key_reused`: The Idempotency-Key was used for another recovery of this endpoint.
             */
            409: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `rate_limited`: The request budget is used up. Retry after the given time. */
            429: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    /** @description Whole seconds, at least 1. */
                    "retry-after"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `internal_error`: The service failed unexpectedly. */
            500: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /**
             * @description `auth_unavailable`: Keys cannot be checked right now. Try again.
             *
             *     `service_unavailable`: The service cannot reach its storage right now. Try again.
             */
            503: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `request_timeout`: The request ran past its time budget. */
            504: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
        };
    };
    "webhooks.getRecovery": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 9b2f6c1e-8f43-4a39-9d5c-6f1f7f0f2b11 */
                endpoint_id: string;
                /** @example 9b2f6c1e-8f43-4a39-9d5c-6f1f7f0f2b11 */
                recovery_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "9b2f6c1e-8f43-4a39-9d5c-6f1f7f0f2b11",
                     *       "endpoint_id": "9b2f6c1e-8f43-4a39-9d5c-6f1f7f0f2b11",
                     *       "since": "2026-11-21T09:00:00.000Z",
                     *       "until": "2026-11-21T09:00:00.000Z",
                     *       "reason": "permanent_response",
                     *       "state": "running",
                     *       "matched": 42,
                     *       "recovered": 40,
                     *       "skipped": 2,
                     *       "created_at": "2026-11-21T09:00:00.000Z",
                     *       "finished_at": null
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookRecovery"];
                };
            };
            /**
             * @description `invalid_endpoint_id`: The webhook endpoint id is not a UUID.
             *
             *     `invalid_request`: The request is not valid.
             *
             *     `missing_endpoint_id`: The webhook endpoint id is missing.
             */
            400: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `unauthorized`: The API key is missing, malformed, unknown or revoked. */
            401: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `insufficient_capability`: This key may not call this route. */
            403: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /**
             * @description `webhook_endpoint_not_found`: No webhook endpoint with this id exists.
             *
             *     `webhook_recovery_not_found`: No recovery with this id exists on this endpoint.
             */
            404: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `rate_limited`: The request budget is used up. Retry after the given time. */
            429: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    /** @description Whole seconds, at least 1. */
                    "retry-after"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `internal_error`: The service failed unexpectedly. */
            500: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /**
             * @description `auth_unavailable`: Keys cannot be checked right now. Try again.
             *
             *     `service_unavailable`: The service cannot reach its storage right now. Try again.
             */
            503: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `request_timeout`: The request ran past its time budget. */
            504: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
        };
    };
    "webhooks.cancelRecovery": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 9b2f6c1e-8f43-4a39-9d5c-6f1f7f0f2b11 */
                endpoint_id: string;
                /** @example 9b2f6c1e-8f43-4a39-9d5c-6f1f7f0f2b11 */
                recovery_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "9b2f6c1e-8f43-4a39-9d5c-6f1f7f0f2b11",
                     *       "endpoint_id": "9b2f6c1e-8f43-4a39-9d5c-6f1f7f0f2b11",
                     *       "since": "2026-11-21T09:00:00.000Z",
                     *       "until": "2026-11-21T09:00:00.000Z",
                     *       "reason": "permanent_response",
                     *       "state": "running",
                     *       "matched": 42,
                     *       "recovered": 40,
                     *       "skipped": 2,
                     *       "created_at": "2026-11-21T09:00:00.000Z",
                     *       "finished_at": null
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookRecovery"];
                };
            };
            /**
             * @description `invalid_endpoint_id`: The webhook endpoint id is not a UUID.
             *
             *     `invalid_request`: The request is not valid.
             *
             *     `missing_endpoint_id`: The webhook endpoint id is missing.
             */
            400: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `unauthorized`: The API key is missing, malformed, unknown or revoked. */
            401: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `insufficient_capability`: This key may not call this route. */
            403: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /**
             * @description `webhook_endpoint_not_found`: No webhook endpoint with this id exists.
             *
             *     `webhook_recovery_not_found`: No recovery with this id exists on this endpoint.
             */
            404: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `rate_limited`: The request budget is used up. Retry after the given time. */
            429: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    /** @description Whole seconds, at least 1. */
                    "retry-after"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `internal_error`: The service failed unexpectedly. */
            500: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /**
             * @description `auth_unavailable`: Keys cannot be checked right now. Try again.
             *
             *     `service_unavailable`: The service cannot reach its storage right now. Try again.
             */
            503: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `request_timeout`: The request ran past its time budget. */
            504: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
        };
    };
    "webhooks.rotateSecret": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 9b2f6c1e-8f43-4a39-9d5c-6f1f7f0f2b11 */
                endpoint_id: string;
            };
            cookie?: never;
        };
        /** @description At most 262144 bytes. */
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "previous_expires_in": 3600
                 *     }
                 */
                "application/json": components["schemas"]["RotateSecretRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "endpoint_id": "9b2f6c1e-8f43-4a39-9d5c-6f1f7f0f2b11",
                     *       "secret": "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw3m1p5q7r9s0=",
                     *       "previous_expire_at": "2026-11-21T09:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["RotatedSecret"];
                };
            };
            /**
             * @description `invalid_endpoint_id`: The webhook endpoint id is not a UUID.
             *
             *     `invalid_request`: The request is not valid.
             *
             *     `missing_endpoint_id`: The webhook endpoint id is missing.
             */
            400: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `unauthorized`: The API key is missing, malformed, unknown or revoked. */
            401: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `insufficient_capability`: This key may not call this route. */
            403: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `webhook_endpoint_not_found`: No webhook endpoint with this id exists. */
            404: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `secret_limit_reached`: The endpoint already has three live secrets. */
            409: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `rate_limited`: The request budget is used up. Retry after the given time. */
            429: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    /** @description Whole seconds, at least 1. */
                    "retry-after"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `internal_error`: The service failed unexpectedly. */
            500: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /**
             * @description `auth_unavailable`: Keys cannot be checked right now. Try again.
             *
             *     `service_unavailable`: The service cannot reach its storage right now. Try again.
             */
            503: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `request_timeout`: The request ran past its time budget. */
            504: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
        };
    };
    "webhooks.test": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 9b2f6c1e-8f43-4a39-9d5c-6f1f7f0f2b11 */
                endpoint_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Accepted. */
            202: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "9b2f6c1e-8f43-4a39-9d5c-6f1f7f0f2b11",
                     *       "endpoint_id": "9b2f6c1e-8f43-4a39-9d5c-6f1f7f0f2b11",
                     *       "event_id": "9b2f6c1e-8f43-4a39-9d5c-6f1f7f0f2b11",
                     *       "event_type": "run.completed",
                     *       "run_id": "9b2f6c1e-8f43-4a39-9d5c-6f1f7f0f2b11",
                     *       "payload_mode": "thin",
                     *       "state": "pending",
                     *       "reason": null,
                     *       "cycle": 1,
                     *       "attempts": 1,
                     *       "next_attempt_at": "2026-11-21T09:01:05.000Z",
                     *       "delivered_at": null,
                     *       "created_at": "2026-11-21T09:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookDelivery"];
                };
            };
            /**
             * @description `invalid_endpoint_id`: The webhook endpoint id is not a UUID.
             *
             *     `invalid_request`: The request is not valid.
             *
             *     `missing_endpoint_id`: The webhook endpoint id is missing.
             */
            400: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `unauthorized`: The API key is missing, malformed, unknown or revoked. */
            401: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `insufficient_capability`: This key may not call this route. */
            403: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `webhook_endpoint_not_found`: No webhook endpoint with this id exists. */
            404: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `rate_limited`: The request budget is used up. Retry after the given time. */
            429: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    /** @description Whole seconds, at least 1. */
                    "retry-after"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `internal_error`: The service failed unexpectedly. */
            500: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /**
             * @description `auth_unavailable`: Keys cannot be checked right now. Try again.
             *
             *     `service_unavailable`: The service cannot reach its storage right now. Try again.
             */
            503: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `request_timeout`: The request ran past its time budget. */
            504: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
        };
    };
    "platform.health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ok",
                     *       "commit": "4c1f9e2"
                     *     }
                     */
                    "application/json": components["schemas"]["Health"];
                };
            };
            /** @description `internal_error`: The service failed unexpectedly. */
            500: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
        };
    };
    "platform.robots": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Plain text. */
            200: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description `internal_error`: The service failed unexpectedly. */
            500: {
                headers: {
                    /** @description The valid request value, else a 32-character trace id. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
        };
    };
}
