import { Setting } from "@daybook/kernel"
import * as Kinds from "./kinds.ts"

/** The limits of clients, and the trusted proxies and origins. */
export const limits = Setting.group("Limits", {
  rateLimit: {
    name: "RATE_LIMIT",
    kind: Setting.wholeNumber(1, 1_000_000_000, "a whole number from 1"),
    default: "60",
    meaning:
      "requests per key in any 60 s, unless the key has a limit of its own; the page has 1,200 beside it",
  },
  maxConnections: {
    name: "MAX_CONNECTIONS",
    kind: Setting.wholeNumber(1, 1_000_000, "a whole number from 1"),
    default: "2000",
    meaning: "open connections of both APIs together; a low limit of open files lowers it",
  },
  clientTimeoutSeconds: {
    name: "CLIENT_TIMEOUT_SECONDS",
    kind: Kinds.seconds,
    default: "15",
    meaning: "seconds that a client may take to send a request's head, or to take more of its answer",
  },
  trustedProxies: {
    name: "TRUSTED_PROXIES",
    kind: Kinds.networks,
    default: "",
    shown: "none",
    meaning: "addresses or networks, comma-separated, whose X-Forwarded-For is believed",
  },
  allowedOrigins: {
    name: "ALLOWED_ORIGINS",
    kind: Kinds.origins,
    default: "",
    shown: "none",
    meaning: "origins of browsers for CORS, comma-separated",
  },
})

/** The private networks that webhooks may reach. */
export const webhooks = Setting.group("Webhooks", {
  webhooksTo: {
    name: "WEBHOOKS_TO",
    kind: Kinds.networks,
    default: "",
    shown: "none",
    meaning:
      "private addresses or networks, comma-separated, that webhooks may be sent to, such as 192.168.1.0/24",
  },
})

/** The rights of assistants. */
export const assistants = Setting.group("Assistants", {
  assistantsWrite: {
    name: "MCP_WRITES",
    kind: Setting.onOrOff,
    default: "off",
    meaning: "on: assistants with an admin key may add, correct and remove, and start syncs",
  },
})

/** The time zone, the schedule, and how long records are kept. */
export const time = Setting.group("Time and syncs", {
  timeZone: {
    name: "TIME_ZONE",
    kind: Kinds.timeZone,
    default: "UTC",
    meaning: "your time zone, such as Europe/Lisbon: it decides which day an instant belongs to",
  },
  scheduledSyncs: {
    name: "SYNC_SCHEDULE",
    kind: Setting.onOrOff,
    default: "on",
    meaning: "off: no scheduled syncs",
  },
  requestRetentionDays: {
    name: "REQUEST_RETENTION_DAYS",
    kind: Setting.wholeNumber(1, 3_650, "a whole number of days from 1"),
    default: "7",
    meaning: "days that the outcomes of set-once requests are kept",
  },
  erasureLogDays: {
    name: "ERASURE_LOG_DAYS",
    kind: Setting.wholeNumber(1, 3_650, "a whole number of days from 1"),
    default: "365",
    meaning: "days that the log keeps an erasure of a profile",
  },
})

/** The destinations of traces, logs and metrics. */
export const observability = Setting.group("Observability", {
  otlp: {
    name: "OTLP_URL",
    kind: Kinds.collector,
    meaning: "an OTLP/HTTP collector for traces, logs and metrics, such as http://127.0.0.1:4318",
  },
  metrics: {
    name: "METRICS",
    kind: Setting.onOrOff,
    default: "off",
    meaning: "on: GET /metrics, for an admin key",
  },
})
