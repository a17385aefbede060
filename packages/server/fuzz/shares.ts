import * as Arbitrary from "effect/Arbitrary"
import { assert } from "vitest"
import { changed, changes, rawGet } from "../../http/test/middleware/targetText.ts"
import { type Daybook, planted } from "../test/daybook.ts"
import type { Figures } from "./figures.ts"
import { doing } from "./limit.ts"
import { errorInForm, refusesUnfit, saysItsType, showsNothing } from "./rules.ts"
import { oneOf, storm } from "./storm.ts"
import { converse } from "./wire.ts"

/** Addresses that open less than their routes would with one more parameter. */
const addresses = [
  "/v1/listening/recent?limit=1",
  "/v1/listening/recent?limit=1&date=2024-01-01",
  "/v1/feed?domains=listening&limit=3",
  "/v1/feed.json?domains=reading&limit=2",
  "/v1/calendar?domains=running&year=2026",
  "/v1/places/recent?limit=1",
]

/** A response without tokens: that of a feed has the address in it. */
const withoutTokens = (body: string) => body.replace(/dbk_share_[0-9a-f]{64}/g, "")

/** Holds shares to their addresses, however their targets are written; returns the number of targets. */
export const holdShares = async (server: Daybook, figures: Figures): Promise<number> => {
  const read = async (target: string) => {
    const { replies } = await doing(target, () => converse(server.url, [rawGet(target)], { answers: 1 }))
    return replies[0]
  }
  const shares = await Promise.all(
    addresses.map(async (address) => {
      const { body, status } = await server.admin.ask("POST", "/v1/admin/shares", { address })
      assert.strictEqual(status, 201, address)
      const { searchParams } = new URL((body as { url: string }).url)
      const opened = `${address}&share=${searchParams.get("share") ?? ""}`
      const reply = await read(opened)
      assert.strictEqual(reply?.status, 200, address)
      return { opened, shown: withoutTokens(reply?.body ?? "") }
    }),
  )
  return storm(
    "shares",
    [Arbitrary.all({ of: oneOf(shares), made: changes })],
    async ({ made, of }) => {
      const target = changed(of.opened, made)
      const reply = await read(target)
      if (reply === undefined) throw new Error(`no answer to ${target}`)
      for (const secret of Object.values(planted)) assert.notInclude(reply.body, secret)
      showsNothing(reply)
      saysItsType(reply)
      refusesUnfit(target, [], reply)
      if (reply.status >= 400) errorInForm("activity", reply)
      figures.add(`share answered ${reply.status}`)
      if (reply.status === 200 && withoutTokens(reply.body) !== of.shown) {
        throw new Error(`a share opens more than its address: ${target} gave ${reply.body.slice(0, 500)}`)
      }
    },
    { concurrency: 8, part: 0.2, runs: 100 },
  )
}
