import { base } from "./address.ts"

// Browsers have these stores only over https and on the machine itself; elsewhere nothing is stored.
const name = `daybook ${base} answers`
const maxKept = 200
const keptAt = "x-kept-at"

/** Views of the owner's things; what is read while typing or managing is not kept. */
const mayKeep = (path: string): boolean =>
  path === "/session" ||
  path === "/v1/admin/edits/types" ||
  (path.startsWith("/v1/") && !/^\/v1\/(admin|live|search\/suggest)/.test(path))

/** A response as it was stored. */
export interface Kept {
  readonly data: unknown
  /** When it came. */
  readonly at: number
}

const addressOf = (path: string) => new URL(`kept${path}`, document.baseURI)

/** Keeps the JSON of a response, for when no server can be reached. The oldest of many are dropped. */
export const keep = async (path: string, data: unknown): Promise<void> => {
  if (!("caches" in globalThis) || !mayKeep(path)) return
  try {
    const cache = await caches.open(name)
    await cache.delete(addressOf(path))
    await cache.put(addressOf(path), Response.json(data, { headers: { [keptAt]: String(Date.now()) } }))
    const keys = await cache.keys()
    await Promise.all(keys.slice(0, Math.max(0, keys.length - maxKept)).map((key) => cache.delete(key)))
  } catch {
    // Without space for it, the view needs a connection.
  }
}

/** The response that was stored for a path. */
export const kept = async (path: string): Promise<Kept | undefined> => {
  if (!("caches" in globalThis)) return undefined
  try {
    const answer = await (await caches.open(name)).match(addressOf(path))
    return answer && { data: await answer.json(), at: Number(answer.headers.get(keptAt)) }
  } catch {
    return undefined
  }
}

/** Where changes that wait for a connection are stored. */
export const changesAt = `daybook ${base} changes`

/** Stored while a sign-out waits for the server. */
export const leavingAt = `daybook ${base} leaving`

/** Forgets all that was stored, and the changes that wait. */
export const forgetAll = async (): Promise<void> => {
  localStorage.removeItem(changesAt)
  await forgetKept()
}

/** Forgets all that was stored. */
export const forgetKept = async (): Promise<void> => {
  if ("caches" in globalThis) await caches.delete(name).catch(() => undefined)
}
