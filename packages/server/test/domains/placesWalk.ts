import { assert, expect } from "vitest"
import type { Client } from "../client.ts"

interface Outcome {
  readonly items_synced: number
  readonly remaining: number
}

/** One call of the sync; undefined if the server dies before it responds. */
export const call = (admin: Client) => admin.ask("POST", "/v1/admin/sync/places").catch(() => undefined)

/** Calls until nothing remains, as a caller does; `between` runs after each call. */
export const callToTheEnd = async (admin: Client, between: () => void = () => {}) => {
  const outcomes: Array<Outcome> = []
  while (outcomes.at(-1)?.remaining !== 0) {
    const answer = await call(admin)
    expect(answer).toMatchObject({ status: 200, body: { status: "completed" } })
    outcomes.push(answer?.body as Outcome)
    between()
    assert.isBelow(outcomes.length, 30, "it comes to no end")
  }
  return outcomes
}

/** The ids of all check-ins, newest first, as the API lists them. */
export const idsIn = async (reader: Client) => {
  const ids: Array<string> = []
  for (let page = 1; ; page++) {
    const { body } = await reader.get(`/v1/places/recent?limit=100&page=${page}`)
    const { data, pagination } = body as {
      data: ReadonlyArray<{ id: string }>
      pagination: { total_pages: number }
    }
    ids.push(...data.map(({ id }) => id))
    if (page >= pagination.total_pages) return ids
  }
}

export const idsOf = (visits: ReadonlyArray<{ readonly id: string }>) => visits.map(({ id }) => id)
