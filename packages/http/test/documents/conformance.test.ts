import { ProfileStore } from "@daybook/profiles"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import { execFile } from "node:child_process"
import { fileURLToPath } from "node:url"
import { checkConformance, type Target } from "../../src/conformance/index.ts"
import { startNotify } from "../notify/server.ts"

type Started = Effect.Success<ReturnType<typeof startNotify>>

const targetOf = (server: Started, more: Partial<Target> = {}): Target => ({
  url: server.address,
  workspace: server.home.id,
  key: server.home.key,
  version: "live",
  waitMillis: 10_000,
  ...more,
})

const verdictsOn = (target: Target) =>
  Effect.map(checkConformance(target).pipe(Effect.provide(FetchHttpClient.layer)), (all) =>
    all.filter(({ verdict }) => verdict !== "holds"),
  )

const command = fileURLToPath(new URL("../../bin/conformance.js", import.meta.url))

/** Runs the command; returns its exit code and its output. */
const run = (args: ReadonlyArray<string>, env: Readonly<Record<string, string>> = {}) =>
  Effect.callback<{ readonly code: number; readonly printed: string }>((resume) => {
    execFile(process.execPath, [command, ...args], { env: { ...process.env, ...env } }, (error, out, err) =>
      resume(Effect.succeed({ code: error === null ? 0 : Number(error.code), printed: out + err })),
    )
  })

describe("the conformance of a profile service", () => {
  it.live("applies to this server, which keeps nothing of the check", () =>
    Effect.gen(function* () {
      const server = yield* startNotify()
      assert.deepStrictEqual(yield* verdictsOn(targetOf(server)), [])
      const left = yield* server.ask("GET", `/v1/${server.home.id}/live/profiles/count`)
      assert.strictEqual(left.text, '{"count":0}')
    }),
  )

  it.live("is broken for a server whose first value does not stay, and says where", () =>
    Effect.gen(function* () {
      // Every request as if it were a set: anyone who comes last wins.
      const overwriting = (store: ProfileStore["Service"]) =>
        ProfileStore.of({
          ...store,
          accept: (requests, now) =>
            store.accept(
              requests.map((request) => ({
                ...request,
                changes: request.changes.map((change) => ({
                  ...change,
                  actions: change.actions.map((action) =>
                    action.verb === "once" ? { ...action, verb: "set" as const } : action,
                  ),
                })),
              })),
              now,
            ),
        })
      const server = yield* startNotify({ store: overwriting })
      const broken = yield* verdictsOn(targetOf(server, { waitMillis: 200 }))
      assert.isAbove(broken.length, 0)
      const stays = broken.find(({ promise }) => promise.startsWith("the first accepted value stays"))
      assert.strictEqual(stays?.verdict, "broken")
      assert.match(stays?.message ?? "", /"pro".*instead of.*"free"/)
    }),
  )

  it.live("is reported by a command, whose exit code says whether a promise is broken", () =>
    Effect.gen(function* () {
      const server = yield* startNotify()
      const env = { NOTIFY_WORKSPACE: server.home.id, NOTIFY_KEY: server.home.key }
      const good = yield* run(["--url", server.address], env)
      assert.strictEqual(good.code, 0, good.printed)
      assert.match(good.printed, /^holds +set-once returns 202.*\n[^]*\d+ hold, 0 broken, 0 not offered\n$/)
      const bad = yield* run(["--url", server.address, "--wait", "0"], { ...env, NOTIFY_KEY: "not-a-key" })
      assert.strictEqual(bad.code, 1)
      assert.match(bad.printed, /broken +set-once returns 202[^]*returned 401 instead of 202/)
      const help = yield* run(["--help"])
      assert.deepStrictEqual([help.code, help.printed.startsWith("daybook-conformance --url")], [0, true])
    }),
  )
})
