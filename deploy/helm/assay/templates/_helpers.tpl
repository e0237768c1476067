{{/* Image of a service. Call with (dict "root" $ "name" "query"). */}}
{{- define "assay.image" -}}
{{- with .root.Values.image.repository }}{{ . }}/{{ end }}assay-{{ .name }}:{{ .root.Values.image.tag | default .root.Chart.AppVersion }}
{{- end }}

{{/* Labels that select the pods of one part. Call with (dict "root" $ "name" "query" "part" "serve"). */}}
{{- define "assay.selector" -}}
app.kubernetes.io/name: assay-{{ .name }}
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .part }}
{{- end }}

{{- define "assay.labels" -}}
{{ include "assay.selector" . }}
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
app.kubernetes.io/part-of: assay
{{- end }}

{{/* Pod of a part. Call with root, name, part, service (its values), resources, secrets and, for settings of this part alone, env. */}}
{{- define "assay.pod" -}}
{{- $serves := ne .part "migrate" -}}
{{- /* Seconds for open requests at the end of a server: after 5 s in which it still answers, before 30 s to stop. */}}
{{- $requests := ternary (.service.drainRequestsSeconds | default 10) 10 (eq .part "serve") -}}
automountServiceAccountToken: false
enableServiceLinks: false
terminationGracePeriodSeconds: {{ add $requests 40 }}
{{- with .root.Values.image.pullSecrets }}
imagePullSecrets:
  {{- toYaml . | nindent 2 }}
{{- end }}
securityContext:
  runAsNonRoot: true
  runAsUser: 10001
  runAsGroup: 10001
  fsGroup: 10001
  seccompProfile:
    type: RuntimeDefault
{{- if $serves }}
topologySpreadConstraints:
  - maxSkew: 1
    topologyKey: kubernetes.io/hostname
    whenUnsatisfiable: ScheduleAnyway
    labelSelector:
      matchLabels:
        {{- include "assay.selector" . | nindent 8 }}
{{- end }}
containers:
  - name: {{ .part }}
    image: {{ include "assay.image" . }}
    imagePullPolicy: {{ .root.Values.image.pullPolicy }}
    args: [{{ .part }}]
    securityContext:
      allowPrivilegeEscalation: false
      readOnlyRootFilesystem: true
      capabilities:
        drop: [ALL]
    env:
      {{- if $serves }}
      - name: ADMIN_HOST
        value: 0.0.0.0
      - name: ADMIN_PORT
        value: "9464"
      {{- end }}
      {{- if eq .part "serve" }}
      - name: DRAIN_DELAY_MS
        value: "5000"
      - name: DRAIN_REQUESTS_MS
        value: {{ mul $requests 1000 | quote }}
      {{- end }}
      {{- if .service.scratch }}
      - name: TMPDIR
        value: /data
      {{- end }}
      {{- range $name, $value := merge dict (.env | default dict) (.service.env | default dict) }}
      - name: {{ $name }}
        value: {{ $value | quote }}
      {{- end }}
      {{- range $name, $from := .secrets }}
      - name: {{ $name }}
        valueFrom:
          secretKeyRef:
            name: {{ $from.secret }}
            key: {{ $from.key }}
      {{- end }}
    {{- if $serves }}
    ports:
      {{- if eq .part "serve" }}
      - name: http
        containerPort: {{ .service.port }}
      {{- end }}
      - name: metrics
        containerPort: 9464
    {{- end }}
    {{- if eq .part "serve" }}
    startupProbe:
      httpGet: { path: /health, port: http }
      periodSeconds: 2
      failureThreshold: 90
    readinessProbe:
      httpGet: { path: /ready, port: http }
      periodSeconds: 5
      timeoutSeconds: 3
      failureThreshold: 2
    livenessProbe:
      httpGet: { path: /health, port: http }
      periodSeconds: 10
      timeoutSeconds: 5
      failureThreshold: 6
    {{- else if $serves }}
    startupProbe:
      httpGet: { path: /metrics, port: metrics }
      periodSeconds: 2
      failureThreshold: 90
    livenessProbe:
      httpGet: { path: /metrics, port: metrics }
      periodSeconds: 20
      timeoutSeconds: 10
      failureThreshold: 6
    {{- end }}
    resources:
      {{- toYaml .resources | nindent 6 }}
    volumeMounts:
      - { name: tmp, mountPath: /tmp }
      - { name: data, mountPath: /data }
volumes:
  - name: tmp
    emptyDir: { sizeLimit: 1Gi }
  - name: data
    emptyDir: { sizeLimit: {{ .service.scratch | default "1Gi" }} }
{{- end }}
