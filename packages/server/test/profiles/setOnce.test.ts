import {
  type OfferedRequest,
  ProfileStore,
  readSetOnce,
  RequestId,
  type Version,
  WorkspaceId,
} from "@daybook/profiles"
import { ProfileModel } from "@daybook/profiles/contract"
import { InvalidInput } from "@daybook/kernel"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { existsSync, readFileSync, rmSync, statSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, expect } from "vitest"
import { type DaybookProcess, storeNames, it, planted } from "../daybook.ts"
import { opened } from "./openedProfiles.ts"
import { type AcceptedSending, Senders } from "./setOnceSenders.ts"
import { until } from "../until.ts"

/** Deaths of a server under load, on each store; `SET_ONCE_KILLS=20` tries harder. */
const kills = Number(process.env["SET_ONCE_KILLS"] ?? 2)

const workspace = "acme"
const key = planted.notifyKey
const handedIn = { NOTIFY_WORKSPACE: workspace, NOTIFY_KEY: key }

const offeredOf = (sending: AcceptedSending, version: Version): OfferedRequest => {
  const read = readSetOnce(JSON.stringify({ distinct_id: sending.distinctId, $once: sending.properties }))
  if (read instanceof InvalidInput) throw read
  return {
    operation: "set-once",
    changes: [read],
    workspace: WorkspaceId.make(workspace),
    version,
    requestId: RequestId.make(sending.requestId),
    idempotency: undefined,
  }
}

/**
 * Verifies that every accepted request is applied, with the same result as on one server in order of acceptance. A request
 * without a key may have been stored unanswered, so only the acknowledged ones are known.
 */
const assertHolds = (version: Version, accepted: ReadonlyArray<AcceptedSending>) =>
  Effect.gen(function* () {
    const store = yield* ProfileStore
    const requests = yield* Effect.forEach(accepted, (sending) => {
      const request = offeredOf(sending, version)
      return Effect.map(store.outcome(request, request.requestId), (outcome) => ({
        request,
        keyed: sending.key !== undefined,
        outcome: Option.getOrThrow(outcome),
      }))
    })
    const model = new ProfileModel()
    const keyed = requests.filter((one) => one.keyed)
    const modelled = new Map<string, ReadonlyArray<string>>()
    for (const { request } of keyed.toSorted((a, b) => a.outcome.acceptance - b.outcome.acceptance)) {
      for (const change of request.changes) modelled.set(request.requestId, model.change(request, change))
    }
    for (const { outcome, request, keyed: known } of requests) {
      assert.strictEqual(outcome.status, "processed")
      for (const { actions, distinctId } of request.changes) {
        const profile = Option.getOrThrow(yield* store.profile(request, distinctId))
        if (known) {
          assert.deepStrictEqual(profile.properties, model.profile(request, distinctId))
          assert.deepStrictEqual(outcome.applied.toSorted(), modelled.get(request.requestId))
        }
        for (const action of actions) {
          if (!outcome.applied.includes(action.name)) continue
          assert.strictEqual(profile.properties[action.name], "value" in action && action.value)
        }
      }
    }
  })

/** Waits until this many more of their requests are accepted. */
const acceptedMore = ({ accepted }: Senders, more: number) => {
  const wanted = accepted.length + more
  return until("enough is accepted", () => accepted.length >= wanted)
}

describe("the profile API of a server", () => {
  it.concurrent("makes a workspace and its key at the first start, in a file for its owner", async ({
    daybook,
  }) => {
    const env = daybook.stores.sqlite()
    const file = join(env["DATA_DIR"] ?? "", "first-workspace")
    const first = await daybook.start(env)
    await first.notify()
    assert.strictEqual(statSync(file).mode & 0o777, 0o600)
    const [, id = "", made = ""] =
      /^NOTIFY_WORKSPACE=(ws_\w+)\nNOTIFY_KEY=(dbk_notify_[0-9a-f]{64})\n$/.exec(
        readFileSync(file, "utf8"),
      ) ?? []
    const client = await first.notify(made)
    assert.strictEqual((await client.get(`/v1/${id}/live/profiles/ann`)).status, 404)
    assert.notInclude(first.stdout + first.stderr, made)
    await first.stop()
    rmSync(file)
    const second = await daybook.start(env)
    assert.strictEqual((await (await second.notify(made)).get(`/v1/${id}/test/profiles/ann`)).status, 404)
    assert.isFalse(existsSync(file))
  })

  it.concurrent("has workspaces and keys from the command line, and knows a revoked one within a second", async ({
    daybook,
  }) => {
    const env = daybook.stores.postgres()
    const made = await daybook.run(["workspaces", "create", "--name", "my shop"], env)
    assert.match(made.stdout, /^ws_[0-9a-f]{16}\n$/)
    const id = made.stdout.trim()
    const listed = await daybook.run(["workspaces", "list"], env)
    assert.match(listed.stdout, new RegExp(`^${id}  made \\S+Z  my shop\\n$`))
    const create = await daybook.run(["keys", "create", "--workspace", id, "--name", "shop"], env)
    assert.match(create.stdout, /^dbk_notify_[0-9a-f]{64}\n$/)
    const refused = await daybook.run(["keys", "create", "--workspace", "ws_none", "--name", "shop"], env)
    assert.deepStrictEqual([refused.code, refused.stderr], [1, "There is no workspace ws_none\n"])

    const limit = (...words: ReadonlyArray<string>) => daybook.run(["workspaces", "limit", ...words], env)
    const everywhere = await limit("--profiles", "500", "--per-second", "7")
    assert.strictEqual(everywhere.stdout, "every workspace: 7 requests a second, 7 at once, 500 profiles\n")
    const own = await limit(
      id,
      "--per-second",
      "1000",
      "--burst",
      "1500",
      "--monthly-requests",
      "9",
      "--bytes",
      "5000000000000",
    )
    const inForce =
      "1000 requests a second, 1500 at once, 500 profiles, 5000000000000 bytes, 9 requests a month"
    assert.strictEqual(own.stdout, `${id}: ${inForce}\n`)
    assert.strictEqual(
      (await limit(id, "--burst", "none")).stdout,
      `${id}: ${inForce.replace("1500", "1000")}\n`,
    )
    assert.strictEqual((await limit("ws_none", "--profiles", "1")).stderr, "There is no workspace ws_none\n")
    assert.include((await limit(id, "--per-second", "fast")).stderr, "none or a whole number from 1")
    assert.include(
      (await limit("--per-second", "none", "--burst", "5")).stderr,
      "--burst belongs to --per-second",
    )

    const server = await daybook.start(env)
    const client = await server.notify(create.stdout.trim())
    const { body, headers } = await client.get(`/v1/${id}/live/usage`)
    assert.strictEqual(headers.get("x-ratelimit-limit"), "1000")
    expect(body).toMatchObject({ limits: { per_second: 1000, profiles: { limit: 500, left: 500 } } })
    const path = `/v1/${id}/live/profiles/ann`
    assert.strictEqual((await client.get(path)).status, 404)
    const elsewhere = await daybook.run(["keys", "list", "--workspace", "ws_nope"], env)
    assert.deepStrictEqual([elsewhere.code, elsewhere.stdout], [1, ""])
    assert.include(elsewhere.stderr, "There is no workspace ws_nope")
    const keys = await daybook.run(["keys", "list", "--workspace", id], env)
    const number = /^ *(\d+) .* shop$/m.exec(keys.stdout)?.[1] ?? ""
    assert.strictEqual((await daybook.run(["keys", "revoke", "--workspace", id, number], env)).code, 0)
    await until("the key is refused", async () => (await client.get(path)).status === 401)
  })

  it.concurrent.for([
    [{ NOTIFY_KEY: key }, "NOTIFY_KEY is a key of NOTIFY_WORKSPACE: set both"],
    [{ ...handedIn, NOTIFY_KEY: "short" }, "NOTIFY_KEY must have 32 characters or more"],
    [{ NOTIFY_PORT: "x" }, 'NOTIFY_PORT is "x"; it must be a port'],
    [
      { REQUEST_RETENTION_DAYS: "0" },
      'REQUEST_RETENTION_DAYS is "0"; it must be a whole number of days from 1',
    ],
  ] as const)("refuses %j", async ([settings, message], { daybook }) => {
    const server = daybook.launch({ ...daybook.stores.memory(), ...settings })
    assert.strictEqual(await server.ended, 1)
    assert.strictEqual(server.stderr, `${message}\n`)
  })

  it.concurrent("responds in its own form to bytes that are not HTTP", async ({ daybook }) => {
    const server = await daybook.start({ ...daybook.stores.memory(), ...handedIn })
    const client = await server.notify(key)
    expect(await client.get("/v1/nothing")).toMatchObject({ status: 404, body: { status: "error" } })
    expect(await client.ask("PUT", "/v1/health")).toMatchObject({ status: 405, body: { status: "error" } })
  })
})

describe("set-once requests", () => {
  it.for(storeNames)(
    "that were accepted are applied, however often their server is killed, in %s",
    { timeout: 180_000 + kills * 15_000 },
    async (store, { daybook }) => {
      const env = { ...daybook.stores[store](), ...handedIn }
      const senders = new Senders(workspace, "live", key)
      for (let round = 1; round <= kills; round++) {
        const server = await daybook.startProcess(env)
        const sending = senders.run((await server.notify()).url, 16, round)
        // The moment of the death is what is tried here.
        await acceptedMore(senders, 21 + 60 * (round % 4))
        await server.kill()
        await sending
      }
      const last = await daybook.start(env)
      const client = await last.notify(key)
      await senders.finish(client.url)
      const processed = async ({ requestId }: AcceptedSending) =>
        JSON.stringify((await client.get(`/v1/${workspace}/live/requests/${requestId}`)).body).includes(
          '"processed"',
        )
      await until("everything is applied", async () =>
        (await Promise.all(senders.accepted.slice(-100).map(processed))).every(Boolean),
      )
      assert.strictEqual(await last.stop(), 0)
      await Effect.runPromise(Effect.provide(assertHolds("live", senders.accepted), opened(env)))
    },
  )

  it(
    "to two servers that are killed in turn have the same result as on one",
    { timeout: 240_000 },
    async ({ daybook }) => {
      const env = { ...daybook.stores.postgres(), ...handedIn }
      const versions = ["live", "test"] as const
      const senders = versions.map((version) => new Senders(workspace, version, key))
      let servers: ReadonlyArray<DaybookProcess> = await Promise.all([
        daybook.startProcess(env),
        daybook.startProcess(env),
      ])
      for (let round = 1; round <= Math.max(2, Math.floor(kills / 2)); round++) {
        const urls = await Promise.all(servers.map(async (server) => (await server.notify()).url))
        const sending = senders.flatMap((one) => urls.map((url) => one.run(url, 8, round)))
        await Promise.all(senders.map((one) => acceptedMore(one, 20 + 60 * (round % 4))))
        const [dying, living] = round % 2 === 0 ? servers : servers.toReversed()
        await dying?.kill()
        await Promise.all(senders.map((one) => acceptedMore(one, 20)))
        for (const one of senders) one.stop()
        await Promise.all(sending)
        assert.isDefined(living)
        servers = [...(living === undefined ? [] : [living]), await daybook.startProcess(env)]
      }
      const url = (await servers[0]?.notify())?.url ?? ""
      for (const one of senders) await one.finish(url)
      const store = opened(env)
      await until(
        "everything is applied",
        () =>
          Effect.runPromise(
            Effect.provide(
              Effect.gen(function* () {
                const profiles = yield* ProfileStore
                for (const [index, version] of versions.entries()) {
                  const last = senders[index]?.accepted.slice(-50) ?? []
                  for (const sending of last) {
                    const request = offeredOf(sending, version)
                    const outcome = yield* profiles.outcome(request, request.requestId)
                    if (Option.isNone(outcome) || outcome.value.status !== "processed") return false
                  }
                }
                return true
              }),
              store,
            ),
          ),
        10,
      )
      for (const server of servers) assert.strictEqual(await server.stop(), 0)
      for (const [index, version] of versions.entries()) {
        await Effect.runPromise(Effect.provide(assertHolds(version, senders[index]?.accepted ?? []), store))
      }
    },
  )
})
