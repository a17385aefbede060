import { TokenStore } from "@daybook/kernel"
import type { RunBatch } from "@daybook/running"
import { Sqlite, SqliteStorage } from "@daybook/storage-sqlite"
import { expect } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Stream from "effect/Stream"
import { Sealing, Strava } from "../../src/index.ts"
import { hastyClock } from "../hastyClock.ts"
import { type Asked, type Reply, scriptedServer } from "../scriptedServer.ts"
import { type Done, tokens } from "./samples.ts"

export const start = Date.parse("2026-11-21T10:05:00Z")
export const startSeconds = start / 1000
export const day = 86_400

const sealingKey = Redacted.make("0123456789abcdef".repeat(4))

export type Script = (asked: Asked, call: number) => Reply

/** Strava with these replies to calls of its API; tokens are given to everyone. */
export const strava = (
  api: Script,
  {
    clock = hastyClock(start),
    refreshToken = "the-setting",
    token = () => ({ body: tokens("the-setting", "access", startSeconds + 365 * day) }),
    tokenStore,
    key = sealingKey,
  }: {
    readonly clock?: ReturnType<typeof hastyClock>
    readonly refreshToken?: string
    readonly token?: Script
    readonly tokenStore?: TokenStore["Service"]
    readonly key?: Redacted.Redacted<string>
  } = {},
) =>
  Effect.gen(function* () {
    const apiCalls: Array<Asked> = []
    const server = yield* scriptedServer((asked, call) => {
      if (asked.path === "/oauth/token") return token(asked, call)
      apiCalls.push(asked)
      return api(asked, apiCalls.length)
    })
    const source = yield* Strava.make({
      url: server.url,
      clientId: "the-app",
      clientSecret: Redacted.make("the-secret"),
      refreshToken: Redacted.make(refreshToken),
    })
    const stream = (cursor?: string) => source.runs(Option.fromUndefinedOr(cursor))
    return {
      calls: server.calls,
      apiCalls,
      clock,
      stream,
      batches: (cursor?: string) => Stream.runCollect(stream(cursor)).pipe(clock.provide),
      run: (ref: string) => source.run(ref).pipe(clock.provide),
      details: (ref: string) =>
        clock.provide(source.details?.of(ref) ?? Effect.die("Strava has details of runs")),
    }
  }).pipe((made) =>
    Effect.flatMap(
      // The client outlives its making, and so do its services.
      Layer.build(
        Layer.mergeAll(
          tokenStore === undefined
            ? Layer.provide(SqliteStorage.Kernel.layer(), Sqlite.layerMemory)
            : Layer.succeed(TokenStore, tokenStore),
          Sealing.layer(key),
          FetchHttpClient.layer,
        ),
      ),
      (services) => Effect.provide(made, services),
    ),
  )

export const refsOf = (batches: ReadonlyArray<RunBatch>) =>
  batches.flatMap(({ runs }) => runs.map(({ ref }) => ref))

/** Runs some hours apart, the newest an hour ago. */
export const history = (count: number, apart = 40_000): Array<Done> =>
  Array.from({ length: count }, (_, index) => ({ id: index + 1, at: startSeconds - 3_600 - index * apart }))

export const failing = (failure: string, message: string | RegExp) => ({
  _tag: "SourceError",
  source: "strava",
  failure,
  message: typeof message === "string" ? expect.stringContaining(message) : expect.stringMatching(message),
})
