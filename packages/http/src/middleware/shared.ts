import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"

/** Work under way, and the number of those who wait for it. */
interface Work<A> {
  readonly fiber: Fiber.Fiber<A, unknown>
  waiting: number
}

/**
 * Returns a function that does work once for all concurrent callers with the same name. It belongs to none of them:
 * it ends early when the last of them has left, or with the scope of the function.
 */
export const makeShared = <A>() =>
  Effect.map(Effect.scope, (scope) => {
    const underWay = new Map<string, Work<A>>()

    /** Under one name all work is the same, and so are its failures. */
    const join = <E>(name: string, work: Work<A>): Effect.Effect<A, E> => {
      work.waiting += 1
      return Effect.onInterrupt(Fiber.join(work.fiber) as Effect.Effect<A, E>, () => {
        work.waiting -= 1
        if (work.waiting > 0) return Effect.void
        if (underWay.get(name) === work) underWay.delete(name)
        return Fiber.interrupt(work.fiber)
      })
    }

    return <E, R>(name: string, make: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
      Effect.suspend(() => {
        const known = underWay.get(name)
        if (known !== undefined) return join<E>(name, known)
        return Effect.flatMap(Effect.forkIn(make, scope), (fiber) => {
          const work = { fiber, waiting: 0 }
          underWay.set(name, work)
          fiber.addObserver(() => {
            if (underWay.get(name) === work) underWay.delete(name)
          })
          return join<E>(name, work)
        })
      })
  })
