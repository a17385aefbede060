import {
  type DataVersions,
  type Delivery,
  DeliveryId,
  maxWebhooks,
  type NewDelivery,
  type NewWebhook,
  WebhookId,
  WebhookStore,
} from "@daybook/kernel"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { raisesVersion } from "./dataVersions.ts"
import { readPages } from "./pages.ts"

const created = 1_700_000_000_123
const nobody = WebhookId.make(987_654)

const newWebhook = (name: string): NewWebhook => ({
  url: `https://${name}.example/höök?a='b'`,
  form: name === "other" ? "listenbrainz" : "events",
  events: ["play", "film.watched"],
  sealedSecret: `sealed ${name}`,
  createdAt: created,
  toldVersions: { listening: 3 },
})

const newEvent = (ref: string, type = "play"): NewDelivery => ({
  messageId: `msg_${ref}`,
  type,
  ref,
  at: created + ref.length,
  payload: JSON.stringify({ type, title: `“${ref}” 🎧` }),
})

const refsOf = (deliveries: ReadonlyArray<Delivery>) => deliveries.map(({ ref }) => ref)

/**
 * The contract of every `WebhookStore`, and of the version of "webhooks" next to it. `fresh` returns a store without any.
 */
export const webhookStoreContract = (
  adapter: string,
  fresh: () => Layer.Layer<WebhookStore | DataVersions>,
): void => {
  describe(`${adapter}: webhooks`, () => {
    it.effect("are notified of each event once and in order, whatever others do", () =>
      Effect.gen(function* () {
        const store = yield* WebhookStore
        const make = (name: string, known: ReadonlyArray<NewDelivery> = []) =>
          Effect.map(
            raisesVersion("webhooks", "insert", store.insert(newWebhook(name), known)),
            (webhook) => webhook ?? assert.fail("a webhook was refused"),
          )
        const one = yield* make("one", [newEvent("old")])
        const other = yield* make("other")
        assert.deepStrictEqual(one, {
          ...newWebhook("one"),
          id: one.id,
          toldAt: created,
          offAt: undefined,
          failures: 0,
          nextAt: undefined,
        })
        assert.deepStrictEqual(yield* store.list, [one, other])
        assert.deepStrictEqual(yield* store.due(created), [])
        assert.isTrue(Option.isNone(yield* store.next(one.id, created)))

        const all = ["old", "c", "a", "b"].map((ref) => newEvent(ref))
        const told = created + 10
        assert.strictEqual(
          yield* raisesVersion(
            "webhooks",
            "tell",
            store.tell(one.id, told, [...all, newEvent("a", "film.watched")]),
          ),
          4,
        )
        assert.strictEqual(yield* store.tell(one.id, told - 5, all), 0)
        assert.strictEqual(yield* store.tell(other.id, told, [], { watching: 2, listening: 5 }), 0)
        assert.strictEqual(yield* store.tell(other.id, told, [], { listening: 6 }), 0)
        assert.strictEqual(yield* store.tell(nobody, told, all), 0)
        assert.deepStrictEqual(
          (yield* store.list).map(({ toldAt }) => toldAt),
          [told, told],
        )
        assert.deepStrictEqual(
          (yield* store.list).map(({ toldVersions }) => toldVersions),
          [{ listening: 3 }, { listening: 6, watching: 2 }],
        )
        assert.deepStrictEqual(yield* store.due(told), [one.id])

        // One that the owner switches off gets nothing; what waits is there when it is on again.
        const off = Effect.map(store.switchTo(one.id, told + 1), Option.getOrThrow)
        assert.strictEqual((yield* raisesVersion("webhooks", "switchTo", off)).offAt, told + 1)
        assert.strictEqual(Option.getOrThrow(yield* store.switchTo(one.id, told + 2)).offAt, told + 1)
        assert.deepStrictEqual(yield* store.due(told + 2), [])
        assert.strictEqual(yield* store.tell(one.id, told, [newEvent("meanwhile")]), 0)
        assert.strictEqual(Option.getOrThrow(yield* store.switchTo(one.id, undefined)).offAt, undefined)
        assert.isTrue(Option.isNone(yield* store.switchTo(nobody, told)))
        assert.deepStrictEqual(yield* store.due(told), [one.id])

        const first = Option.getOrThrow(yield* store.next(one.id, told))
        assert.strictEqual(first.webhook.sealedSecret, "sealed one")
        assert.deepStrictEqual(first.delivery, {
          ...newEvent("c"),
          id: first.delivery.id,
          webhookId: one.id,
          status: "waiting",
          createdAt: told,
          dueAt: told,
          attempts: 0,
          triedAt: undefined,
          answer: 0,
          error: "",
        })
        yield* store.settle(first.delivery, { at: told, answer: 204, error: "" }, { kind: "delivered" })
        const second = Option.getOrThrow(yield* store.next(one.id, told)).delivery
        assert.strictEqual(second.ref, "a")

        // A failed delivery is tried again, and those after it wait.
        const nextAt = told + 100
        yield* store.settle(
          second,
          { at: told, answer: 500, error: "answers 500" },
          { kind: "again", nextAt, setAside: told - 1 },
        )
        assert.deepStrictEqual(yield* store.due(nextAt - 1), [])
        assert.isTrue(Option.isNone(yield* store.next(one.id, nextAt - 1)))
        assert.deepStrictEqual(yield* store.due(nextAt), [one.id])
        const again = Option.getOrThrow(yield* store.next(one.id, nextAt))
        assert.strictEqual(again.webhook.failures, 1)
        assert.deepStrictEqual(again.delivery, {
          ...second,
          attempts: 1,
          triedAt: told,
          answer: 500,
          error: "answers 500",
        })

        // Deliveries that were due too long ago are set aside together.
        assert.strictEqual(yield* store.tell(one.id, nextAt, [newEvent("late")]), 1)
        const later = { at: nextAt, answer: 0, error: "no answer" }
        yield* store.settle(second, later, { kind: "again", nextAt: nextAt + 1, setAside: told })
        assert.deepStrictEqual(refsOf([Option.getOrThrow(yield* store.next(one.id, nextAt + 1)).delivery]), [
          "late",
        ])
        const shown = yield* readPages(
          (page) => Effect.map(store.deliveries(one.id, page), (found) => found ?? assert.fail("gone")),
          2,
        )
        assert.deepStrictEqual(
          shown.map(({ ref, status, type }) => [ref, type, status]),
          [
            ["late", "play", "waiting"],
            ["a", "film.watched", "set aside"],
            ["b", "play", "set aside"],
            ["a", "play", "set aside"],
            ["c", "play", "delivered"],
          ],
        )

        // A webhook whose receiver is gone gets no messages until a manual retry.
        const late = Option.getOrThrow(yield* store.next(one.id, nextAt + 1)).delivery
        yield* store.settle(late, { at: nextAt, answer: 410, error: "answers 410" }, { kind: "off" })
        assert.strictEqual((yield* store.list)[0]?.offAt, nextAt)
        assert.deepStrictEqual(yield* store.due(nextAt + 1_000), [])
        assert.strictEqual(yield* store.tell(one.id, nextAt, [newEvent("later")]), 0)
        const byHand = store.retry(one.id, second.id, nextAt + 50)
        const retried = Option.getOrThrow(yield* raisesVersion("webhooks", "retry", byHand))
        assert.deepInclude(retried, { ref: "a", status: "waiting", dueAt: nextAt + 50, attempts: 2 })
        assert.deepStrictEqual(yield* store.due(nextAt + 50), [one.id])
        assert.isTrue(Option.isNone(yield* store.retry(other.id, second.id, nextAt)))
        assert.isTrue(Option.isNone(yield* store.retry(one.id, DeliveryId.make(987_654), nextAt)))
        assert.strictEqual((yield* store.list)[0]?.offAt, undefined)

        // A webhook that is off is sent nothing again when it is on: its deliveries stay.
        yield* store.switchTo(one.id, nextAt)
        yield* store.forget(nextAt + 1_000)
        yield* store.switchTo(one.id, undefined)
        assert.strictEqual(yield* store.tell(one.id, nextAt, all), 0)

        // A waiting delivery is never deleted; a deleted one is sent again.
        yield* store.forget(nextAt + 1_000)
        assert.deepStrictEqual(
          refsOf((yield* store.deliveries(one.id, { page: 1, limit: 9 }))?.items ?? []),
          ["a"],
        )
        assert.strictEqual(yield* store.tell(one.id, nextAt, all), 3)

        // A refused message fails without others, and a skipped one is in no list and is not sent again.
        yield* store.tell(
          other.id,
          nextAt,
          ["x", "y", "z"].map((ref) => newEvent(ref)),
        )
        const nextOfOther = Effect.map(
          store.next(other.id, nextAt),
          (found) => Option.getOrThrow(found).delivery,
        )
        yield* store.settle(yield* nextOfOther, { at: nextAt, answer: 400, error: "no" }, { kind: "refused" })
        yield* store.settle(yield* nextOfOther, { at: nextAt, answer: 0, error: "" }, { kind: "skipped" })
        assert.strictEqual((yield* nextOfOther).ref, "z")
        assert.deepStrictEqual(
          (yield* store.deliveries(other.id, { page: 1, limit: 9 }))?.items.map(({ ref, status }) => [
            ref,
            status,
          ]),
          [
            ["z", "waiting"],
            ["x", "set aside"],
          ],
        )
        assert.strictEqual(yield* store.tell(other.id, nextAt, [newEvent("y")]), 0)
        assert.strictEqual((yield* store.list)[1]?.failures, 0)

        assert.isTrue(yield* raisesVersion("webhooks", "remove", store.remove(one.id)))
        assert.isFalse(yield* store.remove(one.id))
        assert.strictEqual(yield* store.deliveries(one.id, { page: 1, limit: 9 }), undefined)
        assert.lengthOf((yield* store.deliveries(other.id, { page: 1, limit: 9 }))?.items ?? [], 2)

        for (let at = 1; at < maxWebhooks; at++)
          assert.isDefined(yield* store.insert(newWebhook(`${at}`), []))
        assert.isUndefined(yield* store.insert(newWebhook("more"), []))
      }).pipe(Effect.provide(fresh())),
    )
  })
}
