/**
 * What callers are promised: resource schemas, error table, limits, headers, capabilities, ids.
 * Everything a request is checked against and a response is checked by derives from here; storage does not.
 * Imports zod (and Node's hash for ids) and nothing else.
 */
export { aliases } from "./aliases.ts";
export {
  ConversationAnnotation,
  conversationAnnotationKinds,
  ConversationAnnotationList,
  ConversationAnnotationParams,
  conversationRatings,
  CreateConversationAnnotationRequest,
  requiredMemberOf,
  UpdateConversationAnnotationRequest,
  type ConversationAnnotationKind,
  type ConversationRating,
} from "./conversations/annotations.ts";
export {
  Conversation,
  ConversationHeaders,
  ConversationList,
  ConversationParams,
  conversationStatuses,
  ConversationSubject,
  CreateConversationRequest,
  SeedMessage,
  UpdateConversationRequest,
  type ConversationStatus,
} from "./conversations/conversations.ts";
export { exportFormats, exportVersion, type ExportFormat } from "./conversations/export.ts";
export {
  attachmentMediaTypes,
  defaultDeclineText,
  emptyEgressManifestSha256,
  groundingSourceKinds,
  InstanceConfig,
  turnTools,
  variableTypes,
  type AttachmentMediaType,
  type GroundingSource,
  type GroundingSourceKind,
  type TurnTool,
  type VariableType,
} from "./conversations/instance-config.ts";
export {
  ConversationInstance,
  ConversationInstanceList,
  CreateInstanceRequest,
  DraftGate,
  EvalGate,
  gateStates,
  InstanceDraft,
  InstanceParams,
  instanceStatuses,
  ModelAlias,
  SaveDraftRequest,
  UpdateInstanceRequest,
  type GateState,
  type InstanceStatus,
} from "./conversations/instances.ts";
export {
  InstanceVersion,
  InstanceVersionList,
  InstanceVersionParams,
  PublishInstanceRequest,
  ReleaseDryRun,
  ReleaseGate,
} from "./conversations/versions.ts";
export { capabilities, portalOnlyCapabilities, type Capability } from "./capabilities.ts";
export { engineTypeNames, type EngineTypeName } from "./engine-type-names.ts";
export {
  codesOfTemplate,
  EnvironmentInUseEnvelope,
  ErrorEnvelope,
  errors,
  errorTemplates,
  isErrorTemplate,
  type ErrorCode,
  type ErrorSpec,
  type ErrorTemplate,
  type SubmissionStampReason,
} from "./errors.ts";
export { correctionEventId, runEventId } from "./event-ids.ts";
export { fail, failSubmissionStamp, ServiceError, type FailOptions, type PlainErrorCode } from "./fail.ts";
export { ActingHeaders, headerNames, RunReadHeaders, RunSubmissionHeaders, waitSeconds } from "./headers.ts";
export { issueMessage } from "./issue-messages.ts";
export { jsonCostLimits, limits } from "./limits.ts";
export { refusalAt, refusalOf, refusing } from "./refusing.ts";
export { DecisionTraceEntry, DefensibilityPacket, ModelCall, PacketCorrection } from "./resources/defensibility.ts";
export {
  ConfigValidation,
  CreateEngineRequest,
  EngineConfigResponse,
  EngineList,
  EngineMetadata,
  engineSlugPattern,
  EngineSlugParams,
  engineStatuses,
  EngineVersionParams,
  pinPolicies,
  PublishedRelease,
  PublishRequest,
  ReleaseDetail,
  ReleaseList,
  ReleaseSummary,
  SaveConfigRequest,
  UpdateEngineRequest,
  ValidateConfigRequest,
  versionPattern,
  type EngineStatus,
  type PinPolicy,
} from "./resources/engines.ts";
export {
  CreateEnvironmentRequest,
  Environment,
  EnvironmentList,
  EnvironmentParams,
  environmentSlugPattern,
  reservedEnvironmentSlugs,
  UpdateEnvironmentRequest,
} from "./resources/environments.ts";
export { comparisonInputExample } from "./resources/examples.ts";
export {
  ForeignEvent,
  ForeignEventForm,
  inboundOutcomes,
  inboundReasons,
  inboundSourceKinds,
  inboundTypePattern,
  IngestHeaders,
  IngestParams,
  IngestResult,
  NativeEvent,
  type InboundOutcome,
  type InboundReason,
  type InboundSourceKind,
} from "./resources/inbound.ts";
export {
  annotationReasons,
  annotationStatuses,
  Opportunity,
  OpportunityAnnotation,
  OpportunityAnnotationRequest,
  opportunityChanges,
  opportunityKinds,
  OpportunityProjection,
  OpportunityRunRequest,
  opportunityStatuses,
  OpportunitySummary,
  type OpportunityKind,
  type OpportunityStatus,
} from "./resources/opportunities.ts";
export {
  isPlatformEventType,
  PlatformEvent,
  platformEventTypes,
  type PlatformEventType,
} from "./resources/platform-events.ts";
export { Health } from "./resources/platform.ts";
export {
  Annotation,
  AnnotationList,
  annotationLabels,
  AnnotationRequest,
  LatestBatch,
  LatestBatchRequest,
  LatestRunQuery,
  Outcome,
  OutcomeList,
  OutcomeRequest,
  outcomeTargetKinds,
  outcomeTypes,
  RecordedEvent,
  type AnnotationLabel,
  type OutcomeType,
} from "./resources/run-records.ts";
export {
  CancelledRun,
  CancelRequest,
  EmptyRequest,
  finalRunStatuses,
  outputPhases,
  Run,
  RunAccepted,
  RunErrorDetails,
  RunParams,
  RunStatusFields,
  runStatuses,
  RunSubmission,
  RunWarning,
  testScenarios,
  type OutputPhase,
  type RunStatus,
  type TestScenario,
} from "./resources/runs.ts";
export { anyUuid, day, JsonObject, JsonValue, text, Timestamp, wholeNumber } from "./resources/shapes.ts";
export {
  CreatedEndpoint,
  CreateEndpointRequest,
  deadLetterReasons,
  DeliveryList,
  DeliveryListQuery,
  DeliveryParams,
  deliveryStates,
  disabledReasons,
  EndpointList,
  EndpointParams,
  endpointStatuses,
  payloadModes,
  previousSecretSeconds,
  RecoverRequest,
  RecoveryParams,
  recoveryStates,
  RotatedSecret,
  RotateSecretRequest,
  runEventTypes,
  ThinRun,
  UpdateEndpointRequest,
  WebhookAttempt,
  WebhookDelivery,
  WebhookDeliveryDetail,
  WebhookEndpoint,
  WebhookEvent,
  WebhookRecovery,
  webhookEventTypes,
  webhookVersion,
  type DeadLetterReason,
  type DeliveredEventType,
  type DeliveryState,
  type EndpointStatus,
  type PayloadMode,
  type RunEventType,
  type WebhookEventType,
  type RecoveryState,
} from "./resources/webhooks.ts";
export { serviceNamespace, uuidV5 } from "./derived-ids.ts";
