import {
  DataVersions,
  dayOf,
  type Delivery,
  type Entry,
  type EventSource,
  eventsOf,
  type PastEvent,
  type Journal,
  journalEvents,
  LocalDate,
  makeWebhook,
  runWebhooks,
  secretBytes,
  type SendsWebhooks,
  WebhookSender,
  WebhookStore,
} from "@daybook/kernel"
import * as KernelSqlite from "@daybook/storage-sqlite/kernel"
import * as Sqlite from "@daybook/storage-sqlite/sqlite"
import { assert, describe, it } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import { TestClock } from "effect/testing"
import { failuresOf } from "../src/webhooks/events.ts"
import { verdictOf } from "../src/webhooks/runWebhooks.ts"

const start = Date.UTC(2026, 6, 15, 12)
const day = 86_400_000

/** Sample events of one type, and a sender that records messages; `answers` are its receivers' next responses. */
const world = () => {
  const happened: Array<PastEvent> = []
  const sent: Array<{ readonly url: string; readonly payload: string; readonly at: number }> = []
  const answers = new Map<string, (payload: string) => number>()
  const source: EventSource<never> = {
    type: "play",
    dataVersions: [],
    read: ({ from = -Infinity, until = Infinity }) =>
      Effect.sync(() => happened.filter(({ at }) => at >= from && at < until)),
  }
  const sender: SendsWebhooks = {
    faultOf: (url) => (url.startsWith("https:") ? undefined : "must be https"),
    seal: (secret) => Effect.succeed(`sealed ${Redacted.value(secret)}`),
    signIn: (_, __, { token = "" }) =>
      token === "wrong" ? Effect.fail("the token is wrong") : Effect.succeed(Redacted.make(token)),
    send: ({ url }, { payload }: Pick<Delivery, "payload">, at) =>
      Effect.suspend(() => {
        sent.push({ url, payload, at })
        const answer = answers.get(url)?.(payload) ?? 204
        if (answer === -1) return Effect.never
        return Effect.succeed({ answer, error: answer === 204 ? "" : `answers ${answer}` })
      }),
  }
  return {
    answers,
    happened,
    sender,
    sources: [source],
    sent,
    play: (ref: string, at: number) => void happened.push({ type: "play", ref, at, data: { title: ref } }),
    /** The titles that were sent to a URL, in order. */
    titles: (url: string) =>
      sent.filter((one) => one.url === url).map(({ payload }) => JSON.parse(payload).data.title),
  }
}

const receiver = "https://a.example/"

const kernel = Layer.provide(KernelSqlite.layer(), Sqlite.layerMemory)

describe("webhooks", () => {
  it.effect("are notified of new entries, in order, and of no history", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(start)
      const { answers, happened, play, sender, sent, sources, titles } = world()
      play("before", start - 1_000)
      const made = yield* makeWebhook(sender, sources, { url: receiver, events: ["play"] })
      const dead = "https://dead.example/"
      yield* makeWebhook(sender, sources, { url: dead, events: ["play"] })
      const silent = "https://silent.example/"
      yield* makeWebhook(sender, sources, { url: silent, events: ["play"] })
      answers.set(dead, () => 503)
      answers.set(silent, () => -1)
      const work = Effect.provideService(runWebhooks(sources), WebhookSender, sender)
      let worker = yield* Effect.forkChild(work)
      /** No one works meanwhile. */
      const pauseFor = Effect.fnUntraced(function* (time: Duration.Input) {
        yield* Fiber.interrupt(worker)
        yield* TestClock.adjust(time)
        worker = yield* Effect.forkChild(work)
        yield* TestClock.adjust("10 seconds")
      })

      play("an hour ago", start - 3_600_000)
      play("yesterday", start - day)
      play("eight days ago", start - 8 * day)
      yield* TestClock.adjust("10 seconds")
      assert.deepStrictEqual(titles(receiver), ["yesterday", "an hour ago"])
      const body = JSON.parse(sent.find(({ url }) => url === receiver)?.payload ?? "")
      assert.deepStrictEqual(body, {
        type: "play",
        timestamp: new Date(start - day).toISOString(),
        data: { title: "yesterday" },
      })

      // An event that is ahead is reported once it happens; one that leaves and comes back is not reported twice.
      const all = happened.splice(0)
      play("tonight", start + 60_000)
      yield* TestClock.adjust("10 seconds")
      happened.push(...all)
      yield* TestClock.adjust("35 seconds")
      assert.deepStrictEqual(titles(receiver), ["yesterday", "an hour ago"])
      yield* TestClock.adjust("20 seconds")
      assert.deepStrictEqual(titles(receiver), ["yesterday", "an hour ago", "tonight"])

      // The dead one gets only its first event, and silence holds up no one else.
      assert.deepStrictEqual(titles(dead), ["yesterday", "yesterday", "yesterday"])
      assert.deepStrictEqual(titles(silent), ["yesterday"])
      yield* pauseFor("3 days")
      const { list, deliveries } = yield* WebhookStore
      const [webhook, deadOne] = yield* list
      assert.strictEqual(webhook?.id, made.webhook.id)
      const left = yield* deliveries(deadOne?.id ?? made.webhook.id, { page: 1, limit: 9 })
      assert.deepStrictEqual(
        left?.items.map(({ attempts, status }) => [status, attempts]),
        [
          ["set aside", 0],
          ["set aside", 0],
          ["set aside", 4],
        ],
      )
      answers.delete(dead)
      play("afterwards", start + 3 * day)
      yield* pauseFor("1 day")
      assert.deepStrictEqual(titles(dead).slice(-1), ["afterwards"])
      assert.deepStrictEqual(titles(receiver).slice(-1), ["afterwards"])
    }).pipe(Effect.provide(kernel)),
  )

  it.effect("that were not looked at for a month are notified of that month", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(start)
      const { play, sender, sources, titles } = world()
      yield* makeWebhook(sender, sources, { url: receiver, events: ["play"] })
      yield* TestClock.adjust("30 days")
      play("while no one looked", start + 2 * day)
      yield* Effect.forkChild(Effect.provideService(runWebhooks(sources), WebhookSender, sender))
      yield* TestClock.adjust("10 seconds")
      assert.deepStrictEqual(titles(receiver), ["while no one looked"])
    }).pipe(Effect.provide(kernel)),
  )

  it.effect("are notified of late entries one by one, but not of an import", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(start)
      const { sender, titles } = world()
      const plays: Array<Entry & { readonly version: number }> = []
      let version = 0
      const store = (refs: ReadonlyArray<string>, at = start - 3_000 * day) => {
        version += 1
        for (const ref of refs) {
          plays.push({
            id: ref,
            kind: "play",
            at: at + plays.length,
            day: dayOf(at, DateTime.zoneMakeNamedUnsafe("UTC")),
            dayOnly: false,
            title: ref,
            subtitle: "",
            url: "",
            imageUrl: "",
            item: { type: "track", id: ref },
            count: 1,
            version,
          })
        }
      }
      const journal: Journal = {
        entries: ({ from = -Infinity, until = Infinity }) =>
          Effect.sync(() => plays.filter(({ at }) => at >= from && at < until)),
        entriesOn: () => Effect.succeed([]),
        countsByDay: () => Effect.succeed([]),
        countsByHour: () => Effect.succeed([]),
        cameAfter: (after, { until = Infinity }, limit) =>
          Effect.sync(() => plays.filter((play) => play.version > after && play.at < until).slice(0, limit)),
      }
      const sources = eventsOf(
        [
          {
            name: "listening",
            dataVersions: ["listening"],
            events: [journalEvents("play", Effect.succeed(journal))],
          },
        ],
        ({ title }) => ({ title }),
      )
      const kept = yield* DataVersions
      const versions = DataVersions.of({
        ...kept,
        current: Effect.map(kept.current, (current) => new Map([...current, ["listening", version]])),
      })
      yield* Effect.gen(function* () {
        store(["known"])
        yield* makeWebhook(sender, sources, { url: receiver, events: ["play"] })
        store(["while no one looked"])
        const work = Effect.provideService(runWebhooks(sources), WebhookSender, sender)
        let worker = yield* Effect.forkChild(work)
        yield* TestClock.adjust("40 seconds")
        assert.deepStrictEqual(titles(receiver), ["while no one looked"])

        store(["first"])
        store(["now"], start)
        yield* TestClock.adjust("1 second")
        assert.deepStrictEqual(titles(receiver).slice(1), ["now"])
        yield* TestClock.adjust("30 seconds")
        assert.deepStrictEqual(titles(receiver).slice(2), ["first"])

        // An import continues for minutes, and its server dies within it.
        const batch = (size: number, name: string) => Array.from({ length: size }, (_, at) => `${name} ${at}`)
        for (let minute = 0; minute < 4; minute++) {
          for (let time = 0; time < 4; time++) {
            store(batch(100, `old ${minute} ${time}`))
            yield* TestClock.adjust("2 seconds")
          }
          if (minute === 1) {
            yield* Fiber.interrupt(worker)
            worker = yield* Effect.forkChild(work)
          }
        }
        yield* TestClock.adjust("30 seconds")
        store(["after it"])
        yield* TestClock.adjust("30 seconds")
        assert.deepStrictEqual(titles(receiver).slice(3), ["after it"])
      }).pipe(Effect.provideService(DataVersions, versions))
    }).pipe(Effect.provide(DateTime.layerCurrentZoneNamed("UTC")), Effect.provide(kernel)),
  )

  for (const [zone, now] of [
    ["UTC", "2026-07-15T08:00:00Z"],
    ["Pacific/Kiritimati", "2026-07-14T11:00:00Z"],
    ["America/Los_Angeles", "2026-07-15T08:00:00Z"],
  ] as const) {
    it.effect(
      `are sent at once for entries known only by their day, before its noon in UTC, in ${zone}`,
      () =>
        Effect.gen(function* () {
          yield* TestClock.setTime(Date.parse(now))
          const { sender, titles } = world()
          const films: Array<Entry> = []
          let version = 0
          const watch = (title: string, day: string, dayOnly = true, at = `${day}T12:00:00Z`) => {
            version += 1
            films.push({
              id: title,
              kind: "film",
              at: Date.parse(at),
              day: LocalDate.make(day),
              dayOnly,
              title,
              subtitle: "",
              url: "",
              imageUrl: "",
              item: { type: "movie", id: title },
              count: 1,
            })
          }
          const journal: Journal = {
            entries: ({ from = -Infinity, until = Infinity }) =>
              Effect.sync(() => films.filter(({ at }) => at >= from && at < until)),
            entriesOn: () => Effect.succeed([]),
            countsByDay: () => Effect.succeed([]),
            countsByHour: () => Effect.succeed([]),
          }
          const events = [journalEvents("film.watched", Effect.succeed(journal))]
          const sources = eventsOf(
            [{ name: "watching", dataVersions: ["watching"], events }],
            ({ title }) => ({
              title,
            }),
          )
          const kept = yield* DataVersions
          const versions = DataVersions.of({
            ...kept,
            current: Effect.map(kept.current, (current) => new Map([...current, ["watching", version]])),
          })
          yield* Effect.gen(function* () {
            watch("this morning", "2026-07-15")
            yield* makeWebhook(sender, sources, { url: receiver, events: ["film.watched"] })
            const work = Effect.provideService(runWebhooks(sources), WebhookSender, sender)
            const worker = yield* Effect.forkChild(work)
            yield* TestClock.adjust("5 seconds")
            watch("today", "2026-07-15")
            watch("tomorrow", "2026-07-16")
            watch("tonight", "2026-07-15", false, "2026-07-16T04:00:00Z")
            yield* TestClock.adjust("2 seconds")
            assert.deepStrictEqual(titles(receiver), ["today"])
            yield* Fiber.interrupt(worker)
            yield* TestClock.adjust("2 days")
            yield* Effect.forkChild(work)
            yield* TestClock.adjust("10 seconds")
            assert.sameMembers(titles(receiver), ["today", "tonight", "tomorrow"])
          }).pipe(Effect.provideService(DataVersions, versions))
        }).pipe(Effect.provide(DateTime.layerCurrentZoneNamed(zone)), Effect.provide(kernel)),
    )
  }

  it.effect("are made with their own secret, and refused with a reason", () =>
    Effect.gen(function* () {
      const { sender, sources } = world()
      const asked = { url: receiver, events: ["play"] }
      const made = yield* makeWebhook(sender, sources, asked)
      const secret = Redacted.value(made.secret ?? Redacted.make(""))
      assert.strictEqual(secretBytes(secret)?.length, 32)
      assert.strictEqual(made.webhook.sealedSecret, `sealed ${secret}`)
      assert.isUndefined((yield* makeWebhook(sender, sources, { ...asked, secret })).secret)
      for (const [field, more] of [
        ["events", { events: [] }],
        ["events", { events: ["play", "sleep"] }],
        ["url", { url: "http://a.example" }],
        ["url", { url: `https://a.example/${"x".repeat(2_000)}` }],
        ["secret", { secret: "hunter2" }],
        ["secret", { secret: `whsec_${btoa("short")}` }],
      ] as const) {
        const refused = yield* Effect.flip(makeWebhook(sender, sources, { ...asked, ...more }))
        assert.strictEqual(refused.field, field, refused.message)
      }
    }).pipe(Effect.provide(kernel)),
  )

  it.effect("forward plays after two minutes, in order, and one by one if they are refused", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(start)
      const { answers, happened, play, sender, sent, titles } = world()
      const service = "https://service.example"
      const source: EventSource<never> = {
        type: "play.sent",
        dataVersions: [],
        read: ({ from = -Infinity, until = Infinity }) =>
          Effect.sync(() =>
            happened
              .filter(({ at }) => at >= from && at < until)
              .map((one) => ({ ...one, type: "play.sent" })),
          ),
        find: (ref) => Effect.sync(() => Option.fromUndefinedOr(happened.find((one) => one.ref === ref))),
      }
      play("before", start - 1_000)
      const asked = { form: "listenbrainz", url: service } as const
      const wrong = yield* Effect.flip(
        makeWebhook(sender, [source], { ...asked, account: { token: "wrong" } }),
      )
      assert.strictEqual(wrong.message, "account: the token is wrong")
      const made = yield* makeWebhook(sender, [source], { ...asked, account: { token: "good" } })
      assert.isUndefined(made.secret, "it is the owner's own")
      assert.deepInclude(made.webhook, {
        form: "listenbrainz",
        events: ["play.sent"],
        sealedSecret: "sealed good",
      })
      const refusing: SendsWebhooks = {
        ...sender,
        send: (webhook, message, at) =>
          Effect.map(sender.send(webhook, message, at), (attempt) =>
            attempt.answer === 400 ? { ...attempt, isRefused: true } : attempt,
          ),
      }
      yield* Effect.forkChild(Effect.provideService(runWebhooks([source]), WebhookSender, refusing))
      for (const name of ["first", "joined", "refused", "last"]) play(name, start + happened.length)
      yield* TestClock.adjust("119 seconds")
      assert.deepStrictEqual(titles(service), [])
      // Another report stands for it by then, and a correction is sent on.
      happened.splice(2, 1)
      happened.splice(1, 1, { ...happened[1], data: { title: "first, corrected" } } as PastEvent)
      answers.set(service, (payload) => (payload.includes("refused") ? 400 : 204))
      yield* TestClock.adjust("10 seconds")
      assert.deepStrictEqual(titles(service), ["first, corrected", "refused", "last"])
      const [one, two] = sent.map(({ at }) => at)
      assert.isAtLeast((two ?? 0) - (one ?? 0), 1_000, "a service takes a few in a second")
      const { deliveries } = yield* WebhookStore
      assert.deepStrictEqual(
        (yield* deliveries(made.webhook.id, { page: 1, limit: 9 }))?.items.map(({ ref, status }) => [
          ref,
          status,
        ]),
        [
          ["last", "delivered"],
          ["refused", "set aside"],
          ["first", "delivered"],
        ],
      )
    }).pipe(Effect.provide(kernel)),
  )

  it("try for three days, and are off where their receiver is gone", () => {
    const attempt = { at: start, answer: 503, error: "answers 503" }
    let [at, failures] = [start, 0]
    while (at < start + 3 * day) {
      const verdict = verdictOf({ ...attempt, at }, failures++, 0.5)
      if (verdict.kind !== "again") return assert.fail(verdict.kind)
      assert.strictEqual(verdict.setAside, at - 3 * day)
      assert.isAtMost(verdict.nextAt - at, day)
      at = verdict.nextAt
    }
    assert.strictEqual(failures, 11)
    const early = verdictOf(attempt, 3, 0)
    const late = verdictOf(attempt, 3, 1)
    if (early.kind !== "again" || late.kind !== "again") return assert.fail("not tried again")
    assert.isAbove(late.nextAt, early.nextAt)
    const waits = [1, 90_000, 7 * day].map((waitMillis) => verdictOf({ ...attempt, waitMillis }, 3, 0.5))
    assert.deepStrictEqual(
      waits.map((verdict) => verdict.kind === "again" && verdict.nextAt - start),
      [5_000, 90_000, 20 * 3_600_000],
    )
    assert.deepStrictEqual(verdictOf({ ...attempt, answer: 410 }, 0, 0), { kind: "off" })
    assert.deepStrictEqual(verdictOf({ ...attempt, answer: 200, error: "" }, 7, 0), { kind: "delivered" })
  })
})

describe("syncs that fail", () => {
  const run = (id: number, failed: Readonly<Record<string, string>>, domain = "watching") => ({
    id: id as never,
    domain,
    status: Object.keys(failed).length === 0 ? ("completed" as const) : ("failed" as const),
    finishedAt: id * 1_000,
    error: Object.entries(failed)
      .map(([source, reason]) => `${source}: ${reason}`)
      .join("; "),
    failures: Object.entries(failed).map(([source, reason]) => ({ source, reason })),
  })
  const told = (runs: ReadonlyArray<ReturnType<typeof run>>, areAll = true) =>
    failuresOf(runs.toReversed(), areAll).map(({ data, ref }) => [
      ref,
      (data as { readonly message: string }).message,
    ])

  it("are reported once a source for as long as it fails", () => {
    const refused = { trakt: "refused; get a token" }
    assert.deepStrictEqual(told([run(1, {}), run(2, refused), run(3, {})]), [])
    const failing = [run(1, {}), run(2, refused), run(3, { trakt: "refused" })]
    assert.deepStrictEqual(told(failing), [["watching trakt 2", "refused; get a token"]])
    assert.deepStrictEqual(told([...failing, run(4, { letterboxd: "away", trakt: "refused" })]), [
      ["watching letterboxd 4", "away"],
      ["watching trakt 2", "refused; get a token"],
    ])
    assert.deepStrictEqual(told([...failing, run(4, { letterboxd: "away" }), run(5, { trakt: "refused" })]), [
      ["watching trakt 5", "refused"],
    ])
    assert.deepStrictEqual(told([run(1, { watching: "an internal error; see the log" })]), [
      ["watching watching 1", "an internal error; see the log"],
    ])
    // The record does not reach back to its beginning.
    assert.deepStrictEqual(told([run(7, { trakt: "refused" })], false), [])
    assert.deepStrictEqual(told([run(1, {}), run(2, { trakt: "refused" }), run(3, {}, "reading")]), [
      ["watching trakt 2", "refused"],
    ])
  })

  it("have no source that only appears in the text of another failure", () => {
    const answer = "answers 500; letterboxd: is what its page says; plex: too"
    assert.deepStrictEqual(told([run(1, {}), run(2, { trakt: answer })]), [["watching trakt 2", answer]])
  })

  it("are reported once, even if an earlier version recorded the first of them as one text", () => {
    const earlier = { ...run(2, { letterboxd: "away", trakt: "refused" }), failures: [] }
    assert.deepStrictEqual(told([run(1, {}), earlier]), [])
    assert.deepStrictEqual(told([run(1, {}), earlier, run(3, { trakt: "refused" })]), [
      ["watching trakt 2", "letterboxd: away; trakt: refused"],
    ])
  })

  it("are a type of every host", () => {
    assert.deepStrictEqual(
      eventsOf([], () => ({})).map(({ type }) => type),
      ["sync.failed"],
    )
  })
})
