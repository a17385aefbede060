import { StorageUnavailable } from "@daybook/kernel"
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"
import { type MessagePort, receiveMessageOnPort } from "node:worker_threads"
import { DatabaseUnusable } from "../errors.ts"
import type { Call, FromSession, FromStores, Given, Member, SessionCall, Step, ToStores } from "./messages.ts"
import { type ErrorClass, storeSides } from "./sides.ts"
import { exitToWire, fromWire, toWire } from "./wire.ts"

/** The longest that a transaction waits for its next step, in milliseconds: other writes wait behind it. */
const maxSilent = 5_000

/**
 * Reads the messages of a port in order. Received ones are read before the thread goes back to its event
 * loop.
 */
const messagesOf = (port: MessagePort) => {
  const come: Array<ToStores> = []
  let wake = () => {}
  port.on("message", (message: ToStores) => {
    come.push(message)
    wake()
  })
  const take = (): void => {
    for (let one = receiveMessageOnPort(port); one !== undefined; one = receiveMessageOnPort(port))
      come.push(one.message as ToStores)
  }
  return async (): Promise<ToStores> => {
    take()
    // A call that was cancelled while another one ran is dropped.
    const cancelled = new Set(come.flatMap((one) => (one.kind === "cancel" ? [one.id] : [])))
    const left = come.splice(0).filter((one) => one.kind === "close" || !cancelled.has(one.id))
    come.push(...left)
    for (let first = come.shift(); ; first = come.shift()) {
      if (first !== undefined) return first
      await new Promise<void>((resolve) => (wake = resolve))
    }
  }
}

type Exited = Exit.Exit<unknown, unknown>

/** An effect at the time of its caller: a store that runs later stores the time of the call. */
const at = <A, E, R>(now: number, effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.updateService(effect, Clock.Clock, (clock) => {
    const fixed = Object.create(clock) as { -readonly [Key in keyof Clock.Clock]: Clock.Clock[Key] }
    fixed.currentTimeMillisUnsafe = () => now
    fixed.currentTimeMillis = Effect.succeed(now)
    return fixed
  })

type AnyEffect = Effect.Effect<unknown, unknown>

const effectOf = (member: unknown, args: ReadonlyArray<unknown> | undefined): AnyEffect =>
  args === undefined
    ? (member as AnyEffect)
    : (member as (...given: ReadonlyArray<unknown>) => AnyEffect)(
        ...(fromWire(args) as ReadonlyArray<unknown>),
      )

/** A transaction has effects and functions, which stay here; a value goes over. */
const toGiven = (given: unknown): Given => {
  const members = typeof given === "object" && given !== null ? Object.entries(given) : []
  const isTransaction = members.some(([, member]) => Effect.isEffect(member) || typeof member === "function")
  return isTransaction
    ? { offers: members.map(([name, member]) => [name, Effect.isEffect(member) ? "effect" : "function"]) }
    : { value: toWire(given) }
}

/** Runs a session: the transaction waits here, and so does this thread, until its function has ended in the other one. */
const sessionOf = (
  change: (...args: ReadonlyArray<unknown>) => AnyEffect,
  { args, now, sent, steps }: SessionCall,
  errors: ReadonlyArray<ErrorClass>,
): AnyEffect => {
  const post = (message: FromSession) => steps.postMessage(message, [])
  const nextStep = (): Step | undefined => {
    for (;;) {
      const known = Atomics.load(sent, 0)
      const received = receiveMessageOnPort(steps)
      if (received !== undefined) return received.message as Step
      if (Atomics.wait(sent, 0, known, maxSilent) === "timed-out") return undefined
    }
  }
  const work = (given: unknown): AnyEffect =>
    Effect.suspend(() => {
      post({ kind: "begun", given: toGiven(given) })
      for (;;) {
        const step = nextStep()
        switch (step?.kind) {
          case "commit":
            return Effect.succeed(fromWire(step.value))
          case "roll back":
            return Effect.fail("rolled back")
          case "step": {
            const member: unknown = (given as Record<string, unknown>)[step.member]
            const stepped = Effect.suspend(() => effectOf(member, step.args))
            post({ kind: "stepped", exit: exitToWire(Effect.runSyncExit(at(now, stepped)), errors) })
            break
          }
          case undefined:
            return Effect.die(
              new StorageUnavailable({
                message: `A change took longer than ${maxSilent / 1_000} s between two steps and was undone: try again`,
                retryAfter: 5,
              }),
            )
        }
      }
    })
  return Effect.ensuring(
    change(...(fromWire(args) as ReadonlyArray<unknown>), work),
    Effect.sync(() => steps.close()),
  )
}

/**
 * Serves the stores of a storage to another thread: builds them, then runs the calls that come on the port, one after another in
 * their order. It ends as it is asked to close, once every earlier call is stored.
 */
export const serveStores = async <A, E>(storage: Layer.Layer<A, E>, port: MessagePort): Promise<void> => {
  const post = (message: FromStores) => port.postMessage(message)
  const next = messagesOf(port)
  const scope = Scope.makeUnsafe()
  const opened = await Effect.runPromiseExit(Layer.buildWithScope(storage, scope))
  post({ kind: "opened", exit: exitToWire(Exit.asVoid(opened), [DatabaseUnusable]) })
  const close = async (exit: Exited) => {
    await Effect.runPromise(Scope.close(scope, exit))
    post({ kind: "closed" })
    port.close()
  }
  if (Exit.isFailure(opened)) return close(opened)
  const stores = new Map(storeSides(opened.value as Context.Context<never>).map((one) => [one.port.key, one]))
  const find = ({ path, port: key }: Member) => {
    const found = stores.get(key)
    const member = path.reduce<unknown>(
      (group, name) => (group as Record<string, unknown>)[name],
      found?.store,
    )
    if (found === undefined || !("sides" in found) || member === undefined)
      throw new Error(
        `the writing thread has no ${[key, ...path].join(".")}: it runs other domains than the serving one`,
      )
    return { errors: found.errors, member }
  }
  const run = async (call: Call | SessionCall): Promise<void> => {
    let errors: ReadonlyArray<ErrorClass> = []
    const effect = Effect.suspend(() => {
      const found = find(call)
      errors = found.errors
      return call.kind === "call"
        ? effectOf(found.member, call.args)
        : sessionOf(found.member as never, call, found.errors)
    })
    const exit = await Effect.runPromiseExit(at(call.now, effect))
    post({ kind: "done", id: call.id, exit: replyOf(exit, errors) })
  }
  for (;;) {
    const message = await next()
    if (message.kind === "close") return close(Exit.void)
    if (message.kind !== "cancel") await run(message)
  }
}

/** A result that cannot go by message is a defect of its port. */
const replyOf = (exit: Exited, errors: ReadonlyArray<ErrorClass>) => {
  try {
    return exitToWire(exit, errors)
  } catch (error) {
    return exitToWire(Exit.failCause(Cause.die(error)), [])
  }
}
