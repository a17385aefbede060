import { useEffect, useState } from "preact/hooks"
import { peek, type Read, watch } from "./cache.ts"

const none: Read<never> = { data: undefined, failure: undefined, reading: false }

/** The response of a path of the API, read while the part is shown and whenever it changes; nothing for no path. */
export const useRead = <A>(path: string | undefined): Read<A> => {
  const [, again] = useState({})
  useEffect(() => {
    if (path === undefined) return undefined
    const stop = watch(path, () => again({}))
    again({})
    return stop
  }, [path])
  return (path === undefined ? none : peek(path)) as Read<A>
}
