import {
  type EventSource,
  type PastEvent,
  makeWebhook,
  runWebhooks,
  type SendsWebhooks,
  WebhookSender,
  WebhookStore,
} from "@daybook/kernel"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { TestClock } from "effect/testing"
import { verdictOf } from "../../src/webhooks/runWebhooks.ts"
import { start, day, world, kernel } from "./webhookWorld.ts"

describe("webhooks", () => {
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
