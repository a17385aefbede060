import { TokenStore } from "@daybook/kernel"
import { Sqlite, SqliteStorage } from "@daybook/storage-sqlite"
import { describe, expect, it } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { hastyClock } from "../hastyClock.ts"
import { type Asked, type Reply } from "../scriptedServer.ts"
import { Rotating, tokens } from "./samples.ts"
import { start, startSeconds, type Script, strava, failing } from "./client.ts"

describe("the refresh token", () => {
  const clockOf = (clock: ReturnType<typeof hastyClock>) => () =>
    start + clock.slept.reduce((a, b) => a + b, 0)

  it.live("that Strava gives is stored, sealed, before it is used", () =>
    Effect.gen(function* () {
      const memory = Context.get(
        yield* Layer.build(Layer.provide(SqliteStorage.Kernel.layer(), Sqlite.layerMemory)),
        TokenStore,
      )
      const log: Array<string> = []
      const tokenStore = TokenStore.of({
        ...memory,
        put: (source, setting, sealed) =>
          Effect.andThen(
            Effect.sync(() => {
              log.push("stored")
              expect(`${setting} ${sealed}`).not.toMatch(/refresh|the-setting/)
            }),
            memory.put(source, setting, sealed),
          ),
      })
      const clock = hastyClock(start)
      const rotating = new Rotating("the-setting", clockOf(clock))
      const { batches } = yield* strava(
        (asked) => {
          log.push("asked")
          return rotating.takes(asked) ? { body: [] } : { status: 401, body: "" }
        },
        { clock, tokenStore, token: (asked) => rotating.answer(asked) },
      )
      yield* batches()
      expect(log).toEqual(["stored", "asked", "asked"])
    }),
  )

  it.live("that was stored wins over the setting after a restart, until the setting is changed", () =>
    Effect.gen(function* () {
      const tokenStore = Context.get(
        yield* Layer.build(Layer.provide(SqliteStorage.Kernel.layer(), Sqlite.layerMemory)),
        TokenStore,
      )
      const clock = hastyClock(start)
      const rotating = new Rotating("the-setting", clockOf(clock))
      const api: Script = (asked) => (rotating.takes(asked) ? { body: [] } : { status: 401, body: "" })
      const options = { clock, tokenStore, token: (asked: Asked) => rotating.answer(asked) }
      for (let restart = 0; restart < 3; restart++) yield* (yield* strava(api, options)).batches()
      expect(rotating.valid).toBe("refresh-3")

      rotating.valid = "a new one"
      const old = yield* strava(api, options)
      expect(yield* Effect.flip(old.batches())).toMatchObject(
        failing("unauthorized", "set a new STRAVA_REFRESH_TOKEN"),
      )
      const changed = yield* strava(api, { ...options, refreshToken: "a new one" })
      yield* changed.batches()
      expect(rotating.valid).toBe("refresh-4")
    }),
  )

  it.live("that was sealed with another key is an error that states what to do", () =>
    Effect.gen(function* () {
      const tokenStore = Context.get(
        yield* Layer.build(Layer.provide(SqliteStorage.Kernel.layer(), Sqlite.layerMemory)),
        TokenStore,
      )
      const clock = hastyClock(start)
      const rotating = new Rotating("the-setting", clockOf(clock))
      const options = { clock, tokenStore, token: (asked: Asked) => rotating.answer(asked) }
      yield* (yield* strava(() => ({ body: [] }), options)).batches()
      const other = yield* strava(() => ({ body: [] }), { ...options, key: Redacted.make("f".repeat(64)) })
      expect(yield* Effect.flip(other.batches())).toMatchObject(
        failing("unauthorized", "set SEALING_KEY to that key, or set a new STRAVA_REFRESH_TOKEN"),
      )
      expect(other.calls).toEqual([])
    }),
  )

  it.live("is used again only when the access token has less than a minute left", () =>
    Effect.gen(function* () {
      const { batches, calls, clock } = yield* strava(() => ({ body: [] }), {
        token: (_, call) => ({
          body: tokens("the-setting", "access", startSeconds + (call === 1 ? 21_600 : 43_200)),
        }),
      })
      const refreshes = () => calls.filter(({ path }) => path === "/oauth/token").length
      yield* batches()
      clock.skip("358 minutes")
      yield* batches()
      expect(refreshes()).toBe(1)
      clock.skip("1 minute")
      yield* batches()
      expect(refreshes()).toBe(2)
    }),
  )

  it.live("is used again where the earlier access token is refused, once only", () =>
    Effect.gen(function* () {
      const refused: Reply = { status: 401, body: { message: "Authorization Error", errors: [] } }
      let revoked = false
      let given = 0
      const { apiCalls, batches, calls } = yield* strava(
        ({ headers }) => (revoked && headers.authorization !== "Bearer access-2" ? refused : { body: [] }),
        { token: () => ({ body: tokens("the-setting", `access-${++given}`, startSeconds + 21_600) }) },
      )
      yield* batches()
      revoked = true
      yield* batches()
      expect(calls.filter(({ path }) => path === "/oauth/token")).toHaveLength(2)
      given = 5
      const before = apiCalls.length
      expect(
        yield* Effect.flip(strava(() => refused).pipe(Effect.flatMap((fresh) => fresh.batches()))),
      ).toMatchObject(failing("unauthorized", "check STRAVA_CLIENT_ID"))
      expect(apiCalls.length).toBe(before)
    }),
  )

  const refusals = [
    [
      400,
      [{ resource: "RefreshToken", field: "refresh_token", code: "invalid" }],
      "set a new STRAVA_REFRESH_TOKEN",
    ],
    [400, [{ resource: "Application", field: "client_id", code: "invalid" }], "check STRAVA_CLIENT_ID"],
    [401, [{ resource: "Application", field: "", code: "invalid" }], "STRAVA_CLIENT_SECRET"],
    [403, "Forbidden", "STRAVA_CLIENT_SECRET"],
  ] as const
  it.live.each(refusals)("that is refused with %s %j states what to set", ([status, errors, says]) =>
    Effect.gen(function* () {
      const { batches, calls } = yield* strava(() => ({ body: [] }), {
        token: () => ({ status, body: { message: "Bad Request", errors } }),
      })
      expect(yield* Effect.flip(batches())).toMatchObject(failing("unauthorized", says))
      expect(calls).toHaveLength(1)
    }),
  )

  it.live("without the scope to read activities says which one is missing", () =>
    Effect.gen(function* () {
      const { batches } = yield* strava(() => ({
        status: 401,
        body: {
          message: "Authorization Error",
          errors: [{ resource: "AccessToken", field: "activity:read_permission", code: "missing" }],
        },
      }))
      expect(yield* Effect.flip(batches())).toMatchObject(failing("unauthorized", "scope activity:read"))
    }),
  )
})

describe("secrets", () => {
  it.live("are in no error, whatever Strava returns", () =>
    Effect.gen(function* () {
      const all = "the-secret the-setting access"
      const bodies: ReadonlyArray<Reply> = [
        { status: 400, body: all },
        { status: 500, body: all },
        { status: 200, body: { access_token: { all }, refresh_token: all } },
        { status: 401, body: { errors: [{ field: all, code: all }] } },
      ]
      for (const reply of bodies) {
        for (const side of ["token", "api"] as const) {
          const asked = yield* strava(() => reply, side === "token" ? { token: () => reply } : {})
          const error = yield* Effect.flip(asked.batches())
          expect(JSON.stringify(error) + String(error)).not.toMatch(/the-secret|the-setting|"access/)
        }
      }
    }),
  )
})
