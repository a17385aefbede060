import type { Answer } from "./responses.ts"
import type { Failure } from "./asking.ts"
import { send } from "./send.ts"
import { signal } from "./signal.ts"

/** A sync that was requested here: it continues while other views are shown. */
export interface Sync {
  readonly working: boolean
  /** Items that it has brought so far. */
  readonly items: number
  readonly failure: Failure | undefined
}

/** Syncs started since the page was opened, by domain. */
export const syncs = signal<Readonly<Record<string, Sync>>>({})

/** Syncs a domain until nothing remains. A call takes up to a minute, so a long history takes several. */
export const syncNow = async (domain: string): Promise<void> => {
  const tell = (now: Sync) => syncs.set({ ...syncs.get(), [domain]: now })
  if (syncs.get()[domain]?.working === true) return
  let items = 0
  for (;;) {
    tell({ working: true, items, failure: undefined })
    const { data, failure } = await send<Answer<"syncs", "listening">>("POST", `/v1/admin/sync/${domain}`)
    if (data === undefined) return tell({ working: false, items, failure })
    items += data.items_synced
    if (data.remaining === 0) return tell({ working: false, items, failure: undefined })
  }
}
