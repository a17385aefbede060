import {
  fieldOfOperation,
  firstUsageDay,
  mergeInto,
  Operation,
  type ProfileChange,
  ProfileStore,
  readBatch,
  readerOf,
  RequestId,
  WorkspaceId,
} from "@daybook/profiles"
import { ProfileModel } from "@daybook/profiles/contract"
import { InvalidInput } from "@daybook/kernel"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { setTimeout as pause } from "node:timers/promises"
import { assert } from "vitest"
import { planted } from "../daybook.ts"
import { Random } from "../../faults/random.ts"

export const workspace = "acme"
export const key = planted.notifyKey
const at = { workspace: WorkspaceId.make(workspace), version: "live" } as const

/** Few ids and names, so that requests meet. Half of the ids are merged, into one profile in the end. */
const ids = Array.from({ length: 12 }, (_, index) => `p${index}`)
const merging = ids.slice(0, 6)
const random = new Random(51)
const pick = <A>(all: ReadonlyArray<A>): A => random.pick(all)

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
  if (operation === "append" || operation === "union" || operation === "remove") return { log: made % 7 }
  if (operation === "numerical-add") return { sum: made }
  // The first that is applied decides the type of a name: the servers race for it.
  const value = random.once(4) ? `text ${made}` : made
  return { [name]: made, [`of ${made % 50}`]: value, log: [made % 7] }
}

const makeSending = (among: ReadonlyArray<Operation>): Sending => {
  made += 1
  const operation = pick(among)
  const properties = "/profiles/properties/"
  const known = { operation, key: `key ${made}`, method: "POST", path: properties + operation }
  if (operation === "merge") {
    const [source, target] = [pick(merging), pick(merging)]
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

/** Senders of all operations, one as often as the other, that send each request until it is accepted, whichever servers die. */
export class Senders {
  readonly accepted: Array<Sending & { readonly id: string }> = []
  readonly #among: ReadonlyArray<Operation>
  #unanswered: Array<Sending> = []
  #stopped = false

  constructor(among: ReadonlyArray<Operation> = Operation.literals) {
    this.#among = among
  }

  async #send(url: string, sending: Sending): Promise<boolean> {
    try {
      const response = await fetch(`${url}/v1/${workspace}/live${sending.path}`, {
        method: sending.method,
        // A connection that a killed process was just given may stay open without a response.
        signal: AbortSignal.timeout(30_000),
        headers: { authorization: `Bearer ${key}`, "idempotency-key": sending.key },
        ...(sending.body !== "" && { body: sending.body }),
      })
      const body: unknown = await response.json()
      if (response.status === 503) {
        assert.match(response.headers.get("retry-after") ?? "", /^\d+$/)
        this.#unanswered.push(sending)
        await pause(20)
        return true
      }
      if (response.status !== 202) throw new Error(`${response.status} ${JSON.stringify(body)}`)
      this.accepted.push({ ...sending, id: readAnswer(body).request_id })
      return true
    } catch (error) {
      this.#unanswered.push(sending)
      if (error instanceof TypeError || (error instanceof Error && error.name === "TimeoutError"))
        return false
      throw error
    }
  }

  /** Sends over eight connections until told to stop, or until the server no longer responds. */
  async run(url: string): Promise<void> {
    this.#stopped = false
    const one = async (): Promise<void> => {
      while (!this.#stopped && (await this.#send(url, this.#unanswered.pop() ?? makeSending(this.#among))))
        continue
    }
    await Promise.all(Array.from({ length: 8 }, one))
  }

  stop(): void {
    this.#stopped = true
  }

  /** Resends requests without a response until all have one. */
  async finish(url: string): Promise<void> {
    for (let next = this.#unanswered.pop(); next !== undefined; next = this.#unanswered.pop()) {
      await this.#send(url, next)
    }
  }
}

/** Verifies that the result equals applying all accepted requests one after another, in the order of acceptance. */
export const assertHolds = (accepted: Senders["accepted"]) =>
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
