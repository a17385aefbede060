import { Setting } from "@daybook/kernel"
import * as Kinds from "./kinds.ts"

/** The limits of clients, and the trusted proxies and origins. */
export const limits = Setting.group("Limits", {
  rateLimit: {
    name: "RATE_LIMIT",
    kind: Setting.wholeNumber(1, 1_000_000_000, "a whole number from 1"),
    default: "60",
    meaning: "default requests per minute per key (sliding 60 s window); the page has a separate 1,200",
  },
  maxConnections: {
    name: "MAX_CONNECTIONS",
    kind: Setting.wholeNumber(1, 1_000_000, "a whole number from 1"),
    default: "2000",
    meaning: "open connections of both APIs together; a low limit on open files lowers it",
  },
  clientTimeoutSeconds: {
    name: "CLIENT_TIMEOUT_SECONDS",
    kind: Kinds.seconds,
    default: "15",
    meaning: "seconds before a client that stops sending headers or reading the response is disconnected",
  },
  trustedProxies: {
    name: "TRUSTED_PROXIES",
    kind: Kinds.networks,
    default: "",
    shown: "none",
    meaning: "comma-separated IPs or CIDR ranges whose X-Forwarded-For is trusted",
  },
  allowedOrigins: {
    name: "ALLOWED_ORIGINS",
    kind: Kinds.origins,
    default: "",
    shown: "none",
    meaning: "comma-separated browser origins allowed by CORS",
  },
})

/** The private networks that webhooks may reach. */
export const webhooks = Setting.group("Webhooks", {
  webhooksTo: {
    name: "WEBHOOKS_TO",
    kind: Kinds.networks,
    default: "",
    shown: "none",
    meaning: "comma-separated private IPs or CIDR ranges that webhooks may call, such as 192.168.1.0/24",
  },
})

/** The rights of assistants. */
export const assistants = Setting.group("Assistants", {
  assistantsWrite: {
    name: "MCP_WRITES",
    kind: Setting.onOrOff,
    default: "off",
    meaning: "on: assistants with an admin key may add, edit and remove items and start syncs",
  },
})

/** The time zone, the schedule, and how long records are stored. */
export const time = Setting.group("Time and syncs", {
  timeZone: {
    name: "TIME_ZONE",
    kind: Kinds.timeZone,
    default: "UTC",
    meaning: "your time zone, such as Europe/Lisbon; decides which day each entry belongs to",
  },
  dayBeginsAt: {
    name: "DAY_BEGINS_AT",
    kind: Kinds.dayBeginning,
    default: "00:00",
    meaning:
      "when your days begin, from 00:00 to 06:00; with 04:00 what ends at one in the night belongs to the evening",
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
    meaning: "days to retain the outcomes of set-once requests",
  },
  erasureLogDays: {
    name: "ERASURE_LOG_DAYS",
    kind: Setting.wholeNumber(1, 3_650, "a whole number of days from 1"),
    default: "365",
    meaning: "days to keep entries in the erasure log",
  },
})

/** How the page looks and counts. */
export const appearance = Setting.group("Appearance and units", {
  weekBeginsOn: {
    name: "WEEK_BEGINS_ON",
    kind: Setting.oneOf("monday", "sunday", "saturday"),
    default: "monday",
    meaning: "the first day of a week in calendars of the page",
  },
  units: {
    name: "PAGE_UNITS",
    kind: Setting.oneOf("auto", "kilometres", "miles"),
    default: "auto",
    meaning: "distances in the page; auto: as the browser's language counts",
  },
  language: {
    name: "PAGE_LANGUAGE",
    kind: Kinds.language,
    default: "auto",
    meaning: "the language of numbers and dates in the page; auto: the browser's",
  },
  theme: {
    name: "PAGE_THEME",
    kind: Setting.oneOf("system", "light", "dark"),
    default: "system",
    meaning: "the look of the page",
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
