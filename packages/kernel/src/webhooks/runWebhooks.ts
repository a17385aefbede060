import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as FiberMap from "effect/FiberMap"
import * as Option from "effect/Option"
import * as Random from "effect/Random"
import { DataVersions } from "../dataVersions.ts"
import type { EpochMillis } from "../dates/calendar.ts"
import { storageUnavailable } from "../errors.ts"
import type { EventSource, PastEvent } from "./events.ts"
import { byTime, deliveryOf, newsMillis, newsOf, payloadOf } from "./makeWebhook.ts"
import { SyncRuns } from "../syncs/syncRuns.ts"
import {
  type Attempt,
  type Delivery,
  type SendsWebhooks,
  type Verdict,
  type Webhook,
  type WebhookId,
  WebhookSender,
  WebhookStore,
} from "./webhooks.ts"

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** The time from a failed attempt to the next, by how many have failed in a row: ten over three days. */
const pauses = [5_000, minute, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 10 * hour, 14 * hour, 20 * hour]

const [shortest, longest] = [Math.min(...pauses), Math.max(...pauses)]

/** A delivery that was not accepted for this long has failed. */
const deliveryTimeout = 3 * day

/** Finished deliveries are stored for this long. */
const kept = 30 * day

/**
 * The next step after this many failures in a row; `random` is from 0 to 1. Deliveries that have been
 * pending for three days when an attempt fails become failed together, so a receiver that returns starts with the
 * newer ones.
 */
export const verdictOf = (
  { answer, at, error, isRefused = false, isSkipped = false, waitMillis }: Attempt,
  failures: number,
  random: number,
): Verdict => {
  if (isSkipped) return { kind: "skipped" }
  if (error === "") return { kind: "delivered" }
  if (isRefused) return { kind: "refused" }
  if (answer === 410) return { kind: "off" }
  const pause = pauses[Math.min(failures, pauses.length - 1)] ?? day
  // A quarter of jitter: receivers that failed together are not called together.
  const own = Math.round(pause * (0.875 + random / 4))
  // A receiver that says when to retry is retried then, within our own bounds.
  const wait = waitMillis === undefined ? own : Math.min(Math.max(waitMillis, shortest), longest)
  return { kind: "again", nextAt: at + wait, setAside: at - deliveryTimeout }
}

/** A play is sent on so long after it was found: by then another player has reported it too, or its owner removed it. */
const relayAfter = 2 * minute

/** Services take a few plays in a second. */
const relayPause = "1 second"

/** One attempt. A play is sent on as it is now, and not at all if it is there no more. */
const attemptOf = Effect.fnUntraced(function* <R>(
  sender: SendsWebhooks,
  sources: ReadonlyArray<EventSource<R>>,
  webhook: Webhook,
  delivery: Delivery,
  at: EpochMillis,
) {
  if (webhook.form === "events") return yield* sender.send(webhook, delivery, at)
  const find = sources.find(({ type }) => type === delivery.type)?.find
  const found = find === undefined ? Option.none<PastEvent>() : yield* find(delivery.ref)
  if (Option.isNone(found)) return { answer: 0, error: "", isSkipped: true }
  yield* Effect.sleep(relayPause)
  return yield* sender.send(webhook, { ...delivery, payload: payloadOf(found.value) }, at)
})

/** Sends what waits for a webhook, one after another, until nothing does or an attempt fails. */
const deliver = Effect.fnUntraced(function* <R>(
  sender: SendsWebhooks,
  sources: ReadonlyArray<EventSource<R>>,
  id: WebhookId,
) {
  const store = yield* WebhookStore
  for (;;) {
    const at = yield* Clock.currentTimeMillis
    const found = yield* store.next(id, at)
    if (Option.isNone(found)) return
    const { delivery, webhook } = found.value
    if (webhook.form !== "events" && at < delivery.createdAt + relayAfter) return
    const attempt = { at, ...(yield* attemptOf(sender, sources, webhook, delivery, at)) }
    const verdict = verdictOf(attempt, webhook.failures, yield* Random.next)
    yield* store.settle(delivery, attempt, verdict)
    if (verdict.kind === "again") return
    if (verdict.kind === "off")
      yield* Effect.logWarning(`the webhook ${id} is disabled: its receiver responded with 410`)
  }
})

/** Work that is retried: a server waiting for its turn and storage that is down are not worth a log line. */
const logged = <E, R>(work: Effect.Effect<void, E, R>) =>
  Effect.catchCause(work, (cause) =>
    storageUnavailable(cause) === undefined
      ? Effect.andThen(
          Effect.logWarning("webhooks were interrupted and resume", cause),
          Effect.sleep("5 seconds"),
        )
      : Effect.void,
  )

/** How often to look for events that become news just as time passes, such as an event this evening. */
const fullEvery = 30_000
/** So often syncs that fail, which raise no version. */
const unversionedEvery = 3_000
/** Late entries so often: a domain that no version of was raised in between is quiet. */
const lateEvery = 3_000
const step = "500 millis"

/**
 * More late entries of a domain at once than this are an import, or the first sync of a source: history, not worth
 * hours of single events.
 */
const maxLate = 1_000

const keyOf = ({ ref, type }: PastEvent) => `${type} ${ref}`

/** The late events of a domain that was quiet since the last look, with its version now. */
type QuietEvents<R> = NonNullable<EventSource<R>["late"]> &
  Pick<EventSource<R>, "type"> & { readonly version: number }

/**
 * Lets entries wait that came since a webhook's last such look and happened before its news begins. A domain must have been
 * quiet since the last such look: an import is then seen as a whole, whichever its batches.
 */
const lookForLate = Effect.fnUntraced(function* <R>(
  quiet: ReadonlyArray<QuietEvents<R>>,
  webhooks: ReadonlyArray<Webhook>,
) {
  const store = yield* WebhookStore
  const looked: Array<Webhook> = []
  for (const webhook of webhooks) {
    const { events, id, toldAt, toldVersions } = webhook
    const asked = quiet.filter(
      ({ domain, type, version }) => events.includes(type) && toldVersions[domain] !== version,
    )
    const news: Array<PastEvent> = []
    for (const { cameAfter, domain, type, version } of asked) {
      // A webhook from before versions were stored starts here.
      const came = yield* cameAfter(
        toldVersions[domain] ?? version,
        { from: undefined, until: toldAt - newsMillis },
        maxLate,
      )
      if (came !== undefined) news.push(...came)
      else yield* Effect.logInfo(`webhook ${id}: more than ${maxLate} late entries (${type}) are history`)
    }
    const versionsNow = Object.fromEntries(asked.map(({ domain, version }) => [domain, version]))
    if (asked.length > 0) yield* store.tell(id, toldAt, news.sort(byTime).map(deliveryOf), versionsNow)
    looked.push({ ...webhook, toldVersions: { ...toldVersions, ...versionsNow } })
  }
  return looked
})

/** Finds news for webhooks and sends it, until there is no webhook. Other servers do not meanwhile. */
const workWhileAny = Effect.fnUntraced(function* <R>(
  sender: SendsWebhooks,
  sources: ReadonlyArray<EventSource<R>>,
) {
  const store = yield* WebhookStore
  const versions = yield* DataVersions
  const sending = yield* FiberMap.make<WebhookId>()
  let seen: ReadonlyMap<string, number> = new Map()
  let webhooks: ReadonlyArray<Webhook> = []
  // The events that the store has of each webhook: a look that finds nothing new writes nothing.
  const told = new Map<WebhookId, Set<string>>()
  let [fullAt, unversionedAt, notedAt] = [-Infinity, -Infinity, -Infinity]
  let [lateAt, seenLate] = [-Infinity, new Map() as ReadonlyMap<string, number>]

  /** Lets the news of some sources wait. `isNoted`: notes when it looked, too. */
  const look = Effect.fnUntraced(function* (
    asked: ReadonlyArray<EventSource<R>>,
    now: EpochMillis,
    isNoted: boolean,
  ) {
    const wanted = asked.filter(({ type }) => webhooks.some(({ events }) => events.includes(type)))
    const all = yield* newsOf(wanted, Math.min(...webhooks.map(({ toldAt }) => toldAt)), now)
    for (const { events, id, toldAt } of webhooks) {
      const known = told.get(id) ?? new Set()
      told.set(id, known)
      const news = all.filter(
        (event) => events.includes(event.type) && event.at >= toldAt - newsMillis && !known.has(keyOf(event)),
      )
      if (news.length > 0 || isNoted) yield* store.tell(id, isNoted ? now : toldAt, news.map(deliveryOf))
      for (const event of news) known.add(keyOf(event))
    }
  })

  for (;;) {
    const now = yield* Clock.currentTimeMillis
    const current = yield* versions.current
    const hasRisen = (name: string) => current.get(name) !== seen.get(name)
    const isNoted = now - notedAt >= hour
    if (hasRisen("webhooks") || isNoted) {
      webhooks = (yield* store.list).filter(({ offAt }) => offAt === undefined)
      if (webhooks.length === 0) return
      told.clear()
    }
    const isFull = isNoted || now - fullAt >= fullEvery
    const isUnversioned = isFull || now - unversionedAt >= unversionedEvery
    const asked = sources.filter(({ dataVersions }) =>
      dataVersions.length === 0 ? isUnversioned : isFull || dataVersions.some(hasRisen),
    )
    yield* look(asked, now, isNoted)
    if (now - lateAt >= lateEvery) {
      const quiet = sources.flatMap(({ late, type }) =>
        late !== undefined && seenLate.get(late.domain) === current.get(late.domain)
          ? [{ ...late, type, version: current.get(late.domain) ?? 0 }]
          : [],
      )
      webhooks = yield* lookForLate(quiet, webhooks)
      seenLate = current
      lateAt = now
    }
    seen = current
    if (isFull) fullAt = now
    if (isUnversioned) unversionedAt = now
    if (isNoted) {
      notedAt = now
      yield* store.forget(now - kept)
    }
    for (const id of yield* store.due(now)) {
      yield* FiberMap.run(sending, id, logged(deliver(sender, sources, id)), { onlyIfMissing: true })
    }
    yield* Effect.sleep(step)
  }
}, Effect.scoped)

/**
 * Sends news to webhooks, forever. One server at a time does it; if that one dies another takes its turn. Nothing is
 * lost: news is the stored entries without a delivery.
 */
export const runWebhooks = Effect.fnUntraced(function* <R>(sources: ReadonlyArray<EventSource<R>>) {
  const sender = yield* WebhookSender
  if (sender === undefined) return yield* Effect.never
  const { list } = yield* WebhookStore
  const runs = yield* SyncRuns
  const versions = yield* DataVersions
  const turn = Effect.scoped(Effect.andThen(runs.take("webhooks"), workWhileAny(sender, sources)))
  let idleAt: number | undefined
  const attempt = Effect.gen(function* () {
    const version = (yield* versions.current).get("webhooks") ?? 0
    if (version === idleAt) return
    if ((yield* list).every(({ offAt }) => offAt !== undefined)) {
      idleAt = version
      return
    }
    // A separate fiber, because losing the turn interrupts it.
    yield* Fiber.await(yield* Effect.forkChild(logged(turn)))
  })
  return yield* Effect.forever(Effect.andThen(logged(attempt), Effect.sleep("1 second")))
})
