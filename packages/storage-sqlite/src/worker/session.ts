import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import { MessageChannel } from "node:worker_threads"
import type { Link } from "./link.ts"
import type { FromSession, Given, Member, Step } from "./messages.ts"
import type { ErrorClass } from "./sides.ts"
import { exitFromWire, fromWire, toWire } from "./wire.ts"

type Args = ReadonlyArray<unknown>
type Work = (given: unknown) => Effect.Effect<unknown, unknown, unknown>

/** The serving thread's end of a session. */
const makeSteps = (errors: ReadonlyArray<ErrorClass>) => {
  const { port1: port, port2: other } = new MessageChannel()
  const sent = new Int32Array(new SharedArrayBuffer(4))
  const stepped: Array<(exit: Exit.Exit<unknown, unknown>) => void> = []
  const begun = Promise.withResolvers<Given>()
  port.on("message", (message: FromSession) => {
    if (message.kind === "begun") return begun.resolve(message.given)
    // They follow the order of the steps.
    return stepped.shift()?.(exitFromWire(message.exit, errors))
  })
  const send = (step: Step): void => {
    port.postMessage(step)
    Atomics.add(sent, 0, 1)
    Atomics.notify(sent, 0)
  }
  const step = (member: string, args?: Args) =>
    Effect.callback<unknown, unknown>((resume) => {
      send({ kind: "step", member, args: args && (toWire(args) as Args) })
      stepped.push(resume)
    })
  return { port, other, sent, begun: Effect.promise(() => begun.promise), send, step }
}

/**
 * Asks for a member that takes a function last, and runs the function here. It takes a transaction of the writing thread, which
 * waits for its steps and does nothing else meanwhile, or a value that it answers with another. The change is rolled back if the
 * function fails or is interrupted.
 */
export const inSession = (
  { ask }: Link,
  { path, port }: Member,
  errors: ReadonlyArray<ErrorClass>,
  all: Args,
): Effect.Effect<unknown, unknown, unknown> =>
  Effect.uninterruptibleMask((restore) =>
    Effect.gen(function* () {
      const { begun, other, port: own, send, sent, step } = makeSteps(errors)
      const work = all.at(-1) as Work
      const args = toWire(all.slice(0, -1)) as Args
      const now = yield* Clock.currentTimeMillis
      const call = { kind: "session", port, path, args, now, steps: other, sent } as const
      const asked = yield* Effect.forkChild(Effect.interruptible(ask(call, errors, [other])), {
        startImmediately: true,
      })
      // It ends before the function only if the transaction fails, or its thread.
      const ended = Fiber.join(asked)
      const given = yield* Effect.exit(restore(Effect.raceFirst(begun, ended as typeof begun)))
      const isTransaction = Exit.isSuccess(given) && "offers" in given.value
      const run = Effect.flatMap(given, (one) => {
        if ("value" in one) return work(fromWire(one.value))
        const members = one.offers.map(([name, kind]) => [
          name,
          kind === "effect" ? step(name) : (...given: Args) => step(name, given),
        ])
        return work(Object.fromEntries(members))
      })
      const exit = yield* Effect.exit(restore(Effect.raceFirst(run, ended)))
      const isDone = Exit.isSuccess(exit)
      send(
        isDone
          ? { kind: "commit", value: isTransaction ? undefined : toWire(exit.value) }
          : { kind: "roll back" },
      )
      const outcome = isDone ? yield* Effect.exit(ended) : yield* Effect.as(Fiber.interrupt(asked), exit)
      own.close()
      return yield* Exit.isSuccess(outcome) && isTransaction ? exit : outcome
    }),
  )
