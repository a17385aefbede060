import {
  DataVersions,
  dayOf,
  type Entry,
  eventsOf,
  type Journal,
  journalEvents,
  LocalDate,
  makeWebhook,
  runWebhooks,
  secretBytes,
  WebhookSender,
  WebhookStore,
} from "@daybook/kernel"
import { assert, describe, it } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Redacted from "effect/Redacted"
import { TestClock } from "effect/testing"
import { start, day, world, receiver, kernel } from "./webhookWorld.ts"

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
})
