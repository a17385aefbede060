import {
  applyActions,
  fieldOfOperation,
  fits,
  type Properties,
  type PropertyType,
  readerOf,
} from "@daybook/profiles"
import { InvalidInput } from "@daybook/kernel"
import * as Effect from "effect/Effect"
import { Broken, fieldOf, type NotOffered, type Reply, type Service } from "./service.ts"

/** A promise of the service, and its check. */
export interface Conformance {
  readonly promise: string
  readonly check: (service: Service) => Effect.Effect<void, Broken | NotOffered>
}

const broken = (message: string) => Effect.fail(new Broken({ message }))

/** An error in the contract's form. */
const isFailure = (status: number, { body, ...reply }: Reply) =>
  reply.status === status &&
  typeof fieldOf(body, "_message") === "string" &&
  fieldOf(body, "status") === "error"

const refuses = Effect.fnUntraced(function* (
  status: number,
  asked: Effect.Effect<Reply, Broken>,
  what: string,
) {
  const reply = yield* asked
  if (!isFailure(status, reply)) {
    return yield* broken(
      `${what} returned ${reply.status} ${JSON.stringify(reply.body)} instead of ${status} with _message and status "error"`,
    )
  }
})

const setOnce: ReadonlyArray<Conformance> = [
  {
    promise: "set-once returns 202 with a request_id, and creates the profile",
    check: Effect.fnUntraced(function* ({ has, id, name, send }) {
      const [ann, plan] = [id("ann"), name("plan")]
      const { body } = yield* send("set-once", { distinct_id: ann, $once: { [plan]: "pro" } })
      if (typeof fieldOf(body, "request_id") !== "string")
        return yield* broken("the response has no request_id")
      yield* has(ann, { [plan]: "pro" })
    }),
  },
  {
    promise: "the first accepted value stays, and properties without a value are set",
    check: Effect.fnUntraced(function* ({ has, id, name, send }) {
      const [bob, plan, seats] = [id("first"), name("first_plan"), name("first_seats")]
      yield* send("set-once", { distinct_id: bob, $once: { [plan]: "free" } })
      yield* send("set-once", { distinct_id: bob, $once: { [plan]: "pro", [seats]: 3 } })
      yield* has(bob, { [plan]: "free", [seats]: 3 })
    }),
  },
  {
    promise: "texts, numbers, booleans, dates of each form and lists are stored as they were sent",
    check: Effect.fnUntraced(function* ({ has, id, name, send }) {
      const values = [
        "x".repeat(255),
        -2.5,
        false,
        "2024-02-29",
        "2024-02-29T10:00:00Z",
        "2024-02-29T10:00:00.125Z",
        "2024-02-29T10:00:00+05:30",
        ["a", 1, "2024-02-29"],
      ]
      const $once = Object.fromEntries(values.map((value, index) => [name(`kind_${index}`), value]))
      yield* send("set-once", { distinct_id: id("kinds"), $once })
      yield* has(id("kinds"), $once)
    }),
  },
  {
    promise: "a value of another type than its property's is ignored, and its request is accepted",
    check: Effect.fnUntraced(function* ({ has, id, name, send }) {
      const [n, on] = [name("typed_number"), name("typed_boolean")]
      yield* send("set-once", { distinct_id: id("typed"), $once: { [n]: 1, [on]: true } })
      yield* has(id("typed"), { [n]: 1, [on]: true })
      yield* send("set-once", { distinct_id: id("mistyped"), $once: { [n]: "one", [on]: false } })
      yield* has(id("mistyped"), { [on]: false })
    }),
  },
  {
    promise: "a text of more than 255 characters is not stored",
    check: Effect.fnUntraced(function* ({ ask, has, id, name }) {
      const [long, short] = [name("long"), name("short")]
      const body = { distinct_id: id("long"), $once: { [long]: "x".repeat(256), [short]: "x" } }
      const { status } = yield* ask("POST", "profiles/properties/set-once", { body })
      yield* has(id("long"), status === 400 ? undefined : { [short]: "x" })
    }),
  },
  {
    promise: "an empty $once, a field that is not allowed and an object as a value are 400",
    check: Effect.fnUntraced(function* ({ ask, id, name }) {
      const distinct_id = id("unfit")
      const bodies = [
        { distinct_id, $once: {} },
        { distinct_id },
        { distinct_id, $once: { [name("x")]: 1 }, more: 1 },
        { distinct_id, $once: { [name("x")]: { y: 1 } } },
        { $once: { [name("x")]: 1 } },
      ]
      for (const body of bodies) {
        yield* refuses(400, ask("POST", "profiles/properties/set-once", { body }), JSON.stringify(body))
      }
    }),
  },
  {
    promise: "a wrong key and another workspace are 401",
    check: Effect.fnUntraced(function* ({ ask, id, name }) {
      const body = { distinct_id: id("stranger"), $once: { [name("x")]: 1 } }
      const asked = (more: { readonly key?: string; readonly workspace?: string }) =>
        ask("POST", "profiles/properties/set-once", { body, ...more })
      yield* refuses(401, asked({ key: "not-a-key" }), "a wrong key")
      yield* refuses(401, asked({ workspace: "no-such-workspace" }), "another workspace")
    }),
  },
  {
    promise: "of set-once requests at once, one value wins and stays",
    check: Effect.fnUntraced(function* ({ has, id, name, properties, send, until }) {
      const [distinct_id, n] = [id("race"), name("race")]
      const all = Array.from({ length: 20 }, (_, value) =>
        send("set-once", { distinct_id, $once: { [n]: value } }),
      )
      yield* Effect.all(all, { concurrency: 10 })
      const isSet = Effect.map(properties(distinct_id), (found) => typeof fieldOf(found, n) === "number")
      yield* until(isSet, true, "a value is set")
      const winner = yield* properties(distinct_id)
      yield* send("set-once", { distinct_id, $once: { [n]: 20, [name("race_over")]: true } })
      yield* has(distinct_id, { [n]: fieldOf(winner, n), [name("race_over")]: true })
    }),
  },
]

type Item = string | number

/** One operation after the other on two profiles, and the result that the model has. */
const mixture = Effect.fnUntraced(function* ({ has, id, name, send }: Service) {
  const types = new Map<string, PropertyType>()
  const profiles = new Map<string, Properties>()
  let state = 11
  const next = (below: number) => {
    state = (state * 48_271) % 2_147_483_647
    return state % below
  }
  const items = (): ReadonlyArray<Item> => ["a", 1, "b"].slice(next(3))
  const givens = {
    "set-once": () => ({ [name("m_n")]: next(9), [name("m_list")]: items() }),
    set: () => ({ [name("m_n")]: next(2) === 0 ? next(9) : "x", [name("m_text")]: `t${next(9)}` }),
    unset: () => [name(next(2) === 0 ? "m_n" : "m_list")],
    "numerical-add": () => ({ [name("m_n")]: next(9) - 4 }),
    append: () => ({ [name("m_list")]: items() }),
    union: () => ({ [name("m_list")]: items() }),
    remove: () => ({ [name("m_list")]: next(2) === 0 ? "a" : 1 }),
  }
  const operations = Object.keys(givens) as ReadonlyArray<keyof typeof givens>
  for (let turn = 0; turn < 60; turn++) {
    const operation = operations[next(operations.length)] ?? "set"
    const body = {
      distinct_id: id(next(3) === 0 ? "mixed_two" : "mixed_one"),
      [fieldOfOperation[operation]]: givens[operation](),
    }
    const change = readerOf(operation)(JSON.stringify(body))
    if (change instanceof InvalidInput) return yield* Effect.die(change)
    yield* send(operation, body)
    const { distinctId } = change
    const known = profiles.get(distinctId)
    const stored: Properties = known ?? new Map()
    const actions = change.actions.filter((action) => {
      if (!("type" in action)) return true
      const type = types.get(action.name) ?? action.type
      types.set(action.name, type)
      return fits(action.type, type)
    })
    applyActions(stored, { actions, ignored: [] })
    if (known !== undefined || change.makes) profiles.set(distinctId, stored)
  }
  for (const [distinctId, stored] of profiles) yield* has(distinctId, Object.fromEntries(stored))
})

const family: ReadonlyArray<Conformance> = [
  {
    promise: "set, unset, numerical-add, append, union and remove give what applying them in order gives",
    check: mixture,
  },
  {
    promise: "each accepted request counts exactly once, however many come at once",
    check: Effect.fnUntraced(function* ({ has, id, name, send }) {
      const add = send("numerical-add", { distinct_id: id("sum"), $add: { [name("sum")]: 1 } })
      yield* Effect.all(
        Array.from({ length: 50 }, () => add),
        { concurrency: 10 },
      )
      yield* has(id("sum"), { [name("sum")]: 50 })
    }),
  },
  {
    promise: "a retry with the same Idempotency-Key counts once, and another body under it is 400",
    check: Effect.fnUntraced(function* ({ ask, has, id, name, send }) {
      const [distinct_id, sum] = [id("retry"), name("retry")]
      const headers = { "idempotency-key": distinct_id }
      const body = { distinct_id, $add: { [sum]: 1 } }
      yield* Effect.all(
        Array.from({ length: 5 }, () => send("numerical-add", body, headers)),
        { concurrency: 5 },
      )
      const other = { distinct_id, $add: { [sum]: 2 } }
      yield* refuses(
        400,
        ask("POST", "profiles/properties/numerical-add", { body: other, headers }),
        "another body under a known Idempotency-Key",
      )
      yield* has(distinct_id, { [sum]: 1 })
    }),
  },
  {
    promise: "a batch applies its items in order, and rejects only invalid ones",
    check: Effect.fnUntraced(function* ({ has, id, name, send }) {
      const [distinct_id, n] = [id("batch"), name("batch")]
      const batch = [
        { distinct_id, action: { $set: { [n]: 1 } } },
        { distinct_id, action: { $set: { [n]: {} } } },
        { distinct_id, action: { $add: { [n]: 2 } } },
      ]
      const { body } = yield* send("batch", { batch })
      const told = fieldOf(body, "batch")
      if (!Array.isArray(told) || told.length !== 3 || fieldOf(told[1], "error") === undefined) {
        return yield* broken(`the response does not list each item: ${JSON.stringify(body)}`)
      }
      yield* has(distinct_id, { [n]: 3 })
    }),
  },
  {
    promise: "a merged profile keeps its values and gets missing ones, and the source's id becomes an alias",
    check: Effect.fnUntraced(function* ({ ask, expecting, has, id, name, profilePath, send }) {
      const [source, target, one, two] = [id("visitor"), id("member"), name("merge_one"), name("merge_two")]
      yield* send("set-once", { distinct_id: source, $once: { [one]: "source", [two]: "source" } })
      yield* send("set-once", { distinct_id: target, $once: { [one]: "target" } })
      yield* expecting(
        202,
        ask("PATCH", `${profilePath(source)}/merge/${encodeURIComponent(target)}`),
        "merge",
      )
      for (const distinctId of [target, source]) yield* has(distinctId, { [one]: "target", [two]: "source" })
    }),
  },
  {
    promise: "an erased profile is gone, and later requests create a new one",
    check: Effect.fnUntraced(function* ({ ask, expecting, has, id, name, profilePath, send }) {
      const [distinct_id, plan] = [id("erased"), name("erased")]
      yield* send("set-once", { distinct_id, $once: { [plan]: "old" } })
      yield* has(distinct_id, { [plan]: "old" })
      yield* expecting(204, ask("DELETE", profilePath(distinct_id)), "erasing")
      yield* has(distinct_id, undefined)
      yield* send("set-once", { distinct_id, $once: { [plan]: "new" } })
      yield* has(distinct_id, { [plan]: "new" })
    }),
  },
  {
    promise: "a filter finds the profiles that match it, and counts them",
    check: Effect.fnUntraced(function* ({ ask, expecting, has, id, name, send, until }) {
      const [n, plan] = [name("filter_n"), name("filter_plan")]
      for (const number of [1, 2, 3]) {
        const $once = { [n]: number, [plan]: number === 3 ? "free" : "pro" }
        yield* send("set-once", { distinct_id: id(`found_${number}`), $once })
        yield* has(id(`found_${number}`), $once)
      }
      const all = [
        { name: n, op: "gte", value: 2 },
        { any: [{ name: plan, op: "eq", value: "pro" }, { not: { name: n, op: "exists" } }] },
      ]
      const query = `?filter=${encodeURIComponent(JSON.stringify({ all }))}`
      const { body } = yield* expecting(200, ask("GET", `profiles${query}`), "finding by a filter")
      const data = fieldOf(body, "data")
      const found = Array.isArray(data) ? data.map((one) => fieldOf(one, "distinct_id")) : data
      yield* until(Effect.succeed(found), [id("found_2")], "the profiles found")
      const counted = Effect.map(ask("GET", `profiles/count${query}`), (reply) =>
        fieldOf(reply.body, "count"),
      )
      yield* until(counted, 1, "the number of profiles")
    }),
  },
  {
    promise: "a 202 can be read back at once",
    check: Effect.fnUntraced(function* ({ id, name, properties, send }) {
      for (let turn = 0; turn < 10; turn++) {
        yield* send("set-once", { distinct_id: id(`now_${turn}`), $once: { [name("now")]: turn } })
        const found = yield* properties(id(`now_${turn}`))
        if (fieldOf(found, name("now")) !== turn)
          return yield* broken("an accepted value was not there when it was read")
      }
    }),
  },
]

/** The promises of the contract, then of the operations around it. */
export const promises: ReadonlyArray<Conformance> = [...setOnce, ...family]
