import { SignInLinkStore } from "@daybook/access"
import type { EpochMillis } from "@daybook/kernel"
import * as Effect from "effect/Effect"
import type { Sql } from "../sql.ts"

/** The digests of sign-in links. */
export const signInLinkStore = ({ instant, sql, transaction }: Sql) =>
  SignInLinkStore.of({
    insert: Effect.fn("SignInLinkStore.insert")(function* (
      hash: string,
      expiresAt: EpochMillis,
      now: EpochMillis,
    ) {
      yield* sql`delete from sign_in_links where expires_at <= ${instant(now)}`
      yield* sql`insert into sign_in_links (hash, expires_at) values (${hash}, ${instant(expiresAt)})`
    }, transaction),

    spend: Effect.fn("SignInLinkStore.spend")(function* (hash: string, now: EpochMillis) {
      const rows = yield* sql`delete from sign_in_links
        where hash = ${hash} and expires_at > ${instant(now)} returning hash`
      return rows.length > 0
    }, transaction),
  })
