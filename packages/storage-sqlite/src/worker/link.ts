import { StorageUnavailable } from "@daybook/kernel"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type * as Scope from "effect/Scope"
import * as Semaphore from "effect/Semaphore"
import { type MessagePort, receiveMessageOnPort, type Transferable } from "node:worker_threads"
import { DatabaseUnusable } from "../errors.ts"
import type { FromStores, ToStores } from "./messages.ts"
import type { ErrorClass } from "./sides.ts"
import { exitFromWire } from "./wire.ts"

/** A thread in which `serveStores` runs. */
export interface WritingThread {
  /** The port that `serveStores` has the other end of. */
  readonly port: MessagePort
  /** Settles as the thread ends, with the reason. */
  readonly ended: Promise<string>
}

/** A message that requests something, without the number of its outcome. */
type Asked<Message> = Message extends { readonly id: number; readonly kind: "call" | "session" }
  ? Omit<Message, "id">
  : never

interface Waiting {
  readonly errors: ReadonlyArray<ErrorClass>
  readonly resume: (exit: Exit.Exit<unknown, unknown>) => void
}

/** One run of the writing thread. */
interface Run {
  readonly port: MessagePort
  readonly waiting: Map<number, Waiting>
  /** When its call under way began at the earliest. */
  workingSince: number
  /** Settles as its stores are closed, or as it has ended on its own. */
  readonly closed: Promise<void>
}

/** The longest that one call should take, in milliseconds: a filter over half of 500,000 plays takes 16 s on a busy machine. */
const maxCallMillis = 60_000

const unavailable = (reason: string) =>
  Exit.die(
    new StorageUnavailable({
      message: `The thread that writes the database ended: ${reason}. Send the request again`,
      retryAfter: 1,
    }),
  )

const toStores = ({ port }: Run, message: ToStores, transferred: ReadonlyArray<Transferable> = []): void =>
  port.postMessage(message, transferred)

/** Passes the outcome of a call to its caller. */
const finish = (run: Run, { exit, id }: Extract<FromStores, { readonly kind: "done" }>): void => {
  const asked = run.waiting.get(id)
  run.waiting.delete(id)
  run.workingSince = performance.now()
  asked?.resume(exitFromWire(exit, asked.errors))
}

/** A link to the writing thread. */
export interface Link {
  /** True while it runs a call that has not taken longer than any should. */
  readonly isAtWork: () => boolean
  /**
   * Makes it run a member of a store, and returns the outcome. An interruption returns at once: what has not started by then
   * never runs.
   */
  readonly ask: (
    message: Asked<ToStores>,
    errors: ReadonlyArray<ErrorClass>,
    transferred?: ReadonlyArray<Transferable>,
  ) => Effect.Effect<unknown, unknown>
}

/**
 * Starts the writing thread, which opens the database, and closes it with the scope once every call is stored.
 * If it ends by a fault, its open calls fail with `StorageUnavailable`, and the next call starts it again.
 */
export const makeLink = Effect.fnUntraced(function* (
  start: () => WritingThread,
): Effect.fn.Return<Link, DatabaseUnusable, Scope.Scope> {
  const context = yield* Effect.context<never>()
  let run: Run | undefined
  let isClosed = false
  let last = 0

  const begin = Effect.callback<Run, DatabaseUnusable>((resume) => {
    const { ended, port } = start()
    const { promise: closed, resolve: close } = Promise.withResolvers<void>()
    const begun: Run = { port, waiting: new Map(), closed, workingSince: 0 }
    const end = () => {
      if (run === begun) run = undefined
      port.close()
      close()
    }
    const take = (message: FromStores): void => {
      switch (message.kind) {
        case "opened": {
          const exit = exitFromWire(message.exit, [DatabaseUnusable]) as Exit.Exit<void, DatabaseUnusable>
          if (Exit.isSuccess(exit)) run = begun
          return resume(Exit.map(exit, () => begun))
        }
        case "done":
          return finish(begun, message)
        case "closed":
          return end()
      }
    }
    port.on("message", take)
    void ended.then((reason) => {
      // Its last messages may still wait here.
      for (let left = receiveMessageOnPort(port); left !== undefined; left = receiveMessageOnPort(port))
        take(left.message as FromStores)
      const isFault = run === begun && !isClosed
      end()
      if (isFault) Effect.runForkWith(context)(Effect.logError(`the writing thread ended: ${reason}`))
      resume(unavailable(reason))
      for (const { resume: fail } of begun.waiting.values()) fail(unavailable(reason))
    })
    return Effect.sync(() => toStores(begun, { kind: "close" }))
  })

  const turn = Semaphore.makeUnsafe(1)
  const current: Effect.Effect<Run, DatabaseUnusable> = Effect.suspend(() => {
    if (run !== undefined) return Effect.succeed(run)
    if (isClosed) return unavailable("its storage is closed")
    return turn.withPermits(1)(Effect.suspend(() => (run === undefined ? begin : Effect.succeed(run))))
  })

  yield* Effect.addFinalizer(() =>
    Effect.promise(async () => {
      isClosed = true
      if (run === undefined) return
      toStores(run, { kind: "close" })
      await run.closed
    }),
  )
  yield* current

  return {
    isAtWork: () =>
      run !== undefined && run.waiting.size > 0 && performance.now() - run.workingSince < maxCallMillis,
    ask: (message, errors, transferred) =>
      Effect.flatMap(Effect.orDie(current), (to) =>
        Effect.callback((resume) => {
          const id = ++last
          if (to.waiting.size === 0) to.workingSince = performance.now()
          to.waiting.set(id, { errors, resume })
          toStores(to, { ...message, id }, transferred)
          return Effect.sync(() => {
            if (to.waiting.delete(id)) toStores(to, { kind: "cancel", id })
          })
        }),
      ),
  }
})
