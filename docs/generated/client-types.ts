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
            path?: string;
            comment?: string;
            /**
             * Format: date-time
             * @description RFC 3339 timestamp.
             */
            recorded_at: string;
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
            /** @description JSON Pointer into the output. */
            path?: string;
            comment?: string;
        };
        /**
         * @example {
         *       "reason": "Superseded by a newer proposal"
         *     }
         */
        CancelRequest: {
            reason?: string;
        };
        CancelledRun: {
            /** Format: uuid */
            run_id: string;
            /** @enum {string} */
            status: "queued" | "processing" | "completed" | "degraded" | "failed" | "cancelled";
            environment: string;
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
            error?: string;
            error_details?: components["schemas"]["RunErrorDetails"];
            /**
             * Format: date-time
             * @description RFC 3339 timestamp.
             */
            cancel_requested_at?: string;
            /** @description Only on completed and degraded runs. */
            output?: Record<string, never>;
            trace_id?: string;
            engine_version?: string;
            engine_config_version_hash?: string;
        };
        ConfigValidation: {
            valid: boolean;
            issues: {
                path: string;
                message: string;
            }[];
            computed_version: string | null;
            schema_changes: {
                schema: string;
                path: string;
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
            url: string;
            events: ("run.completed" | "run.failed" | "run.cancelled" | "run.superseded")[];
            /** @enum {string} */
            payload_mode?: "thin" | "full";
            description?: string;
            headers?: {
                [key: string]: string;
            };
            max_per_second?: number;
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
            slug: string;
            label: string;
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
            slug: string;
            name?: string;
        };
        CreatedWebhookEndpoint: {
            /** Format: uuid */
            id: string;
            url: string;
            events: ("run.completed" | "run.failed" | "run.cancelled" | "run.superseded")[];
            /** @enum {string} */
            payload_mode: "thin" | "full";
            description: string;
            /** @enum {string} */
            status: "enabled" | "disabled";
            disabled_reason: ("manual" | "gone" | "failing") | null;
            disabled_at: string | null;
            /** @description `standard-v3` on new endpoints; read-only. */
            retry_policy: string;
            /** @description Values are masked. */
            headers: Record<string, never>;
            max_per_second: number;
            max_in_flight: number;
            auto_recover: boolean;
            environment: string;
            health: {
                last_success_at: string | null;
                first_failure_at: string | null;
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
            /** @description `whsec_` and base64 of 32 random bytes; shown once. */
            secret: string;
        };
        DecisionTraceEntry: {
            stage: string;
            rule_key: string;
            /** @enum {string} */
            result: "true" | "false" | "unknown";
            facts: {
                path: string;
                /** @description null where a field policy withholds it. */
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
                engine: string;
                engine_type: string;
                environment: string;
                /** @enum {string} */
                status: "completed" | "degraded" | "failed" | "cancelled";
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
                /** @description The acting principal of the submission. */
                submitted_by: string | null;
                key_id: string;
                trace_id: string | null;
            };
            release: {
                engine_version: string | null;
                config_version_hash: string | null;
                /** @description null for a draft, which has no release. */
                request_schema_sha256: string | null;
                response_schema_sha256: string | null;
                pack: {
                    key: string;
                    version: number;
                    sha256: string | null;
                } | null;
            };
            input_digest: components["schemas"]["Digest"];
            output_digest: components["schemas"]["Digest"] | null;
            data: {
                heads: unknown;
                datasets: {
                    dataset_key: string;
                    version: string;
                    sha256: string;
                }[];
                documents: {
                    ref: Record<string, never>;
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
                mode: ("off" | "optional" | "required") | null;
                calls: components["schemas"]["ModelCall"][];
                egress_manifest_version: string | null;
                /** @description Paths of what left the service, `[]` for list elements. */
                fields_sent: string[];
            };
            human: {
                outcomes: components["schemas"]["Outcome"][];
                annotations: components["schemas"]["Annotation"][];
                ledger_actions: {
                    seq: number;
                    type: string;
                }[];
            };
            corrections: components["schemas"]["PacketCorrection"][];
            limitations: {
                code: string;
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
                /** @description Of everything but `generated_at` and `integrity`, as RFC 8785 JSON. */
                packet_sha256: string;
            };
        };
        Digest: {
            sha256: string;
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
            /** @description Identifier of the key that last saved it. */
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
            slug: string;
            label: string;
            description: string;
            /** @enum {string} */
            engine_type: "comparison" | "matching" | "entity_analysis" | "diligence" | "triage" | "opportunity";
            /** @enum {string} */
            status: "active" | "archived";
            /** @description May be the empty string. */
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
            slug: string;
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
            message: string;
            blockers: {
                keys: number;
                webhook_endpoints: number;
                runs: number;
            };
        };
        EnvironmentList: {
            environments: components["schemas"]["Environment"][];
        };
        /** @description The body of every refusal (section 2.7). */
        ErrorEnvelope: {
            /** @description Stable, snake_case. Match on this. */
            code: string;
            /** @description For people; wording may change. */
            message: string;
            details?: unknown;
        };
        Head: {
            connection_id: string;
            snapshot_seq: number;
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
            /** @description Omitted when the build is not stamped. */
            commit?: string;
        };
        LatestBatch: {
            results: {
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
                    engine_version?: string;
                    stale: boolean;
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
                subject_key: string;
            }[];
            include_output?: boolean;
            engine_version?: string;
        };
        ModelCall: {
            provider: string;
            model: string;
            task: string;
            prompt_sha256: string;
            /** @description null when there was no usable answer. */
            response_sha256: string | null;
            accepted: boolean;
            /** @description Why nothing of the answer was taken. */
            reason?: string;
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
            reason_text?: string;
            /**
             * Format: date-time
             * @description RFC 3339 timestamp.
             */
            recorded_at: string;
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
            /** @description At most 50 scalars. */
            payload?: unknown;
            reason_text?: string;
        };
        PacketCorrection: {
            /** Format: uuid */
            correction_id: string;
            seq: number;
            /**
             * Format: date-time
             * @description RFC 3339 timestamp.
             */
            created_at: string;
            created_by: string;
            reason: string;
            output_digest: components["schemas"]["Digest"];
        };
        /**
         * @example {
         *       "changelog": "First release"
         *     }
         */
        PublishRequest: {
            version?: string;
            changelog?: string;
            accept_regressions?: {
                case_key: string;
                reason: string;
            }[];
        };
        PublishedRelease: {
            version: string;
            engine_config_version_hash: string;
            /**
             * Format: date-time
             * @description RFC 3339 timestamp.
             */
            released_at: string;
            request_schema_sha256: string;
            response_schema_sha256: string;
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
        ReleaseDetail: {
            version: string;
            engine_config_version_hash: string;
            /**
             * Format: date-time
             * @description RFC 3339 timestamp.
             */
            released_at: string;
            released_by: string;
            changelog: string;
            servable: boolean;
            config: Record<string, never>;
            request_schema: Record<string, never>;
            response_schema: Record<string, never>;
            request_schema_sha256: string;
            response_schema_sha256: string;
            gate: Record<string, never>;
        };
        ReleaseList: {
            versions: components["schemas"]["ReleaseSummary"][];
        };
        ReleaseSummary: {
            version: string;
            engine_config_version_hash: string;
            /**
             * Format: date-time
             * @description RFC 3339 timestamp.
             */
            released_at: string;
            released_by: string;
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
            /** @description `whsec_` and base64 of 32 random bytes; shown once. */
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
            environment: string;
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
            trace_id?: string;
            engine_version?: string;
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
            code?: string;
            restarting?: boolean;
            stage?: string;
        };
        /**
         * @example {
         *       "input": {
         *         "subject": {
         *           "key": "s1",
         *           "label": "Blue Harbor Cafe"
         *         }
         *       }
         *     }
         */
        RunSubmission: {
            /** @description Required. Validated by the engine's release. */
            input?: {
                [key: string]: unknown;
            };
            /** @description `major.minor`, `major.x` or `draft`. */
            engine_version?: string;
            /** @description Matching engines only (domain.md A2). */
            offerings?: unknown;
            /**
             * @description Sandbox only.
             * @enum {unknown}
             */
            test_scenario?: "completed" | "degraded" | "failed";
            submitted_by?: string;
        };
        RunWarning: {
            code: string;
            message: string;
            stage: string;
            /** @enum {string} */
            severity: "info" | "warning";
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
            url?: string;
            events?: ("run.completed" | "run.failed" | "run.cancelled" | "run.superseded")[];
            /** @enum {string} */
            payload_mode?: "thin" | "full";
            description?: string;
            headers?: {
                [key: string]: string;
            };
            max_per_second?: number;
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
            label?: string | null;
            description?: string | null;
            status?: ("active" | "archived") | null;
            group_key?: string | null;
        };
        /**
         * @example {
         *       "name": "Staging EU"
         *     }
         */
        UpdateEnvironmentRequest: {
            name: string;
        };
        ValidateConfigRequest: {
            config?: {
                [key: string]: unknown;
            };
        };
        WebhookAttempt: {
            number: number;
            cycle: number;
            trigger: string;
            /** @enum {string} */
            outcome: "started" | "delivered" | "transient" | "permanent" | "unknown";
            error_code: string | null;
            status: number | null;
            url: string;
            remote_address: string | null;
            timings_ms: Record<string, never> | null;
            response_headers: Record<string, never> | null;
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
            ended_at: string | null;
            next_attempt_at: string | null;
        };
        WebhookDelivery: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            endpoint_id: string;
            /** Format: uuid */
            event_id: string;
            /** @enum {string} */
            event_type: "run.completed" | "run.failed" | "run.cancelled" | "run.superseded" | "webhook.test";
            run_id: string | null;
            /** @enum {string} */
            payload_mode: "thin" | "full";
            /** @enum {string} */
            state: "pending" | "delivering" | "retry_scheduled" | "held" | "delivered" | "dead_letter" | "cancelled";
            reason: ("retry_exhausted" | "permanent_response" | "endpoint_gone" | "window_elapsed") | null;
            cycle: number;
            attempts: number;
            next_attempt_at: string | null;
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
            /** @enum {string} */
            event_type: "run.completed" | "run.failed" | "run.cancelled" | "run.superseded" | "webhook.test";
            run_id: string | null;
            /** @enum {string} */
            payload_mode: "thin" | "full";
            /** @enum {string} */
            state: "pending" | "delivering" | "retry_scheduled" | "held" | "delivered" | "dead_letter" | "cancelled";
            reason: ("retry_exhausted" | "permanent_response" | "endpoint_gone" | "window_elapsed") | null;
            cycle: number;
            attempts: number;
            next_attempt_at: string | null;
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
            next_cursor: string | null;
        };
        WebhookEndpoint: {
            /** Format: uuid */
            id: string;
            url: string;
            events: ("run.completed" | "run.failed" | "run.cancelled" | "run.superseded")[];
            /** @enum {string} */
            payload_mode: "thin" | "full";
            description: string;
            /** @enum {string} */
            status: "enabled" | "disabled";
            disabled_reason: ("manual" | "gone" | "failing") | null;
            disabled_at: string | null;
            /** @description `standard-v3` on new endpoints; read-only. */
            retry_policy: string;
            /** @description Values are masked. */
            headers: Record<string, never>;
            max_per_second: number;
            max_in_flight: number;
            auto_recover: boolean;
            environment: string;
            health: {
                last_success_at: string | null;
                first_failure_at: string | null;
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
                     *       "config": {},
                     *       "config_updated_at": "2026-11-21T09:00:00.000Z",
                     *       "config_updated_by": "text",
                     *       "engine_type": "comparison",
                     *       "preset": {}
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
                 *       "config": {}
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
                     *       "config": {},
                     *       "config_updated_at": "2026-11-21T09:00:00.000Z",
                     *       "config_updated_by": "text",
                     *       "engine_type": "comparison",
                     *       "preset": {}
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
                 *       "config": {}
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
                     *       "valid": false,
                     *       "issues": [
                     *         {
                     *           "path": "text",
                     *           "message": "text"
                     *         }
                     *       ],
                     *       "computed_version": "text",
                     *       "schema_changes": [
                     *         {
                     *           "schema": "text",
                     *           "path": "text",
                     *           "rule": "text",
                     *           "level": "major"
                     *         }
                     *       ],
                     *       "gate": {}
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
                /** @example text */
                "idempotency-key"?: string;
                /**
                 * @description The person's stable user ID from the caller's identity provider (section 5.5).
                 * @example text
                 */
                "x-service-acting-principal"?: string;
                /**
                 * @description `wait=N` (seconds, at most 30): answer when the run is finished or N seconds have passed.
                 * @example text
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
                 *           "key": "s1",
                 *           "label": "Blue Harbor Cafe"
                 *         }
                 *       }
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
                /** @example text */
                subject_key: string;
                /** @example text */
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
                     *       "status": "queued",
                     *       "environment": "text",
                     *       "attempt": 1,
                     *       "created_at": "2026-11-21T09:00:00.000Z",
                     *       "completed_at": "2026-11-21T09:00:00.000Z",
                     *       "error": "text",
                     *       "error_details": {
                     *         "type": "worker_interrupted",
                     *         "code": "text",
                     *         "restarting": false,
                     *         "stage": "text"
                     *       },
                     *       "cancel_requested_at": "2026-11-21T09:00:00.000Z",
                     *       "output": {},
                     *       "solutions": [
                     *         {}
                     *       ],
                     *       "trace_id": "text",
                     *       "engine_version": "text",
                     *       "engine_config_version_hash": "text",
                     *       "output_phase": "pending",
                     *       "completed_deterministic_at": "2026-11-21T09:00:00.000Z",
                     *       "warnings": [
                     *         {
                     *           "code": "text",
                     *           "message": "text",
                     *           "stage": "text",
                     *           "severity": "info",
                     *           "path": "text"
                     *         }
                     *       ],
                     *       "work_items": [
                     *         {}
                     *       ],
                     *       "input": {},
                     *       "computed_at_head": {
                     *         "connection_id": "text",
                     *         "snapshot_seq": 1,
                     *         "subject_seq": 1
                     *       },
                     *       "served_head": {
                     *         "connection_id": "text",
                     *         "snapshot_seq": 1,
                     *         "subject_seq": 1
                     *       },
                     *       "stale": false,
                     *       "field_policy": {
                     *         "policy_key": "text",
                     *         "redacted": [
                     *           "text"
                     *         ]
                     *       }
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
                     *           "subject_key": "text",
                     *           "found": false,
                     *           "run": {
                     *             "run_id": "9b2f6c1e-8f43-4a39-9d5c-6f1f7f0f2b11",
                     *             "status": "queued",
                     *             "created_at": "2026-11-21T09:00:00.000Z",
                     *             "completed_at": "2026-11-21T09:00:00.000Z",
                     *             "engine_version": "text",
                     *             "stale": false,
                     *             "headline": "text",
                     *             "output": {}
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
                     *           "version": "text",
                     *           "engine_config_version_hash": "text",
                     *           "released_at": "2026-11-21T09:00:00.000Z",
                     *           "released_by": "text",
                     *           "changelog": "text",
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
                     *       "version": "text",
                     *       "engine_config_version_hash": "text",
                     *       "released_at": "2026-11-21T09:00:00.000Z",
                     *       "request_schema_sha256": "text",
                     *       "response_schema_sha256": "text",
                     *       "changelog": "text",
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
                     *       "version": "text",
                     *       "engine_config_version_hash": "text",
                     *       "released_at": "2026-11-21T09:00:00.000Z",
                     *       "released_by": "text",
                     *       "changelog": "text",
                     *       "servable": false,
                     *       "config": {},
                     *       "request_schema": {},
                     *       "response_schema": {},
                     *       "request_schema_sha256": "text",
                     *       "response_schema_sha256": "text",
                     *       "gate": {}
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
            /** @description `environment_in_use`: Keys, webhook endpoints or runs still reference the environment. */
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
    "runs.read": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The person's stable user ID from the caller's identity provider (section 5.5).
                 * @example text
                 */
                "x-service-acting-principal"?: string;
                /** @example text */
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
                     *       "status": "queued",
                     *       "environment": "text",
                     *       "attempt": 1,
                     *       "created_at": "2026-11-21T09:00:00.000Z",
                     *       "completed_at": "2026-11-21T09:00:00.000Z",
                     *       "error": "text",
                     *       "error_details": {
                     *         "type": "worker_interrupted",
                     *         "code": "text",
                     *         "restarting": false,
                     *         "stage": "text"
                     *       },
                     *       "cancel_requested_at": "2026-11-21T09:00:00.000Z",
                     *       "output": {},
                     *       "solutions": [
                     *         {}
                     *       ],
                     *       "trace_id": "text",
                     *       "engine_version": "text",
                     *       "engine_config_version_hash": "text",
                     *       "output_phase": "pending",
                     *       "completed_deterministic_at": "2026-11-21T09:00:00.000Z",
                     *       "warnings": [
                     *         {
                     *           "code": "text",
                     *           "message": "text",
                     *           "stage": "text",
                     *           "severity": "info",
                     *           "path": "text"
                     *         }
                     *       ],
                     *       "work_items": [
                     *         {}
                     *       ],
                     *       "input": {},
                     *       "computed_at_head": {
                     *         "connection_id": "text",
                     *         "snapshot_seq": 1,
                     *         "subject_seq": 1
                     *       },
                     *       "served_head": {
                     *         "connection_id": "text",
                     *         "snapshot_seq": 1,
                     *         "subject_seq": 1
                     *       },
                     *       "stale": false,
                     *       "field_policy": {
                     *         "policy_key": "text",
                     *         "redacted": [
                     *           "text"
                     *         ]
                     *       }
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
                     *           "path": "text",
                     *           "comment": "text",
                     *           "recorded_at": "2026-11-21T09:00:00.000Z",
                     *           "recorded_by": "text"
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
                     *       "status": "queued",
                     *       "environment": "text",
                     *       "attempt": 1,
                     *       "created_at": "2026-11-21T09:00:00.000Z",
                     *       "completed_at": "2026-11-21T09:00:00.000Z",
                     *       "error": "text",
                     *       "error_details": {
                     *         "type": "worker_interrupted",
                     *         "code": "text",
                     *         "restarting": false,
                     *         "stage": "text"
                     *       },
                     *       "cancel_requested_at": "2026-11-21T09:00:00.000Z",
                     *       "output": {},
                     *       "trace_id": "text",
                     *       "engine_version": "text",
                     *       "engine_config_version_hash": "text"
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
                     *       "status": "queued",
                     *       "environment": "text",
                     *       "attempt": 1,
                     *       "created_at": "2026-11-21T09:00:00.000Z",
                     *       "completed_at": "2026-11-21T09:00:00.000Z",
                     *       "error": "text",
                     *       "error_details": {
                     *         "type": "worker_interrupted",
                     *         "code": "text",
                     *         "restarting": false,
                     *         "stage": "text"
                     *       },
                     *       "cancel_requested_at": "2026-11-21T09:00:00.000Z",
                     *       "output": {},
                     *       "trace_id": "text",
                     *       "engine_version": "text",
                     *       "engine_config_version_hash": "text"
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
                     *         "engine": "text",
                     *         "engine_type": "text",
                     *         "environment": "text",
                     *         "status": "completed",
                     *         "attempt": 1,
                     *         "created_at": "2026-11-21T09:00:00.000Z",
                     *         "completed_at": "2026-11-21T09:00:00.000Z",
                     *         "submitted_by": "text",
                     *         "key_id": "text",
                     *         "trace_id": "text"
                     *       },
                     *       "release": {
                     *         "engine_version": "text",
                     *         "config_version_hash": "text",
                     *         "request_schema_sha256": "text",
                     *         "response_schema_sha256": "text",
                     *         "pack": {
                     *           "key": "text",
                     *           "version": 1,
                     *           "sha256": "text"
                     *         }
                     *       },
                     *       "input_digest": {
                     *         "sha256": "text",
                     *         "bytes": 1
                     *       },
                     *       "output_digest": {
                     *         "sha256": "text",
                     *         "bytes": 1
                     *       },
                     *       "data": {
                     *         "heads": {},
                     *         "datasets": [
                     *           {
                     *             "dataset_key": "text",
                     *             "version": "text",
                     *             "sha256": "text"
                     *           }
                     *         ],
                     *         "documents": [
                     *           {
                     *             "ref": {},
                     *             "sha256": "text"
                     *           }
                     *         ],
                     *         "lists": [
                     *           {}
                     *         ]
                     *       },
                     *       "decision_trace": [
                     *         {
                     *           "stage": "text",
                     *           "rule_key": "text",
                     *           "result": "true",
                     *           "facts": [
                     *             {
                     *               "path": "text",
                     *               "value": {}
                     *             }
                     *           ],
                     *           "evidence_ids": [
                     *             "text"
                     *           ]
                     *         }
                     *       ],
                     *       "scoring": [
                     *         {
                     *           "target": {},
                     *           "breakdown": [
                     *             {}
                     *           ]
                     *         }
                     *       ],
                     *       "evidence": [
                     *         {}
                     *       ],
                     *       "model_use": {
                     *         "mode": "off",
                     *         "calls": [
                     *           {
                     *             "provider": "text",
                     *             "model": "text",
                     *             "task": "text",
                     *             "prompt_sha256": "text",
                     *             "response_sha256": "text",
                     *             "accepted": false,
                     *             "reason": "text"
                     *           }
                     *         ],
                     *         "egress_manifest_version": "text",
                     *         "fields_sent": [
                     *           "text"
                     *         ]
                     *       },
                     *       "human": {
                     *         "outcomes": [
                     *           {
                     *             "event_id": "9b2f6c1e-8f43-4a39-9d5c-6f1f7f0f2b11",
                     *             "event_type": "accepted",
                     *             "occurred_at": "2026-11-21T09:00:00.000Z",
                     *             "target": {},
                     *             "payload": {},
                     *             "reason_text": "text",
                     *             "recorded_at": "2026-11-21T09:00:00.000Z",
                     *             "recorded_by": "text"
                     *           }
                     *         ],
                     *         "annotations": [
                     *           {
                     *             "event_id": "9b2f6c1e-8f43-4a39-9d5c-6f1f7f0f2b11",
                     *             "label": "useful",
                     *             "path": "text",
                     *             "comment": "text",
                     *             "recorded_at": "2026-11-21T09:00:00.000Z",
                     *             "recorded_by": "text"
                     *           }
                     *         ],
                     *         "ledger_actions": [
                     *           {
                     *             "seq": 1,
                     *             "type": "text"
                     *           }
                     *         ]
                     *       },
                     *       "corrections": [
                     *         {
                     *           "correction_id": "9b2f6c1e-8f43-4a39-9d5c-6f1f7f0f2b11",
                     *           "seq": 1,
                     *           "created_at": "2026-11-21T09:00:00.000Z",
                     *           "created_by": "text",
                     *           "reason": "text",
                     *           "output_digest": {
                     *             "sha256": "text",
                     *             "bytes": 1
                     *           }
                     *         }
                     *       ],
                     *       "limitations": [
                     *         {
                     *           "code": "text",
                     *           "message": "text"
                     *         }
                     *       ],
                     *       "generated_at": "2026-11-21T09:00:00.000Z",
                     *       "integrity": {
                     *         "algorithm": "sha256-jcs",
                     *         "packet_sha256": "text"
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
                     *           "target": {},
                     *           "payload": {},
                     *           "reason_text": "text",
                     *           "recorded_at": "2026-11-21T09:00:00.000Z",
                     *           "recorded_by": "text"
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
                     *           "url": "text",
                     *           "events": [
                     *             "run.completed"
                     *           ],
                     *           "payload_mode": "thin",
                     *           "description": "text",
                     *           "status": "enabled",
                     *           "disabled_reason": "manual",
                     *           "disabled_at": "2026-11-21T09:00:00.000Z",
                     *           "retry_policy": "text",
                     *           "headers": {},
                     *           "max_per_second": 1,
                     *           "max_in_flight": 1,
                     *           "auto_recover": false,
                     *           "environment": "text",
                     *           "health": {
                     *             "last_success_at": "2026-11-21T09:00:00.000Z",
                     *             "first_failure_at": "2026-11-21T09:00:00.000Z",
                     *             "failures_in_a_row": 1
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
                     *       "url": "text",
                     *       "events": [
                     *         "run.completed"
                     *       ],
                     *       "payload_mode": "thin",
                     *       "description": "text",
                     *       "status": "enabled",
                     *       "disabled_reason": "manual",
                     *       "disabled_at": "2026-11-21T09:00:00.000Z",
                     *       "retry_policy": "text",
                     *       "headers": {},
                     *       "max_per_second": 1,
                     *       "max_in_flight": 1,
                     *       "auto_recover": false,
                     *       "environment": "text",
                     *       "health": {
                     *         "last_success_at": "2026-11-21T09:00:00.000Z",
                     *         "first_failure_at": "2026-11-21T09:00:00.000Z",
                     *         "failures_in_a_row": 1
                     *       },
                     *       "created_at": "2026-11-21T09:00:00.000Z",
                     *       "updated_at": "2026-11-21T09:00:00.000Z",
                     *       "secret": "text"
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
                     *       "url": "text",
                     *       "events": [
                     *         "run.completed"
                     *       ],
                     *       "payload_mode": "thin",
                     *       "description": "text",
                     *       "status": "enabled",
                     *       "disabled_reason": "manual",
                     *       "disabled_at": "2026-11-21T09:00:00.000Z",
                     *       "retry_policy": "text",
                     *       "headers": {},
                     *       "max_per_second": 1,
                     *       "max_in_flight": 1,
                     *       "auto_recover": false,
                     *       "environment": "text",
                     *       "health": {
                     *         "last_success_at": "2026-11-21T09:00:00.000Z",
                     *         "first_failure_at": "2026-11-21T09:00:00.000Z",
                     *         "failures_in_a_row": 1
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
                     *       "url": "text",
                     *       "events": [
                     *         "run.completed"
                     *       ],
                     *       "payload_mode": "thin",
                     *       "description": "text",
                     *       "status": "enabled",
                     *       "disabled_reason": "manual",
                     *       "disabled_at": "2026-11-21T09:00:00.000Z",
                     *       "retry_policy": "text",
                     *       "headers": {},
                     *       "max_per_second": 1,
                     *       "max_in_flight": 1,
                     *       "auto_recover": false,
                     *       "environment": "text",
                     *       "health": {
                     *         "last_success_at": "2026-11-21T09:00:00.000Z",
                     *         "first_failure_at": "2026-11-21T09:00:00.000Z",
                     *         "failures_in_a_row": 1
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
                /** @example 1 */
                limit?: number;
                /** @example text */
                cursor?: string;
                /** @example pending */
                state?: "pending" | "delivering" | "retry_scheduled" | "held" | "delivered" | "dead_letter" | "cancelled";
                /** @example run.completed */
                event_type?: "run.completed" | "run.failed" | "run.cancelled" | "run.superseded" | "webhook.test";
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
                     *           "reason": "retry_exhausted",
                     *           "cycle": 1,
                     *           "attempts": 1,
                     *           "next_attempt_at": "2026-11-21T09:00:00.000Z",
                     *           "delivered_at": "2026-11-21T09:00:00.000Z",
                     *           "created_at": "2026-11-21T09:00:00.000Z"
                     *         }
                     *       ],
                     *       "next_cursor": "text"
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
                     *       "reason": "retry_exhausted",
                     *       "cycle": 1,
                     *       "attempts": 1,
                     *       "next_attempt_at": "2026-11-21T09:00:00.000Z",
                     *       "delivered_at": "2026-11-21T09:00:00.000Z",
                     *       "created_at": "2026-11-21T09:00:00.000Z",
                     *       "attempt_log": [
                     *         {
                     *           "number": 1,
                     *           "cycle": 1,
                     *           "trigger": "text",
                     *           "outcome": "started",
                     *           "error_code": "text",
                     *           "status": 1,
                     *           "url": "text",
                     *           "remote_address": "text",
                     *           "timings_ms": {},
                     *           "response_headers": {},
                     *           "response_body": "text",
                     *           "response_body_encoding": "text",
                     *           "response_truncated": false,
                     *           "secret_ids": [
                     *             "9b2f6c1e-8f43-4a39-9d5c-6f1f7f0f2b11"
                     *           ],
                     *           "started_at": "2026-11-21T09:00:00.000Z",
                     *           "ended_at": "2026-11-21T09:00:00.000Z",
                     *           "next_attempt_at": "2026-11-21T09:00:00.000Z"
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
                /** @example text */
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
                     *       "reason": "retry_exhausted",
                     *       "cycle": 1,
                     *       "attempts": 1,
                     *       "next_attempt_at": "2026-11-21T09:00:00.000Z",
                     *       "delivered_at": "2026-11-21T09:00:00.000Z",
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
                     *       "secret": "text",
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
                     *       "reason": "retry_exhausted",
                     *       "cycle": 1,
                     *       "attempts": 1,
                     *       "next_attempt_at": "2026-11-21T09:00:00.000Z",
                     *       "delivered_at": "2026-11-21T09:00:00.000Z",
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
