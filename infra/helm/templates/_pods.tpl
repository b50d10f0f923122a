{{/* Labels that select the pods of a component. (dict "root" $ "component" "api") */}}
{{- define "engine.selector" -}}
app.kubernetes.io/name: {{ .root.Chart.Name }}
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .component }}
{{- end }}

{{- define "engine.labels" -}}
{{ include "engine.selector" . }}
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .root.Chart.Name .root.Chart.Version | replace "+" "_" }}
{{- end }}

{{- define "engine.image" -}}
{{- with .Values.image -}}
{{ .repository }}{{ if .digest }}@{{ .digest }}{{ else }}:{{ .tag | default $.Chart.AppVersion }}{{ end }}
{{- end }}
{{- end }}

{{/* Security of every pod: the user of the image, and nothing that a process does not need. */}}
{{- define "engine.podSecurity" -}}
runAsNonRoot: true
runAsUser: {{ . }}
runAsGroup: {{ . }}
fsGroup: {{ . }}
fsGroupChangePolicy: OnRootMismatch
seccompProfile:
  type: RuntimeDefault
{{- end }}

{{- define "engine.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities:
  drop: ["ALL"]
{{- end }}

{{/* The variables of a pod. (dict "root" $ "env" .Values.api.env) */}}
{{- define "engine.env" -}}
{{- $values := .root.Values }}
{{- $secrets := deepCopy $values.secrets }}
{{- $given := dict "FILES_STORE" $values.files.store }}
{{- if $values.hosts.files }}{{ $_ := set $given "FILES_PUBLIC_URL" (printf "https://%s" $values.hosts.files) }}{{ end }}
{{- if $values.hosts.console }}{{ $_ := set $given "CONSOLE_PUBLIC_URL" (printf "https://%s" $values.hosts.console) }}{{ end }}
{{- if $values.postgresql.bundled }}
- name: POSTGRES_PASSWORD
  valueFrom:
    secretKeyRef: {{ toJson (required "secrets.POSTGRES_PASSWORD is needed with postgresql.bundled" $secrets.POSTGRES_PASSWORD) }}
- name: DATABASE_URL
  value: postgres://service:$(POSTGRES_PASSWORD)@{{ .root.Release.Name }}-postgresql:5432/service
{{- $secrets = omit $secrets "DATABASE_URL" }}
{{- end }}
{{- if $values.redis.bundled }}
- name: QUEUE_URL
  value: redis://{{ .root.Release.Name }}-redis:6379
{{- $secrets = omit $secrets "QUEUE_URL" }}
{{- end }}
{{- range $name, $reference := omit $secrets "POSTGRES_PASSWORD" }}
- name: {{ $name }}
  valueFrom:
    secretKeyRef: {{ toJson $reference }}
{{- end }}
{{- range $name, $value := merge (dict) .env $values.env $given }}
- name: {{ $name }}
  {{- /* Helm reads numbers as floats, which print 1000000 as 1e+06. */}}
  value: {{ if kindIs "float64" $value }}{{ int64 $value | quote }}{{ else }}{{ $value | quote }}{{ end }}
{{- end }}
{{- end }}

{{/* What all pods of the image have in common, at the level of a pod's spec. */}}
{{- define "engine.pod" -}}
automountServiceAccountToken: false
{{- with .Values.image.pullSecrets }}
imagePullSecrets:
  {{- range . }}
  - name: {{ . }}
  {{- end }}
{{- end }}
securityContext:
  {{- include "engine.podSecurity" 1000 | nindent 2 }}
{{- with .Values.nodeSelector }}
nodeSelector:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.tolerations }}
tolerations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end }}

{{/* What all containers of the image have in common. (dict "root" $ "env" … "resources" …) */}}
{{- define "engine.container" -}}
image: {{ include "engine.image" .root }}
imagePullPolicy: {{ .root.Values.image.pullPolicy }}
env:
  {{- include "engine.env" . | trim | nindent 2 }}
securityContext:
  {{- include "engine.containerSecurity" . | nindent 2 }}
resources:
  {{- toYaml .resources | nindent 2 }}
{{- end }}

{{- define "engine.serviceAccount" -}}
{{ .Values.serviceAccount.name | default .Release.Name }}
{{- end }}
