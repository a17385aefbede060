import { useLayoutEffect, useState } from "preact/hooks"
import { peek, type Read, watch } from "./cache.ts"

const none: Read<never> = { data: undefined, failure: undefined, reading: false }

/** The response of a path of the API, read while the part is shown and whenever it changes; nothing for no path. */
export const useRead = <A>(path: string | undefined): Read<A> => {
  const [, again] = useState({})
  const read = path === undefined ? none : peek(path)
  // Before the first paint: what the document requested may be there already.
  useLayoutEffect(() => {
    if (path === undefined) return undefined
    const stop = watch(path, () => again({}))
    // It may have changed between its first look and the watch.
    if (peek(path) !== read) again({})
    return stop
  }, [path])
  return read as Read<A>
}
