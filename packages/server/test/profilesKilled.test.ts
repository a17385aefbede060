import {
  fieldOfOperation,
  mergeInto,
  type Operation,
  type ProfileChange,
  ProfileStore,
  readBatch,
  readerOf,
  RequestId,
  WorkspaceId,
  firstUsageDay,
} from "@daybook/profiles"
import { ProfileModel } from "@daybook/profiles/contract"
import { InvalidInput } from "@daybook/kernel"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { assert, describe } from "vitest"
import { type DaybookProcess, durableStoreNames, it, planted } from "./daybook.ts"
import { opened } from "./openedProfiles.ts"
import { until } from "./until.ts"

const workspace = "acme"
const key = planted.notifyKey
const at = { workspace: WorkspaceId.make(workspace), version: "live" } as const

/** Few ids and names, so that requests meet. */
const ids = Array.from({ length: 12 }, (_, index) => `p${index}`)
const pick = <A>(all: ReadonlyArray<A>): A => all[Math.floor(Math.random() * all.length)] ?? assert.fail()

interface Sending {
  readonly operation: Operation
  readonly path: string
  readonly method: string
  readonly body: string
  readonly changes: ReadonlyArray<ProfileChange>
  readonly key: string
}

let made = 0

const given = (operation: string): unknown => {
  const name = pick(["a", "b", "c"])
  if (operation === "unset") return [name]
  if (operation === "append" || operation === "remove") return { log: made % 7 }
  if (operation === "numerical-add") return { sum: made }
  return { [name]: made, [`of ${made % 50}`]: made, log: [made % 7] }
}

const makeSending = (): Sending => {
  made += 1
  const operation = pick([
    "set-once",
    "set",
    "unset",
    "numerical-add",
    "append",
    "remove",
    "batch",
    "merge",
  ] as const)
  const properties = "/profiles/properties/"
  const known = { operation, key: `key ${made}`, method: "POST", path: properties + operation }
  if (operation === "merge") {
    const [source, target] = [pick(ids), pick(ids)]
    const path = `/profiles/${source}/merge/${target}`
    return { ...known, method: "PATCH", path, body: "", changes: [mergeInto(target, source)] }
  }
  if (operation === "batch") {
    const items = Array.from({ length: 3 }, () => ({
      distinct_id: pick(ids),
      action: { $set: given("set"), $add: given("numerical-add") },
    }))
    const body = JSON.stringify({ batch: items })
    const read = readBatch(body)
    if (read instanceof InvalidInput) throw read
    return { ...known, body, changes: read.flatMap((item) => ("change" in item ? [item.change] : [])) }
  }
  const body = JSON.stringify({ distinct_id: pick(ids), [fieldOfOperation[operation]]: given(operation) })
  const read = readerOf(operation)(body)
  if (read instanceof InvalidInput) throw read
  return { ...known, body, changes: [read] }
}

const readAnswer = Schema.decodeUnknownSync(Schema.Struct({ request_id: Schema.String }))

/** Senders that send each request until it is accepted, whichever servers die. */
class Senders {
  readonly accepted: Array<Sending & { readonly id: string }> = []
  #unanswered: Array<Sending> = []
  #stopped = false

  async #send(url: string, sending: Sending): Promise<boolean> {
    try {
      const response = await fetch(`${url}/v1/${workspace}/live${sending.path}`, {
        method: sending.method,
        headers: { authorization: `Bearer ${key}`, "idempotency-key": sending.key },
        ...(sending.body !== "" && { body: sending.body }),
      })
      const body: unknown = await response.json()
      if (response.status !== 202) throw new Error(`${response.status} ${JSON.stringify(body)}`)
      this.accepted.push({ ...sending, id: readAnswer(body).request_id })
      return true
    } catch (error) {
      this.#unanswered.push(sending)
      if (error instanceof TypeError) return false
      throw error
    }
  }

  async run(url: string): Promise<void> {
    this.#stopped = false
    const one = async (): Promise<void> => {
      while (!this.#stopped && (await this.#send(url, this.#unanswered.pop() ?? makeSending()))) continue
    }
    await Promise.all(Array.from({ length: 8 }, one))
  }

  stop(): void {
    this.#stopped = true
  }

  async finish(url: string): Promise<void> {
    for (let next = this.#unanswered.pop(); next !== undefined; next = this.#unanswered.pop()) {
      await this.#send(url, next)
    }
  }
}

/** Holds that the result is that of applying all accepted requests one after another, in the order of acceptance. */
const assertHolds = (accepted: Senders["accepted"]) =>
  Effect.gen(function* () {
    const store = yield* ProfileStore
    const known = yield* Effect.forEach(accepted, (one) =>
      Effect.map(store.outcome(at, RequestId.make(one.id)), (outcome) =>
        Option.getOrThrow(outcome).changes.map((change) => ({
          ...change,
          made: one.changes[change.change] ?? assert.fail(),
        })),
      ),
    )
    const model = new ProfileModel()
    for (const one of known.flat().toSorted((a, b) => a.acceptance - b.acceptance)) {
      assert.strictEqual(one.status, "processed")
      assert.deepStrictEqual(one.applied.toSorted(), model.change(at, one.made))
    }
    for (const id of ids) {
      const profile = Option.getOrUndefined(yield* store.profile(at, id))
      assert.deepStrictEqual(profile?.properties, model.profile(at, id))
    }
    const { requests } = yield* store.usage(at, firstUsageDay(Date.now()))
    assert.strictEqual(
      requests.reduce((sum, one) => sum + one.requests, 0),
      accepted.length,
    )
  })

describe("requests of every operation", () => {
  it.for(durableStoreNames)(
    "have the result of one after the other, however often their servers are killed, in %s",
    { timeout: 240_000 },
    async (store, { daybook }) => {
      const env = { ...daybook.stores[store](), NOTIFY_WORKSPACE: workspace, NOTIFY_KEY: key }
      const count = store === "pglite" ? 1 : 2
      const senders = new Senders()
      let servers: ReadonlyArray<DaybookProcess> = []
      for (let round = 1; round <= 3; round++) {
        servers = [...servers]
        while (servers.length < count) servers = [...servers, await daybook.startProcess(env)]
        const urls = await Promise.all(servers.map(async (server) => (await server.notify()).url))
        const sending = urls.map((url) => senders.run(url))
        const wanted = senders.accepted.length + 40 + Math.floor(150 * Math.random())
        await until("enough is accepted", () => senders.accepted.length >= wanted)
        const [dying, ...living] = servers
        await dying?.kill()
        senders.stop()
        await Promise.all(sending)
        servers = living
      }
      const last = await daybook.start(env)
      const client = await last.notify(key)
      await senders.finish(client.url)
      const waiting = `/v1/${workspace}/live/requests?status=accepted`
      const isEmpty = async () => JSON.stringify((await client.get(waiting)).body).includes('"data":[]')
      await until("everything is applied", isEmpty, 20)
      for (const server of [...servers, last]) assert.strictEqual(await server.stop(), 0)
      await Effect.runPromise(Effect.provide(assertHolds(senders.accepted), opened(env)))
    },
  )
})
