import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { DataVersions } from "./dataVersions.ts"
import { InvalidInput } from "./errors.ts"
import type { EpochMillis } from "./calendar.ts"
import type { EventSource, HappenedEvent } from "./events.ts"
import { formatInstant } from "./calendar.ts"
import { randomHex } from "./hex.ts"
import { mostWebhooks, type NewDelivery, type SendsWebhooks, WebhookStore } from "./webhooks.ts"

/** Events that happened longer ago than this are no news by their date alone. */
export const newsMillis = 7 * 86_400_000

/** The longest address of a webhook. */
export const longestWebhookUrl = 2_000

/** An event as a delivery. The body has the members that Standard Webhooks recommends. */
export const deliveryOf = ({ at, data, ref, type }: HappenedEvent): NewDelivery => ({
  messageId: `msg_${randomHex(16)}`,
  type,
  ref,
  at,
  payload: JSON.stringify({ type, timestamp: formatInstant(at), data }),
})

/** The order in which events are told that are found together. */
export const byTime = (one: HappenedEvent, other: HappenedEvent): number =>
  one.at - other.at || (one.type < other.type ? -1 : one.type > other.type ? 1 : 0)

/** The events of some sources that are news at an instant by their date, in order. */
export const newsOf = Effect.fnUntraced(function* <R>(
  sources: ReadonlyArray<EventSource<R>>,
  from: EpochMillis,
  now: EpochMillis,
) {
  const found = yield* Effect.forEach(sources, ({ read }) =>
    read({ from: from - newsMillis, until: now + 1 }),
  )
  return found.flat().sort(byTime)
})

const prefix = "whsec_"
const Bytes = Schema.Uint8ArrayFromBase64
const decode = Schema.decodeResult(Bytes)
const writeBytes = Schema.encodeSync(Bytes)

/** The bytes of a secret that follows Standard Webhooks: `whsec_` and 24 to 64 bytes in base64. Undefined for another text. */
export const secretBytes = (secret: string): Uint8Array | undefined => {
  if (!secret.startsWith(prefix)) return undefined
  const bytes = decode(secret.slice(prefix.length))
  if (bytes._tag === "Failure") return undefined
  return bytes.success.length >= 24 && bytes.success.length <= 64 ? bytes.success : undefined
}

const invalid = (field: string, why: string) => new InvalidInput({ field, message: `${field}: ${why}` })

/**
 * Makes a webhook that is told of these types of events from now on. Gives the secret too where it was made here. Events that are there already
 * count as known.
 */
export const makeWebhook = Effect.fn("Kernel.makeWebhook")(function* <R>(
  sender: SendsWebhooks,
  sources: ReadonlyArray<EventSource<R>>,
  request: { readonly url: string; readonly events: ReadonlyArray<string>; readonly secret?: string },
) {
  const { list, insert } = yield* WebhookStore
  const types = sources.map(({ type }) => type)
  const events = types.filter((type) => request.events.includes(type))
  const unknown = request.events.find((type) => !types.includes(type))
  if (unknown !== undefined || events.length === 0) {
    return yield* invalid("events", `must be one or more of ${types.join(", ")}`)
  }
  if (request.url.length > longestWebhookUrl)
    return yield* invalid("url", `must have at most ${longestWebhookUrl} characters`)
  const fault = sender.faultOf(request.url)
  if (fault !== undefined) return yield* invalid("url", fault)
  if (request.secret !== undefined && secretBytes(request.secret) === undefined) {
    return yield* invalid(
      "secret",
      "must be whsec_ and 24 to 64 bytes in base64; without one a secret is made",
    )
  }
  const full = invalid("url", `there are ${mostWebhooks} webhooks, which is the limit: delete one first`)
  if ((yield* list).length >= mostWebhooks) return yield* full
  const made = prefix + writeBytes(crypto.getRandomValues(new Uint8Array(32)))
  const secret = Redacted.make(request.secret ?? made)
  const createdAt = yield* Clock.currentTimeMillis
  const versions = yield* Effect.flatMap(DataVersions, ({ current }) => current)
  const sealedSecret = yield* sender.seal(secret)
  const asked = sources.filter(({ type }) => events.includes(type))
  const toldVersions = Object.fromEntries(
    asked.flatMap(({ late }) => (late === undefined ? [] : [[late.domain, versions.get(late.domain) ?? 0]])),
  )
  const known = (yield* newsOf(asked, createdAt, createdAt)).map(deliveryOf)
  const webhook = yield* insert(
    { url: request.url, events, sealedSecret, createdAt, toldVersions },
    known.map((event) => ({ ...event, payload: "" })),
  )
  if (webhook === undefined) return yield* full
  return { webhook, secret: request.secret === undefined ? secret : undefined }
})
