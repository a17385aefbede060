import type { Delivery, EventSource, PastEvent, SendsWebhooks } from "@daybook/kernel"
import * as KernelSqlite from "@daybook/storage-sqlite/kernel"
import * as Sqlite from "@daybook/storage-sqlite/sqlite"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"

export const start = Date.UTC(2026, 6, 15, 12)

export const day = 86_400_000

/** Sample events of one type, and a sender that records messages; `answers` are its receivers' next responses. */
export const world = () => {
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

export const receiver = "https://a.example/"

export const kernel = Layer.provide(KernelSqlite.layer(), Sqlite.layerMemory)
