import { count, number, textOf } from "../../words.ts"
import { domain } from "./frame.ts"

export const knownShares = {
  "/v1/feed.atom": "Everything, for feed readers (Atom)",
  "/v1/feed.json": "Everything, for feed readers (JSON Feed)",
  "/v1/reading/archive.atom": "Articles read, for feed readers",
  "/v1/watching/reviews.atom": "Film reviews, for feed readers",
  "/v1/attending/events.ics": "Events attended, for calendars",
  "/v1/attending/upcoming.ics": "Upcoming events, for calendars",
  "/v1/cards/now-playing.svg": "Now playing, as an image",
  "/v1/cards/top-albums.svg": "Top albums, as an image",
  "/v1/live": "Live events, for a page that updates itself",
}

export const eventNames = {
  play: "Play",
  "play.sent": "Play that an app sent",
  "article.finished": "Article finished",
  "film.watched": "Film watched",
  run: "Run",
  "event.attended": "Event attended",
  "record.added": "Record added",
  "check-in": "Check-in",
  "sync.failed": "Sync failed",
}

/** The texts of API keys. */
export const keys = {
  make: "New key",
  name: "Name",
  nameHint: "For your reference, such as the app that uses it.",
  scope: "Access",
  scopeNames: {
    read: "Read everything",
    submit: "Submit plays and visits only",
    save: "Save pages only",
    admin: "Read and change everything",
  },
  scopeWords: { read: "read", submit: "submit", save: "save pages", admin: "read and change" },
  end: "Expires on",
  endHint: "Leave empty for no expiry.",
  limit: "Requests per minute",
  limitHint: "Leave empty for the server default.",
  create: "Create key",
  made: (name: string) => `Key “${name}”`,
  once: "Copy it now. You won't be able to see it again.",
  list: "In use",
  hint: (last: string) => `ends in ${last}`,
  created: "Made",
  lastUsed: "Last used",
  neverUsed: "Never used",
  expires: "Expires",
  expired: "expired",
  limitOf: (value: number) => `${number(value)} requests per minute`,
  revoke: "Revoke",
  revokeQuestion: (name: string) => `Revoke “${name}”?`,
  revokeLost: "Apps using this key stop working immediately.",
  revokeOwn:
    "This browser is signed in with a key of this name. If it is the same key, you'll be signed out.",
} as const

/** The texts of connected assistants. */
export const assistants = {
  list: "Connected",
  none: "No assistants yet",
  noneHint: "Add this address as a connector in Claude or ChatGPT:",
  reads: (domains: ReadonlyArray<string>) =>
    domains.length === 0 ? "Reads everything" : `Reads ${domains.map(domain).join(", ")}`,
  writes: "may write",
  connected: "Connected",
  lastUsed: "Last used",
  neverUsed: "Never used",
  end: "Disconnect",
  endQuestion: (name: string) => `Disconnect “${name}”?`,
  endLost: "It loses access immediately. To use it again, connect it again.",
} as const

/** The texts of shared links. */
export const shares = {
  make: "New share",
  what: "Content",
  known: (address: string) => {
    const year = /^\/v1\/cards\/year\/(\d+)\.svg$/.exec(address)?.[1]
    if (year !== undefined) return `The year ${year}, as an image`
    const named = /^\/v1\/cards\/calendar\/([\w-]+)\.svg$/.exec(address)?.[1]
    if (named !== undefined) return `${domain(named)}: a year day by day, as an image`
    const page = /^\/pages\/(?:years\/(\d+)|now)/.exec(address)
    if (page !== null)
      return page[1] === undefined ? "Right now, as a public page" : `The year ${page[1]}, as a public page`
    return textOf(knownShares, address, address)
  },
  another: "Another API path",
  address: "Path",
  addressHint: "A path that a read key can GET, with its parameters. /docs lists them all.",
  name: "Note",
  nameHint: "For your reference, such as who you gave it to.",
  create: "Share",
  made: (address: string) => `Share link for ${address}`,
  once: "Copy it now. Anyone with this link can read this and nothing else until you revoke it.",
  list: "In use",
  none: "No shares yet",
  hint: (last: string) => `ends in ${last}`,
  created: "Made",
  lastUsed: "Last used",
  neverUsed: "Never used",
  revoke: "Revoke",
  revokeQuestion: (name: string) => `Revoke the share “${name}”?`,
  revokeLost: "The link stops working immediately. A new share gets a different link.",
} as const

/** The texts of webhooks. */
export const webhooks = {
  make: "New webhook",
  url: "URL",
  urlHint: "Receives a POST for each event. Private addresses must be allowed below.",
  events: "Events",
  event: (type: string) => textOf(eventNames, type, type),
  more: "More",
  secret: "Your own secret",
  secretHint: "whsec_ followed by 24 to 64 bytes in base64. Leave empty to generate one.",
  create: "Create webhook",
  made: (url: string) => `Signing secret for ${url}`,
  once: "Copy it now. The receiver verifies signatures with it (Standard Webhooks).",
  relay: "Send plays on",
  relayHint:
    "Plays that apps send here go on to a service, a few minutes later, each once. Plays that came from it do not.",
  service: "Service",
  services: { listenbrainz: "ListenBrainz, Maloja or Koito", lastfm: "Last.fm" },
  relayUrl: "Address of the service",
  relayUrlHint:
    "Such as https://maloja.example.org/apis/listenbrainz. Private addresses must be allowed below.",
  token: "Token",
  apiKey: "API key",
  apiSecret: "Shared secret",
  apiHint: "From your own API account at last.fm/api/accounts.",
  username: "User name",
  password: "Password",
  passwordHint: "Used once to sign in. It is not stored.",
  startRelay: "Send plays on",
  list: "In use",
  none: "No webhooks yet",
  noneHint: "A webhook calls your app within seconds of each new play, run or film.",
  working: "On",
  off: "Off",
  switchOff: "Turn off",
  switchOn: "Turn on",
  offSince: "since",
  failing: (failures: number) => count(failures, "failed attempt", "failed attempts"),
  next: "Next attempt at",
  removeQuestion: "Remove this webhook?",
  removeLost: (url: string) => `Daybook stops calling ${url} and deletes its secret and delivery log.`,
  deliveries: "Deliveries",
  noDeliveries: "No deliveries yet",
  noDeliveriesHint: "Only events after the webhook was created are sent.",
  statuses: { waiting: "Waiting", delivered: "Delivered", "set aside": "Failed" },
  attempts: (value: number) => count(value, "attempt", "attempts"),
  answered: (status: number) => `status ${status}`,
  body: "Payload",
  retry: "Send again",
} as const
