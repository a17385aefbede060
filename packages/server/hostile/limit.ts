import { seconds } from "./storm.ts"

// A file's own, from its beginning on; what is left of twice the seconds is for starting and ending all.
const most = seconds * 1.75
const end = performance.now() + most * 1000

interface Work {
  readonly name: string
  readonly began: number
}

const underWay = new Set<Work>()

/** Does a piece of work, which is named where it is under way when the limit comes. */
export const doing = async <A>(name: string, work: () => Promise<A>): Promise<A> => {
  const one = { name, began: performance.now() }
  underWay.add(one)
  try {
    return await work()
  } finally {
    underWay.delete(one)
  }
}

const standing = () => {
  const now = performance.now()
  return [...underWay]
    .map(({ began, name }) => `for ${((now - began) / 1000).toFixed(1)} s: ${name}`)
    .join("\n")
}

/** Does all of a test, and fails where that is not over before the limit of its file. */
export const withinLimit = async (name: string, work: () => Promise<void>): Promise<void> => {
  const left = end - performance.now()
  if (left <= 0) throw new Error(`${name} was not begun: this file has taken more than its ${most} s`)
  const limit = Promise.withResolvers<never>()
  const timer = setTimeout(
    () =>
      limit.reject(
        new Error(`${name} was not over after ${most} s of this file. It stood at\n${standing()}`),
      ),
    left,
  )
  try {
    await Promise.race([work(), limit.promise])
  } finally {
    clearTimeout(timer)
  }
}
