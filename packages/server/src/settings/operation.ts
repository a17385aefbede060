import { Setting } from "@daybook/kernel"
import * as Kinds from "./kinds.ts"

/** The limits of clients, and the trusted proxies and origins. */
export const limits = Setting.group("Limits", {
  rateLimit: Setting.of("RATE_LIMIT", Setting.wholeNumber(1, 1_000_000_000, "a whole number from 1"), {
    default: "60",
    meaning: "default requests per minute per key (sliding 60 s window); the page has a separate 1,200",
  }),
  maxConnections: Setting.of("MAX_CONNECTIONS", Setting.wholeNumber(1, 1_000_000, "a whole number from 1"), {
    default: "2000",
    meaning: "open connections of both APIs together; a low limit on open files lowers it",
  }),
  clientTimeoutSeconds: Setting.of("CLIENT_TIMEOUT_SECONDS", Kinds.seconds, {
    default: "15",
    meaning: "seconds before a client that stops sending headers or reading the response is disconnected",
  }),
  trustedProxies: Setting.of("TRUSTED_PROXIES", Kinds.networks, {
    default: "",
    shown: "none",
    meaning: "comma-separated IPs or CIDR ranges whose X-Forwarded-For is trusted",
  }),
  allowedOrigins: Setting.of("ALLOWED_ORIGINS", Kinds.origins, {
    default: "",
    shown: "none",
    meaning: "comma-separated browser origins allowed by CORS",
  }),
})

/** The private networks that webhooks may reach. */
export const webhooks = Setting.group("Webhooks", {
  webhooksTo: Setting.of("WEBHOOKS_TO", Kinds.networks, {
    default: "",
    shown: "none",
    meaning: "comma-separated private IPs or CIDR ranges that webhooks may call, such as 192.168.1.0/24",
  }),
})

/** The rights of assistants. */
export const assistants = Setting.group("Assistants", {
  assistantsWrite: Setting.of("MCP_WRITES", Setting.onOrOff, {
    default: "off",
    meaning: "on: assistants with an admin key may add, edit and remove items and start syncs",
  }),
})

/** The time zone, the schedule, and how long records are stored. */
export const time = Setting.group("Time and syncs", {
  timeZone: Setting.of("TIME_ZONE", Kinds.timeZone, {
    default: "UTC",
    meaning: "your time zone, such as Europe/Lisbon; decides which day each entry belongs to",
  }),
  dayBeginsAt: Setting.of("DAY_BEGINS_AT", Kinds.dayBeginning, {
    default: "00:00",
    meaning:
      "when your days begin, from 00:00 to 06:00; with 04:00 what ends at one in the night belongs to the evening",
  }),
  scheduledSyncs: Setting.of("SYNC_SCHEDULE", Setting.onOrOff, {
    default: "on",
    meaning: "off: no scheduled syncs",
  }),
  requestRetentionDays: Setting.of(
    "REQUEST_RETENTION_DAYS",
    Setting.wholeNumber(1, 3_650, "a whole number of days from 1"),
    { default: "7", meaning: "days to retain the outcomes of set-once requests" },
  ),
  erasureLogDays: Setting.of(
    "ERASURE_LOG_DAYS",
    Setting.wholeNumber(1, 3_650, "a whole number of days from 1"),
    { default: "365", meaning: "days to keep entries in the erasure log" },
  ),
})

/** How the page looks and counts. */
export const appearance = Setting.group("Appearance and units", {
  weekBeginsOn: Setting.of("WEEK_BEGINS_ON", Setting.oneOf("monday", "sunday", "saturday"), {
    default: "monday",
    meaning: "the first day of a week in calendars of the page",
  }),
  units: Setting.of("PAGE_UNITS", Setting.oneOf("auto", "kilometres", "miles"), {
    default: "auto",
    meaning: "distances in the page; auto: as the browser's language counts",
  }),
  language: Setting.of("PAGE_LANGUAGE", Kinds.language, {
    default: "auto",
    meaning:
      "the language of the page: en, de, es, fr, ja or pt, with a region for its numbers and dates; auto: the browser's",
  }),
  theme: Setting.of("PAGE_THEME", Setting.oneOf("system", "light", "dark"), {
    default: "system",
    meaning: "the look of the page",
  }),
})

/** The destinations of traces, logs and metrics. */
export const observability = Setting.group("Observability", {
  otlp: Setting.of("OTLP_URL", Kinds.collector, {
    meaning: "an OTLP/HTTP collector for traces, logs and metrics, such as http://127.0.0.1:4318",
  }),
  metrics: Setting.of("METRICS", Setting.onOrOff, {
    default: "off",
    meaning: "on: GET /metrics, for an admin key",
  }),
})
