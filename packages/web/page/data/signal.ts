import { useEffect, useState } from "preact/hooks"

/** A value that parts of the page watch. */
export interface Signal<A> {
  readonly get: () => A
  readonly set: (value: A) => void
  readonly watch: (told: () => void) => () => void
}

export const signal = <A>(first: A): Signal<A> => {
  let value = first
  const watchers = new Set<() => void>()
  return {
    get: () => value,
    set: (next) => {
      if (Object.is(next, value)) return
      value = next
      for (const told of watchers) told()
    },
    watch: (told) => {
      watchers.add(told)
      return () => watchers.delete(told)
    },
  }
}

/** The value, again whenever it changes. */
export const useSignal = <A>(one: Signal<A>): A => {
  const [, again] = useState({})
  const value = one.get()
  useEffect(() => {
    // It may have changed between its first look and the watch.
    if (!Object.is(one.get(), value)) again({})
    return one.watch(() => again({}))
  }, [one])
  return value
}
